"""A run of `sentences` as what can be judged: two sentences are a pair where they stand in one cluster.

The score of copies is 1, of two texts with a match its similarity. Members that only the
core of their cluster holds together come last, with the cluster's own similarity.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import pyarrow.dataset as ds

from twicetold.evaluate.adapters import EvaluationAdapter
from twicetold.evaluate.findings import Link, Member, RunFindings
from twicetold.evaluate.judge import EvaluationOptions, judge_findings
from twicetold.evaluate.resolve import Row
from twicetold.evaluate.truth import TruthFile
from twicetold.jobs.sentences import names
from twicetold.run import Run
from twicetold.run.finished import read_rows, scan_table


def judge_sentences(run: Run, truth: TruthFile, options: EvaluationOptions) -> Iterator[Row]:
    """Compare a run with known pairs or labels."""
    return judge_findings(SentencesAdapter(), run, truth, options)


class SentencesAdapter(EvaluationAdapter):
    member: ClassVar[str] = "sentence"
    naming_hint: ClassVar[str] = "name sentences by `document:position` (from 0), or by their whole text"

    def find_members(self, run: Run, names_given: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        return names.find_sentences(run, names_given)

    def read_texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        return names.read_sentence_texts(run, wanted)

    def read_findings(self, run: Run, wanted: Collection[Member] | None) -> Sequence[RunFindings]:
        among = None if wanted is None else ds.field("cluster").isin(sorted(_find_clusters(run, wanted)))
        clusters: dict[Member, int] = {}
        firsts: dict[tuple[int, int], Member] = {}  # of each variant of a cluster
        links: list[Link] = []
        for place, cluster, variant in _read_members(run, among):
            clusters.setdefault(place, cluster)
            first = firsts.setdefault((cluster, variant), place)
            if first != place:
                links.append(Link(1.0, first, place))
        links.extend(_read_matches(run, among))
        links.extend(_link_variants(run, among, firsts))
        return [RunFindings(links, clusters)]


def _find_clusters(run: Run, wanted: Collection[Member]) -> set[int]:
    return {cluster for place, cluster, _ in _read_members(run, None) if place in wanted}


def _read_members(run: Run, among: ds.Expression | None) -> Iterator[tuple[Member, int, int]]:
    columns = ["document", "position", "cluster", "variant"]
    for batch in scan_table(run, "members", among, columns):
        for document, position, cluster, variant in zip(*(batch[name].to_pylist() for name in columns), strict=True):
            yield (document, position), cluster, variant


def _read_matches(run: Run, among: ds.Expression | None) -> Iterator[Link]:
    sides = ["left_document", "left_position", "right_document", "right_position"]
    for row in read_rows(run, "matches", among, ["cluster", *sides, "similarity"]):
        left, right = ((row[f"{side}_document"], row[f"{side}_position"]) for side in ("left", "right"))
        yield Link(row["similarity"], left, right)


def _link_variants(run: Run, among: ds.Expression | None, firsts: Mapping[tuple[int, int], Member]) -> Iterator[Link]:
    """Each variant with the first one of its cluster, so that no cluster falls apart where a chain was broken."""
    similarities = {
        row["cluster"]: row["similarity"] for row in read_rows(run, "clusters", among, ["cluster", "similarity"])
    }
    heads: dict[int, Member] = {}
    for (cluster, _), first in firsts.items():
        head = heads.setdefault(cluster, first)
        if head != first:
            yield Link(similarities.get(cluster, 0.0), head, first)
