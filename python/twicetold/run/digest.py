"""One number for what a run found: the same on every engine, in every order of rows, wherever the texts were read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import pyarrow as pa

from twicetold.tables.row_sums import RowSum, is_location, sum_rows


class Digest:
    """SHA-256 over tables, each as its name, its columns, its number of rows and the sum of a hash of every row.

    The sum does not depend on the order of the rows, so `sum_rows` may run over parts of a table anywhere.
    """

    def __init__(self) -> None:
        self._whole = hashlib.sha256()

    def add(self, name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Add a table. The order of the tables counts, the order of their rows does not."""
        self.add_sum(name, schema, sum_rows(batches))

    def add_sum(self, name: str, schema: pa.Schema, found: RowSum) -> None:
        """Add a table whose rows were summed where they were written."""
        columns = ",".join(f"{field.name}:{field.type}" for field in schema if not is_location(field.name))
        self._whole.update(f"{name}({columns}) {found.rows} {found.total:032x}\n".encode())

    def hex(self) -> str:
        return self._whole.hexdigest()
