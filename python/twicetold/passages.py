"""Passages that two documents share: the settings, and the step that locates them.

The work is done by `src/passages/`; `docs/passages.md` says how. Which pairs of documents are worth it is for others to
say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.schema import NUMBERS


@dataclass(frozen=True)
class Locating:
    """How passages are located. The defaults are those that every figure in `docs/passages.md` was made with."""

    min_sentences: int = 3  # of a run of verified sentence matches; fewer are chance
    max_gap: int = 4  # how many sentences may stand between two that match, on either side
    min_characters: int = 120  # a passage that is shorter on one side is none
    evidence: float = 5.0  # how sure a passage must be, like standard deviations: 4 finds more, 6 errs less
    consistency: float = 0.5  # it must match at least this share of what the pair's best passage does; 0 for any
    summary_evidence: float = 6.0  # how sure a summary of the right document must be; 0 looks for none


# A pair of documents: `text` is its sentences one after another, `cuts` how many bytes each has of it, `starts` and
# `ends` where each stands in the document as read, in characters.
_SIDE = {"text": pa.string(), "cuts": NUMBERS, "starts": NUMBERS, "ends": NUMBERS}
ALIGNABLE = pa.schema(
    [pa.field(f"{side}_{name}", kind, nullable=False) for side in ("left", "right") for name, kind in _SIDE.items()]
)

# A passage: `pair` is the row it came from, `first` and `last` are sentences, `start` and `end` characters.
_PLACE = {"first": pa.uint32(), "last": pa.uint32(), "start": pa.uint64(), "end": pa.uint64()}
ALIGNED = pa.schema(
    [
        pa.field("pair", pa.uint32(), nullable=False),
        *(
            pa.field(f"{side}_{name}", kind, nullable=False)
            for side in ("left", "right")
            for name, kind in _PLACE.items()
        ),
        pa.field("sentences", pa.uint32(), nullable=False),  # how many of the side with fewer have a counterpart
        pa.field("similarity", pa.float64(), nullable=False),  # the cosine of the two sides
    ]
)


@dataclass(frozen=True)
class Align:
    """Pairs of documents (ALIGNABLE) to the passages that the left one took from the right one (ALIGNED)."""

    settings: Locating = field(default_factory=Locating)
    schema: ClassVar[pa.Schema] = ALIGNED

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.align(pairs, self.settings)


@dataclass(frozen=True)
class Document:
    """A document's sentences, as one side of a pair."""

    text: str
    cuts: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def of(cls, sentences: Sequence[tuple[str, int, int]]) -> Document:
        """From each sentence's text, start and end."""
        texts = [text for text, _, _ in sentences]
        return cls(
            "".join(texts),
            [len(text.encode()) for text in texts],
            [start for _, start, _ in sentences],
            [end for _, _, end in sentences],
        )


def alignable(pairs: Sequence[tuple[Document, Document]]) -> pa.RecordBatch:
    """A batch of pairs, as `Align` takes it."""
    columns = [
        pa.array([getattr(pair[side], name) for pair in pairs], kind) for side in (0, 1) for name, kind in _SIDE.items()
    ]
    return pa.RecordBatch.from_arrays(columns, schema=ALIGNABLE)
