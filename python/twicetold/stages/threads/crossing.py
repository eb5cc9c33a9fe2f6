"""Alike texts to pairs of the threads that have them.

A text that k threads have makes k(k-1)/2 pairs, and two such texts k times k. So many are never in memory at once: each
thread is joined with the list of those it meets, and the engine cuts a batch by what its lists hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.schema import PAIRS
from twicetold.stages.threads.fields import FIELD_UNITS

THREADS = pa.schema([FIELD_UNITS.field("unit"), FIELD_UNITS.field("threads")])
_COUNT = pa.uint32()
# A thread, and a text whose threads it is to meet.
TO_MEET = pa.schema([pa.field("thread", _COUNT, nullable=False), FIELD_UNITS.field("unit")])


def across(alike: Any, threads: Any, engine: Engine) -> Any:
    """Pairs of alike texts to pairs of their threads. No thread has both texts."""
    lefts = engine.map(engine.join(alike, threads, on=("left",), key="unit"), ToMeet("right"))
    return engine.map(engine.join(lefts, threads, on=("unit",), key="unit"), Met())


def within(threads: Any, engine: Engine) -> Any:
    """Texts to every two of the threads that have them: of 1,000 threads half a million pairs."""
    several = engine.map(threads, Several())
    own = engine.map(several, ToMeet("unit"))
    return engine.map(engine.join(own, several, on=("unit",), key="unit"), Met(after=True))


@dataclass(frozen=True)
class Several:
    """The texts that more than one thread has."""

    schema: ClassVar[pa.Schema] = THREADS

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        return units.filter(pc.greater(pc.list_value_length(units["threads"]), 1))


@dataclass(frozen=True)
class ToMeet:
    """Rows with a list of threads to a row for each of these, with what the column `of` says."""

    of: str
    schema: ClassVar[pa.Schema] = TO_MEET

    def __call__(self, rows: pa.RecordBatch) -> pa.RecordBatch:
        thread = pc.list_flatten(rows["threads"]).cast(_COUNT)
        unit = rows[self.of].take(pc.list_parent_indices(rows["threads"])).cast(_COUNT)
        return pa.RecordBatch.from_arrays([thread, unit], schema=TO_MEET)


@dataclass(frozen=True)
class Met:
    """A thread and its list to pairs, the smaller number on the left; with `after`, only those that come after it."""

    after: bool = False
    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        one = met["thread"].take(pc.list_parent_indices(met["threads"]))
        two = pc.list_flatten(met["threads"]).cast(_COUNT)
        pairs = [pc.min_element_wise(one, two), pc.max_element_wise(one, two)]
        batch = pa.RecordBatch.from_arrays(pairs, schema=PAIRS)
        return batch.filter(pc.less(one, two)) if self.after else batch
