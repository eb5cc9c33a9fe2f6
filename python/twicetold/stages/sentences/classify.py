"""What repetitions are: a kind for each match and each cluster, with the evidence.

identical   the same text
template    the same frame, said of another subject
copyedit    the same statement in other words
drift       the same claim of the same subject, with facts that cannot both hold
reference   a citation
other       alike, but not related

How a match is told is in the kernel, `src/kinds/`, and in `docs/kinds.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.schema import CLUSTERS, KINDS, MATCHES, PLACED, TOLD

KIND_NAMES = ("drift", "copyedit", "template", "reference", "other", "identical")  # of two as strong the first leads
CHANGE_NAMES = (
    *("number", "date", "name", "place", "quantity", "negation"),
    *("wording", "punctuation", "order", "addition", "removal"),
)


def clusters(heads: Any, members: Any, matches: Any, engine: Engine) -> Any:
    """The numbered clusters, each with its leading kind, and its first member as an example."""
    leading = engine.group(engine.map(matches, Select(_VOTES)), ("cluster",), Leading())
    examples = engine.group(engine.map(members, Select(PLACED)), ("cluster",), Examples())
    joined = engine.join(heads, examples, on=("cluster",), key="cluster")
    named = engine.map(engine.join(joined, leading, on=("cluster",), key="cluster", keep=True), Named())
    return engine.group(named, ("cluster",), Select(CLUSTERS))


# What the kernel is asked with. The counts are of what the two documents share besides this match; null is not known.
_SIDES = [f"{side}_{name}" for name in ("text", "title", "section", "block", "document") for side in ("left", "right")]
_CONTEXT = ("identical_shared", "near_shared", "cluster_pairs")
ASKED = pa.schema([*[TOLD.field(name) for name in _SIDES], *[pa.field(name, pa.int64()) for name in _CONTEXT]])


@dataclass(frozen=True)
class Classify:
    """Matches, each with its kind and the evidence."""

    schema: ClassVar[pa.Schema] = pa.schema([*TOLD, *KINDS])

    def __call__(self, told: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays(
            [*told.select(TOLD.names).columns, *kinds_of(told).columns], schema=self.schema
        )


def kinds_of(told: pa.RecordBatch) -> pa.RecordBatch:
    """The columns KINDS for matches that have all it takes to tell them."""
    columns = [*(told[name] for name in _SIDES), *(told[name].cast(pa.int64()) for name in _CONTEXT)]
    return _kernels.classify(pa.RecordBatch.from_arrays(columns, schema=ASKED))


_VOTES = pa.schema([MATCHES.field(name) for name in ("cluster", "kind", "confidence")])


@dataclass(frozen=True)
class Leading:
    """Matches grouped by cluster, to the kind that has most of their confidence."""

    schema: ClassVar[pa.Schema] = _VOTES

    def __call__(self, votes: pa.RecordBatch) -> pa.RecordBatch:
        # Whole hundredths, so that no order of adding up can make a difference.
        weights = pc.round(pc.multiply(votes["confidence"], 100)).cast(pa.int64())
        table = pa.table({"cluster": votes["cluster"], "kind": votes["kind"], "weight": weights})
        leading: dict[int, dict[str, int]] = {}
        for row in table.group_by(["cluster", "kind"], use_threads=False).aggregate([("weight", "sum")]).to_pylist():
            leading.setdefault(row["cluster"], {})[row["kind"]] = row["weight_sum"]
        rows = [_leader(cluster, weights) for cluster, weights in leading.items()]
        return pa.RecordBatch.from_pylist(rows, _VOTES)


def _leader(cluster: int, weights: dict[str, int]) -> dict[str, Any]:
    kind = max(weights, key=lambda kind: (weights[kind], -KIND_NAMES.index(kind)))
    share = weights[kind] / max(sum(weights.values()), 1)
    return {"cluster": cluster, "kind": kind, "confidence": round(share, 2)}


@dataclass(frozen=True)
class Named:
    """Clusters with their kind: without any match all its texts are the same."""

    schema: ClassVar[pa.Schema] = CLUSTERS

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        columns = {name: joined[name] for name in CLUSTERS.names}
        columns["kind"] = pc.fill_null(joined["kind"], "identical")
        columns["confidence"] = pc.fill_null(joined["confidence"], 1.0)
        return pa.RecordBatch.from_arrays([columns[name] for name in CLUSTERS.names], schema=CLUSTERS)


@dataclass(frozen=True)
class Examples:
    """Members grouped by cluster, to the first text of each."""

    schema: ClassVar[pa.Schema] = pa.schema([CLUSTERS.field("cluster"), CLUSTERS.field("example")])

    def __call__(self, members: pa.RecordBatch) -> pa.RecordBatch:
        kept = members.filter(pc.equal(_kernels.number_within(members, "cluster"), 0))
        return pa.RecordBatch.from_arrays([kept["cluster"], kept["text"]], schema=self.schema)
