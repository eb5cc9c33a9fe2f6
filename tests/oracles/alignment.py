"""Two documents in memory, aligned by the kernel alone: for tests of `src/passages/`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.tables.matching import NUMBER_LIST


def _column(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


# A pair of documents: `text` is its sentences one after another, `cuts` how many bytes each has of it, `starts` and
# `ends` where each stands in the document as read, in characters.
_TEXTS = {"text": pa.string(), "cuts": NUMBER_LIST, "starts": NUMBER_LIST, "ends": NUMBER_LIST}
ALIGNABLE = pa.schema([_column(f"{side}_{name}", kind) for side in ("left", "right") for name, kind in _TEXTS.items()])

# A passage: `pair` is the row it came from, `first` and `last` are sentences, `start` and `end` characters.
_PLACE = {"first": pa.uint32(), "last": pa.uint32(), "start": pa.uint64(), "end": pa.uint64()}
ALIGNED = pa.schema(
    [
        _column("pair", pa.uint32()),
        *(_column(f"{side}_{name}", kind) for side in ("left", "right") for name, kind in _PLACE.items()),
        _column("sentences", pa.uint32()),
        _column("similarity", pa.float64()),
    ]
)


@dataclass(frozen=True)
class Align:
    """Pairs of documents (ALIGNABLE) to the passages that the left one took from the right one (ALIGNED)."""

    settings: Locating = field(default_factory=Locating)
    schema: ClassVar[pa.Schema] = ALIGNED

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.align_documents(pairs, self.settings)


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
        pa.array([getattr(pair[side], name) for pair in pairs], kind)
        for side in (0, 1)
        for name, kind in _TEXTS.items()
    ]
    return pa.RecordBatch.from_arrays(columns, schema=ALIGNABLE)
