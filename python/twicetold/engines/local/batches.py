"""Batches that are still to be made, and the small things that all nodes share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeAlias

from twicetold.engines.graph import MakeBatch
from twicetold.tables.batches import Batch

PendingBatches: TypeAlias = Iterator[tuple[float, MakeBatch]]  # each with the share of its node that is done by then


def wrap_batches(batches: Iterable[Batch], total_rows: int = 0) -> PendingBatches:
    """Return batches that are made already as pending ones; `total_rows` is how many rows all have, where known."""
    rows = 0
    for batch in batches:
        rows += batch.num_rows
        yield min(rows / total_rows, 1.0) if total_rows else 0.0, partial(return_batch, batch)


def cut_batches(batches: Iterable[Batch], rows: int) -> Iterator[Batch]:
    """Yield the same rows, at most `rows` in a batch."""
    for batch in batches:
        for start in range(0, batch.num_rows, rows):
            yield batch.slice(start, rows)


def return_batch(batch: Batch) -> Batch:
    """Return the batch: `partial(return_batch, batch)` is a pending one."""
    return batch
