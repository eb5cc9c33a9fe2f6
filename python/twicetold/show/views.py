"""What there is to see in a run: the summary, one cluster, several clusters. Each view is a stream of rows."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count, must_have_column, rows, scan, schema
from twicetold.show.cosines import cosines
from twicetold.show.words import changes

Row = dict[str, Any]

TOP_PAIRS = 10
TOP_CLUSTERS = 5
SIDES = ("left", "right")
VARIANTS = 3  # of each cluster in a list of clusters


def summary(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, its clusters by size, the documents that share most, the largest clusters."""
    yield run_row(run, ("clusters", "members"))
    yield from sizes(run)
    yield from kinds(run)
    if "document_pairs" in run.tables:
        yield from (
            {"row": "document_pair", **pair} for pair in islice(rows(run, "document_pairs"), limit or TOP_PAIRS)
        )
    yield from _clusters(run, ds.field("cluster") < min(limit or TOP_CLUSTERS, count(run, "clusters")))


def run_row(run: Run, counted: Sequence[str]) -> Row:
    """The run as a whole: its inputs, times and results, or the rows of its tables where it has entered none."""
    facts = run.facts
    return {
        "row": "run",
        "folder": str(run.folder),
        "digest": run.digest,
        "inputs": [each for each in facts.get("inputs", []) if isinstance(each, dict)],
        "seconds": {name: stage.get("seconds") for name, stage in facts["stages"].items()},
        "results": _results(run) or {name: count(run, name) for name in counted},
    }


def sizes(run: Run) -> Iterator[Row]:
    """How many clusters there are of each size, by powers of two."""
    for power, clusters in sorted(_powers(_sizes(run)).items()):
        yield {"row": "size", "least": 1 << power, "most": (2 << power) - 1, "clusters": clusters}


