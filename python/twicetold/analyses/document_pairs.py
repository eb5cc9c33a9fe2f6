"""Which documents share sentences: for every two of them, the clusters that both stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Counted, Select
from twicetold.schema import DOCUMENT_PAIRS, PLACED

_NAMES = pa.schema([each for each in DOCUMENT_PAIRS if each.name != "shared"])
_ORDERED = pa.schema([pa.field("order", pa.uint32(), nullable=False), *DOCUMENT_PAIRS])


def document_pairs(members: Any, limit: int, engine: Engine) -> Any:
    """Most shared first. A cluster that stands in more than `limit` documents is boilerplate and makes no pairs."""
    pairs = engine.group(engine.map(members, Select(PLACED)), ("cluster",), PairDocuments(limit))
    counted = engine.group(pairs, _NAMES.names, Counted(DOCUMENT_PAIRS))
    return engine.group(engine.map(counted, Ordered()), _ORDERED.names, Select(DOCUMENT_PAIRS))


@dataclass(frozen=True)
class PairDocuments:
    """Members grouped by cluster, to pairs of documents."""

    limit: int
    schema: ClassVar[pa.Schema] = _NAMES

    def __call__(self, members: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.pair_documents(members, self.limit)


@dataclass(frozen=True)
class Ordered:
    """With a column that sorts the most shared first."""

    schema: ClassVar[pa.Schema] = _ORDERED

    def __call__(self, counted: pa.RecordBatch) -> pa.RecordBatch:
        order = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), counted["shared"])
        return pa.RecordBatch.from_arrays([order, *counted.columns], schema=_ORDERED)
