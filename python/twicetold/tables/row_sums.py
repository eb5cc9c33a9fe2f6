"""A number for the rows of a table in any order: parts of a table are summed anywhere, and their sums are added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa

from twicetold import _kernels

# Where a record was read: the same texts from another file, folder or list have the same digest.
LOCATION_COLUMNS = ("source", "place")
_MODULUS = 1 << 128


@dataclass(frozen=True)
class RowSum:
    """How many rows there are, and the sum of their hashes."""

    rows: int = 0
    total: int = 0

    def __add__(self, other: RowSum) -> RowSum:
        return RowSum(self.rows + other.rows, (self.total + other.total) % _MODULUS)


def sum_rows(batches: Iterable[pa.RecordBatch]) -> RowSum:
    """Count the rows and sum their hashes; the sums of two parts add up to that of the whole."""
    return sum((_sum_batch(batch) for batch in batches), RowSum())


def _sum_batch(batch: pa.RecordBatch) -> RowSum:
    found = batch.select([name for name in batch.schema.names if not is_location(name)])
    return RowSum(found.num_rows, int(_kernels.sum_row_hashes(found)) % _MODULUS)


def is_location(column: str) -> bool:
    """Whether a column, of either side of a pair, says where a record was read."""
    return column.removeprefix("left_").removeprefix("right_") in LOCATION_COLUMNS