def one_cluster(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """Every member, variant by variant, each with what sets it apart from the first, and the matches."""
    yield from _clusters(run, ds.field("cluster") == checked(run, number))
    members: dict[int, list[Row]] = {}
    for member in rows(run, "members", ds.field("cluster") == number):
        members.setdefault(member["variant"], []).append(member)
    first = members[min(members)][0]["text"] if members else ""
    for variant in sorted(members)[:limit]:
        yield _variant(variant, members[variant][0]["text"], first) | {"members": len(members[variant])}
        yield from ({"row": "member", **member} for member in members[variant][:limit])
        yield from more("members", len(members[variant]), limit)
    yield from more("variants", len(members), limit)
    yield from _matches(run, number, (each for group in members.values() for each in group), limit)


def largest(run: Run, number: int, limit: int | None = None, kind: str = "") -> Iterator[Row]:
    """The largest clusters, each with its first variants."""
    clusters = _of_kind(run, kind)
    return _several(run, clusters[: min(number, len(clusters))], limit)


def at_random(run: Run, number: int, seed: int, limit: int | None = None, kind: str = "") -> Iterator[Row]:
    """Clusters drawn at random, in the order of their numbers: the same for the same seed."""
    clusters = _of_kind(run, kind)
    return _several(run, sorted(Random(seed).sample(clusters, min(number, len(clusters)))), limit)


def _of_kind(run: Run, kind: str) -> Sequence[int]:
    """The numbers of the clusters, or of those of one kind; the largest first."""
    if not kind:
        return range(count(run, "clusters"))
    must_have_column(run, "clusters", "kind")
    found = array("I")
    for batch in scan(run, "clusters", ds.field("kind") == kind, ["cluster", "kind"]):
        found.extend(batch["cluster"].to_pylist())
    return found


def kinds(run: Run) -> Iterator[Row]:
    """How many clusters there are of each kind, where the run says so, most first."""
    if "kind" not in schema(run, "clusters").names:
        return
    clusters, members = Counter[str](), Counter[str]()
    for batch in scan(run, "clusters", columns=["kind", "size"]):
        grouped = pa.Table.from_batches([batch]).group_by("kind", use_threads=False)
        for row in grouped.aggregate([([], "count_all"), ("size", "sum")]).to_pylist():
            clusters[row["kind"]] += row["count_all"]
            members[row["kind"]] += row["size_sum"]
    for kind in sorted(clusters, key=lambda kind: (-clusters[kind], kind)):
        yield {"row": "kind", "kind": kind, "clusters": clusters[kind], "members": members[kind]}


def checked(run: Run, number: int) -> int:
    """The number, if there is such a cluster."""
    clusters = count(run, "clusters")
    if not 0 <= number < clusters:
        hint = f"it has clusters 0 to {clusters - 1}" if clusters else "it has no clusters: nothing is said twice"
        raise RunError(f"`{run.folder}` has no cluster {number}", hint)
    return number


def more(what: str, there: int, limit: int | None) -> Iterator[Row]:
    """Says how many were left out, if any."""
    if limit is not None and there > limit:
        yield {"row": "more", "what": what, "left_out": there - limit}


def _clusters(run: Run, wanted: ds.Expression) -> Iterator[Row]:
    return ({"row": "cluster", **cluster} for cluster in rows(run, "clusters", wanted))


def _several(run: Run, numbers: Iterable[int], limit: int | None) -> Iterator[Row]:
    chosen, shown = list(numbers), VARIANTS if limit is None else limit
    within = ds.field("cluster").isin(chosen)
    found: dict[int, dict[int, Row]] = {number: {} for number in chosen}
    columns = ["cluster", "variant", "title", "document", "text"]
    for member in rows(run, "members", within & (ds.field("variant") < shown), columns):
        variants = found[member["cluster"]]
        variant = variants.setdefault(member["variant"], {**member, "members": 0})
        variant["members"] += 1
    for cluster in _clusters(run, within):
        yield cluster
        variants = found[cluster["cluster"]]
        for number in sorted(variants):
            row = _variant(number, variants[number]["text"], variants[min(variants)]["text"])
            yield row | {name: variants[number][name] for name in ("members", "document", "title")}
        yield from more("variants", cluster["variants"], shown)


def _variant(number: int, text: str, first: str) -> Row:
    row: Row = {"row": "variant", "variant": number, "text": text}
    return row if text == first else row | {"changes": changes(first, text)}


def _matches(run: Run, number: int, members: Iterable[Row], limit: int | None) -> Iterator[Row]:
    if "matches" not in run.tables:
        return
    known = {(each["document"], each["position"]): each for each in members}
    there = 0
    shown: list[tuple[Row, list[Row]]] = []
    for there, match in enumerate(rows(run, "matches", ds.field("cluster") == number), 1):
        if limit is None or there <= limit:
            ends = [(match[f"{side}_document"], match[f"{side}_position"]) for side in SIDES]
            shown.append((match, [known.get(end, {"title": "", "text": ""}) for end in ends]))
    found = cosines(run, [(left["text"], right["text"]) for _, (left, right) in shown])
    for (match, ends_of), cosine in zip(shown, found, strict=True):
        titles = {f"{side}_title": end["title"] for side, end in zip(SIDES, ends_of, strict=True)}
        yield {"row": "match", **match, **titles, **({} if cosine is None else {"cosine": cosine})}
    yield from more("matches", there, limit)


def _results(run: Run) -> Row:
    results = run.facts.get("results")
    return results if isinstance(results, dict) else {}


def _sizes(run: Run) -> Counter[int]:
    """How many clusters have how many members: as `run.json` says, else counted."""
    sizes: Counter[int] = Counter()
    told = _results(run).get("sizes")
    if isinstance(told, dict) and all(size.isdecimal() and isinstance(told[size], int) for size in told):
        sizes.update({int(size): clusters for size, clusters in told.items()})
        return sizes
    for batch in scan(run, "clusters", columns=["size"]):
        sizes.update({each["values"]: each["counts"] for each in pc.value_counts(batch["size"]).to_pylist()})
    return sizes


def _powers(sizes: Counter[int]) -> Counter[int]:
    """By powers of two: `{2: 5, 3: 1, 4: 2}` -> `{1: 6, 2: 2}`"""
    powers: Counter[int] = Counter()
    for size, clusters in sizes.items():
        powers[max(size, 1).bit_length() - 1] += clusters
    return powers
