"""The views of a run of `sentences`: the summary, clusters, a document's repeated sentences, a search."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.jobs.sentences.show_page import ROW_RENDERERS, SUMMARY_RENDERERS
from twicetold.jobs.sentences.show_places import list_document_sentences, list_shared_sentences
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, read_schema, require_column, scan_table
from twicetold.views.base import ClusterViews, ShowOptions
from twicetold.views.page import TextPage
from twicetold.views.rows import (
    SIDES,
    Row,
    check_cluster_number,
    count_cluster_sizes,
    describe_run,
    limit_rows,
    note_left_out,
)
from twicetold.views.search import search_members
from twicetold.views.words import compare_texts

TOP_PAIRS = 10
TOP_CLUSTERS = 5
VARIANTS_PER_CLUSTER = 3  # variants of each cluster in a list of clusters


class SentenceViews(ClusterViews):
    """The views of a run of `sentences`."""

    headings: ClassVar[Mapping[str, str]] = {
        "size": "clusters by members",
        "kind": "clusters by kind",
        "document_pair": "sentences that two documents share",
        "cluster": "largest clusters",
    }

    def summarise(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The run's numbers, its clusters by size, the documents that share most, the largest clusters."""
        yield describe_run(run, ("clusters", "members"))
        yield from count_cluster_sizes(run)
        yield from count_cluster_kinds(run)
        if "document_pairs" in run.tables:
            pairs = islice(read_rows(run, "document_pairs"), options.limit or TOP_PAIRS)
            yield from ({"row": "document_pair", **pair} for pair in pairs)
        shown = min(options.limit or TOP_CLUSTERS, count_rows(run, "clusters"))
        yield from _read_clusters(run, ds.field("cluster") < shown)

    def show_cluster(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """Every member, variant by variant, each with what sets it apart from the first, and the matches."""
        limit = options.limit
        yield from _read_clusters(run, ds.field("cluster") == check_cluster_number(run, number))
        members: dict[int, list[Row]] = {}
        for member in read_rows(run, "members", ds.field("cluster") == number):
            members.setdefault(member["variant"], []).append(member)
        first = members[min(members)][0]["text"] if members else ""
        for variant in sorted(members)[:limit]:
            yield _describe_variant(variant, members[variant][0]["text"], first) | {"members": len(members[variant])}
            yield from limit_rows("member", "members", members[variant], limit)
        yield from note_left_out("variants", len(members), limit)
        yield from _list_matches(run, number, (each for group in members.values() for each in group), limit)

    def show_document(self, run: Run, name: str, options: ShowOptions) -> Iterator[Row]:
        return list_document_sentences(run, name, options.limit)

    def show_pair(self, run: Run, names: tuple[str, str], options: ShowOptions) -> Iterator[Row]:
        return list_shared_sentences(run, names, options.limit)

    def show_search(self, run: Run, words: str, options: ShowOptions) -> Iterator[Row]:
        return search_members(run, words, options.limit)

    def select_clusters(self, run: Run, kind: str) -> Sequence[int]:
        """The numbers of the clusters, or of those of one kind; the largest first."""
        if not kind:
            return super().select_clusters(run, kind)
        require_column(run, "clusters", "kind")
        found = array("I")
        for batch in scan_table(run, "clusters", ds.field("kind") == kind, ["cluster", "kind"]):
            found.extend(batch["cluster"].to_pylist())
        return found

    def list_clusters(self, run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
        """Clusters, each with its first variants."""
        shown = VARIANTS_PER_CLUSTER if limit is None else limit
        within = ds.field("cluster").isin(list(numbers))
        found: dict[int, dict[int, Row]] = {number: {} for number in numbers}
        columns = ["cluster", "variant", "title", "document", "text"]
        for member in read_rows(run, "members", within & (ds.field("variant") < shown), columns):
            variants = found[member["cluster"]]
            variant = variants.setdefault(member["variant"], {**member, "members": 0})
            variant["members"] += 1
        for cluster in _read_clusters(run, within):
            yield cluster
            variants = found[cluster["cluster"]]
            for number in sorted(variants):
                row = _describe_variant(number, variants[number]["text"], variants[min(variants)]["text"])
                yield row | {name: variants[number][name] for name in ("members", "document", "title")}
            yield from note_left_out("variants", cluster["variants"], shown)

    def build_page(self, options: ShowOptions) -> TextPage:
        if options.is_summary:
            return TextPage(SUMMARY_RENDERERS, self.headings)
        return TextPage(ROW_RENDERERS, {"match": "matches"})

    def explain_no_rows(self, options: ShowOptions) -> str:
        return "no repeated sentence has all these words" if options.search is not None else ""


def count_cluster_kinds(run: Run) -> Iterator[Row]:
    """How many clusters there are of each kind, where the run says so, most first."""
    if "kind" not in read_schema(run, "clusters").names:
        return
    clusters, members = Counter[str](), Counter[str]()
    for batch in scan_table(run, "clusters", columns=["kind", "size"]):
        grouped = pa.Table.from_batches([batch]).group_by("kind", use_threads=False)
        for row in grouped.aggregate([([], "count_all"), ("size", "sum")]).to_pylist():
            clusters[row["kind"]] += row["count_all"]
            members[row["kind"]] += row["size_sum"]
    for kind in sorted(clusters, key=lambda kind: (-clusters[kind], kind)):
        yield {"row": "kind", "kind": kind, "clusters": clusters[kind], "members": members[kind]}


def _read_clusters(run: Run, condition: ds.Expression) -> Iterator[Row]:
    return ({"row": "cluster", **cluster} for cluster in read_rows(run, "clusters", condition))


def _describe_variant(number: int, text: str, first: str) -> Row:
    row: Row = {"row": "variant", "variant": number, "text": text}
    return row if text == first else row | {"changes": compare_texts(first, text)}


def _list_matches(run: Run, number: int, members: Iterable[Row], limit: int | None) -> Iterator[Row]:
    if "matches" not in run.tables:
        return
    known = {(each["document"], each["position"]): each for each in members}
    there = 0
    for there, match in enumerate(read_rows(run, "matches", ds.field("cluster") == number), 1):
        if limit is None or there <= limit:
            ends = {side: (match[f"{side}_document"], match[f"{side}_position"]) for side in SIDES}
            titles = {f"{side}_title": known[end]["title"] if end in known else "" for side, end in ends.items()}
            yield {"row": "match", **match, **titles}
    yield from note_left_out("matches", there, limit)
