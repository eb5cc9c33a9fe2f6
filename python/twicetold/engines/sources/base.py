"""What a source is, and the small things that sources share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Protocol

import pyarrow as pa

if TYPE_CHECKING:
    from twicetold.engines.local import Local
    from twicetold.engines.plan import Table

Work = Callable[[], pa.RecordBatch]
Opened = Iterator[tuple[int, Work]]  # each with the bytes of input that are read by then

BATCH_ROWS = 65_536


class Source(Protocol):
    """Something that makes batches."""

    @property
    def schema(self) -> pa.Schema: ...

    @property
    def inputs(self) -> tuple[Table, ...]:
        """The tables that it drains."""
        ...

    @property
    def total_bytes(self) -> int | None:
        """Of input to be read, where it reads any and that can be known."""
        ...

    def open(self, engine: Local) -> Opened: ...


def opened(batches: Iterator[pa.RecordBatch]) -> Opened:
    return ((0, partial(same, batch)) for batch in batches)


def cut(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """No batch larger than BATCH_ROWS: a pair is eight bytes here, and two texts after the next join."""
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH_ROWS):
            yield batch.slice(start, BATCH_ROWS)


def same(batch: pa.RecordBatch) -> pa.RecordBatch:
    return batch
