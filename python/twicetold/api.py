"""The jobs as functions. Each takes what the CLI takes and gives a `Run`."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import flow
from twicetold.config import Settings, with_options, with_preset
from twicetold.engines.base import Engine
from twicetold.engines.local import Local
from twicetold.readers.inputs import find_inputs
from twicetold.run import Run
from twicetold.texts import Clusters, cluster_texts

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


def sentences(
    paths: Paths,
    output: str | Path | None = None,
    *,
    settings: Settings | None = None,
    preset: str | None = None,
    engine: Engine | None = None,
    force: bool = False,
    **options: Any,
) -> Run:
    """Near-duplicate sentences: `sentences("dump.xml.bz2").clusters` is an Arrow table, as are `.members`, `.matches`.

    `options` are single settings by name (`threshold=0.9`, `memory_bytes=2 * 10**9`), `preset` those of a paper.
    Without `output` the run lives in a temporary folder.
    """
    settings = settings or Settings()
    settings = with_options(with_preset(settings, preset) if preset else settings, options)
    inputs = find_inputs(as_list(paths), settings.reading)
    return flow.sentences(inputs, output, settings, engine or Local(settings.machine), force)


def cluster(
    texts: Sequence[str] | pa.Array | pa.ChunkedArray,
    *,
    settings: Settings | None = None,
    preset: str | None = None,
    **options: Any,
) -> Clusters:
    """Near-duplicates among texts in memory: `cluster(["One two.", "One, two."]).labels` -> `[0, 0]`

    The settings are those of `sentences`; texts under about 40 characters are found only where they are identical.
    """
    settings = settings or Settings()
    settings = with_options(with_preset(settings, preset) if preset else settings, options)
    return cluster_texts(texts, settings)


def as_list(paths: Paths) -> list[str]:
    """One path or several, as strings."""
    return [fspath(paths)] if isinstance(paths, str | PathLike) else [fspath(path) for path in paths]
