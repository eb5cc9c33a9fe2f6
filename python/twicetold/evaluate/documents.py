"""A run of `documents` as what can be judged: two documents are a pair where they stand in one cluster.

The score of two with one text is 1, of two that match their similarity, and of two that only their core holds together
the lower of their similarities to it. A run keeps no texts, so an error is shown with the titles alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow.dataset as ds

from twicetold.evaluate import names
from twicetold.evaluate.adapters import Adapter
from twicetold.evaluate.found import Found, Link, Member, Pair, pair_of
from twicetold.run import Run
from twicetold.run.finished import rows


class Documents(Adapter):
    member: ClassVar[str] = "document"
    named: ClassVar[str] = "name documents by their id, or by a title or file name that no other has"

    def members(self, run: Run, names_given: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        return {name: [(document, 0)] for name, document in names.documents(run, set(names_given)).items()}

    def texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        if not wanted:
            return {}
        among = ds.field("document").isin(sorted({document for document, _ in wanted}))
        found = rows(run, "documents", among, ["document", "title"])
        return {(row["document"], 0): row["title"] or row["document"] for row in found}

    def found(self, run: Run, wanted: Collection[Member] | None) -> Sequence[Found]:
        clusters: dict[Member, int] = {}
        links: list[Link] = []
        for own in _clusters(run):
            if wanted is not None and not any(member in wanted for member, _ in own):
                continue
            clusters |= {member: cluster for member, (cluster, _) in own}
            core = own[0][0]
            links += [Link(similarity, core, member) for member, (_, similarity) in own[1:] if member != core]
        links += [Link(score, *pair) for pair, score in _matches(run) if pair[0] in clusters and pair[1] in clusters]
        return [Found(links, clusters)]

    def evidence(self, run: Run, pairs: Sequence[Pair], texts: Mapping[Member, str]) -> Sequence[dict[str, Any]]:
        """The similarity of two that match; of others the run has none."""
        wanted = {pair_of(*pair) for pair in pairs}
        known = {pair_of(*pair): score for pair, score in _matches(run) if pair_of(*pair) in wanted}
        return [{"similarity": known.get(pair_of(*pair))} for pair in pairs]

    def shown(self, member: Member) -> str:
        return member[0]


def _clusters(run: Run) -> Iterator[list[tuple[Member, tuple[int, float]]]]:
    """The documents of each cluster with its number and their similarity to the core, which comes first."""
    own: list[tuple[Member, tuple[int, float]]] = []
    for row in rows(run, "members", columns=["cluster", "document", "similarity"]):
        if own and own[0][1][0] != row["cluster"]:
            yield own
            own = []
        own.append(((row["document"], 0), (row["cluster"], row["similarity"])))
    if own:
        yield own


def _matches(run: Run) -> Iterator[tuple[Pair, float]]:
    """The matches inside clusters."""
    columns = ["cluster", "left_document", "right_document", "similarity"]
    for row in rows(run, "matches", columns=columns):
        if row["cluster"] is not None:
            yield ((row["left_document"], 0), (row["right_document"], 0)), row["similarity"]
