"""A run of `threads` as what can be judged: two threads are a pair where they match.

That they stand in one cluster is not enough: there each matches the core, and perhaps not each other. A field is judged
by its similarity alone, but only among the matches: of any other pair the run has none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from twicetold.evaluate import names
from twicetold.evaluate.adapters import EvaluationAdapter
from twicetold.evaluate.findings import Link, Member, Pair, RunFindings
from twicetold.evaluate.judge import EvaluationOptions, judge_findings
from twicetold.evaluate.resolve import Row
from twicetold.evaluate.truth import TruthFile
from twicetold.jobs.threads import evidence
from twicetold.jobs.threads.tables import FIELDS
from twicetold.run import Run
from twicetold.run.finished import scan_table

LABELLED_PAIRS = "labelled pairs alone"


def judge_threads(run: Run, truth: TruthFile, options: EvaluationOptions) -> Iterator[Row]:
    """Compare a run with known pairs or labels."""
    pairs = truth.list_pairs(options.complete) if truth.require_sort("pairs", "labels") == "pairs" else []
    return judge_findings(ThreadsAdapter([(pair.left, pair.right) for pair in pairs]), run, truth, options)


class ThreadsAdapter(EvaluationAdapter):
    """A run of `threads`. Of one that ranks, the labelled pairs are judged alone too, at a threshold of their own."""

    member: ClassVar[str] = "thread"
    naming_hint: ClassVar[str] = "name threads by their id, or by a title that no other has"

    def __init__(self, labelled: Sequence[tuple[str, str]] = ()) -> None:
        self.labelled = labelled

    def find_members(self, run: Run, names_given: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        wanted, found = set(names_given), dict[str, str]()
        for table in evidence.list_thread_tables(run):
            found |= names.find_documents(run, wanted - set(found), table)
        return {name: [(document, 0)] for name, document in found.items()}

    def read_texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        threads = evidence.find_threads(run, {document for document, _ in wanted})
        return {(document, 0): row["question"] for document, row in threads.items()}

    def read_findings(self, run: Run, wanted: Collection[Member] | None) -> Sequence[RunFindings]:
        clusters = dict(_read_clusters(run, wanted))
        settings = evidence.read_settings(run)
        alone = []
        if self.labelled and not settings.against and (settings.is_ranked or settings.suggesting.pair_threshold):
            alone = [RunFindings(self._compare_labelled(run), is_chained=False, name=LABELLED_PAIRS)]
        links: dict[str, list[Link]] = {name: [] for name in ("similarity", *FIELDS)}
        for similarities, left, right in _read_matches(run, clusters, wanted):
            for name, similarity in zip(links, similarities, strict=True):
                if similarity:
                    links[name].append(Link(similarity, left, right))
        if settings.is_ranked:
            return [RunFindings(links["similarity"], clusters, is_chained=False), *alone]
        fields = [RunFindings(links[name], is_chained=False, name=name) for name in FIELDS]
        return [RunFindings(links["similarity"], clusters, is_chained=False), *alone, *fields]

    def _compare_labelled(self, run: Run) -> list[Link]:
        """The labelled pairs whose score few pairs of the forum reach by chance, whether the run found them or not."""
        names_given = {name for pair in self.labelled for name in pair}
        documents = {name: members[0][0] for name, members in self.find_members(run, names_given).items()}
        threads = evidence.find_threads(run, set(documents.values()))
        pairs = [
            (threads[documents[left]], threads[documents[right]])
            for left, right in self.labelled
            if left in documents and right in documents and documents[left] != documents[right]
        ]
        settings = evidence.read_settings(run)
        least = settings.suggesting.pair_threshold or float(run.facts["results"]["pair_threshold"])
        scored = zip(pairs, evidence.compare_thread_texts(run, pairs), strict=True)
        return [
            Link(found.similarity, (left["document"], 0), (right["document"], 0))
            for (left, right), found in scored
            if found.similarity and found.similarity >= least
        ]

    def explain_pairs(self, run: Run, pairs: Sequence[Pair], texts: Mapping[Member, str]) -> Sequence[Row]:
        """The similarity, and field by field both texts and how alike they are, also where the run has none."""
        threads = evidence.find_threads(run, {document for pair in pairs for document, _ in pair})
        both = [(threads[left[0]], threads[right[0]]) for left, right in pairs]
        weights = {how.field: how.weight for how in evidence.read_field_comparisons(run)}
        return [
            {
                "similarity": compared.similarity,
                "fields": [_describe_field(name, weights[name], compared, *pair) for name in FIELDS],
            }
            for pair, compared in zip(both, evidence.compare_thread_texts(run, both), strict=True)
        ]

    def format_member(self, member: Member) -> str:
        return member[0]


def _describe_field(name: str, weight: float, compared: evidence.Evidence, left: Row, right: Row) -> Row:
    similarity = compared.similarities[name]
    missing = evidence.explain_missing(left[name], right[name], weight) if similarity is None else ""
    row = {"field": name, "weight": weight, "similarity": similarity, "missing": missing}
    return row | {"left_text": left[name], "right_text": right[name]}


def _read_clusters(run: Run, wanted: Collection[Member] | None) -> Iterator[tuple[Member, int]]:
    """The members of all clusters, or of those with one of `wanted`."""
    among: set[int] | None = None
    if wanted is not None:
        among = {cluster for member, cluster in _read_clusters(run, None) if member in wanted}
    for batch in scan_table(run, "members", columns=["document", "cluster"]):
        for document, cluster in zip(batch["document"].to_pylist(), batch["cluster"].to_pylist(), strict=True):
            if among is None or cluster in among:
                yield (document, 0), cluster


def _read_matches(
    run: Run, clusters: Mapping[Member, int], wanted: Collection[Member] | None
) -> Iterator[tuple[tuple[float | None, ...], Member, Member]]:
    """Matches with their similarities: those in these clusters, and those of two members that are wanted."""
    columns = ["left_document", "right_document", "cluster", "similarity", *FIELDS]
    for batch in scan_table(run, "matches", columns=columns):
        rows = zip(*(batch[name].to_pylist() for name in columns), strict=True)
        for left_document, right_document, cluster, *similarities in rows:
            left, right = (left_document, 0), (right_document, 0)
            held = cluster is not None and left in clusters
            if wanted is None or held or (left in wanted and right in wanted):
                yield tuple(similarities), left, right
