"""What a run knows of labelled pairs: the counts of their documents, and what stands around both sentences.

Plain and slow: everything is looked up in the tables of the run, so that the job's own way can be held against it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks.labelled_pairs import LabelledPairs
from twicetold.jobs.sentences.neighbours import NEIGHBOURHOOD

Row = dict[str, Any]


class RunContext:
    """The tables of a run, by place and by text."""

    def __init__(self, run: Path) -> None:
        self.members = _read(run, "members")
        self.at_place = {(row["document"], row["position"]): row for row in self.members}
        self.in_document = Counter((row["cluster"], row["document"]) for row in self.members)
        self.shared = {(row["left_document"], row["right_document"]): row for row in _read(run, "document_pairs")}
        matches = _read(run, "matches")
        self.cluster_pairs = Counter(row["cluster"] for row in matches)
        self.by_texts: dict[frozenset[str], list[tuple[Row, Row]]] = defaultdict(list)
        for row in matches:
            left, right = (
                self.at_place[row[f"{side}_document"], row[f"{side}_position"]] for side in ("left", "right")
            )
            self.by_texts[frozenset((left["text"], right["text"]))].append((left, right))

    def add_to(self, pairs: LabelledPairs) -> LabelledPairs:
        """The pairs, those that are matches of the run with all that it knows."""
        return LabelledPairs([row | self.describe(row) for row in pairs.rows])

    def describe(self, row: Row) -> Row:
        """Context, places and sections of a pair; nothing if the run has no such match."""
        found = self.by_texts.get(frozenset((row["left"], row["right"])), [])
        titles = {row["left_title"], row["right_title"]}
        fitting = [sides for sides in found if {side["title"] for side in sides} == titles]
        if not fitting:
            return {}
        left, right = fitting[0]
        if left["text"] != row["left"]:
            left, right = right, left
        known: Row = {"context": self._count_shared(left, right), "places": self._look_around(left, right)}
        for name, side in (("left", left), ("right", right)):
            known |= {f"{name}_section": side["section"], f"{name}_block": side["block"]}
            known[f"{name}_source"] = side["document"]
        return known

    def _count_shared(self, left: Row, right: Row) -> Row:
        documents = (left["document"], right["document"])
        pair = self.shared.get(documents) or self.shared.get(documents[::-1]) or {"shared": 0, "identical": 0}
        return {
            "identical_sentences_shared": pair["identical"],
            "near_pairs_shared": max(pair["shared"] - pair["identical"] - 1, 0),
            "cluster_pairs": self.cluster_pairs[left["cluster"]],
        }

    def _look_around(self, left: Row, right: Row) -> Row:
        identical = near = 0
        for way in (-1, 1):
            one, two = (self._list_neighbours(side, way) for side in (left, right))
            same = [voice in two for voice in one]
            close = [cluster in {other for other, _ in two} for cluster, _ in one]
            identical += sum(same)
            near += sum(close) - sum(same)
        apart = left["document"] != right["document"]
        return {
            "neighbours_identical": identical,
            "neighbours_near": near,
            "distance": 0 if apart else abs(left["position"] - right["position"]),
            "repeats": min(self.in_document[side["cluster"], side["document"]] for side in (left, right)),
        }

    def _list_neighbours(self, side: Row, way: int) -> list[tuple[int, int]]:
        """Cluster and variant of the sentences before or after one."""
        around = (
            self.at_place.get((side["document"], side["position"] + way * step)) for step in range(1, NEIGHBOURHOOD + 1)
        )
        return [(row["cluster"], row["variant"]) for row in around if row]


def _read(run: Path, table: str) -> list[Row]:
    rows: list[Row] = pq.read_table(run / f"{table}.parquet").to_pylist()
    return rows
