"""Clusters and events as a user sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.errors import RunError
from twicetold.index.clusters.changed import TEXTS, find_live_rows, find_text_units, take_unit_rows
from twicetold.index.clusters.record import ClusterRecord
from twicetold.index.segments import Segment
from twicetold.tables.batches import build_batch

PLACES_SHOWN = 10  # of each text
_PLACE_COLUMNS = ("document", "title", "section", "position", "start", "end")


@dataclass(frozen=True)
class ClusterSummary:
    """A cluster in a list."""

    cluster: int  # its name
    size: int  # members
    variants: int  # distinct texts
    example: str  # its text with most copies


@dataclass(frozen=True)
class ClusterText:
    """A text of a cluster."""

    text: str  # as its first place has it
    copies: int
    places: list[dict[str, Any]]  # of the first of them


@dataclass(frozen=True)
class Cluster:
    """A cluster with what it consists of, the text with most copies first."""

    cluster: int
    size: int
    texts: list[ClusterText]


@dataclass(frozen=True)
class Event:
    """Something that happened to a cluster."""

    sequence: int  # one more than that of the event before
    event: str  # born, grew, merged; shrank, split, died
    cluster: int
    size: int  # members afterwards
    example: str  # one of its texts
    texts: dict[str, int]  # hashes of the texts that it got or lost, and how many members say each
    others: list[int]  # clusters that texts came from or went to
    added: list[str]  # ids of the documents that caused it
    changed: list[str]
    removed: list[str]
    is_planned: bool  # whether other keys were planned, so that other matches may have been found


def read_events(record: ClusterRecord, since: int) -> Iterator[Event]:
    """The events with a higher number than `since`."""
    for row in record.read_events(since):
        texts = {f"{text['key']:016x}{text['check']:016x}": text["copies"] for text in row.pop("texts")}
        yield Event(**row, texts=texts)


def iterate_clusters(segments: Sequence[Segment], record: ClusterRecord) -> Iterator[ClusterSummary]:
    """All clusters, the largest first."""
    texts = record.read_texts().sort_by([("cluster", "ascending"), ("copies", "descending"), ("key", "ascending")])
    grouped = texts.group_by("cluster", use_threads=False).aggregate([("copies", "sum"), ([], "count_all")])
    firsts = pc.index_in(grouped["cluster"], texts["cluster"].combine_chunks())
    clusters = grouped.append_column("row", firsts).sort_by([("copies_sum", "descending"), ("cluster", "ascending")])
    for batch in clusters.to_batches(max_chunksize=1024):
        rows = texts.take(batch["row"])
        asked = build_batch([rows[name].combine_chunks() for name in TEXTS.names], TEXTS)
        units = find_text_units(segments, asked)
        stored = take_unit_rows(segments, units, ["text"])
        readings = stored["text"].take(pc.index_in(units, stored["unit"].combine_chunks())).to_pylist()
        for row, example in zip(batch.to_pylist(), readings, strict=True):
            yield ClusterSummary(row["cluster"], row["copies_sum"], row["count_all"], example)


def describe_cluster(segments: Sequence[Segment], record: ClusterRecord, name: int, most: int | None = None) -> Cluster:
    """A cluster with its texts, or the first `most` of them, and their places."""
    rows = record.read_clusters(pa.array([name], pa.uint64())) if 0 < name < record.facts.next_name else None
    if rows is None or not rows.num_rows:
        was = f"there is no cluster {name}"
        hint = "`twicetold index clusters` lists them"
        raise RunError(
            was if rows is None else f"{was} any more",
            hint if rows is None else f"{hint}; `index events` says what happened to it",
        )
    ordered = rows.sort_by([("copies", "descending"), ("key", "ascending"), ("check", "ascending")])
    asked = build_batch([ordered[name].combine_chunks() for name in TEXTS.names], TEXTS)
    texts = []
    for row, copies in enumerate(ordered["copies"].slice(0, most).to_pylist()):
        places = find_live_rows(segments, asked.slice(row, 1), PLACES_SHOWN)
        shown = [{name: place[name] for name in _PLACE_COLUMNS} for place in places]
        texts.append(ClusterText(places[0]["text"], copies, shown))
    return Cluster(name, pc.sum(ordered["copies"]).as_py(), texts)
