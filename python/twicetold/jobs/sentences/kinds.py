"""What repetitions are: a kind for each match and each cluster, with the evidence.

The kernel `src/kinds/` decides which kind a match is; `docs/kinds.md` says how.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.jobs.sentences.tables import (
    MATCH_KIND_COLUMNS,
    MATCHES_WITH_CONTEXT,
    SENTENCE_CLUSTERS,
    SENTENCE_MATCHES,
    SENTENCE_MEMBERS_BY_PLACE,
)
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, build_named_batch
from twicetold.tables.kinds import Kind, list_kind_names
from twicetold.text.colours import BLUE, GREEN, GREY, ORANGE, PINK, SKY

# In the order of the report. Where two kinds are equally strong in a cluster, the first leads.
SENTENCE_KINDS = (
    Kind("drift", "the same claim about the same subject, but the facts cannot both be true", ORANGE),
    Kind("copyedit", "the same statement in other words", GREEN),
    Kind("template", "the same frame, said of another subject", SKY),
    Kind("reference", "a citation", PINK),
    Kind("other", "similar, but not related", GREY),
    Kind("identical", "the same text", BLUE),
)
SENTENCE_KIND_NAMES = list_kind_names(SENTENCE_KINDS)
CERTAIN = 0.5  # below this confidence no kind of a cluster is certain
LISTED_CONFIDENCE = 0.6  # below it fewer than 3 in 4 drifts are right (docs/kinds.md), so they are not listed
CHANGE_NAMES = (
    *("number", "date", "name", "place", "quantity", "negation"),
    *("wording", "punctuation", "order", "addition", "removal"),
)


def classify_clusters(heads: Table, members: Table, matches: Table, engine: Engine) -> Table:
    """The numbered clusters, each with its leading kind, and its first member as an example."""
    leading = engine.group(engine.map(matches, weigh_kinds), ("cluster",), choose_leading_kinds)
    first = engine.map(engine.map(members, SelectColumns(SENTENCE_MEMBERS_BY_PLACE)), keep_first_members)
    examples = engine.group(first, ("cluster",), choose_cluster_examples)
    joined = engine.join(heads, examples, on=("cluster",), key="cluster")
    named = engine.map(engine.join(joined, leading, on=("cluster",), key="cluster", keep=True), add_cluster_kinds)
    return engine.group(named, ("cluster",), SelectColumns(SENTENCE_CLUSTERS))


# What the kernel is asked with. The counts are of what the two documents share besides this match; null is not known.
_SIDE_COLUMNS = [
    f"{side}_{name}" for name in ("text", "title", "section", "block", "document") for side in ("left", "right")
]
_CONTEXT_COLUMNS = (
    *("identical_shared", "near_shared", "cluster_pairs"),
    *("neighbours_identical", "neighbours_near", "distance", "repeats"),
)
CLASSIFY_INPUT = pa.schema(
    [
        *[MATCHES_WITH_CONTEXT.field(name) for name in _SIDE_COLUMNS],
        *[pa.field(name, pa.int64()) for name in _CONTEXT_COLUMNS],
    ]
)


@make_step(pa.schema([*MATCHES_WITH_CONTEXT, *MATCH_KIND_COLUMNS]))
def add_match_kinds(matches: Batch) -> Batch:
    """Matches, each with its kind and the evidence."""
    return build_batch(
        [*matches.select(MATCHES_WITH_CONTEXT.names).columns, *classify_matches(matches).columns],
        add_match_kinds.schema,
    )


def classify_matches(matches: Batch, same_names: pa.Array | None = None) -> Batch:
    """The columns MATCH_KIND_COLUMNS for matches with context; `same_names` lists names that are of one thing."""
    columns = [
        *(matches[name] for name in _SIDE_COLUMNS),
        *(matches[name].cast(pa.int64()) for name in _CONTEXT_COLUMNS),
    ]
    if same_names is None:
        return _kernels.classify_matches(build_batch(columns, CLASSIFY_INPUT))
    schema = pa.schema([*CLASSIFY_INPUT, pa.field("same_names", same_names.type, nullable=False)])
    return _kernels.classify_matches(build_batch([*columns, same_names], schema))


_VOTES = pa.schema(
    [
        *[SENTENCE_MATCHES.field(name) for name in ("cluster", "kind")],
        *[pa.field(name, pa.int64(), nullable=False) for name in ("weight", "matches")],
    ]
)
_LEADING_KINDS = pa.schema([SENTENCE_MATCHES.field(name) for name in ("cluster", "kind", "confidence")])


@make_step(_VOTES)
def weigh_kinds(matches: Batch) -> Batch:
    """Matches to a row for each kind of each cluster: their confidence together, in hundredths, and their number.

    A batch at a time, because a cluster of thousands has millions of matches.
    """
    # Whole hundredths, so that no order of adding up can make a difference.
    weights = pc.round(pc.multiply(matches["confidence"], 100)).cast(pa.int64())
    table = pa.table({"cluster": matches["cluster"], "kind": matches["kind"], "weight": weights})
    grouped = table.group_by(["cluster", "kind"], use_threads=False).aggregate([("weight", "sum"), ("weight", "count")])
    return build_batch([each.combine_chunks() for each in grouped.columns], _VOTES)


@make_step(_LEADING_KINDS)
def choose_leading_kinds(votes: Batch) -> Batch:
    """Weighed kinds grouped by cluster, to the kind that has most of the confidence."""
    grouped = pa.Table.from_batches([votes]).group_by(["cluster", "kind"], use_threads=False)
    summed = grouped.aggregate([("weight", "sum"), ("matches", "sum")])
    leading: dict[int, dict[str, tuple[int, int]]] = {}
    for row in summed.to_pylist():
        leading.setdefault(row["cluster"], {})[row["kind"]] = row["weight_sum"], row["matches_sum"]
    rows = [_choose_leader(cluster, weights) for cluster, weights in leading.items()]
    return build_batch_of_rows(rows, _LEADING_KINDS)


def _choose_leader(cluster: int, weights: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """The kind with most confidence: how certain its matches are on average, times its share of all confidence.

    Two matches `template` of 0.5 and 0.6 and one `copyedit` of 0.9: `template`, 0.55 times 0.55, so 0.3.
    """
    kind = max(weights, key=lambda kind: (weights[kind][0], -SENTENCE_KIND_NAMES.index(kind)))
    weight, matches = weights[kind]
    total = max(sum(weight for weight, _ in weights.values()), 1)
    return {"cluster": cluster, "kind": kind, "confidence": round(weight * weight / (100 * matches * total), 2)}


@make_step(SENTENCE_CLUSTERS)
def add_cluster_kinds(joined: Batch) -> Batch:
    """Clusters with their kind: without any match all its texts are the same."""
    columns = {name: joined[name] for name in SENTENCE_CLUSTERS.names}
    columns["kind"] = pc.fill_null(joined["kind"], "identical")
    columns["confidence"] = pc.fill_null(joined["confidence"], 1.0)
    return build_named_batch(columns, SENTENCE_CLUSTERS)


@make_step(SENTENCE_MEMBERS_BY_PLACE)
def keep_first_members(members: Batch) -> Batch:
    """The first member of each cluster among sorted members: a row for each batch that a cluster reaches into."""
    return members.filter(pc.equal(_kernels.number_rows_within_groups(members, "cluster"), 0))


@make_step(pa.schema([SENTENCE_CLUSTERS.field("cluster"), SENTENCE_CLUSTERS.field("example")]))
def choose_cluster_examples(members: Batch) -> Batch:
    """Members grouped by cluster, to the first text of each."""
    kept = members.filter(pc.equal(_kernels.number_rows_within_groups(members, "cluster"), 0))
    return build_batch([kept["cluster"], kept["text"]], choose_cluster_examples.schema)
