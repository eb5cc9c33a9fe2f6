"""Which documents share sentences: for every two of them, the clusters that both stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.schema import DOCUMENT_PAIRS, PLACED

NAMES = DOCUMENT_PAIRS.names[:4]
_PAIRED = pa.schema([each for each in DOCUMENT_PAIRS if each.name != "shared"])
_ORDERED = pa.schema([pa.field("order", pa.uint32(), nullable=False), *DOCUMENT_PAIRS])


def document_pairs(members: Any, limit: int, engine: Engine) -> Any:
    """Most shared first. A cluster that stands in more than `limit` documents is boilerplate and makes no pairs."""
    pairs = engine.group(engine.map(members, Select(PLACED)), ("cluster",), PairDocuments(limit))
    counted = engine.group(pairs, NAMES, Counted())
    return engine.group(engine.map(counted, Ordered()), _ORDERED.names, Select(DOCUMENT_PAIRS))


@dataclass(frozen=True)
class PairDocuments:
    """Members grouped by cluster, to pairs of documents; `identical` is 1 where they share a text."""

    limit: int
    schema: ClassVar[pa.Schema] = _PAIRED

    def __call__(self, members: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.pair_documents(members, self.limit)


@dataclass(frozen=True)
class Counted:
    """Each pair once, with how many clusters made it."""

    schema: ClassVar[pa.Schema] = DOCUMENT_PAIRS

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        grouped = pa.Table.from_batches([pairs]).group_by(NAMES, use_threads=False)
        counted = grouped.aggregate([([], "count_all"), ("identical", "sum")])
        counts = [counted[name].combine_chunks().cast(pa.uint32()) for name in ("count_all", "identical_sum")]
        names = [counted[name].combine_chunks() for name in NAMES]
        return pa.RecordBatch.from_arrays([*names, *counts], schema=self.schema)


@dataclass(frozen=True)
class Ordered:
    """With a column that sorts the most shared first."""

    schema: ClassVar[pa.Schema] = _ORDERED

    def __call__(self, counted: pa.RecordBatch) -> pa.RecordBatch:
        order = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), counted["shared"])
        return pa.RecordBatch.from_arrays([order, *counted.columns], schema=_ORDERED)
