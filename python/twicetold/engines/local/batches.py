"""Batches that are still to be made, and the small things that all nodes share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeAlias

from twicetold.engines.graph import MakeBatch
from twicetold.tables.batches import Batch

PendingBatches: TypeAlias = Iterator[tuple[int, MakeBatch]]  # each with the bytes of input that are read by then


def wrap_batches(batches: Iterable[Batch]) -> PendingBatches:
    """Return batches that are made already as pending ones."""
    return ((0, partial(return_batch, batch)) for batch in batches)


def cut_batches(batches: Iterable[Batch], rows: int) -> Iterator[Batch]:
    """Yield the same rows, at most `rows` in a batch."""
    for batch in batches:
        for start in range(0, batch.num_rows, rows):
            yield batch.slice(start, rows)


def return_batch(batch: Batch) -> Batch:
    """Return the batch: `partial(return_batch, batch)` is a pending one."""
    return batch
