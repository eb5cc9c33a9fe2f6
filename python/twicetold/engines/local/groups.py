"""Rows brought together: groups, in order; and the connected components of pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from twicetold import _kernels
from twicetold.engines.graph import ComponentsNode, GroupNode
from twicetold.engines.local.batches import PendingBatches, cut_batches, wrap_batches
from twicetold.tables.batches import Batch
from twicetold.tables.matching import KEYS, PAIRS

if TYPE_CHECKING:
    from twicetold.engines.local.engine import Local


def group_rows(node: GroupNode, engine: Local) -> PendingBatches:
    """Sort the rows and return them in batches that cut no group.

    Keys and pairs, of which there are many times more than sentences, have kernels of their own.
    """
    schema, limits = node.table.schema, engine.limits
    if node.number is None and node.by == ("key",) and schema.equals(KEYS):
        grouper = _kernels.Grouper(engine.compute_memory_share(0.5), engine.scratch)
        pushed = _fill_kernel(node, engine, grouper)
        return wrap_batches(iter(partial(grouper.next, limits.key_batch_rows), None), pushed)
    if node.number is None and node.distinct and schema.equals(PAIRS) and node.by == ("left", "right"):
        pairs = _kernels.PairSet(engine.compute_memory_share(0.3), engine.scratch, engine.machine.worker_count)
        pushed = _fill_kernel(node, engine, pairs)
        return wrap_batches(cut_batches(iter(pairs.next, None), limits.batch_rows), pushed)
    return _sort_rows(node, engine)


def _fill_kernel(node: GroupNode, engine: Local, kernel: _kernels.Grouper | _kernels.PairSet) -> int:
    """Push all rows of the node's table, and return how many there were."""
    rows = 0
    for batch in engine.stream_table(node.table):
        kernel.push(batch)
        rows += batch.num_rows
    kernel.finish()
    return rows


def _sort_rows(node: GroupNode, engine: Local) -> PendingBatches:
    sorter = _kernels.Sorter(engine.compute_memory_share(0.5), engine.scratch, engine.machine.worker_count)
    by, limits, pushed = list(node.by), engine.limits, 0
    for rows in engine.stream_table(node.table, partial(_encode_rows, by=by)):
        pushed += len(rows)  # the sorter empties them
        sorter.push(rows)
    sorter.finish()
    schema = node.table.schema
    pieces = iter(partial(sorter.next, limits.key_batch_bytes if by == ["key"] else limits.sorted_batch_bytes), None)
    return _decode_pieces(pieces, pushed, partial(_kernels.decode_rows, schema=schema, by=by, number=node.number))


def _decode_pieces(
    pieces: Iterator[_kernels.Rows], total_rows: int, decode: Callable[[_kernels.Rows], Batch]
) -> PendingBatches:
    done = 0
    for rows in pieces:
        done += len(rows)
        yield done / total_rows, partial(decode, rows)


def _encode_rows(batch: Batch, by: list[str]) -> _kernels.Rows:
    return _kernels.encode_rows(batch, by)


def find_components(node: ComponentsNode, engine: Local) -> PendingBatches:
    """Join all pairs by union-find and return the components."""
    kernel = _kernels.Components()
    for batch in engine.stream_table(node.pairs):
        kernel.push(batch)
    return wrap_batches(cut_batches([kernel.finish()], engine.limits.batch_rows))
