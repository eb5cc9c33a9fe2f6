"""A table with what another has for its keys. A kernel holds the rows of the other, on disk where they are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.graph import JoinNode
from twicetold.engines.local.batches import PendingBatches, cut_batches
from twicetold.engines.local.memory import release_memory
from twicetold.tables.batches import Batch, build_batch, concat_batches

if TYPE_CHECKING:
    from twicetold.engines.local.engine import Local


def join_lookup(node: JoinNode, engine: Local) -> PendingBatches:
    """Read the lookup into a store, and return the rows of the table with what is looked up."""
    rows = engine.run_table(node.table)  # what the table drains is drained, and out of memory, before the store fills
    release_memory()
    join = LookupJoin(node, engine)
    return join.join_shared_rows(rows) if node.shared else join.join_rows(rows)


class LookupJoin:
    """A join whose lookup has been read."""

    def __init__(self, node: JoinNode, engine: Local) -> None:
        self.node = node
        self.limits = engine.limits
        self.reordered_rows = engine.limits.count_reordered_rows(engine.compute_memory_share(0.25))
        self.payload, self.schema = node.payload, node.schema
        self.numbers = _kernels.Lookup()
        self.store = _kernels.Store(engine.compute_memory_share(0.4), engine.scratch)
        self.stored_rows = self.stored_bytes = 0
        for keys, payload, size in engine.stream_table(node.lookup, self._split_lookup):
            self.numbers.push(keys)
            self.store.push(payload)
            self.stored_rows, self.stored_bytes = self.stored_rows + len(keys), self.stored_bytes + size
        self.numbers.finish()
        self.store.finish()

    def _split_lookup(self, batch: Batch) -> tuple[pa.Array, _kernels.Rows, int]:
        return batch[self.node.key], _kernels.encode_rows(batch.select(self.payload.names), []), batch.nbytes

    # ---- rows one by one ----

    def join_rows(self, rows: Iterator[tuple[float, Batch]]) -> PendingBatches:
        """Return the rows in their order, each with what is looked up for it."""
        cut = ((done, part) for done, batch in rows for part in self._cut_batch(batch))
        return ((done, partial(self._attach_columns, batch)) for done, batch in cut)

    def _cut_batch(self, batch: Batch) -> Iterator[Batch]:
        """Yield a batch in pieces by what each will hold: what is looked up may be whole documents."""
        if not batch.num_rows:
            yield batch
            return
        if not self._has_large_rows:
            each = max(self.stored_bytes * len(self.node.on) // max(self.stored_rows, 1), 1)
            yield from cut_batches([batch], max(self.limits.joined_batch_bytes // each, 1))
            return
        sizes = [self.store.sizes(self.numbers.find(batch[column])) for column in self.node.on]
        total = pc.cumulative_sum(reduce(pc.add, sizes))
        cuts = pc.run_end_encode(pc.divide(total, self.limits.joined_batch_bytes)).run_ends.to_pylist()
        for start, end in pairwise([0, *cuts]):
            yield batch.slice(start, end - start)

    @cached_property
    def _has_large_rows(self) -> bool:
        if not self.stored_rows:
            return False
        widest = pc.max(self.store.sizes(pa.arange(0, self.stored_rows).cast(pa.uint32()))).as_py()
        return bool(
            self.stored_bytes > self.limits.large_row_bytes * self.stored_rows or widest > self.limits.wide_row_bytes
        )

    def _attach_columns(self, batch: Batch) -> Batch:
        if self.node.keep:
            found = [self.numbers.find(batch[column]) for column in self.node.on]
        else:
            batch, found = self._drop_unknown_rows(batch)
        columns = list(batch.columns)
        for each in found:
            columns += self._read_payload(each).columns
        return build_batch(columns, self.schema)

    def _read_payload(self, numbers: pa.Array) -> Batch:
        read: Batch = _kernels.decode_rows(self.store.read(numbers.drop_null()), self.payload, [])
        if not numbers.null_count:
            return read
        known = numbers.is_valid()
        places = pc.subtract(pc.cumulative_sum(known.cast(pa.int64())), 1)
        return read.take(pc.if_else(known, places, pa.scalar(None, pa.int64())))

    # ---- pairs that share rows ----

    def join_shared_rows(self, rows: Iterator[tuple[float, Batch]]) -> PendingBatches:
        """Return pairs with dictionaries over the rows of the lookup; where those are large, in a better order."""
        if self._has_large_rows:
            return self._arrange_pairs(rows)
        return ((done, partial(self._share_rows_of_batch, batch)) for done, batch in rows)

    def _arrange_pairs(self, rows: Iterator[tuple[float, Batch]]) -> PendingBatches:
        """Yield pairs in an order in which few rows of the lookup serve many of them."""
        limits = self.limits
        for done, batch in _combine_batches(rows, self.reordered_rows):
            pairs, (left, right) = self._drop_unknown_rows(batch)
            order, ends = self.store.arrange(left, right, limits.shared_batch_bytes, limits.max_shared_batch_rows)
            for start, end in pairwise([0, *ends]):
                yield done, partial(self._share_rows_in_order, pairs, order.slice(start, end - start), (left, right))

    def _share_rows_in_order(self, pairs: Batch, order: pa.Array, found: Sequence[pa.Array]) -> Batch:
        return self._share_rows(pairs.take(order), [each.take(order) for each in found])

    def _share_rows_of_batch(self, batch: Batch) -> Batch:
        return self._share_rows(*self._drop_unknown_rows(batch))

    def _drop_unknown_rows(self, batch: Batch) -> tuple[Batch, list[pa.Array]]:
        """Return the rows whose keys are all in the lookup, and the numbers of those in the lookup."""
        found = [self.numbers.find(batch[column]) for column in self.node.on]
        if not any(each.null_count for each in found):
            return batch, found
        known = reduce(pc.and_, [each.is_valid() for each in found])
        return batch.filter(known), [each.filter(known) for each in found]

    def _share_rows(self, pairs: Batch, found: Sequence[pa.Array]) -> Batch:
        """Return pairs with dictionaries over the rows of the lookup, each of which is there once."""
        both = pa.concat_arrays(found).dictionary_encode()
        read = _kernels.decode_rows(self.store.read(both.dictionary), self.payload, [])
        columns, fields = list(pairs.columns), list(pairs.schema)
        for number, side in enumerate(self.node.on):
            places = both.indices.slice(number * pairs.num_rows, pairs.num_rows)
            for field in self.payload:
                columns.append(pa.DictionaryArray.from_arrays(places, read[field.name]))
                fields.append(pa.field(f"{side}_{field.name}", columns[-1].type, nullable=field.nullable))
        return build_batch(columns, pa.schema(fields))


def _combine_batches(rows: Iterator[tuple[float, Batch]], most: int) -> Iterator[tuple[float, Batch]]:
    """Yield batches put together until they have `most` rows."""
    waiting: list[Batch] = []
    done = 0.0
    for done, batch in rows:
        waiting.append(batch)
        if sum(each.num_rows for each in waiting) >= most:
            yield done, concat_batches(waiting)
            waiting = []
    if waiting:
        yield done, concat_batches(waiting)
