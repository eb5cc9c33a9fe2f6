"""The engine for one machine: this process, its threads, no server.

Batches are read one after the other and handed to a pool; the kernels release Python's lock, so steps run side by side.
Results come back in the order of the input, and no more than a few batches are under way at once, so memory does not
grow with the input.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.config import Machine
from twicetold.engines.base import Progress, Silent, Step
from twicetold.readers.base import Reader, Split
from twicetold.schema import DOCUMENTS

ROW_GROUP_BYTES = 32 << 20


@dataclass(frozen=True)
class Source:
    """Where batches come from: the files of a `read`, each with its reader."""

    files: tuple[tuple[Reader, str], ...]


@dataclass(frozen=True)
class Table:
    """A source and the steps that its batches go through."""

    source: Source
    steps: tuple[Step, ...] = ()

    @property
    def schema(self) -> pa.Schema:
        return self.steps[-1].schema if self.steps else DOCUMENTS


@dataclass
class Local:
    """`Local(Machine(threads=2))`; see `base.Engine` for the verbs."""

    machine: Machine = field(default_factory=Machine)
    progress: Progress = field(default_factory=Silent)

    def read(self, sources: Sequence[tuple[Reader, str]]) -> Table:
        return Table(Source(tuple(sources)))

    def map(self, table: Table, step: Step) -> Table:
        return Table(table.source, (*table.steps, step))

    def save(self, tables: Mapping[Path, Table]) -> dict[Path, int]:
        rows: dict[Path, int] = {}
        for source in dict.fromkeys(table.source for table in tables.values()):
            together = {path: table for path, table in tables.items() if table.source == source}
            with ExitStack() as stack:
                sinks = [stack.enter_context(ParquetSink(path, table.schema)) for path, table in together.items()]
                for outputs in self.batches(*together.values()):
                    for sink, batch in zip(sinks, outputs, strict=True):
                        sink.write(batch)
            rows |= {path: sink.rows for path, sink in zip(together, sinks, strict=True)}
        return rows

    def batches(self, *tables: Table) -> Iterator[tuple[pa.RecordBatch, ...]]:
        (source,) = {table.source for table in tables}

        def work(batch: pa.RecordBatch) -> tuple[pa.RecordBatch, ...]:
            return tuple(_apply(table.steps, batch) for table in tables)

        self.progress.start(_total_bytes(source))
        try:
            for done, outputs in _in_order(work, self._documents(source), self.machine.workers):
                self.progress.advance(done, outputs[0].num_rows)
                yield outputs
        finally:
            self.progress.stop()

    def _documents(self, source: Source) -> Iterator[tuple[int, pa.RecordBatch]]:
        """Every batch of every file, each with the bytes of input read up to it."""
        before = 0
        for reader, path in source.files:
            batches = reader.read(Split(path))
            for batch in batches:
                yield before + getattr(batches, "bytes_read", 0), batch
            before += _size(path) or 0


def _apply(steps: tuple[Step, ...], batch: pa.RecordBatch) -> pa.RecordBatch:
    for step in steps:
        batch = step(batch)
    return batch


def _in_order(
    work: Callable[[pa.RecordBatch], tuple[pa.RecordBatch, ...]],
    batches: Iterator[tuple[int, pa.RecordBatch]],
    workers: int,
) -> Iterator[tuple[int, tuple[pa.RecordBatch, ...]]]:
    """`work` on every batch by a pool, the results in the order of the batches, a bounded number under way."""
    if workers == 1:
        yield from ((done, work(batch)) for done, batch in batches)
        return
    under_way: deque[tuple[int, Future[tuple[pa.RecordBatch, ...]]]] = deque()
    with ThreadPoolExecutor(workers, thread_name_prefix="twicetold") as pool:
        try:
            for done, batch in batches:
                under_way.append((done, pool.submit(work, batch)))
                if len(under_way) > workers + 2:
                    first, result = under_way.popleft()
                    yield first, result.result()
            while under_way:
                first, result = under_way.popleft()
                yield first, result.result()
        finally:
            for _, result in under_way:
                result.cancel()


class ParquetSink:
    """A Parquet file that batches are added to; row groups are cut by bytes, so memory stays flat."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.rows = 0
        self._schema = schema
        self._waiting: list[pa.RecordBatch] = []
        self._bytes = 0
        # Titles and sections repeat from row to row and shrink to numbers; texts do not, and trying costs time.
        repeating = [each.name for each in schema if each.name not in ("text", "position", "start", "end")]
        self._writer = pq.ParquetWriter(path, schema, compression="zstd", compression_level=1, use_dictionary=repeating)

    def write(self, batch: pa.RecordBatch) -> None:
        if not batch.num_rows:
            return
        self.rows += batch.num_rows
        self._waiting.append(batch)
        self._bytes += batch.nbytes
        if self._bytes >= ROW_GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.Table.from_batches(self._waiting, self._schema))
            self._waiting, self._bytes = [], 0

    def __enter__(self) -> ParquetSink:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            self._flush()
        self._writer.close()


def _size(path: str) -> int | None:
    try:
        return Path(path).stat().st_size
    except OSError:
        return None


def _total_bytes(source: Source) -> int | None:
    sizes = [_size(path) for _, path in source.files]
    return None if None in sizes else sum(size for size in sizes if size is not None)
