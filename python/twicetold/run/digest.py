"""One number for what a run found: the same on every engine, in every order of rows, wherever the texts were read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import pyarrow as pa

from twicetold import _kernels

# Where a record was read: the same texts from another file, folder or list have the same digest.
LOCATION_COLUMNS = ("source", "place")
_MODULUS = 1 << 128


class Digest:
    """SHA-256 over tables, each as its name, its columns, its number of rows and the sum of a hash of every row.

    The sum does not depend on the order of the rows, so `sum_rows` may run over parts of a table anywhere.
    """

    def __init__(self) -> None:
        self._whole = hashlib.sha256()

    def add(self, name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Add a table. The order of the tables counts, the order of their rows does not."""
        rows, total = sum_rows(batches)
        columns = ",".join(f"{field.name}:{field.type}" for field in schema if not is_location(field.name))
        self._whole.update(f"{name}({columns}) {rows} {total:032x}\n".encode())

    def hex(self) -> str:
        return self._whole.hexdigest()


def sum_rows(batches: Iterable[pa.RecordBatch]) -> tuple[int, int]:
    """Count the rows and sum their hashes; the results of two parts add up to that of the whole."""
    rows = total = 0
    for batch in batches:
        found = batch.select([name for name in batch.schema.names if not is_location(name)])
        rows += found.num_rows
        total = (total + _kernels.sum_row_hashes(found)) % _MODULUS
    return rows, total


def is_location(column: str) -> bool:
    """Whether a column, of either side of a pair, says where a record was read."""
    return column.removeprefix("left_").removeprefix("right_") in LOCATION_COLUMNS
