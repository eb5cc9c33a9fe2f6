"""The graph of tables: what is wanted, noted down verb by verb. It knows no engine.

A table is a node and the steps that the node's batches go through. Nothing is read or computed here: `engines/local`
and `engines/spark` each turn nodes into work, by the type of the node. Equal nodes are equal values, so an engine sees
what tables have in common and computes that once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.steps import GroupResolver, SelectColumns, Step
from twicetold.readers.base import Reader
from twicetold.tables.batches import Batch
from twicetold.tables.files import give_to_arrow
from twicetold.tables.matching import COMPONENTS
from twicetold.tables.reading import DOCUMENTS
from twicetold.tables.stored import list_table_files

MakeBatch: TypeAlias = Callable[[], Batch]


@dataclass(frozen=True)
class Table:
    """A node, and the steps that its batches go through."""

    node: Node
    steps: tuple[Step, ...] = ()

    @property
    def schema(self) -> pa.Schema:
        return self.steps[-1].schema if self.steps else self.node.schema


# ---- nodes that tables begin with ----


@dataclass(frozen=True)
class FilesNode:
    """The documents of files, each with its reader."""

    files: tuple[tuple[Reader, str], ...]
    inputs: ClassVar[tuple[Table, ...]] = ()

    @property
    def schema(self) -> pa.Schema:
        return next((getattr(reader, "schema", DOCUMENTS) for reader, _ in self.files), DOCUMENTS)


@dataclass(frozen=True)
class SavedNode:
    """The rows of Parquet files, one file after the other; all of their columns, or some in the order given.

    Without files there is no schema to read, so `file_schema` gives it where there may be none.
    """

    paths: tuple[Path, ...]
    columns: tuple[str, ...] = ()
    file_schema: pa.Schema | None = None
    inputs: ClassVar[tuple[Table, ...]] = ()

    @property
    def schema(self) -> pa.Schema:
        whole = self.file_schema or pq.read_schema(give_to_arrow(self.paths[0]))
        return pa.schema([whole.field(name) for name in self.columns]) if self.columns else whole


@dataclass(frozen=True, eq=False)
class RowsNode:
    """Rows in memory."""

    rows: pa.Table
    inputs: ClassVar[tuple[Table, ...]] = ()

    @property
    def schema(self) -> pa.Schema:
        return self.rows.schema


@dataclass(frozen=True, eq=False)
class BatchesNode:
    """Rows that functions make, a batch each; `list_batches` gives those functions when the rows are wanted."""

    schema: pa.Schema
    list_batches: Callable[[], Iterable[MakeBatch]]
    inputs: ClassVar[tuple[Table, ...]] = ()


# ---- nodes that are made of tables ----


@dataclass(frozen=True)
class GroupNode:
    """The rows of a table in order, no group cut; see `base.Engine.group`."""

    table: Table
    by: tuple[str, ...]
    number: str | None = None
    distinct: bool = False
    apart: bool = False
    beside: Table | None = None  # no input: an engine may do without it
    in_order: bool = False
    resolver: GroupResolver | None = None  # what is made of the groups, by one that takes them in parts

    @property
    def inputs(self) -> tuple[Table, ...]:
        return (self.table,)

    @property
    def schema(self) -> pa.Schema:
        if self.resolver:
            return self.resolver.schema
        fields = list(self.table.schema)
        return pa.schema([pa.field(self.number, pa.uint32(), nullable=False), *fields] if self.number else fields)


@dataclass(frozen=True)
class JoinNode:
    """A table with columns of another looked up by key; see `base.Engine.join`."""

    table: Table
    lookup: Table
    on: tuple[str, ...]
    key: str
    keep: bool = False
    shared: bool = False

    @property
    def inputs(self) -> tuple[Table, ...]:
        return self.table, self.lookup

    @property
    def payload(self) -> pa.Schema:
        """The columns that are looked up."""
        return pa.schema([each for each in self.lookup.schema if each.name != self.key])

    @property
    def schema(self) -> pa.Schema:
        fields = list(self.table.schema)
        for column in self.on:
            for each in self.payload:
                name = f"{column}_{each.name}" if len(self.on) > 1 else each.name
                fields.append(pa.field(name, each.type, nullable=self.keep or each.nullable))
        return pa.schema(fields)


@dataclass(frozen=True)
class UnionNode:
    """The rows of several tables, one after the other."""

    tables: tuple[Table, ...]

    @property
    def inputs(self) -> tuple[Table, ...]:
        return self.tables

    @property
    def schema(self) -> pa.Schema:
        return self.tables[0].schema


@dataclass(frozen=True)
class ComponentsNode:
    """The connected components of pairs."""

    pairs: Table
    schema: ClassVar[pa.Schema] = COMPONENTS

    @property
    def inputs(self) -> tuple[Table, ...]:
        return (self.pairs,)


Node: TypeAlias = FilesNode | SavedNode | RowsNode | BatchesNode | GroupNode | JoinNode | UnionNode | ComponentsNode


def walk_nodes(node: Node) -> Iterator[Node]:
    """Yield the node and every node below it; one that several tables are made of comes several times."""
    yield node
    for table in node.inputs:
        yield from walk_nodes(table.node)


class Planner:
    """The verbs that only note down; see `base.Engine`."""

    def read(self, sources: Sequence[tuple[Reader, str]]) -> Table:
        return Table(FilesNode(tuple(sources)))

    def load(self, path: Path) -> Table:
        return Table(SavedNode(tuple(list_table_files(path))))

    def load_rows(self, rows: pa.Table) -> Table:
        return Table(RowsNode(rows))

    def load_batches(self, schema: pa.Schema, list_batches: Callable[[], Iterable[MakeBatch]]) -> Table:
        return Table(BatchesNode(schema, list_batches))

    def map(self, table: Table, step: Step) -> Table:
        node = table.node
        if isinstance(node, SavedNode) and not table.steps and isinstance(step, SelectColumns):
            # The other columns are not even read.
            return Table(SavedNode(node.paths, tuple(step.schema.names), node.file_schema))
        return Table(node, (*table.steps, step))

    def group(
        self,
        table: Table,
        by: Sequence[str],
        step: Step,
        *,
        number: str | None = None,
        distinct: bool = False,
        apart: bool = False,
        beside: Table | None = None,
        in_order: bool = False,
    ) -> Table:
        if isinstance(step, GroupResolver):
            return Table(GroupNode(table, tuple(by), resolver=step))
        return Table(GroupNode(table, tuple(by), number, distinct, apart, beside, in_order), (step,))

    def join(
        self, table: Table, lookup: Table, on: Sequence[str], key: str, *, keep: bool = False, shared: bool = False
    ) -> Table:
        return Table(JoinNode(table, lookup, tuple(on), key, keep, shared))

    def union(self, *tables: Table) -> Table:
        return Table(UnionNode(tables))

    def find_components(self, pairs: Table) -> Table:
        return Table(ComponentsNode(pairs))
