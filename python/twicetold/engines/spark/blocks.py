"""Rows on their way from task to task: cut into blocks by bucket, carried by Spark, and made batches again.

Spark sees a table of few and large rows, SHIPPED, and looks into none: a block is a batch as Arrow writes it. To turn
every row into one of Spark's and back cost more than the work on it.

Spark puts a row into the partition that Murmur3 of its `bucket` names. So buckets are not told by their numbers but by
numbers that Spark takes to the partition of that number (`bucket_ids`): as many buckets as partitions, each alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from twicetold import _kernels
from twicetold.tables.batches import Batch, build_batch

Batches: TypeAlias = Iterator[Batch]

SHIPPED_BLOCKS = pa.schema([("bucket", pa.int32()), ("side", pa.int32()), ("rows", pa.binary())])
SHIPPED_BLOCKS_DDL = "bucket int, side int, rows binary"
CHUNK_BYTES = 32 << 20  # of rows that a task holds before it sends them, or
MIN_BLOCK_BYTES = 8 << 10  # so many for each bucket, since a block has 170 to 750 bytes of its own, but never more than
MAX_CHUNK_BYTES = 128 << 20
BLOCK_BYTES = 1 << 20  # no block is much larger
SENT_BYTES = 8 << 20  # of blocks handed to Spark at once


@dataclass(frozen=True)
class SpreadToBuckets:
    """Batches to blocks. Rows alike in `by` go to one bucket: by hash, or with `bounds` in their order.

    `side` tells the blocks of one table from those of another.
    """

    by: tuple[str, ...]
    ids: tuple[int, ...]
    bounds: tuple[bytes, ...] | None = None
    side: int = 0
    block_bytes: int = BLOCK_BYTES

    def __call__(self, batches: Batches) -> Batches:
        most = min(max(CHUNK_BYTES, MIN_BLOCK_BYTES * len(self.ids)), MAX_CHUNK_BYTES)
        for chunk in _collect_chunks(batches, most):
            waiting: list[tuple[int, pa.Buffer]] = []
            size = 0
            for bucket, rows in self._cut_blocks(chunk):
                waiting.append((bucket, rows))
                size += rows.size
                if size >= SENT_BYTES:
                    yield self._pack_blocks(waiting)
                    waiting, size = [], 0
            if waiting:
                yield self._pack_blocks(waiting)

    def _pack_blocks(self, blocks: Sequence[tuple[int, pa.Buffer]]) -> Batch:
        buckets = pa.array([bucket for bucket, _ in blocks], pa.int32())
        side = pa.repeat(pa.scalar(self.side, pa.int32()), len(blocks))
        return build_batch([buckets, side, _join_buffers([rows for _, rows in blocks])], SHIPPED_BLOCKS)

    def _cut_blocks(self, batch: Batch) -> Iterator[tuple[int, pa.Buffer]]:
        buckets = len(self.ids)
        bounds = None if self.bounds is None else list(self.bounds)
        found = _kernels.assign_buckets(batch, list(self.by), buckets, bounds).to_numpy()
        narrow = found.astype(np.uint16) if buckets < 1 << 16 else found  # sorted by radix, five times faster
        sorted_rows = batch.take(pa.array(np.argsort(narrow, kind="stable")))
        ends = np.cumsum(np.bincount(found, minlength=buckets))
        most = max(batch.num_rows * self.block_bytes // max(batch.nbytes, 1), 1)  # rows of a block, by their average
        for bucket, (start, end) in enumerate(zip([0, *ends[:-1]], ends, strict=True)):
            for each in range(start, end, most):
                yield self.ids[bucket], sorted_rows.slice(each, min(most, end - each)).serialize()


def _join_buffers(blocks: Sequence[pa.Buffer]) -> pa.Array:
    """Buffers as a column; Arrow alone would take them as bytes of Python, one copy more."""
    ends = np.cumsum([0, *(block.size for block in blocks)], dtype=np.int32)
    data = pa.py_buffer(b"".join(blocks))
    return pa.Array.from_buffers(pa.binary(), len(blocks), [None, pa.py_buffer(ends), data])


def _collect_chunks(batches: Batches, most: int) -> Batches:
    """Batches put together to `most` bytes or a little more."""
    waiting: list[Batch] = []
    size = 0
    for batch in batches:
        if batch.num_rows:
            waiting.append(batch)
            size += batch.nbytes
        if size >= most:
            yield pa.concat_batches(waiting)
            waiting, size = [], 0
    if waiting:
        yield pa.concat_batches(waiting)


def unpack_blocks(shipped: Batches, schema: pa.Schema) -> Batches:
    """The batches of blocks."""
    for batch in shipped:
        for block in batch.column("rows"):
            yield pa.ipc.read_record_batch(block.as_buffer(), schema)


@cache
def choose_bucket_ids(partitions: int) -> tuple[int, ...]:
    """For each partition the least number from 0 on that Spark puts there: of 4 partitions `(6, 4, 0, 3)`."""
    found = np.full(partitions, -1, np.int64)
    start, step = 0, 16 * partitions
    while (found < 0).any():
        numbers = np.arange(start, start + step)
        places = hash_murmur3(numbers).astype(np.int32) % partitions
        new, first = np.unique(places, return_index=True)
        fresh = found[new] < 0
        found[new[fresh]] = numbers[first[fresh]]
        start += step
    return tuple(found.tolist())


def hash_murmur3(numbers: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
    """Spark's `hash` of whole numbers under 2^31."""

    def rotate_bits(values: npt.NDArray[np.uint32], bits: int) -> npt.NDArray[np.uint32]:
        return (values << np.uint32(bits)) | (values >> np.uint32(32 - bits))

    mixed = rotate_bits(numbers.astype(np.uint32) * np.uint32(0xCC9E2D51), 15) * np.uint32(0x1B873593)
    mixed = rotate_bits(np.uint32(42) ^ mixed, 13) * np.uint32(5) + np.uint32(0xE6546B64)
    mixed ^= np.uint32(4)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        mixed = (mixed ^ (mixed >> np.uint32(shift))) * np.uint32(factor)
    return mixed ^ (mixed >> np.uint32(16))
