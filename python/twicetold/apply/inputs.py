"""The files that a run was made from, found again and unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twicetold.config import Settings
from twicetold.errors import InputError, RunError
from twicetold.readers.inputs import Input, find_inputs, is_elsewhere, real_path, shown
from twicetold.run import Run, identity


def written_inputs(run: Run, settings: Settings) -> Sequence[Input]:
    """The inputs that are written again: all but those of `--against`, and files that only settings name."""
    for known in run.facts["inputs"]:
        _must_be_the_same(known)
    finding, locating = settings.finding, settings.locating
    beside = {finding.word_weights, finding.vectors, locating.pairs}
    paths = [known["path"] for known in run.facts["inputs"] if known["path"] not in beside]
    others = {real_path(each.path) for each in _against(settings)}
    return [each for each in find_inputs(paths, settings.reading) if real_path(each.path) not in others]


def against_of(settings: Settings) -> frozenset[str]:
    """The sources that stand in `--against`."""
    return frozenset(shown(each.path) for each in _against(settings))


def _against(settings: Settings) -> Sequence[Input]:
    against = settings.locating.against
    return find_inputs(against, settings.reading) if against else []


def _must_be_the_same(known: dict[str, object]) -> None:
    path = str(known["path"])
    if is_elsewhere(path):
        where = "stdin" if path == "-" else f"`{shown(path)}`"
        hint = "save it to a file and make the run from that"
        raise RunError(f"{where}: it cannot be told whether it is still what the run was made from", hint)
    if not Path(path).exists():
        hint = "call it from the folder that the run was made in, or put the file back"
        raise InputError(f"`{shown(path)}` is not there any more", hint)
    if identity(path) != known:
        raise InputError(f"`{shown(path)}` has changed since the run was made", "make the run again, with --force")
