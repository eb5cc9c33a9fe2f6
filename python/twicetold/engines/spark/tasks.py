"""What runs on an executor: a feed makes batches from what Spark hands over, and the result is sent on or written to
part files.

A feed is a frozen dataclass, called with an iterator of Spark's batches; it pickles by name, so an executor needs this
package. Nothing here talks to the driver but by what it gives back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold import _kernels
from twicetold.engines.graph import Table
from twicetold.engines.spark.blocks import Batches, SpreadToBuckets
from twicetold.engines.spark.groups import complete_groups, mark_group_starts
from twicetold.engines.spark.local_work import create_task_engine
from twicetold.engines.spark.part_writer import (
    PartReport,
    PartUse,
    PartWriter,
    build_report,
    describe_saved_part,
    identify_task,
)
from twicetold.engines.steps import Chain
from twicetold.errors import TwicetoldError
from twicetold.readers.base import Reader, Split
from twicetold.tables.batches import build_batch
from twicetold.tables.files import give_to_arrow

ERROR_MARK = "twicetold-error:"  # before an error of ours in the text of one of Spark's

KEYS_DDL = "key binary"


class Feed(Protocol):
    """Makes batches of our columns from those of Spark."""

    def __call__(self, batches: Batches, /) -> Batches: ...


@dataclass(frozen=True)
class ReadSplits:
    """The documents of splits: Spark hands over the numbers of tasks, a task is a list of splits.

    Paths stay as they were named, since documents may be named by them; relative ones count from `folder`.
    """

    tasks: tuple[tuple[tuple[Reader, Split], ...], ...]
    folder: str

    def __call__(self, batches: Batches) -> Batches:
        paths = [split.path for task in self.tasks for _, split in task]
        relative = any(not Path(path).is_absolute() and "://" not in path for path in paths)
        with chdir(self.folder) if relative else nullcontext():
            for number in _read_task_numbers(batches):
                for reader, split in self.tasks[number]:
                    yield from reader.read(split)


@dataclass(frozen=True)
class ReadStoredRows:
    """Rows of Parquet files: a task is a list of paths, each with a range of its row groups. No `columns` is all."""

    tasks: tuple[tuple[tuple[str, int, int], ...], ...]
    columns: tuple[str, ...] = ()

    def __call__(self, batches: Batches) -> Batches:
        for number in _read_task_numbers(batches):
            yield from read_stored_rows(self.tasks[number], self.columns)

    def merge_tasks(self) -> ReadStoredRows:
        """The same in one task."""
        return ReadStoredRows((tuple(each for task in self.tasks for each in task),), self.columns)


def read_stored_rows(ranges: Sequence[tuple[str, int, int]], columns: Sequence[str] = ()) -> Batches:
    """The rows of row groups, one group in memory at a time."""
    for path, first, last in ranges:
        with pq.ParquetFile(give_to_arrow(path)) as file:
            for group in range(first, last):
                table = file.read_row_group(group, columns=list(columns) or None, use_threads=False)
                yield from (table.select(list(columns)) if columns else table).to_batches()


@dataclass(frozen=True)
class ApplySteps:
    """A feed's batches through steps."""

    feed: Feed
    steps: Chain

    def __call__(self, batches: Batches) -> Batches:
        for batch in self.feed(batches):
            for step in self.steps:
                batch = step(batch)
            if batch.num_rows:
                yield batch


@dataclass(frozen=True)
class NumberGroups:
    """Stored groups with their number as a first column; `before` are the groups that come before each task's."""

    feed: ReadStoredRows
    by: tuple[str, ...]
    name: str
    before: tuple[int, ...]

    def __call__(self, batches: Batches) -> Batches:
        for task in _read_task_numbers(batches):
            number = self.before[task]
            for batch in complete_groups(read_stored_rows(self.feed.tasks[task]), self.by):
                within = pc.cumulative_sum(mark_group_starts(batch, self.by).cast(pa.int64()))
                numbers = pc.add(within, number - 1).cast(pa.uint32())
                number += within[-1].as_py()
                field = pa.field(self.name, pa.uint32(), nullable=False)
                yield build_batch([numbers, *batch.columns], batch.schema.insert(0, field))


def _read_task_numbers(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


# ---- functions for `mapInArrow` ----


def build_send_task(feed: Feed, spread: SpreadToBuckets) -> Callable[[Batches], Batches]:
    """Sends the rows of a feed on in blocks."""

    def run_task(batches: Batches) -> Batches:
        with forward_errors():
            yield from spread(feed(batches))

    return run_task


def build_sample_task(feed: Feed, by: tuple[str, ...], most: int) -> Callable[[Batches], Batches]:
    """Gives keys of rows from all over a feed, about `most` of every batch."""

    def run_task(batches: Batches) -> Batches:
        with forward_errors():
            for batch in feed(batches):
                some = batch.take(pa.array(range(0, batch.num_rows, batch.num_rows // most + 1)))
                keys = pa.array(_kernels.encode_row_keys(some, list(by)), pa.binary())
                yield pa.RecordBatch.from_arrays([keys], names=["key"])

    return run_task


def build_write_task(feed: Feed, writer: PartWriter) -> Callable[[Batches], Batches]:
    """Writes the rows of a feed to part files, and gives the REPORT.

    Every attempt at a task writes files of its own; only those of the one that succeeded are reported.
    """

    def run_task(batches: Batches) -> Batches:
        with forward_errors():
            yield writer.write_batches(feed(batches))

    return run_task


def build_single_write_task(
    tables: Sequence[Table], uses: Sequence[PartUse], folder: str
) -> Callable[[Batches], Batches]:
    """Makes tables of small ones that are stored, as the engine of one machine does, and gives the REPORT."""

    def run_task(batches: Batches) -> Batches:
        with forward_errors():
            for _ in _read_task_numbers(batches):
                _, attempt = identify_task()
                paths = [Path(folder) / f"alone-{table}-{attempt}.parquet" for table in range(len(tables))]
                scratch = [path for path, use in zip(paths, uses, strict=True) if use is not PartUse.FINAL]
                rows = create_task_engine().save(dict(zip(paths, tables, strict=True)), scratch)
                yield build_report(
                    [
                        PartReport(table, 0, path, rows[path], 0, describe_saved_part(path, rows[path], uses[table]))
                        for table, path in enumerate(paths)
                    ]
                )

    return run_task


@contextmanager
def forward_errors() -> Iterator[None]:
    """An error of ours crosses to the driver inside the text of Spark's; `failures.py` takes it out again."""
    try:
        yield
    except TwicetoldError as error:
        facts = {"kind": type(error).__name__, "message": error.message, "hint": error.hint}
        raise RuntimeError(f"{ERROR_MARK}{json.dumps(facts)}") from None
