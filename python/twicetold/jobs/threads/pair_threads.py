"""Alike texts to pairs of the threads that have them.

A text that k threads have makes k(k-1)/2 pairs, and two such texts k times k. So many are never in memory at once: each
thread is joined with the list of those it meets, and the engine cuts a batch by what its lists hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.jobs.threads.fields import FIELD_UNITS
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import PAIRS

UNIT_THREADS = pa.schema([FIELD_UNITS.field("unit"), FIELD_UNITS.field("threads")])
_COUNT = pa.uint32()
# A thread, and a text whose threads it is to meet.
THREADS_WITH_UNIT = pa.schema([pa.field("thread", _COUNT, nullable=False), FIELD_UNITS.field("unit")])


def pair_across_texts(text_pairs: Table, threads: Table, engine: Engine) -> Table:
    """Pairs of alike texts to pairs of their threads. No thread has both texts."""
    lefts = engine.map(engine.join(text_pairs, threads, on=("left",), key="unit"), SpreadThreadLists("right"))
    return engine.map(engine.join(lefts, threads, on=("unit",), key="unit"), PairThreads())


def pair_within_texts(threads: Table, engine: Engine) -> Table:
    """Texts to every two of the threads that have them: of 1,000 threads half a million pairs."""
    several = engine.map(threads, keep_shared_texts)
    own = engine.map(several, SpreadThreadLists("unit"))
    return engine.map(engine.join(own, several, on=("unit",), key="unit"), PairThreads(after=True))


@make_step(UNIT_THREADS)
def keep_shared_texts(units: Batch) -> Batch:
    """The texts that more than one thread has."""
    return units.filter(pc.greater(pc.list_value_length(units["threads"]), 1))


@dataclass(frozen=True)
class SpreadThreadLists:
    """Rows with a list of threads to a row for each of these, with what the column `of` says."""

    column: str
    schema: ClassVar[pa.Schema] = THREADS_WITH_UNIT

    def __call__(self, rows: Batch) -> Batch:
        thread = pc.list_flatten(rows["threads"]).cast(_COUNT)
        unit = rows[self.column].take(pc.list_parent_indices(rows["threads"])).cast(_COUNT)
        return build_batch([thread, unit], THREADS_WITH_UNIT)


@dataclass(frozen=True)
class PairThreads:
    """A thread and its list to pairs, the smaller number on the left; with `after`, only those that come after it."""

    after: bool = False
    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, joined: Batch) -> Batch:
        one = joined["thread"].take(pc.list_parent_indices(joined["threads"]))
        two = pc.list_flatten(joined["threads"]).cast(_COUNT)
        pairs = [pc.min_element_wise(one, two), pc.max_element_wise(one, two)]
        batch = build_batch(pairs, PAIRS)
        return batch.filter(pc.less(one, two)) if self.after else batch
