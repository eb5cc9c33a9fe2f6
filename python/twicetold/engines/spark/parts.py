"""Part files: what tasks leave in a folder that driver and executors share, and how they become a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.graph import SavedNode
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.spark.tasks import ReadStoredRows
from twicetold.errors import RunError
from twicetold.tables.batches import Batch
from twicetold.tables.files import give_to_arrow
from twicetold.tables.stored import StoredPart, write_folder

TASK_BYTES = 32 << 20  # of stored rows that one task reads


@dataclass(frozen=True, order=True)
class PartFile:
    """A file with the rows of one partition; parts sort as their rows do."""

    partition: int
    path: str
    rows: int
    groups: int = 0
    stored: StoredPart | None = field(default=None, compare=False)  # where the file is to be kept


def build_part_node(parts: Sequence[PartFile], schema: pa.Schema) -> SavedNode:
    """Return part files as a node of the graph."""
    return SavedNode(tuple(Path(part.path) for part in parts), file_schema=schema)


def check_parts_visible(parts: Sequence[PartFile]) -> None:
    """Says so where the executors wrote to a disk that the driver does not see."""
    for part in parts:
        if not Path(part.path).exists():
            hint = "put the run folder (-o) on a file system that the driver and all executors share"
            raise RunError(f"an executor wrote `{part.path}`, which the driver does not see", hint)


def assign_part_tasks(parts: Sequence[PartFile]) -> ReadStoredRows:
    """A task for each part, so that a task's rows are in order and its groups whole."""
    return ReadStoredRows(
        tuple(((part.path, 0, int(pq.read_metadata(give_to_arrow(part.path)).num_row_groups)),) for part in parts)
    )


def assign_row_ranges(paths: Sequence[str | Path], columns: Sequence[str] = ()) -> tuple[ReadStoredRows, int]:
    """Tasks of about TASK_BYTES, in the order of the rows; and how many bytes all rows take, unpacked."""
    tasks: list[tuple[tuple[str, int, int], ...]] = []
    waiting: list[tuple[str, int, int]] = []
    size = total = 0
    for path in paths:
        metadata = pq.read_metadata(give_to_arrow(path))
        for number in range(metadata.num_row_groups):
            waiting.append((str(path), number, number + 1))
            own = _count_group_bytes(metadata.row_group(number), columns)
            size, total = size + own, total + own
            if size >= TASK_BYTES:
                tasks.append(tuple(waiting))
                waiting, size = [], 0
    return ReadStoredRows((*tasks, tuple(waiting)) if waiting else tuple(tasks), tuple(columns)), total


def _count_group_bytes(group: pq.RowGroupMetaData, columns: Sequence[str]) -> int:
    if not columns:
        return int(group.total_byte_size)
    each = [group.column(number) for number in range(group.num_columns)]
    return sum(column.total_uncompressed_size for column in each if column.path_in_schema.split(".")[0] in columns)


def read_batches(parts: Sequence[PartFile]) -> Iterator[Batch]:
    """The rows of parts in order, a row group in memory at a time."""
    for part in parts:
        with pq.ParquetFile(give_to_arrow(part.path)) as file:
            for group in range(file.num_row_groups):
                yield from file.read_row_group(group).to_batches()


def save_parts(parts: Sequence[PartFile], path: Path, schema: pa.Schema, temporary: bool, most: int) -> int:
    """Make the parts a table, and give the number of its rows.

    Up to `most` bytes become one file, which the driver writes. A larger table is a folder of the files that the
    executors wrote, and none of its rows come here.
    """
    kept = [(part.path, part.stored) for part in parts if part.stored]
    if kept and len(kept) == len(parts) and sum(stored.bytes for _, stored in kept) > most:
        write_folder(path, kept)
        return sum(part.rows for part in parts)
    with ParquetSink(path, schema, temporary) as sink:
        for batch in read_batches(parts):
            sink.write(batch)
    return sink.rows
