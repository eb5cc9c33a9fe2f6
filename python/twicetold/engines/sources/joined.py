"""Tables brought together: one with what another has for its keys; several, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.sources.base import Opened, opened

if TYPE_CHECKING:
    from twicetold.engines.local import Local
    from twicetold.engines.plan import Table

JOINED_BYTES = 8 << 20  # of what is looked up for a batch, about, where a row has more than
LARGE_ROW = 1 << 8  # bytes: 65,536 pairs are then 32 MB, and a worker has 48
WIDEST_ROW = 1 << 12  # a single one, that many rows may ask for
MEETING_ROWS = 1 << 22  # that are brought into a better order at a time, where rows of the lookup are shared
MEETING_BYTES = 12 << 20  # of rows in a batch, each counted once
PART_ROWS = 1 << 17  # in a batch at most, so that no worker is left alone with a family of thousands


@dataclass(frozen=True)
class Joined:
    """A table with columns of another looked up by key."""

    table: Table
    lookup: Table
    on: tuple[str, ...]
    key: str
    keep: bool = False
    shared: bool = False  # the two columns come as dictionaries over the same rows, each of which stands there once
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
        if self.shared:
            return self._meetings(rows, numbers, store)
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

    def _meetings(self, rows: Iterator[tuple[int, Any]], numbers: _kernels.Lookup, store: _kernels.Store) -> Opened:
        """Pairs in an order in which few rows serve many of them."""
        for done, table in _in_heaps(rows):
            left, right = (numbers.find(table[column]) for column in self.on)
            there = pc.and_(left.is_valid(), right.is_valid())
            table, left, right = table.filter(there), left.filter(there), right.filter(there)
            order, ends = store.arrange(left, right, MEETING_BYTES, PART_ROWS)
            for start, end in pairwise([0, *ends]):
                own = order.slice(start, end - start)
                yield done, partial(self._meet, table, own, (left, right), store)

    def _meet(
        self, table: pa.RecordBatch, own: pa.Array, found: Sequence[pa.Array], store: _kernels.Store
    ) -> pa.RecordBatch:
        batch = table.take(own)
        both = pa.concat_arrays([each.take(own) for each in found]).dictionary_encode()
        read = _kernels.decode_rows(store.read(both.dictionary), self._payload, [])
        columns, fields = list(batch.columns), list(batch.schema)
        for number, side in enumerate(self.on):
            places = both.indices.slice(number * len(own), len(own))
            for name in self._payload.names:
                columns.append(pa.DictionaryArray.from_arrays(places, read[name]))
                fields.append(pa.field(f"{side}_{name}", columns[-1].type, nullable=False))
        return pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields))

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


def _in_heaps(rows: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Batches put together until they have MEETING_ROWS."""
    heap: list[pa.RecordBatch] = []
    done = 0
    for done, batch in rows:
        heap.append(batch)
        if sum(each.num_rows for each in heap) >= MEETING_ROWS:
            yield done, pa.concat_batches(heap)
            heap = []
    if heap:
        yield done, pa.concat_batches(heap)


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
        return opened(batch for table in self.tables for batch in engine.drain(table))


def sum_of(columns: Sequence[pa.Array]) -> pa.Array:
    """Column by column."""
    return reduce(pc.add, columns)
