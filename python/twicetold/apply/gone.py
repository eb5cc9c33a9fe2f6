"""Which documents go, by a run of `documents`: those of `members` that are not kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from twicetold.apply.records import Records
from twicetold.run import Run
from twicetold.run.finished import rows

Row = dict[str, Any]
_NAMES = ("document", "title", "revision", "source", "place")


def mark(run: Run, records: Mapping[str, Records]) -> None:
    """Enters which records go. Those of `--against` are in no file that is written."""
    for row in rows(run, "members", columns=["source", "place", "revision", "kept"]):
        if not row["kept"]:
            own, number = records[row["source"]], number_of(row["place"])
            own.removed.add(number)
            own.revisions.add((number, row["revision"]))


def removed(run: Run) -> Iterator[Row]:
    """Each document that goes and the one it repeats, which stands first in its cluster."""
    core: Row = {}
    columns = ["cluster", *_NAMES, "core", "similarity", "kept", "why"]
    for row in rows(run, "members", columns=columns):
        if row["core"]:
            core = row
        if not row["kept"]:
            own = {name: row[name] for name in _NAMES}
            repeats = {name: core[name] for name in _NAMES}
            yield own | {"repeats": repeats, "similarity": row["similarity"], "why": row["why"]}


def number_of(place: str) -> int:
    """`line 17` -> 17"""
    number = place.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0
