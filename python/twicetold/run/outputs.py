"""What may be written where: no output may replace an input of the run, or a folder that holds one.

`check_output` compares by resolved path and by device and inode, so that links, `..`, hard links and other spellings
make no difference. `--force` makes none either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from twicetold.errors import SettingsError
from twicetold.memory.files import name_memory_file
from twicetold.text.paths import restore_path, show_path

Identity = tuple[int, int]  # the device and the inode


def check_output(output: str | Path, inputs: Iterable[str | Path]) -> None:
    """Raise an error where `output` is one of the inputs, or a folder that holds one. An input may be a folder.

    Files are written under other names first (`.name.part`), so those are checked as well.
    """
    target = Path(output)
    names = [target, *(target.with_name(f".{target.name}.{end}") for end in ("part", "old") if target.name)]
    written = {os.path.realpath(each) for each in names}
    identities = {found for each in names if (found := identify_file(each))}
    seen: set[str] = set()
    for each in inputs:
        for path in _list_with_parents(os.fspath(each), seen):
            if path in written or (identities and identify_file(path) in identities):
                raise SettingsError(*_explain_conflict(target, os.fspath(each)))


def list_run_files(facts: Mapping[str, Any]) -> list[str]:
    """The files that a run was made from, as `run.json` names them: inputs, sets to compare with, pairs, vectors."""
    known = [each for part in ("inputs", "consulted") for each in _as_list(facts.get(part))]
    paths = [restore_path(str(each["path"])) for each in known if isinstance(each, dict) and "path" in each]
    return [each for each in (*paths, *_list_named_files(facts.get("settings"))) if each]


def identify_file(path: str | Path) -> Identity | None:
    """The device and the inode of a file or folder; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 (called for every folder of every input)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def _list_with_parents(path: str, seen: set[str]) -> Iterator[str]:
    """A path and the folders above it, as it is spelled and as it is resolved, each folder once for all inputs."""
    if path in ("", "-") or "://" in path or name_memory_file(path):
        return
    for spelled in {os.path.abspath(path), os.path.realpath(path)}:  # noqa: PTH100
        while spelled not in seen:
            seen.add(spelled)
            yield spelled
            spelled = os.path.dirname(spelled)  # noqa: PTH120


def _explain_conflict(target: Path, source: str) -> tuple[str, str]:
    is_same = identify_file(target) is not None and identify_file(target) == identify_file(source)
    what = "is an input" if is_same else f"contains the input `{show_path(source)}`"
    return f"`{show_path(target)}` {what}", "give -o another path: inputs are never overwritten, not even by --force"


def _list_named_files(settings: Any) -> Iterator[str]:
    """Every text in settings that names something on the disk; one that is no path costs a question to the disk."""
    if isinstance(settings, str) and settings and os.path.lexists(settings):
        yield settings
    elif isinstance(settings, Mapping):
        for value in settings.values():
            yield from _list_named_files(value)
    else:
        for value in _as_list(settings):
            yield from _list_named_files(value)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
