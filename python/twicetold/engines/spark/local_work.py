"""The engine of one machine, inside a task: what a task has gathered is grouped and joined by the same kernels.

They keep to TASK_BYTES and go to the executor's disk for the rest, so that a bucket may be larger than memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.engines.plan import Table
from twicetold.engines.sources import BATCH_ROWS, Grouped, Joined, Opened
from twicetold.engines.spark.blocks import Batches, gathered

if TYPE_CHECKING:
    from twicetold.engines.spark.tasks import Feed

TASK_BYTES = 512 << 20


def task_engine() -> Local:
    """One thread: Spark runs as many tasks as there are cores."""
    return Local(Machine(threads=1, memory_bytes=TASK_BYTES))


@dataclass(frozen=True, eq=False)
class Fed:
    """Batches that come by themselves, once."""

    schema: pa.Schema
    rows: Batches
    inputs = ()
    total_bytes = None

    def open(self, engine: Local) -> Opened:
        return ((0, partial(_same, batch)) for batch in self.rows)


def _same(batch: pa.RecordBatch) -> pa.RecordBatch:
    return batch


@dataclass(frozen=True)
class Unpacked:
    """The rows of blocks, as they come."""

    schema: pa.Schema

    def __call__(self, batches: Batches) -> Batches:
        return gathered(batches, self.schema)


@dataclass(frozen=True)
class Regrouped:
    """A feed's rows in order, no group cut; see `base.Engine.group`."""

    feed: Feed
    schema: pa.Schema
    by: tuple[str, ...]
    number: str | None = None
    distinct: bool = False

    def __call__(self, batches: Batches) -> Batches:
        rows = Table(Fed(self.schema, self.feed(batches)))
        return task_engine().drain(Table(Grouped(rows, self.by, self.number, self.distinct)))


@dataclass(frozen=True)
class Met:
    """Rows and what they look up, both gathered by key: the blocks of one side come before those of the other.

    Rows that are `grouped` are sorted and made distinct first, and their side comes first.
    """

    rows: pa.Schema
    lookup: pa.Schema
    on: str
    key: str
    keep: bool
    grouped: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[int, int]:
        """The sides of the rows and of the lookup."""
        return (0, 1) if self.grouped else (1, 0)

    @property
    def schema(self) -> pa.Schema:
        """The columns that come out."""
        payload = [each.with_nullable(self.keep) for each in self.lookup if each.name != self.key]
        return pa.schema([*self.rows, *payload])

    def __call__(self, batches: Batches) -> Batches:
        blocks = Blocks(batches)
        rows = Table(Fed(self.rows, blocks.of(self.sides[0], self.rows)))
        lookup = Table(Fed(self.lookup, blocks.of(self.sides[1], self.lookup)))
        if self.grouped:
            rows = Table(Grouped(rows, self.grouped, None, True))
        return task_engine().drain(Table(Joined(rows, lookup, (self.on,), self.key, self.keep)))


class Blocks:
    """Blocks in the order of their sides, a side at a time."""

    def __init__(self, shipped: Batches) -> None:
        pairs = (zip(each["side"], each["rows"], strict=True) for each in shipped)
        self._all = ((side.as_py(), rows) for each in pairs for side, rows in each)
        self._next = next(self._all, None)

    def of(self, side: int, schema: pa.Schema) -> Batches:
        """The batches of a side, up to where another begins."""
        while self._next is not None and self._next[0] == side:
            batch = pa.ipc.read_record_batch(self._next[1].as_buffer(), schema)
            for start in range(0, batch.num_rows, BATCH_ROWS):
                yield batch.slice(start, BATCH_ROWS)
            self._next = next(self._all, None)


@dataclass(frozen=True)
class Attached:
    """Rows of a feed with what a small table says of them, which every task reads for itself."""

    feed: Feed
    rows: pa.Schema
    lookup: Table
    on: tuple[str, ...]
    key: str
    keep: bool

    def __call__(self, batches: Batches) -> Batches:
        rows = Table(Fed(self.rows, self.feed(batches)))
        return task_engine().drain(Table(Joined(rows, self.lookup, self.on, self.key, self.keep)))
