"""The jobs as functions. Each takes what the CLI takes and gives a `Run`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from twicetold import flow
from twicetold.config import Machine, Reading, Settings
from twicetold.engines.base import Engine
from twicetold.engines.local import Local
from twicetold.readers.inputs import find_inputs
from twicetold.run import Run

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]


def split(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: Settings | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """The sentences of files, each with its place: `split("dump.xml.bz2").sentences` is an Arrow table.

    `options` are single settings by name (`language="de"`, `threads=2`). Without `output` the run lives in a temporary
    folder. Records that could not be read are in `.rejects`.
    """
    settings = with_options(settings or Settings(), options)
    inputs = find_inputs(as_list(paths), settings.reading)
    return flow.split(inputs, output, settings, engine or Local(settings.machine), force)


def as_list(paths: Paths) -> list[str]:
    """One path or several, as strings."""
    return [fspath(paths)] if isinstance(paths, str | PathLike) else [fspath(path) for path in paths]


def with_options(settings: Settings, options: dict[str, Any]) -> Settings:
    """Settings with single ones replaced by name, whichever section they stand in."""
    reading = {name: value for name, value in options.items() if name in Reading.__dataclass_fields__}
    machine = {name: value for name, value in options.items() if name in Machine.__dataclass_fields__}
    unknown = sorted(set(options) - set(reading) - set(machine))
    if unknown:
        raise TypeError(f"unknown setting: {unknown[0]}")
    return replace(settings, reading=replace(settings.reading, **reading), machine=replace(settings.machine, **machine))
