"""The engine of one machine, inside a task: what a task has gathered is grouped and joined by the same kernels.

They keep to TASK_BYTES and go to the executor's disk for the rest, so that a bucket may be larger than memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines.graph import BatchesNode, GroupNode, JoinNode, Table
from twicetold.engines.local import Local, LocalLimits
from twicetold.engines.spark.blocks import Batches, unpack_blocks
from twicetold.engines.steps import GroupResolver
from twicetold.tables.batches import Batch

if TYPE_CHECKING:
    from twicetold.engines.spark.tasks import Feed

TASK_BYTES = 512 << 20
BLOCK_ROWS = LocalLimits().batch_rows  # of a block that are joined at once


def create_task_engine() -> Local:
    """One thread: Spark runs as many tasks as there are cores."""
    return Local(Machine(workers=1, memory_bytes=TASK_BYTES))


def stream_rows(schema: pa.Schema, batches: Batches) -> Table:
    """Return a table of batches that come by themselves, once."""
    return Table(BatchesNode(schema, lambda: (partial(_return_batch, batch) for batch in batches)))


def _return_batch(batch: Batch) -> Batch:
    return batch


@dataclass(frozen=True)
class UnpackBlocks:
    """The rows of blocks, as they come."""

    schema: pa.Schema

    def __call__(self, batches: Batches) -> Batches:
        return unpack_blocks(batches, self.schema)


@dataclass(frozen=True)
class RegroupRows:
    """A feed's rows in order, no group cut; see `base.Engine.group`."""

    feed: Feed
    schema: pa.Schema
    by: tuple[str, ...]
    number: str | None = None
    distinct: bool = False
    resolver: GroupResolver | None = None

    def __call__(self, batches: Batches) -> Batches:
        rows = stream_rows(self.schema, self.feed(batches))
        node = GroupNode(rows, self.by, self.number, self.distinct, resolver=self.resolver)
        return create_task_engine().stream_table(Table(node))


@dataclass(frozen=True)
class JoinBlocks:
    """Rows and what they look up, both gathered by key: the blocks of one side come before those of the other.

    Rows that are `grouped` are sorted and made distinct first, and their side comes first.
    """

    rows: pa.Schema
    lookup: pa.Schema
    on: str
    key: str
    keep: bool
    group_columns: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[int, int]:
        """The sides of the rows and of the lookup."""
        return (0, 1) if self.group_columns else (1, 0)

    @property
    def schema(self) -> pa.Schema:
        """The columns that come out."""
        payload = [each.with_nullable(self.keep or each.nullable) for each in self.lookup if each.name != self.key]
        return pa.schema([*self.rows, *payload])

    def __call__(self, batches: Batches) -> Batches:
        blocks = BlockReader(batches)
        rows = stream_rows(self.rows, blocks.read_side(self.sides[0], self.rows))
        lookup = stream_rows(self.lookup, blocks.read_side(self.sides[1], self.lookup))
        if self.group_columns:
            rows = Table(GroupNode(rows, self.group_columns, None, True))
        return create_task_engine().stream_table(Table(JoinNode(rows, lookup, (self.on,), self.key, self.keep)))


class BlockReader:
    """Blocks in the order of their sides, a side at a time."""

    def __init__(self, shipped: Batches) -> None:
        pairs = (zip(each["side"], each["rows"], strict=True) for each in shipped)
        self._all = ((side.as_py(), rows) for each in pairs for side, rows in each)
        self._next = next(self._all, None)

    def read_side(self, side: int, schema: pa.Schema) -> Batches:
        """The batches of a side, up to where another begins."""
        while self._next is not None and self._next[0] == side:
            batch = pa.ipc.read_record_batch(self._next[1].as_buffer(), schema)
            for start in range(0, batch.num_rows, BLOCK_ROWS):
                yield batch.slice(start, BLOCK_ROWS)
            self._next = next(self._all, None)


@dataclass(frozen=True)
class AttachLookup:
    """Rows of a feed with what a small table says of them, which every task reads for itself."""

    feed: Feed
    rows: pa.Schema
    lookup: Table
    on: tuple[str, ...]
    key: str
    keep: bool

    def __call__(self, batches: Batches) -> Batches:
        rows = stream_rows(self.rows, self.feed(batches))
        return create_task_engine().stream_table(Table(JoinNode(rows, self.lookup, self.on, self.key, self.keep)))
