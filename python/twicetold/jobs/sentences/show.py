"""What there is to see in a run: the summary, one cluster, several clusters. Each view is a stream of rows."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, read_schema, require_column, scan_table
from twicetold.views.rows import Row, check_cluster_number, count_cluster_sizes, describe_run, note_left_out
from twicetold.views.words import compare_texts

TOP_PAIRS = 10
TOP_CLUSTERS = 5
SIDES = ("left", "right")
VARIANTS_PER_CLUSTER = 3  # of each cluster in a list of clusters


def summarise_run(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, its clusters by size, the documents that share most, the largest clusters."""
    yield describe_run(run, ("clusters", "members"))
    yield from count_cluster_sizes(run)
    yield from count_cluster_kinds(run)
    if "document_pairs" in run.tables:
        yield from (
            {"row": "document_pair", **pair} for pair in islice(read_rows(run, "document_pairs"), limit or TOP_PAIRS)
        )
    yield from _read_clusters(run, ds.field("cluster") < min(limit or TOP_CLUSTERS, count_rows(run, "clusters")))


def describe_cluster(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """Every member, variant by variant, each with what sets it apart from the first, and the matches."""
    yield from _read_clusters(run, ds.field("cluster") == check_cluster_number(run, number))
    members: dict[int, list[Row]] = {}
    for member in read_rows(run, "members", ds.field("cluster") == number):
        members.setdefault(member["variant"], []).append(member)
    first = members[min(members)][0]["text"] if members else ""
    for variant in sorted(members)[:limit]:
        yield _describe_variant(variant, members[variant][0]["text"], first) | {"members": len(members[variant])}
        yield from ({"row": "member", **member} for member in members[variant][:limit])
        yield from note_left_out("members", len(members[variant]), limit)
    yield from note_left_out("variants", len(members), limit)
    yield from _list_matches(run, number, (each for group in members.values() for each in group), limit)


def list_largest_clusters(run: Run, number: int, limit: int | None = None, kind: str = "") -> Iterator[Row]:
    """The largest clusters, each with its first variants."""
    clusters = _select_cluster_numbers(run, kind)
    return _list_clusters(run, clusters[: min(number, len(clusters))], limit)


def sample_clusters(run: Run, number: int, seed: int, limit: int | None = None, kind: str = "") -> Iterator[Row]:
    """Clusters drawn at random, in the order of their numbers: the same for the same seed."""
    clusters = _select_cluster_numbers(run, kind)
    return _list_clusters(run, sorted(Random(seed).sample(clusters, min(number, len(clusters)))), limit)


def _select_cluster_numbers(run: Run, kind: str) -> Sequence[int]:
    """The numbers of the clusters, or of those of one kind; the largest first."""
    if not kind:
        return range(count_rows(run, "clusters"))
    require_column(run, "clusters", "kind")
    found = array("I")
    for batch in scan_table(run, "clusters", ds.field("kind") == kind, ["cluster", "kind"]):
        found.extend(batch["cluster"].to_pylist())
    return found


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


def _list_clusters(run: Run, numbers: Iterable[int], limit: int | None) -> Iterator[Row]:
    chosen, shown = list(numbers), VARIANTS_PER_CLUSTER if limit is None else limit
    within = ds.field("cluster").isin(chosen)
    found: dict[int, dict[int, Row]] = {number: {} for number in chosen}
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
