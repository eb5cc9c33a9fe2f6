"""Batches of what is there already: files with their readers, saved tables, rows in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.sources.base import BATCH_ROWS, Opened, same
from twicetold.readers.base import Reader, Split
from twicetold.schema import DOCUMENTS

if TYPE_CHECKING:
    from twicetold.engines.local import Local

LEAST_ROWS = 4_096


@dataclass(frozen=True)
class Files:
    """The documents of files, each with its reader."""

    files: tuple[tuple[Reader, str], ...]
    inputs = ()

    @property
    def schema(self) -> pa.Schema:
        return next((getattr(reader, "schema", DOCUMENTS) for reader, _ in self.files), DOCUMENTS)

    @property
    def total_bytes(self) -> int | None:
        sizes = [_size(path) for _, path in self.files]
        return None if None in sizes else sum(size for size in sizes if size is not None)

    def open(self, engine: Local) -> Opened:
        before = 0
        for reader, named in groupby(self.files, key=lambda each: each[0]):
            paths = [path for _, path in named]
            if hasattr(reader, "read_many"):
                yield from _many(reader, paths, before)
            else:
                yield from _one_by_one(reader, paths, before)
            before += sum(_size(path) or 0 for path in paths)


def _one_by_one(reader: Reader, paths: Sequence[str], before: int) -> Opened:
    for path in paths:
        batches = reader.read(Split(path))
        for batch in batches:
            yield before + getattr(batches, "bytes_read", 0), partial(same, batch)
        before += _size(path) or 0


def _many(reader: Any, paths: Sequence[str], before: int) -> Opened:
    """Small files in common batches: a batch for each of 5,000 files costs more than all that is done with them."""
    done = before

    def splits() -> Iterator[Split]:
        nonlocal done
        for path in paths:
            done += _size(path) or 0  # a batch comes with the file that fills it
            yield Split(path)

    for batch in reader.read_many(splits()):
        yield done, partial(same, batch)


@dataclass(frozen=True)
class Saved:
    """A Parquet file, row group by row group; of its columns all, or some in this order."""

    path: Path
    columns: tuple[str, ...] = ()
    inputs = ()

    @property
    def schema(self) -> pa.Schema:
        whole = pq.read_schema(self.path)
        return pa.schema([whole.field(name) for name in self.columns]) if self.columns else whole

    @property
    def total_bytes(self) -> int | None:
        return self.path.stat().st_size

    def open(self, engine: Local) -> Opened:
        metadata = pq.read_metadata(self.path)
        done = 0
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            done += sum(group.column(each).total_compressed_size for each in range(group.num_columns))
            yield done, partial(self._row_group, metadata, number)

    def _row_group(self, metadata: pq.FileMetaData, number: int) -> pa.RecordBatch:
        with pq.ParquetFile(self.path, metadata=metadata) as file:
            table = file.read_row_group(number, columns=list(self.columns) or None, use_threads=False)
            return _one_batch(table.select(self.columns) if self.columns else table)


@dataclass(frozen=True, eq=False)
class Held:
    """Rows in memory."""

    rows: pa.Table
    inputs = ()
    total_bytes = None

    @property
    def schema(self) -> pa.Schema:
        return self.rows.schema

    def open(self, engine: Local) -> Opened:
        # Small enough to keep every worker busy, large enough that the rows are what costs.
        rows = min(max(self.rows.num_rows // (4 * engine.machine.workers), LEAST_ROWS), BATCH_ROWS)
        for batch in self.rows.to_batches():
            for start in range(0, batch.num_rows, rows):
                yield 0, partial(same, batch.slice(start, rows))


def _one_batch(table: pa.Table) -> pa.RecordBatch:
    batches: list[Any] = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)


def _size(path: str) -> int | None:
    try:
        return Path(path).stat().st_size
    except OSError:
        return None
