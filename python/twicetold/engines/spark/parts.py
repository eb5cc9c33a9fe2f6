"""Part files: what tasks leave in a folder that driver and executors share, and how they become one file again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.parquet import ParquetSink
from twicetold.engines.spark.tasks import Stored
from twicetold.errors import RunError

TASK_BYTES = 32 << 20  # of stored rows that one task reads


@dataclass(frozen=True, order=True)
class Part:
    """A file with the rows of one partition; parts sort as their rows do."""

    partition: int
    path: str
    rows: int
    groups: int = 0
    bytes: int = 0


def check_seen(parts: Sequence[Part]) -> None:
    """Says so where the executors wrote to a disk that the driver does not see."""
    for part in parts:
        if not Path(part.path).exists():
            hint = "put the run folder (-o) on a file system that the driver and all executors share"
            raise RunError(f"an executor wrote `{part.path}`, which the driver does not see", hint)


def one_by_one(parts: Sequence[Part]) -> Stored:
    """A task for each part, so that a task's rows are in order and its groups whole."""
    return Stored(tuple(((part.path, 0, _row_groups(part.path)),) for part in parts))


def row_ranges(paths: Sequence[str]) -> Stored:
    """Tasks of about TASK_BYTES, in the order of the rows."""
    tasks: list[tuple[tuple[str, int, int], ...]] = []
    waiting: list[tuple[str, int, int]] = []
    size = 0
    for path in paths:
        metadata = pq.read_metadata(path)
        for number in range(metadata.num_row_groups):
            waiting.append((path, number, number + 1))
            size += metadata.row_group(number).total_byte_size
            if size >= TASK_BYTES:
                tasks.append(tuple(waiting))
                waiting, size = [], 0
    return Stored((*tasks, tuple(waiting)) if waiting else tuple(tasks))


def _row_groups(path: str) -> int:
    return int(pq.read_metadata(path).num_row_groups)


def batches(parts: Sequence[Part]) -> Iterator[pa.RecordBatch]:
    """The rows of parts in order, a row group in memory at a time."""
    for part in parts:
        with pq.ParquetFile(part.path) as file:
            for group in range(file.num_row_groups):
                yield from file.read_row_group(group).to_batches()


def concatenate(parts: Sequence[Part], path: Path, schema: pa.Schema) -> int:
    """One file of all rows in order; gives their number. A single part becomes the file itself."""
    if len(parts) == 1:
        shutil.move(parts[0].path, path)
        return parts[0].rows
    with ParquetSink(path, schema) as sink:
        for batch in batches(parts):
            sink.write(batch)
    return sink.rows
