"""Tables changed before they are run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pyarrow as pa

from twicetold.engines.graph import ComponentsNode, GroupNode, JoinNode, Node, Table, UnionNode
from twicetold.tables.batches import Batch, build_batch


@dataclass(frozen=True)
class RenameColumns:
    """The same columns under other names."""

    schema: pa.Schema

    def __call__(self, batch: Batch) -> Batch:
        return build_batch(batch.columns, self.schema)


def name_lookup_columns(lookup: pa.Schema, node: JoinNode, column: str) -> pa.Schema:
    """The columns of a lookup as they are called once they stand beside `column`."""
    if node.table.schema.field(column).type != lookup.field(node.key).type:
        raise TypeError(f"`{column}` and `{node.key}` cannot meet: they are of two types")
    several = len(node.on) > 1
    return pa.schema(
        [each.with_name(f"{column}_{each.name}") if several and each.name != node.key else each for each in lookup]
    )


def replace_nodes(table: Table, replacements: Mapping[Node, Node]) -> Table:
    """Return the same table with some of the nodes that it is made of in place of others."""
    node = table.node

    def change(inner: Table) -> Table:
        return replace_nodes(inner, replacements)

    if node in replacements:
        node = replacements[node]
    elif isinstance(node, GroupNode):
        node = replace(node, table=change(node.table))
    elif isinstance(node, JoinNode):
        node = replace(node, table=change(node.table), lookup=change(node.lookup))
    elif isinstance(node, UnionNode):
        node = UnionNode(tuple(change(each) for each in node.tables))
    elif isinstance(node, ComponentsNode):
        node = ComponentsNode(change(node.pairs))
    return Table(node, table.steps)
