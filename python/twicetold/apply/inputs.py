"""The files that a run was made from, found again and unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twicetold.config import JobSettings, list_files
from twicetold.errors import InputError, RunError
from twicetold.readers.inputs import Input, find_inputs, format_path, is_elsewhere, resolve_path
from twicetold.run import Run, identify_input
from twicetold.text.paths import restore_path


def find_written_inputs(run: Run, settings: JobSettings) -> Sequence[Input]:
    """The inputs that are written again: all but those of `--against`, and files that only settings name."""
    for known in run.facts["inputs"]:
        _must_be_the_same(known)
    beside = set(list_files(settings))
    named = [restore_path(known["path"]) for known in run.facts["inputs"]]
    paths = [each for each in named if each not in beside]
    others = {resolve_path(each.path) for each in _find_against_inputs(settings)}
    return [each for each in find_inputs(paths, settings.reading) if resolve_path(each.path) not in others]


def list_against_sources(settings: JobSettings) -> frozenset[str]:
    """The sources that stand in `--against`."""
    return frozenset(format_path(each.path) for each in _find_against_inputs(settings))


def _find_against_inputs(settings: JobSettings) -> Sequence[Input]:
    return find_inputs(settings.against, settings.reading) if settings.against else []


def _must_be_the_same(known: dict[str, object]) -> None:
    path = restore_path(str(known["path"]))
    if known.get("memory"):
        hint = "save the data to a file, such as JSONL, and make the run from that; or choose by the run's tables"
        raise RunError("the run was made from data in memory, which cannot be read again", hint)
    if is_elsewhere(path):
        where = "stdin" if path == "-" else f"`{format_path(path)}`"
        hint = "save it to a file and make the run from that"
        raise RunError(f"{where} cannot be checked for changes since the run was made", hint)
    if not Path(path).exists():
        hint = "call this from the folder that the run was made in, or put the file back"
        raise InputError(f"`{format_path(path)}` no longer exists", hint)
    if identify_input(path) != known:
        raise InputError(
            f"`{format_path(path)}` has changed since the run was made", "make the run again, with --force"
        )
