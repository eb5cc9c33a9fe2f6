"""Matches to kinds: what each repetition is, why, and what changed between the two sentences.

The work is done in `src/kinds/` and `src/compare/`; `docs/kinds.md` says how each kind is decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels

KINDS = ("identical", "template", "copyedit", "drift", "reference", "other")

CHANGE_KINDS = (
    "number",
    "date",
    "name",
    "place",
    "quantity",
    "negation",
    "wording",
    "punctuation",
    "order",
    "addition",
    "removal",
)

# Counts are of what the two documents share besides this pair; null where that is not known.
MATCHES = pa.schema(
    [
        *(
            pa.field(f"{side}_{what}", pa.string(), nullable=False)
            for what in ("text", "title", "section", "block", "document")
            for side in ("left", "right")
        ),
        pa.field("identical_shared", pa.int64()),
        pa.field("near_shared", pa.int64()),
        pa.field("cluster_pairs", pa.int64()),
    ]
)

# Places are characters of each text: `left_text[left_start:left_end]` is `left`. `disagrees`: the two cannot both hold.
CHANGE = pa.struct(
    [
        pa.field("kind", pa.string(), nullable=False),
        pa.field("left", pa.string(), nullable=False),
        pa.field("right", pa.string(), nullable=False),
        pa.field("left_start", pa.uint32(), nullable=False),
        pa.field("left_end", pa.uint32(), nullable=False),
        pa.field("right_start", pa.uint32(), nullable=False),
        pa.field("right_end", pa.uint32(), nullable=False),
        pa.field("disagrees", pa.bool_(), nullable=False),
    ]
)

CLASSIFIED = pa.schema(
    [
        pa.field("kind", pa.string(), nullable=False),
        pa.field("drift", pa.string(), nullable=False),
        pa.field("confidence", pa.float64(), nullable=False),
        pa.field("why", pa.string(), nullable=False),
        pa.field("changes", pa.list_(pa.field("item", CHANGE, nullable=False)), nullable=False),
    ]
)


@dataclass(frozen=True)
class Classify:
    """The kind of each match, a row for a row."""

    schema: ClassVar[pa.Schema] = CLASSIFIED

    def __call__(self, matches: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.classify(matches)
