"""A run of `sentences` as what can be judged: two sentences are a pair where they stand in one cluster.

The score of copies is 1, of two texts with a match its similarity (by the run's measure, or Jaccard where that has no
column). Members that only the core of their cluster holds together come last, with the cluster's own similarity.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import pyarrow.dataset as ds

from twicetold.evaluate import names
from twicetold.evaluate.adapters import Adapter
from twicetold.evaluate.found import Found, Link, Member
from twicetold.run import Run
from twicetold.run.finished import rows, scan
from twicetold.stages.verify import column_of


class Sentences(Adapter):
    member: ClassVar[str] = "sentence"
    named: ClassVar[str] = "name sentences by `document:position` (from 0), or by their whole text"

    def members(self, run: Run, names_given: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        return names.sentences(run, names_given)

    def texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        return names.texts(run, wanted)

    def found(self, run: Run, wanted: Collection[Member] | None) -> Sequence[Found]:
        among = None if wanted is None else ds.field("cluster").isin(sorted(_clusters_of(run, wanted)))
        clusters: dict[Member, int] = {}
        firsts: dict[tuple[int, int], Member] = {}  # of each variant of a cluster
        links: list[Link] = []
        for place, cluster, variant in _members(run, among):
            clusters.setdefault(place, cluster)
            first = firsts.setdefault((cluster, variant), place)
            if first != place:
                links.append(Link(1.0, first, place))
        links.extend(_matches(run, among))
        links.extend(_held_together(run, among, firsts))
        return [Found(links, clusters)]


def _clusters_of(run: Run, wanted: Collection[Member]) -> set[int]:
    return {cluster for place, cluster, _ in _members(run, None) if place in wanted}


def _members(run: Run, among: ds.Expression | None) -> Iterator[tuple[Member, int, int]]:
    columns = ["document", "position", "cluster", "variant"]
    for batch in scan(run, "members", among, columns):
        for document, position, cluster, variant in zip(*(batch[name].to_pylist() for name in columns), strict=True):
            yield (document, position), cluster, variant


def _matches(run: Run, among: ds.Expression | None) -> Iterator[Link]:
    measure = run.facts.get("settings", {}).get("matching", {}).get("measure", "edit")
    sides = ["left_document", "left_position", "right_document", "right_position"]
    for row in rows(run, "matches", among, ["cluster", *sides, column_of(measure)]):
        left, right = ((row[f"{side}_document"], row[f"{side}_position"]) for side in ("left", "right"))
        yield Link(row[column_of(measure)], left, right)


def _held_together(run: Run, among: ds.Expression | None, firsts: Mapping[tuple[int, int], Member]) -> Iterator[Link]:
    """Each variant with the first one of its cluster, so that no cluster falls apart where a chain was broken."""
    similarities = {
        row["cluster"]: row["similarity"] for row in rows(run, "clusters", among, ["cluster", "similarity"])
    }
    heads: dict[int, Member] = {}
    for (cluster, _), first in firsts.items():
        head = heads.setdefault(cluster, first)
        if head != first:
            yield Link(similarities.get(cluster, 0.0), head, first)
