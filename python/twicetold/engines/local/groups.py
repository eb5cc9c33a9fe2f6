"""Rows brought together: groups, in order; and the connected components of pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import TYPE_CHECKING

import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.graph import ComponentsNode, GroupNode, RowsNode, SavedNode, Table, UnionNode
from twicetold.engines.local.batches import PendingBatches, cut_batches, wrap_batches
from twicetold.engines.local.inputs import count_saved_rows
from twicetold.tables.batches import Batch, concat_batches
from twicetold.tables.matching import KEYS, PAIRS

if TYPE_CHECKING:
    from twicetold.engines.local.engine import Local


def group_rows(node: GroupNode, engine: Local) -> PendingBatches:
    """Sort the rows and return them in batches that cut no group.

    Keys and pairs, of which there are many times more than sentences, have kernels of their own.
    """
    schema, limits = node.table.schema, engine.limits
    if node.in_order:
        return _keep_groups_together(node, engine)
    if node.number is None and node.by == ("key",) and schema.equals(KEYS):
        return _group_keys(node, engine)
    if node.number is None and node.distinct and schema.equals(PAIRS) and node.by == ("left", "right"):
        pairs = _kernels.PairSet(engine.compute_memory_share(0.3), engine.scratch, engine.machine.worker_count)
        pushed = _fill_kernel(node.table, engine, pairs)
        return wrap_batches(cut_batches(iter(pairs.next, None), limits.batch_rows), pushed)
    return _sort_rows(node, engine)


def _group_keys(node: GroupNode, engine: Local) -> PendingBatches:
    """Return keys in order; those of tables that stand apart, table by table, so that the disk holds one at a time."""
    numbers, taken = _hold_numbers(node.beside, engine)
    memory_bytes = engine.compute_memory_share(0.5, taken)
    tables = node.table.node.tables if node.apart and isinstance(node.table.node, UnionNode) else (node.table,)
    names = tuple(name for name in node.beside.schema.names if name != "unit") if node.beside else ()

    def attach_numbers(make: Callable[[], Batch]) -> Batch:
        return numbers.attach(make(), names) if numbers else make()

    first = _fill_grouper(tables[0], engine, memory_bytes)

    def yield_groups() -> PendingBatches:
        grouper = first
        for number, table in enumerate(tables):
            if number:
                grouper = _fill_grouper(table, engine, memory_bytes)
            kernel, pushed = grouper
            for done, make in wrap_batches(iter(partial(kernel.next, engine.limits.key_batch_rows), None), pushed):
                yield (number + done) / len(tables), partial(attach_numbers, make)

    return yield_groups()


def _hold_numbers(beside: Table | None, engine: Local) -> tuple[_kernels.UnitNumbers | None, int]:
    """Hold the columns beside units in memory, if they fit; and return how many bytes they take."""
    if beside is None or not isinstance(beside.node, SavedNode | RowsNode):
        return None, 0
    rows = beside.node.rows.num_rows if isinstance(beside.node, RowsNode) else count_saved_rows(beside.node)
    size = rows * engine.limits.held_row_bytes
    if size > engine.compute_memory_share(engine.limits.held_share):
        return None, 0
    numbers = _kernels.UnitNumbers(rows)
    for batch in engine.stream_table(beside):
        numbers.push(batch)
    return numbers, size


def _fill_grouper(table: Table, engine: Local, memory_bytes: int) -> tuple[_kernels.Grouper, int]:
    grouper = _kernels.Grouper(memory_bytes, engine.scratch)
    return grouper, _fill_kernel(table, engine, grouper)


def _fill_kernel(table: Table, engine: Local, kernel: _kernels.Grouper | _kernels.PairSet) -> int:
    """Push all rows of a table, and return how many there were."""
    rows = 0
    for batch in engine.stream_table(table):
        kernel.push(batch)
        rows += batch.num_rows
    kernel.finish()
    return rows


def _sort_rows(node: GroupNode, engine: Local) -> PendingBatches:
    # With the store of a join that feeds it, 0.8 of the memory: the rest is for batches and what the allocator wastes.
    sorter = _kernels.Sorter(engine.compute_memory_share(0.4), engine.scratch, engine.machine.worker_count)
    by, limits, pushed = list(node.by), engine.limits, 0
    for rows in engine.stream_table(node.table, partial(_encode_rows, by=by)):
        pushed += len(rows)  # the sorter empties them
        sorter.push(rows)
    sorter.finish()
    schema = node.table.schema
    if node.resolver:
        parts = iter(partial(sorter.next, limits.sorted_batch_bytes, False), None)
        decoded = (_kernels.decode_rows(rows, schema, by) for rows in parts)
        resolved = node.resolver.resolve_parts(decoded, engine.compute_memory_share(0.3), engine.scratch)
        return wrap_batches(cut_batches(resolved, limits.batch_rows))
    pieces = iter(partial(sorter.next, limits.key_batch_bytes if by == ["key"] else limits.sorted_batch_bytes), None)
    return _decode_pieces(pieces, pushed, partial(_kernels.decode_rows, schema=schema, by=by, number=node.number))


def _decode_pieces(
    pieces: Iterator[_kernels.Rows], total_rows: int, decode: Callable[[_kernels.Rows], Batch]
) -> PendingBatches:
    done = 0
    for rows in pieces:
        done += len(rows)
        yield done / total_rows, partial(decode, rows)


def _keep_groups_together(node: GroupNode, engine: Local) -> PendingBatches:
    """Return rows that are in order already in batches that cut no group."""
    held: list[Batch] = []
    share = 0.0
    for share, batch in engine.run_table(node.table):
        if not batch.num_rows:
            continue
        last = _find_last_group(batch, node.by)
        if last or (held and _find_last_group(concat_batches([held[-1].slice(0, 1), batch]), node.by)):
            if whole := [*held, *([batch.slice(0, last)] if last else [])]:
                yield share, partial(concat_batches, whole)
            held = []
        held.append(batch.slice(last))
    if held:
        yield share, partial(concat_batches, held)


def _find_last_group(batch: Batch, by: tuple[str, ...]) -> int:
    """The first row of the last group."""
    differs = reduce(pc.or_, (pc.not_equal(batch[name], batch[name][-1]) for name in by))
    rows = pc.indices_nonzero(differs)
    return rows[-1].as_py() + 1 if len(rows) else 0


def _encode_rows(batch: Batch, by: list[str]) -> _kernels.Rows:
    return _kernels.encode_rows(batch, by)


def find_components(node: ComponentsNode, engine: Local) -> PendingBatches:
    """Join all pairs by union-find and return the components."""
    kernel = _kernels.Components()
    for batch in engine.stream_table(node.pairs):
        kernel.push(batch)
    return wrap_batches(cut_batches([kernel.finish()], engine.limits.batch_rows))
