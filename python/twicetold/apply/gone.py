"""Which documents go, by a run of `documents`: those of `members` that are not kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from twicetold.apply.records import Records
from twicetold.run import Run
from twicetold.run.finished import rows

Row = dict[str, Any]
_NAMES = ("document", "title", "revision", "source", "place")
_SELF = ("source", "place", "revision")  # what tells a document from all others
_PLACES = ("left_start", "left_end", "right_start", "right_end", "similarity")


def mark(run: Run, records: Mapping[str, Records]) -> None:
    """Enters which records go. Those of `--against` are in no file that is written."""
    for row in rows(run, "members", columns=["source", "place", "revision", "kept"]):
        if not row["kept"]:
            own, number = records[row["source"]], number_of(row["place"])
            own.removed.add(number)
            own.revisions.add((number, row["revision"]))


def removed(run: Run) -> Iterator[Row]:
    """Each document that goes and the one it repeats, which stands first in its cluster; and where, if it is known."""
    located = _Located(run) if "overlaps" in run.tables else None
    core: Row = {}
    columns = ["cluster", *_NAMES, "core", "similarity", "kept", "why"]
    for row in rows(run, "members", columns=columns):
        if row["core"]:
            core = row
        if not row["kept"]:
            own = {name: row[name] for name in _NAMES}
            repeats = {name: core[name] for name in _NAMES}
            where = {"overlaps": located.of(row, core)} if located else {}
            yield own | {"repeats": repeats, "similarity": row["similarity"], "why": row["why"]} | where


class _Located:
    """The overlaps of a run, asked for in the order of the clusters: those of one are in memory at a time."""

    def __init__(self, run: Run) -> None:
        ends = [f"{side}_{name}" for side in ("left", "right") for name in _SELF]
        told = rows(run, "overlaps", columns=["cluster", *ends, *_PLACES])
        self._clusters = groupby(told, key=lambda row: row["cluster"])
        self._cluster: int | None = -1
        self._pairs: dict[tuple[str, ...], list[Row]] = {}

    def of(self, gone: Row, core: Row) -> list[Row]:
        """Where the two say the same, in characters of both."""
        while self._cluster is not None and self._cluster < gone["cluster"]:
            self._cluster, found = next(self._clusters, (None, iter(())))
            self._pairs = {}
            for row in found if self._cluster is not None else ():  # those without a cluster come last
                self._pairs.setdefault(_ends(row), []).append(_told(row))
        own = self._pairs if self._cluster == gone["cluster"] else {}
        return own.get(tuple(each[name] for each in (gone, core) for name in _SELF), [])


def _ends(row: Row) -> tuple[str, ...]:
    return tuple(row[f"{side}_{name}"] for side in ("left", "right") for name in _SELF)


def _told(row: Row) -> Row:
    """`start` and `end` in the document that goes, and in the one that it repeats."""
    names = ("start", "end", "repeats_start", "repeats_end", "similarity")
    return {name: row[column] for name, column in zip(names, _PLACES, strict=True)}


def number_of(place: str) -> int:
    """`line 17` -> 17"""
    number = place.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0
