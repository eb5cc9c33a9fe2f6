"""A run of `documents` as what can be judged: two documents are a pair where they stand in one cluster.

The score of two with one text is 1, of two that match their similarity, and of two that only their core holds together
the lower of their similarities to it. A run keeps no texts, so an error is shown with the titles alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow.dataset as ds

from twicetold.evaluate import names
from twicetold.evaluate.adapters import EvaluationAdapter
from twicetold.evaluate.findings import Link, Member, Pair, RunFindings, order_pair
from twicetold.evaluate.judge import EvaluationOptions, judge_findings
from twicetold.evaluate.resolve import Row
from twicetold.evaluate.truth import TruthFile
from twicetold.run import Run
from twicetold.run.finished import read_rows


def judge_documents(run: Run, truth: TruthFile, options: EvaluationOptions) -> Iterator[Row]:
    """Compare a run with known pairs or labels."""
    return judge_findings(DocumentsAdapter(), run, truth, options)


class DocumentsAdapter(EvaluationAdapter):
    member: ClassVar[str] = "document"
    naming_hint: ClassVar[str] = "name documents by their id, or by a title or file name that no other has"

    def find_members(self, run: Run, names_given: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        return {name: [(document, 0)] for name, document in names.find_documents(run, set(names_given)).items()}

    def read_texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        if not wanted:
            return {}
        among = ds.field("document").isin(sorted({document for document, _ in wanted}))
        found = read_rows(run, "documents", among, ["document", "title"])
        return {(row["document"], 0): row["title"] or row["document"] for row in found}

    def read_findings(self, run: Run, wanted: Collection[Member] | None) -> Sequence[RunFindings]:
        clusters: dict[Member, int] = {}
        links: list[Link] = []
        for own in _read_clusters(run):
            if wanted is not None and not any(member in wanted for member, _ in own):
                continue
            clusters |= {member: cluster for member, (cluster, _) in own}
            core = own[0][0]
            links += [Link(similarity, core, member) for member, (_, similarity) in own[1:] if member != core]
        links += [
            Link(score, *pair) for pair, score in _read_matches(run) if pair[0] in clusters and pair[1] in clusters
        ]
        return [RunFindings(links, clusters)]

    def explain_pairs(self, run: Run, pairs: Sequence[Pair], texts: Mapping[Member, str]) -> Sequence[dict[str, Any]]:
        """The similarity of two that match; of others the run has none."""
        wanted = {order_pair(*pair) for pair in pairs}
        known = {order_pair(*pair): score for pair, score in _read_matches(run) if order_pair(*pair) in wanted}
        return [{"similarity": known.get(order_pair(*pair))} for pair in pairs]

    def format_member(self, member: Member) -> str:
        return member[0]


def _read_clusters(run: Run) -> Iterator[list[tuple[Member, tuple[int, float]]]]:
    """The documents of each cluster with its number and their similarity to the core, which comes first."""
    own: list[tuple[Member, tuple[int, float]]] = []
    for row in read_rows(run, "members", columns=["cluster", "document", "similarity"]):
        if own and own[0][1][0] != row["cluster"]:
            yield own
            own = []
        own.append(((row["document"], 0), (row["cluster"], row["similarity"])))
    if own:
        yield own


def _read_matches(run: Run) -> Iterator[tuple[Pair, float]]:
    """The matches inside clusters."""
    columns = ["cluster", "left_document", "right_document", "similarity"]
    for row in read_rows(run, "matches", columns=columns):
        if row["cluster"] is not None:
            yield ((row["left_document"], 0), (row["right_document"], 0)), row["similarity"]
