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

KINDS_IN_ORDER = ("drift", "copyedit", "template", "reference", "other")  # which leads when two are as strong


def clusters(heads: Any, members: Any, matches: Any, engine: Engine) -> Any:
    """The numbered clusters, each with its leading kind, and its first member as an example."""
    leading = engine.group(engine.map(matches, Select(_VOTES)), ("cluster",), Leading())
    examples = engine.group(engine.map(members, Select(PLACED)), ("cluster",), Examples())
    joined = engine.join(heads, examples, on=("cluster",), key="cluster")
    named = engine.map(engine.join(joined, leading, on=("cluster",), key="cluster", keep=True), Named())
    return engine.group(named, ("cluster",), Select(CLUSTERS))


_CONTEXT = ("identical_shared", "near_shared", "cluster_pairs")
_SIDES = [f"{side}_{name}" for side in ("left", "right") for name in ("text", "title", "section", "block", "document")]


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
    asked = {name: told[name] for name in _SIDES} | {name: told[name].cast(pa.int64()) for name in _CONTEXT}
    batch = pa.RecordBatch.from_pydict(asked)
    return _kernels.classify(batch) if hasattr(_kernels, "classify") else _placeholder(batch)


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
    kind = max(weights, key=lambda kind: (weights[kind], -KINDS_IN_ORDER.index(kind)))
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


def _placeholder(asked: pa.RecordBatch) -> pa.RecordBatch:
    """Until the kernel comes: words compared, rough rules."""
    import difflib
    import re

    rows = []
    for row in asked.to_pylist():
        texts = [
            [(m.group(), m.start(), m.end()) for m in re.finditer(r"\w+|[^\w\s]", row[f"{side}_text"])]
            for side in ("left", "right")
        ]
        changes = []
        for tag, a, b, c, d in difflib.SequenceMatcher(
            None, *[[w for w, _, _ in t] for t in texts], autojunk=False
        ).get_opcodes():
            if tag == "equal":
                continue
            spans = []
            for text, tokens, (x, y) in ((row["left_text"], texts[0], (a, b)), (row["right_text"], texts[1], (c, d))):
                start = tokens[x][1] if x < len(tokens) else len(text)
                end = tokens[y - 1][2] if y > x else start
                spans.append((text[start:end], start, end))
            (left, ls, le), (right, rs, re_) = spans
            digits = re.search(r"\d", left) and re.search(r"\d", right)
            kind = (
                "number"
                if digits
                else "name"
                if left[:1].isupper() and right[:1].isupper()
                else "addition"
                if not left
                else "removal"
                if not right
                else "wording"
            )
            changes.append(
                {
                    "kind": kind,
                    "left": left,
                    "right": right,
                    "left_start": ls,
                    "left_end": le,
                    "right_start": rs,
                    "right_end": re_,
                    "disagrees": bool(digits),
                }
            )
        names = any(c["kind"] == "name" for c in changes)
        numbers = any(c["kind"] == "number" for c in changes)
        same = row["left_title"] == row["right_title"] or row["identical_shared"] > 0
        kind = (
            "reference"
            if row["left_block"] == "reference"
            else "drift"
            if numbers and not names and same
            else "template"
            if names or numbers
            else "copyedit"
        )
        rows.append(
            {
                "kind": kind,
                "drift": "contradiction" if kind == "drift" else "",
                "confidence": 0.7,
                "why": "placeholder",
                "changes": changes,
            }
        )
    return pa.RecordBatch.from_pylist(rows, KINDS)
