"""Part files: what tasks leave in a folder that driver and executors share, and how they become one file again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.parquet import ParquetSink
from twicetold.engines.sources import Opened, Saved
from twicetold.engines.spark.tasks import Stored
from twicetold.errors import RunError

if TYPE_CHECKING:
    from twicetold.engines.local import Local

TASK_BYTES = 32 << 20  # of stored rows that one task reads


@dataclass(frozen=True, order=True)
class Part:
    """A file with the rows of one partition; parts sort as their rows do."""

    partition: int
    path: str
    rows: int
    groups: int = 0


@dataclass(frozen=True)
class Filed:
    """Part files as the source of a table."""

    paths: tuple[str, ...]
    schema: pa.Schema
    inputs = ()
    total_bytes = None

    def open(self, engine: Local) -> Opened:
        return (each for path in self.paths for each in Saved(Path(path)).open(engine))


def filed(parts: Sequence[Part], schema: pa.Schema) -> Filed:
    return Filed(tuple(part.path for part in parts), schema)


def check_seen(parts: Sequence[Part]) -> None:
    """Says so where the executors wrote to a disk that the driver does not see."""
    for part in parts:
        if not Path(part.path).exists():
            hint = "put the run folder (-o) on a file system that the driver and all executors share"
            raise RunError(f"an executor wrote `{part.path}`, which the driver does not see", hint)


def one_by_one(parts: Sequence[Part]) -> Stored:
    """A task for each part, so that a task's rows are in order and its groups whole."""
    return Stored(tuple(((part.path, 0, int(pq.read_metadata(part.path).num_row_groups)),) for part in parts))


def row_ranges(paths: Sequence[str], columns: Sequence[str] = ()) -> tuple[Stored, int]:
    """Tasks of about TASK_BYTES, in the order of the rows; and how many bytes all rows take, unpacked."""
    tasks: list[tuple[tuple[str, int, int], ...]] = []
    waiting: list[tuple[str, int, int]] = []
    size = total = 0
    for path in paths:
        metadata = pq.read_metadata(path)
        for number in range(metadata.num_row_groups):
            waiting.append((path, number, number + 1))
            own = _row_group_bytes(metadata.row_group(number), columns)
            size, total = size + own, total + own
            if size >= TASK_BYTES:
                tasks.append(tuple(waiting))
                waiting, size = [], 0
    return Stored((*tasks, tuple(waiting)) if waiting else tuple(tasks), tuple(columns)), total


def _row_group_bytes(group: pq.RowGroupMetaData, columns: Sequence[str]) -> int:
    if not columns:
        return int(group.total_byte_size)
    each = [group.column(number) for number in range(group.num_columns)]
    return sum(column.total_uncompressed_size for column in each if column.path_in_schema.split(".")[0] in columns)


def batches(parts: Sequence[Part]) -> Iterator[pa.RecordBatch]:
    """The rows of parts in order, a row group in memory at a time."""
    for part in parts:
        with pq.ParquetFile(part.path) as file:
            for group in range(file.num_row_groups):
                yield from file.read_row_group(group).to_batches()


def concatenate(parts: Sequence[Part], path: Path, schema: pa.Schema, passing: bool) -> int:
    """One file of all rows in order; gives their number. A single part becomes a passing file itself."""
    if passing and len(parts) == 1:
        shutil.move(parts[0].path, path)
        return parts[0].rows
    with ParquetSink(path, schema, passing) as sink:
        for batch in batches(parts):
            sink.write(batch)
    return sink.rows
