"""A node of the graph as batches that this machine can make."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from twicetold.engines import graph
from twicetold.engines.local.batches import PendingBatches, wrap_batches
from twicetold.engines.local.groups import find_components, group_rows
from twicetold.engines.local.inputs import read_files, read_rows, read_saved
from twicetold.engines.local.joins import join_lookup

if TYPE_CHECKING:
    from twicetold.engines.local.engine import Local


def open_node(node: graph.Node, engine: Local) -> PendingBatches:
    """Return the batches of a node. What it must see whole first (groups, a lookup) is read before this returns."""
    match node:
        case graph.FilesNode():
            return read_files(node)
        case graph.SavedNode():
            return read_saved(node)
        case graph.RowsNode():
            return read_rows(node, engine.machine.worker_count, engine.limits)
        case graph.BatchesNode():
            return ((0.0, make) for make in node.list_batches())
        case graph.GroupNode():
            return group_rows(node, engine)
        case graph.JoinNode():
            return join_lookup(node, engine)
        case graph.UnionNode():
            return wrap_batches(batch for table in node.tables for batch in engine.stream_table(table))
        case graph.ComponentsNode():
            return find_components(node, engine)
        case _:
            assert_never(node)
