"""What a shell completes besides options and files: run folders, tables, kinds, analyses and the names of menus."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from twicetold import registry

Completion = Callable[[str], list[str]]


def complete_names(names: Sequence[str]) -> Completion:
    """Complete one of these names."""

    def complete(incomplete: str) -> list[str]:
        return _keep_matching(names, incomplete)

    return complete


def complete_menu(family: str) -> Completion:
    """Complete a name of a menu of the registry."""

    def complete(incomplete: str) -> list[str]:
        return _keep_matching(registry.list_names(family), incomplete)

    return complete


def complete_runs(incomplete: str) -> list[str]:
    """Complete the folders that hold a run, and those on the way to one."""
    parent = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    with suppress(OSError):
        folders = sorted(each for each in parent.iterdir() if each.is_dir() and not each.name.startswith("."))
        runs = [str(each) for each in folders if (each / "run.json").is_file()]
        return _keep_matching(runs or [f"{each}/" for each in folders], incomplete)
    return []


def complete_tables(incomplete: str) -> list[str]:
    """Complete the tables of the run that is named on the line.

    The line itself is read, since an option that lacks its value keeps typer from parsing the rest.
    """
    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")
    for word in line.split():
        with suppress(OSError, ValueError, KeyError):
            facts = json.loads((Path(word) / "run.json").read_text(encoding="utf-8"))
            tables = [name for stage in facts["stages"].values() for name in stage["tables"]]
            return _keep_matching((each for each in tables if each not in facts.get("cleared", [])), incomplete)
    return []


def complete_kinds(incomplete: str) -> list[str]:
    """Complete the kinds of all jobs."""
    from twicetold.cli.job_commands import JOBS

    return _keep_matching(dict.fromkeys(kind.name for job in JOBS for kind in job.kinds), incomplete)


def _keep_matching(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
