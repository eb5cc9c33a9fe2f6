"""Which documents share sentences: for every two of them, the clusters that both stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.jobs.sentences.tables import SENTENCE_DOCUMENT_PAIRS, SENTENCE_MEMBERS
from twicetold.tables.batches import Batch, build_batch

PAIR_NAMES = SENTENCE_DOCUMENT_PAIRS.names[:4]
_UNCOUNTED_PAIRS = pa.schema([each for each in SENTENCE_DOCUMENT_PAIRS if each.name != "shared"])
# Without the texts: a cluster comes as a whole, however many members it has.
_NAMED_MEMBERS = pa.schema([SENTENCE_MEMBERS.field(name) for name in ("cluster", "document", "title", "variant")])
_ORDERED_PAIRS = pa.schema([pa.field("order", pa.uint32(), nullable=False), *SENTENCE_DOCUMENT_PAIRS])


def count_document_pairs(members: Table, limit: int, engine: Engine) -> Table:
    """Most shared first. A cluster that stands in more than `limit` documents is boilerplate and makes no pairs."""
    pairs = engine.group(engine.map(members, SelectColumns(_NAMED_MEMBERS)), ("cluster",), PairDocuments(limit))
    counted = engine.group(pairs, PAIR_NAMES, count_shared_clusters)
    return engine.group(
        engine.map(counted, order_document_pairs), _ORDERED_PAIRS.names, SelectColumns(SENTENCE_DOCUMENT_PAIRS)
    )


@dataclass(frozen=True)
class PairDocuments:
    """Members grouped by cluster, to pairs of documents; `identical` is 1 where they share a text."""

    limit: int
    schema: ClassVar[pa.Schema] = _UNCOUNTED_PAIRS

    def __call__(self, members: Batch) -> Batch:
        return _kernels.pair_documents(members, self.limit)


@make_step(SENTENCE_DOCUMENT_PAIRS)
def count_shared_clusters(pairs: Batch) -> Batch:
    """Each pair once, with how many clusters made it."""
    grouped = pa.Table.from_batches([pairs]).group_by(PAIR_NAMES, use_threads=False)
    counted = grouped.aggregate([([], "count_all"), ("identical", "sum")])
    counts = [counted[name].combine_chunks().cast(pa.uint32()) for name in ("count_all", "identical_sum")]
    names = [counted[name].combine_chunks() for name in PAIR_NAMES]
    return build_batch([*names, *counts], SENTENCE_DOCUMENT_PAIRS)


@make_step(_ORDERED_PAIRS)
def order_document_pairs(counted: Batch) -> Batch:
    """With a column that sorts the most shared first."""
    order = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), counted["shared"])
    return build_batch([order, *counted.columns], _ORDERED_PAIRS)
