"""A Parquet file that batches are added to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.tables.batches import Batch
from twicetold.tables.files import give_to_arrow

ROW_GROUP_BYTES = 8 << 20
TEMPORARY_ROW_GROUP_BYTES = 4 << 20  # a unit becomes many keys, and a row group is a batch
LARGE_ROW_BYTES = 2 << 10  # bytes: of whole documents, which the join puts into dozens of cells with all their text,
LARGE_ROW_GROUP_BYTES = 512 << 10  # a row group has no more
# Titles and sections repeat from row to row and shrink to numbers; these do not, and trying costs time.
UNREPEATED_COLUMNS = frozenset(
    [
        "text",
        "left_text",
        "right_text",
        "example",
        "position",
        "start",
        "end",
        "unit",
        "left",
        "right",
        "high",
        "low",
        "check",
        "copies",
        "collided",
        "documents",
        "similarity",
        "key",
    ]
)


class ParquetSink:
    """A Parquet file that batches are added to; row groups are cut by bytes, so memory stays flat.

    A `temporary` one is read once or twice and then removed: it is packed for speed, not for size.
    """

    def __init__(self, path: Path, schema: pa.Schema, temporary: bool = False) -> None:
        self.path = path
        self.rows = 0
        self._schema = schema
        self._waiting: list[Batch] = []
        self._bytes = 0
        self._temporary = temporary
        self._most = TEMPORARY_ROW_GROUP_BYTES if temporary else ROW_GROUP_BYTES
        repeating = [each.name for each in schema if each.name not in UNREPEATED_COLUMNS]
        packed: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": repeating}
        if temporary:
            packed = {"compression": "lz4", "use_dictionary": False, "write_statistics": False}
        with self._name_file_in_errors():
            self._writer = pq.ParquetWriter(give_to_arrow(path, "wb"), schema, **packed)

    def write(self, batch: Batch) -> None:
        if not batch.num_rows:
            return
        self.rows += batch.num_rows
        if self._temporary and batch.nbytes > LARGE_ROW_BYTES * batch.num_rows:
            for part in _slice_large_rows(batch):
                self._waiting.append(part)
                self._flush_rows()
            return
        self._waiting.append(batch)
        self._bytes += batch.nbytes
        if self._bytes >= self._most:
            self._flush_rows()

    def _flush_rows(self) -> None:
        if self._waiting:
            with self._name_file_in_errors():
                self._writer.write_table(pa.Table.from_batches(self._waiting, self._schema))
            self._waiting, self._bytes = [], 0

    @contextmanager
    def _name_file_in_errors(self) -> Iterator[None]:
        """An error of the disk says which file it was: Arrow's alone do not."""
        try:
            yield
        except OSError as error:
            error.filename = error.filename or str(self.path)
            raise

    def __enter__(self) -> ParquetSink:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            self._flush_rows()
            with self._name_file_in_errors():
                self._writer.close()
            return
        with suppress(OSError):  # it would hide the first error, and be the same one: the disk is full
            self._writer.close()


def _slice_large_rows(batch: Batch) -> Iterator[Batch]:
    """Large rows, a few at a time."""
    rows = max(LARGE_ROW_GROUP_BYTES * batch.num_rows // batch.nbytes, 1)
    return (batch.slice(start, rows) for start in range(0, batch.num_rows, rows))
