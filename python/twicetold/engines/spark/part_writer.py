"""What a task writes: the part files of one partition, and a report of each for the driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold.engines.parquet import ParquetSink
from twicetold.engines.spark.blocks import Batches
from twicetold.engines.spark.groups import mark_group_starts
from twicetold.engines.steps import Chain, apply_chains
from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.tables.files import compute_checksum, give_to_arrow, sync_file
from twicetold.tables.row_sums import RowSum, sum_rows
from twicetold.tables.stored import StoredPart

# What a task says of a part file: of which table it is, its place in the order, and what a file that is kept holds.
REPORT = pa.schema(
    [
        ("table", pa.int64()),
        ("partition", pa.int64()),
        ("path", pa.string()),
        ("rows", pa.int64()),
        ("groups", pa.int64()),
        ("bytes", pa.int64()),
        ("checksum", pa.string()),  # "" where the file is not kept
        ("total", pa.string()),
    ]
)
REPORT_DDL = (
    "table long, partition long, path string, rows long, groups long, bytes long, checksum string, total string"
)


class PartUse(Enum):
    """What a part file is for."""

    SCRATCH = "read in this save alone"
    TEMPORARY = "a file of a table that later stages read"
    FINAL = "a file of a table that users read"


@dataclass(frozen=True)
class PartReport:
    """What a task says of a part file it wrote."""

    table: int
    partition: int
    path: Path
    rows: int
    groups: int
    stored: StoredPart | None


@dataclass(frozen=True)
class PartWriter:
    """Writes what chains of steps make of a task's batches to a part file each, packed for its use.

    With `by`, the groups of the rows are counted.
    """

    chains: tuple[Chain, ...]
    schemas: tuple[pa.Schema, ...]
    uses: tuple[PartUse, ...]
    folder: str
    by: tuple[str, ...] = ()

    @classmethod
    def write_scratch(
        cls, chains: Sequence[Chain], schemas: Sequence[pa.Schema], folder: Path, by: tuple[str, ...] = ()
    ) -> PartWriter:
        """A writer of files that only this save reads."""
        return cls(tuple(chains), tuple(schemas), (PartUse.SCRATCH,) * len(chains), str(folder), by)

    def write_batches(self, batches: Batches) -> Batch:
        partition, attempt = identify_task()
        sinks: dict[int, ParquetSink] = {}
        sums: dict[int, RowSum] = {}
        paths = [Path(self.folder) / f"{partition:06}-{table}-{attempt}.parquet" for table in range(len(self.chains))]
        groups = 0
        try:
            for batch in batches:
                groups += pc.sum(mark_group_starts(batch, self.by)).as_py() if self.by else 0
                for table, made in enumerate(apply_chains(self.chains, batch)):
                    if not made.num_rows:
                        continue
                    is_final = self.uses[table] is PartUse.FINAL
                    if table not in sinks:
                        sinks[table] = ParquetSink(paths[table], self.schemas[table], temporary=not is_final)
                    sinks[table].write(made)
                    if is_final:
                        sums[table] = sums.get(table, RowSum()) + sum_rows([made])
        except BaseException as error:
            for sink in sinks.values():
                sink.__exit__(type(error))
            raise
        for sink in sinks.values():
            sink.__exit__(None)
        return build_report(
            [
                PartReport(
                    table,
                    partition,
                    paths[table],
                    sink.rows,
                    groups,
                    _describe_kept_part(paths[table], sink.rows, sums.get(table), self.uses[table]),
                )
                for table, sink in sinks.items()
            ]
        )


def describe_saved_part(path: Path, rows: int, use: PartUse) -> StoredPart | None:
    """Describe a file whose rows were not summed as they were written."""
    if use is not PartUse.FINAL:
        return _describe_kept_part(path, rows, None, use)
    with pq.ParquetFile(give_to_arrow(path)) as file:
        groups = (file.read_row_group(group, use_threads=False) for group in range(file.num_row_groups))
        found = sum_rows(batch for group in groups for batch in group.to_batches())
    return _describe_kept_part(path, rows, found, use)


def _describe_kept_part(path: Path, rows: int, found: RowSum | None, use: PartUse) -> StoredPart | None:
    """Sync a file that is kept, and describe it."""
    if use is PartUse.SCRATCH:
        return None
    sync_file(path)
    return StoredPart(rows, path.stat().st_size, compute_checksum(path), f"{found.total:032x}" if found else "")


def build_report(parts: Sequence[PartReport]) -> Batch:
    """The REPORT of parts."""
    return build_batch_of_rows([_build_row(part) for part in parts], REPORT)


def _build_row(part: PartReport) -> dict[str, object]:
    stored = part.stored
    return {
        "table": part.table,
        "partition": part.partition,
        "path": str(part.path),
        "rows": part.rows,
        "groups": part.groups,
        "bytes": stored.bytes if stored else 0,
        "checksum": stored.checksum if stored else "",
        "total": stored.total if stored else "",
    }


def identify_task() -> tuple[int, int]:
    """The numbers of the partition and of the attempt at it."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return (context.partitionId(), context.taskAttemptId()) if context else (0, 0)
