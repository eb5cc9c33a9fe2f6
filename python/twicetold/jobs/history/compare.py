"""What differs between two sentences, and whether they can both be true; the kernel `src/kinds/` decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from twicetold import _kernels
from twicetold.tables.batches import build_batch
from twicetold.tables.columns import define_sides

_SIDES = define_sides(text=pa.string(), title=pa.string(), section=pa.string(), block=pa.string(), document=pa.string())
_CONTEXT = (
    *("identical_shared", "near_shared", "cluster_pairs"),
    *("neighbours_identical", "neighbours_near", "distance", "repeats"),
)
COMPARED_SENTENCES = pa.schema([*_SIDES, *[pa.field(name, pa.int64()) for name in _CONTEXT]])


class Sentence(NamedTuple):
    """A sentence, and the page that it is on."""

    text: str
    title: str
    document: str


class Difference(NamedTuple):
    """What a pair of sentences is."""

    kind: str
    drift: str
    confidence: float
    why: str
    changes: list[str]  # `number: 1905 -> 1911`
    has_other_facts: bool  # whether a fact of the one cannot hold where that of the other does

    def judge_disagreement(self, is_copy: bool) -> bool:
        """Whether the two cannot both be true. What is not copied can be the same frame, said of another subject."""
        return self.has_other_facts if is_copy else self.kind == "drift"


def compare_sentences(pairs: Sequence[tuple[Sentence, Sentence]]) -> list[Difference]:
    """What differs between the two of each pair."""
    if not pairs:
        return []
    columns: dict[str, list[Any]] = {name: [] for name in COMPARED_SENTENCES.names}
    for pair in pairs:
        for side, sentence in zip(("left", "right"), pair, strict=True):
            for name, value in zip(Sentence._fields, sentence, strict=True):
                columns[f"{side}_{name}"].append(value)
            columns[f"{side}_section"].append("")
            columns[f"{side}_block"].append("prose")
    arrays = [pa.array(columns[each.name] or [None] * len(pairs), each.type) for each in COMPARED_SENTENCES]
    found = _kernels.classify_matches(build_batch(arrays, COMPARED_SENTENCES))
    return [
        Difference(
            row["kind"],
            row["drift"],
            row["confidence"],
            row["why"],
            [_describe_change(each) for each in row["changes"]],
            any(each["disagrees"] for each in row["changes"]),
        )
        for row in found.to_pylist()
    ]


def _describe_change(change: dict[str, Any]) -> str:
    left, right = change["left"].strip(), change["right"].strip()
    return f"{change['kind']}: {left or '(nothing)'} -> {right or '(nothing)'}"
