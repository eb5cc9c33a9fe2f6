"""How much of what the engine for one machine holds at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from twicetold.engines.local.memory import SMALL_BYTES


@dataclass(frozen=True)
class LocalLimits:
    """Bytes and rows that are held at once. They change speed and memory, never the answer."""

    process_bytes: int = 192 << 20  # of the process itself, and what an allocator wastes
    worker_bytes: int = 48 << 20  # of the batches that a worker has under way
    min_kernel_bytes: int = 32 << 20  # for a kernel, however little memory is left

    batch_rows: int = 65_536  # in a batch at most: a pair is eight bytes, and two texts after the next join
    min_batch_rows: int = 4_096  # in a batch of rows in memory, where there are few for each worker

    sorted_batch_bytes: int = 4 << 20  # of sorted rows in a batch
    key_batch_rows: int = 16_384  # of sorted keys: a crowd of keys makes hundreds of pairs for each

    held_row_bytes: int = 16  # of a unit, of the numbers that are held beside keys,
    held_share: float = 0.6  # in this part of the memory at most

    joined_batch_bytes: int = 4 << 20  # of what is looked up for a batch; by the size of each row if they are large:
    large_row_bytes: int = 1 << 8  # on average,
    wide_row_bytes: int = 1 << 12  # or a single one, that many rows may ask for

    max_reordered_rows: int = 1 << 22  # of a shared join that are brought into a better order at a time,
    reordered_row_bytes: int = 48  # each with its copies: two keys, two places, what remains of them, and the order
    shared_batch_bytes: int = 12 << 20  # of the rows that a batch of a shared join holds, each counted once
    max_shared_batch_rows: int = 1 << 17  # so that no worker is left alone with a family of thousands

    @classmethod
    def from_memory(cls, memory_bytes: int) -> Self:
        """The limits for so much memory: smaller batches where there is little."""
        if memory_bytes >= SMALL_BYTES:
            return cls()
        return cls(sorted_batch_bytes=2 << 20, joined_batch_bytes=2 << 20)

    @property
    def key_batch_bytes(self) -> int:
        """`key_batch_rows` of rows that hold more than a key and a unit."""
        return self.key_batch_rows * 32

    def count_reordered_rows(self, memory_bytes: int) -> int:
        """Return how many pairs are brought into a better order at a time within so many bytes."""
        return min(self.max_reordered_rows, memory_bytes // self.reordered_row_bytes)
