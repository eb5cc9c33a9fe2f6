"""Whether what a folder holds is the run that is asked for, to go on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from twicetold.errors import RunError

_NOTHING = (".lock", ".run.json.part")  # all that a run has which was killed as it began
_MACHINE = "machine"  # the section, and
_BATCH = "batch_bytes"  # the setting of another one, that change no answer


def facts_of(folder: Path) -> dict[str, Any]:
    """What `run.json` says."""
    try:
        facts: dict[str, Any] = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"`{folder}` is not a run: it has no run.json", "give the folder that -o named") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RunError(f"`{folder}/run.json` is damaged: {error}", "remove the folder and run again") from None
    return facts


def resumable(folder: Path, facts: dict[str, Any], force: bool) -> bool:
    """Whether the folder holds this very run already; what `force` must make room for is removed."""
    if not (folder / "run.json").exists():
        if not force and any(each.name not in _NOTHING for each in folder.iterdir()):
            hint = "give -o a new folder, or add --force to use this one"
            raise RunError(f"`{folder}` is not empty and not a run", hint)
        return False
    if not force:
        _must_agree(folder, facts_of(folder), facts)
        return True
    (folder / "run.json").unlink()
    for table in folder.glob("*.parquet"):
        table.unlink()
    return False


def _must_agree(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Refuses to mix two runs in one folder, and says in what they differ."""
    if old.get("job") != new["job"]:
        raise RunError(
            f"`{folder}` holds a run of the job `{old.get('job')}`, not `{new['job']}`",
            "give -o another folder, or add --force to start again",
        )
    for section, values in new["settings"].items():
        if section == _MACHINE:
            continue
        for name, value in values.items():
            if name == _BATCH:
                continue
            before = old["settings"].get(section, {}).get(name)
            if before != value:
                resume = "" if new["job"] == "split" else f"add --resume to go on with {before!r}, or "
                raise RunError(
                    f"`{folder}` was made with other settings (`{name}` {before!r}, now {value!r})",
                    f"{resume}give -o another folder, or add --force to start again",
                )
    for files in ("inputs", "consulted"):
        if old.get(files) != new.get(files):
            raise RunError(
                f"`{folder}` was made from other inputs, or they have changed since",
                "give -o another folder, or add --force to start again",
            )
