"""What `apply` removes by a run of `documents`: the documents of `members` that are not kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import ClassVar

from twicetold.apply.base import Remover, Row
from twicetold.apply.records import FileRecords, parse_place_number
from twicetold.config import JobSettings
from twicetold.run import Run
from twicetold.run.finished import read_rows

_NAME_COLUMNS = ("document", "title", "revision", "source", "place")
_IDENTITY_COLUMNS = ("source", "place", "revision")  # what tells a document from all others
_PLACE_COLUMNS = ("left_start", "left_end", "right_start", "right_end", "similarity")


class RemoveDocuments(Remover):
    cuts_texts: ClassVar[bool] = False

    def list_removals(self, run: Run, settings: JobSettings) -> Iterator[Row]:
        return list_removed_documents(run)

    def mark_records(self, run: Run, settings: JobSettings, records: Mapping[str, FileRecords]) -> None:
        mark_removed_documents(run, records)


def mark_removed_documents(run: Run, records: Mapping[str, FileRecords]) -> None:
    """Enters which records go. Those of `--against` are in no file that is written."""
    for row in read_rows(run, "members", columns=["source", "place", "revision", "kept"]):
        if not row["kept"]:
            own, number = records[row["source"]], parse_place_number(row["place"])
            own.removed.add(number)
            own.revisions.add((number, row["revision"]))


def list_removed_documents(run: Run) -> Iterator[Row]:
    """Each document that goes and the one it repeats, which stands first in its cluster; and where, if it is known."""
    located = _OverlapReader(run) if "overlaps" in run.tables else None
    core: Row = {}
    columns = ["cluster", *_NAME_COLUMNS, "core", "similarity", "kept", "why"]
    for row in read_rows(run, "members", columns=columns):
        if row["core"]:
            core = row
        if not row["kept"]:
            own = {name: row[name] for name in _NAME_COLUMNS}
            repeats = {name: core[name] for name in _NAME_COLUMNS}
            where = {"overlaps": located.find_overlaps(row, core)} if located else {}
            yield own | {"repeats": repeats, "similarity": row["similarity"], "why": row["why"]} | where


class _OverlapReader:
    """The overlaps of a run, asked for in the order of the clusters: those of one are in memory at a time."""

    def __init__(self, run: Run) -> None:
        ends = [f"{side}_{name}" for side in ("left", "right") for name in _IDENTITY_COLUMNS]
        told = read_rows(run, "overlaps", columns=["cluster", *ends, *_PLACE_COLUMNS])
        self._clusters = groupby(told, key=lambda row: row["cluster"])
        self._cluster: int | None = -1
        self._pairs: dict[tuple[str, ...], list[Row]] = {}

    def find_overlaps(self, gone: Row, core: Row) -> list[Row]:
        """Where the two say the same, in characters of both."""
        while self._cluster is not None and self._cluster < gone["cluster"]:
            self._cluster, found = next(self._clusters, (None, iter(())))
            self._pairs = {}
            for row in found if self._cluster is not None else ():  # those without a cluster come last
                self._pairs.setdefault(_identify_sides(row), []).append(_describe_overlap(row))
        own = self._pairs if self._cluster == gone["cluster"] else {}
        return own.get(tuple(each[name] for each in (gone, core) for name in _IDENTITY_COLUMNS), [])


def _identify_sides(row: Row) -> tuple[str, ...]:
    return tuple(row[f"{side}_{name}"] for side in ("left", "right") for name in _IDENTITY_COLUMNS)


def _describe_overlap(row: Row) -> Row:
    """`start` and `end` in the document that goes, and in the one that it repeats."""
    names = ("start", "end", "repeats_start", "repeats_end", "similarity")
    return {name: row[column] for name, column in zip(names, _PLACE_COLUMNS, strict=True)}
