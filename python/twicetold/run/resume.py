"""The format of `run.json`, and whether a folder holds the run that a command asks for."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

from twicetold.errors import RunError
from twicetold.memory.files import FOLDER_PREFIX
from twicetold.run.files import publish_file
from twicetold.tables.stored import remove_table

RUN_FORMAT = 2  # of `run.json` and the tables: raised whenever older code or older runs would be misread
_TABLE_NAME = re.compile(r"\w[\w-]*")
_SECTIONS = {"job": str, "digest": str, "settings": dict, "results": dict, "inputs": list, "consulted": list}
_STARTUP_FILES = (".lock", ".run.json.part")  # all that a run has if it was killed as it began
_MACHINE_SECTION = "machine"  # a section that changes no answer
_BATCH_SETTING = "batch_bytes"  # a setting of another section that changes no answer


def read_facts(folder: Path) -> dict[str, Any]:
    """Read `run.json`. A folder of another format is refused: its tables would be misread."""
    try:
        facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"`{folder}` is not a run: it has no run.json", "give the folder that -o named") from None
    except (ValueError, RecursionError) as error:
        raise _build_damage_error(folder, str(error)) from None
    if not isinstance(facts, dict):
        raise _build_damage_error(folder, "it is not an object")
    checksum = facts.pop("checksum", None)
    if facts.get("format") != RUN_FORMAT:
        raise RunError(
            f"`{folder}` was made by another version of twicetold "
            f"(format {facts.get('format', 'unknown')}, this version reads {RUN_FORMAT})",
            "run the job again with --force, or use the version that made it",
        )
    if checksum is not None and checksum != _compute_checksum(facts):
        raise _build_damage_error(folder, "its checksum is wrong")
    _check_facts(folder, facts)
    return facts


def write_facts(folder: Path, facts: dict[str, Any]) -> None:
    """Replace `run.json` in one step. Its checksum shows damage to it, as it shows damage to tables."""
    with publish_file(folder / "run.json") as part:
        part.write_text(json.dumps({**facts, "checksum": _compute_checksum(facts)}, indent=1), encoding="utf-8")


def _compute_checksum(facts: dict[str, Any]) -> str:
    return f"crc32:{zlib.crc32(json.dumps(facts).encode()):08x}"


def _check_facts(folder: Path, facts: dict[str, Any]) -> None:
    """A run may come from strangers: a table that it names is a file of its folder, and not of another."""
    for name, kind in _SECTIONS.items():
        if not isinstance(facts.get(name, kind()), kind):
            raise _build_damage_error(folder, f"`{name}` is of the wrong type")
    stages, cleared = facts.get("stages"), facts.get("cleared", [])
    every = list(stages.values()) if isinstance(stages, dict) else [None]
    tables = [stage.get("tables") if isinstance(stage, dict) else None for stage in every]
    if not isinstance(cleared, list) or not all(isinstance(each, dict) for each in tables):
        raise _build_damage_error(folder, "it has no stages")
    for name in (*cleared, *(name for each in tables for name in each or ())):
        if not isinstance(name, str) or not _TABLE_NAME.fullmatch(name):
            raise _build_damage_error(folder, "it names a table that no run has")


def _build_damage_error(folder: Path, reason: str) -> RunError:
    return RunError(f"`{folder}/run.json` is damaged: {reason}", "remove the folder and run again")


def find_resumable_run(folder: Path, facts: dict[str, Any], force: bool) -> bool:
    """Whether the folder already holds this run. With `force`, a run that is there is removed."""
    if not (folder / "run.json").exists():
        names = [each.name for each in folder.iterdir() if not each.name.startswith(FOLDER_PREFIX)]
        if not force and not set(names).issubset(_STARTUP_FILES):
            hint = "give -o a new folder, or add --force to use this one"
            raise RunError(f"`{folder}` is not empty and not a run", hint)
        return False
    if not force:
        _must_agree(folder, read_facts(folder), facts)
        return True
    clear_folder(folder)
    return False


def clear_folder(folder: Path) -> None:
    """Remove the run that a folder holds."""
    (folder / "run.json").unlink()
    for table in folder.glob("*.parquet"):
        remove_table(table)


def _must_agree(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Refuses to mix two runs in one folder, and says in what they differ."""
    if old.get("job") != new["job"]:
        raise RunError(
            f"`{folder}` holds a run of the job `{old.get('job')}`, not `{new['job']}`",
            "give -o another folder, or add --force to start again",
        )
    for section, values in new["settings"].items():
        if section == _MACHINE_SECTION:
            continue
        for name, value in values.items():
            if name == _BATCH_SETTING:
                continue
            before = old["settings"].get(section, {}).get(name)
            if before != value:
                resume = "" if new["job"] == "split" else f"add --resume to continue with {before!r}, or "
                raise RunError(
                    f"`{folder}` was made with other settings (`{name}` was {before!r} and is now {value!r})",
                    f"{resume}give -o another folder, or add --force to start again",
                )
    for files in ("inputs", "consulted"):
        if old.get(files) != new.get(files):
            raise RunError(
                f"`{folder}` was made from other inputs, or they have changed since",
                "give -o another folder, or add --force to start again",
            )
