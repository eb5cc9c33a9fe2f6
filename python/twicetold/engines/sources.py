"""Where the local engine's batches come from: files, saved tables, groups, joins, components.

`open` does at once what must be done before there is a first batch (draining what is to be sorted), and gives work that
a pool can do side by side: functions without arguments, each making a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold import _kernels
from twicetold.readers.base import Reader, Split
from twicetold.schema import COMPONENTS, DOCUMENTS, KEYS, PAIRS

if TYPE_CHECKING:
    from twicetold.engines.local import Local
    from twicetold.engines.plan import Table

Work = Callable[[], pa.RecordBatch]
Opened = Iterator[tuple[int, Work]]  # each with the bytes of input that are read by then

PIECE_BYTES = 4 << 20  # of sorted rows in a batch
JOINED_BYTES = 8 << 20  # of what is looked up for a batch, about, where a row has more than
LARGE_ROW = 1 << 8  # bytes: 65,536 pairs are then 32 MB, and a worker has 48
WIDEST_ROW = 1 << 12  # a single one, that many rows may ask for
BATCH_ROWS = 65_536
LEAST_ROWS = 4_096
KEY_ROWS = 16_384  # a crowd of keys makes hundreds of pairs for each
KEY_BYTES = KEY_ROWS * 32  # the same of rows that hold more than a key and a unit


class Source(Protocol):
    """Something that makes batches."""

    @property
    def schema(self) -> pa.Schema: ...

    @property
    def inputs(self) -> tuple[Table, ...]:
        """The tables that it drains."""
        ...

    @property
    def total_bytes(self) -> int | None:
        """Of input to be read, where it reads any and that can be known."""
        ...

    def open(self, engine: Local) -> Opened: ...


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
            yield before + getattr(batches, "bytes_read", 0), partial(_same, batch)
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
        yield done, partial(_same, batch)


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
                yield 0, partial(_same, batch.slice(start, rows))


@dataclass(frozen=True)
class Grouped:
    """The rows of a table in order, no group cut."""

    table: Table
    by: tuple[str, ...]
    number: str | None = None
    distinct: bool = False
    total_bytes = None

    @property
    def inputs(self) -> tuple[Table, ...]:
        return (self.table,)

    @property
    def schema(self) -> pa.Schema:
        fields = list(self.table.schema)
        return pa.schema([pa.field(self.number, pa.uint32(), nullable=False), *fields] if self.number else fields)

    def open(self, engine: Local) -> Opened:
        """Keys and pairs, of which there are many times more than sentences, have a way of their own."""
        if self.number is None and self.by == ("key",) and self.table.schema.equals(KEYS):
            grouper = _kernels.Grouper(engine.share(0.5), engine.scratch)
            self._fill(engine, grouper)
            return _counted(iter(partial(grouper.next, KEY_ROWS), None))
        if self.number is None and self.distinct and self.table.schema.equals(PAIRS) and self.by == ("left", "right"):
            pairs = _kernels.PairSet(engine.share(0.3), engine.scratch)
            self._fill(engine, pairs)
            return _counted(_cut(iter(pairs.next, None)))
        return self._by_sorter(engine)

    def _fill(self, engine: Local, kernel: _kernels.Grouper | _kernels.PairSet) -> None:
        for batch in engine.drain(self.table):
            kernel.push(batch)
        kernel.finish()

    def _by_sorter(self, engine: Local) -> Opened:
        sorter = _kernels.Sorter(engine.share(0.5), engine.scratch, engine.machine.workers)
        by = list(self.by)
        for rows in engine.drain(self.table, partial(_encode, by=by)):
            sorter.push(rows)
        sorter.finish()
        schema = self.table.schema
        pieces = iter(partial(sorter.next, KEY_BYTES if by == ["key"] else PIECE_BYTES), None)
        return ((0, partial(_kernels.decode_rows, rows, schema, by, self.number)) for rows in pieces)


def _encode(batch: pa.RecordBatch, by: list[str]) -> _kernels.Rows:
    return _kernels.encode_rows(batch, by)


def _cut(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """No batch larger than BATCH_ROWS: a pair is eight bytes here, and two texts after the next join."""
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH_ROWS):
            yield batch.slice(start, BATCH_ROWS)


def _counted(batches: Iterator[pa.RecordBatch]) -> Opened:
    return ((0, partial(_same, batch)) for batch in batches)


@dataclass(frozen=True)
class Joined:
    """A table with columns of another looked up by key."""

    table: Table
    lookup: Table
    on: tuple[str, ...]
    key: str
    keep: bool = False
    total_bytes = None

    @property
    def inputs(self) -> tuple[Table, ...]:
        return self.table, self.lookup

    @property
    def schema(self) -> pa.Schema:
        fields = list(self.table.schema)
        for column in self.on:
            for each in self._payload:
                name = f"{column}_{each.name}" if len(self.on) > 1 else each.name
                fields.append(pa.field(name, each.type, nullable=self.keep))
        return pa.schema(fields)

    @property
    def _payload(self) -> pa.Schema:
        return pa.schema([each for each in self.lookup.schema if each.name != self.key])

    def open(self, engine: Local) -> Opened:
        rows = engine.run(self.table)  # what the table drains is drained, and out of memory, before the store fills
        engine.hand_back()
        numbers = _kernels.Lookup()
        store = _kernels.Store(engine.share(0.5), engine.scratch)
        stored = stored_rows = 0
        for keys, payload, size in engine.drain(self.lookup, self._split):
            numbers.push(keys)
            store.push(payload)
            stored, stored_rows = stored + size, stored_rows + len(keys)
        numbers.finish()
        store.finish()
        schema = self.schema
        large = stored > LARGE_ROW * max(stored_rows, 1) or _widest(store, stored_rows) > WIDEST_ROW
        cut = (
            (done, part) for done, batch in rows for part in (self._cut(batch, numbers, store) if large else [batch])
        )
        return ((done, partial(self._attach, batch, numbers, store, schema)) for done, batch in cut)

    def _cut(self, batch: pa.RecordBatch, numbers: _kernels.Lookup, store: _kernels.Store) -> Iterator[pa.RecordBatch]:
        """What is looked up may be whole documents: then a batch is cut before it is joined, by what it will hold."""
        sizes = [store.sizes(numbers.find(batch[column])) for column in self.on]
        total = pc.cumulative_sum(sum_of(sizes))
        first = 0
        for end in pc.run_end_encode(pc.divide(total, JOINED_BYTES)).run_ends.to_pylist() if batch.num_rows else [0]:
            yield batch.slice(first, end - first)
            first = end

    def _split(self, batch: pa.RecordBatch) -> tuple[pa.Array, _kernels.Rows, int]:
        return batch[self.key], _kernels.encode_rows(batch.select(self._payload.names), []), batch.nbytes

    def _attach(
        self, batch: pa.RecordBatch, numbers: _kernels.Lookup, store: _kernels.Store, schema: pa.Schema
    ) -> pa.RecordBatch:
        found = [numbers.find(batch[column]) for column in self.on]
        if not self.keep:
            there = found[0].is_valid()
            for each in found[1:]:
                there = pc.and_(there, each.is_valid())
            batch = batch.filter(there)
            found = [each.filter(there) for each in found]
        columns = list(batch.columns)
        for each in found:
            columns += self._read(each, store).columns
        return pa.RecordBatch.from_arrays(columns, schema=schema)

    def _read(self, numbers: pa.Array, store: _kernels.Store) -> pa.RecordBatch:
        if not numbers.null_count:
            return _kernels.decode_rows(store.read(numbers), self._payload, [])
        there = numbers.is_valid()
        read = _kernels.decode_rows(store.read(numbers.drop_null()), self._payload, [])
        places = pc.subtract(pc.cumulative_sum(there.cast(pa.int64())), 1)
        return read.take(pc.if_else(there, places, pa.scalar(None, pa.int64())))


def _widest(store: _kernels.Store, rows: int) -> int:
    """The bytes of the largest row."""
    return pc.max(store.sizes(pa.arange(0, rows).cast(pa.uint32()))).as_py() if rows else 0


@dataclass(frozen=True)
class Union:
    """The rows of several tables, one after the other."""

    tables: tuple[Table, ...]
    total_bytes = None

    @property
    def inputs(self) -> tuple[Table, ...]:
        return self.tables

    @property
    def schema(self) -> pa.Schema:
        return self.tables[0].schema

    def open(self, engine: Local) -> Opened:
        return _counted(batch for table in self.tables for batch in engine.drain(table))


@dataclass(frozen=True)
class Components:
    """The connected components of pairs."""

    pairs: Table
    total_bytes = None
    schema = COMPONENTS

    @property
    def inputs(self) -> tuple[Table, ...]:
        return (self.pairs,)

    def open(self, engine: Local) -> Opened:
        kernel = _kernels.Components()
        for batch in engine.drain(self.pairs):
            kernel.push(batch)
        return _counted(_cut(iter([kernel.finish()])))


def _same(batch: pa.RecordBatch) -> pa.RecordBatch:
    return batch


def sum_of(columns: Sequence[pa.Array]) -> pa.Array:
    """Column by column."""
    return reduce(pc.add, columns)


def _one_batch(table: pa.Table) -> pa.RecordBatch:
    batches: list[Any] = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)


def _size(path: str) -> int | None:
    try:
        return Path(path).stat().st_size
    except OSError:
        return None
