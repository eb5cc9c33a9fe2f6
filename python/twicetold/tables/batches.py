"""A batch: some rows of a table, held in memory column by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pyarrow as pa


class Batch(Protocol):
    """What a step uses of a `pyarrow.RecordBatch`, which is what every batch is.

    A protocol and not an alias: pyarrow has no types, so an alias would be `Any` to mypy, and a table or an iterator
    given for a batch would pass.
    """

    @property
    def schema(self) -> pa.Schema: ...

    @property
    def num_rows(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

    @property
    def columns(self) -> list[pa.Array]: ...

    def __getitem__(self, column: str, /) -> pa.Array: ...

    def column(self, column: str | int, /) -> pa.Array: ...

    def select(self, columns: Sequence[str], /) -> Batch: ...

    def slice(self, offset: int = 0, length: int | None = None) -> Batch: ...

    def take(self, rows: pa.Array, /) -> Batch: ...

    def filter(self, mask: pa.Array, /) -> Batch: ...

    def set_column(self, place: int, field: pa.Field, column: pa.Array, /) -> Batch: ...

    def serialize(self) -> pa.Buffer: ...

    def to_pylist(self) -> list[dict[str, Any]]: ...


def build_batch(columns: Sequence[pa.Array], schema: pa.Schema) -> Batch:
    """Return columns as a batch with these names and types."""
    batch: Batch = pa.RecordBatch.from_arrays(columns, schema=schema)
    return batch


def build_named_batch(columns: Mapping[str, pa.Array], schema: pa.Schema) -> Batch:
    """Return the columns of a schema, taken by their names, as a batch."""
    return build_batch([columns[name] for name in schema.names], schema)


def build_batch_of_rows(rows: Sequence[dict[str, Any]], schema: pa.Schema) -> Batch:
    """Return rows as a batch; for few rows, since each is a Python object."""
    batch: Batch = pa.RecordBatch.from_pylist(rows, schema)
    return batch


def concat_batches(batches: Sequence[Batch]) -> Batch:
    """Return the rows of batches, at least one, as a single batch."""
    batch: Batch = pa.concat_batches(batches)
    return batch
