"""Tables, run as Spark jobs.

A job runs one node and writes what every chain of steps makes of it to part files, one pass for all. Nodes in
between, asked for by one table only, run inside the job of that table; one that several tables ask for gets a job of
its own, and its part files are read instead. So nothing is computed twice, nothing is cached in executors (which may
die), and each job's result can be counted.

What is small is not sent around. Tables that are made of little (`alone_bytes`) are made by one task, and a table of
little that others look something up in is read by every task.

The rows that a group gives are put in global order only where they are saved or numbered; in between they go to
buckets by hash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias, assert_never, cast

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.engines.graph import (
    BatchesNode,
    ComponentsNode,
    FilesNode,
    GroupNode,
    JoinNode,
    Node,
    RowsNode,
    SavedNode,
    Table,
    UnionNode,
    walk_nodes,
)
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.spark import parts as part_files
from twicetold.engines.spark import tasks
from twicetold.engines.spark.blocks import SHIPPED_BLOCKS_DDL, SpreadToBuckets, choose_bucket_ids
from twicetold.engines.spark.components import find_components
from twicetold.engines.spark.limits import SparkLimits
from twicetold.engines.spark.local_work import AttachLookup, JoinBlocks, RegroupRows, UnpackBlocks
from twicetold.engines.spark.part_writer import REPORT_DDL, PartUse, PartWriter
from twicetold.engines.spark.parts import PartFile
from twicetold.engines.spark.rewrite import RenameColumns, name_lookup_columns, replace_nodes
from twicetold.engines.spark.splits import assign_splits, count_cores
from twicetold.engines.steps import PassRows, Step
from twicetold.tables.batches import Batch
from twicetold.tables.files import give_to_arrow
from twicetold.tables.stored import StoredPart

Steps: TypeAlias = tuple[Step, ...]
StoredNode: TypeAlias = SavedNode | RowsNode | BatchesNode  # whose rows are files, or become files in the driver
BUCKET_BYTES = 32 << 20  # of rows that are put in order by one task, or more where Spark is to have few partitions
SAMPLED_KEYS = 500  # of a row group


class SparkWork:
    """The tables that are wanted together, and what of them is done."""

    def __init__(
        self, session: Any, tables: Sequence[Table], folder: Path, limits: SparkLimits, uses: Mapping[Table, PartUse]
    ) -> None:
        self.session = session
        self.folder = folder
        self.limits = limits
        self.notes: dict[str, Any] = {}
        self._asked: dict[Node, dict[Steps, int]] = {}
        self._done: dict[tuple[Node, Steps], list[PartFile]] = {}
        self._saved = {table.node for table in tables}
        self._uses: dict[tuple[Node, Steps], PartUse] = {}
        for table, use in uses.items():
            self._mark_use(table, use)
        for table in tables:
            self._request_table(table)
        self._make_small_tables(tables)

    def compute_parts(self, table: Table) -> list[PartFile]:
        """The rows of a table as part files, in order."""
        if (table.node, table.steps) not in self._done:
            self._request_table(table)
            self._run_node(table.node)
        return self._done[table.node, table.steps]

    # ---- jobs ----

    def create_task_frame(self, tasks: int) -> Any:
        """A data frame with a row for each task, alone in its partition."""
        return self.session.range(0, tasks, 1, max(tasks, 1))

    def run_write_job(self, frame: Any, work: Callable[[Any], Any], tables: int = 1) -> list[list[PartFile]]:
        """Runs a job whose tasks write part files; gives those of each table."""
        rows = frame.mapInArrow(work, REPORT_DDL).collect()
        written: list[list[PartFile]] = [[] for _ in range(tables)]
        for row in rows:
            stored = StoredPart(row.rows, row.bytes, row.checksum, row.total) if row.checksum else None
            written[row.table].append(PartFile(row.partition, row.path, row.rows, row.groups, stored))
        for parts in written:
            parts.sort()
            part_files.check_parts_visible(parts)
        return written

    def send_rows(self, frame: Any, feed: tasks.Feed, spread: SpreadToBuckets) -> Any:
        """A data frame of a feed's rows in blocks, not yet in their places."""
        return frame.mapInArrow(tasks.build_send_task(feed, spread), SHIPPED_BLOCKS_DDL)

    def spread_by_hash(self, frame: Any, feed: tasks.Feed, by: Sequence[str]) -> Any:
        """The same in their places. Spark puts the partitions of small ones together (adaptive execution)."""
        return self.send_rows(
            frame, feed, SpreadToBuckets(tuple(by), choose_bucket_ids(self._count_partitions()))
        ).repartition("bucket")

    def feed_stored_parts(self, parts: Sequence[PartFile]) -> tuple[Any, tasks.ReadStoredRows]:
        """Part files as something to be fed from."""
        feed, _ = part_files.assign_row_ranges([part.path for part in parts])
        return self.create_task_frame(len(feed.tasks)), feed

    def _count_partitions(self) -> int:
        """How many partitions Spark makes of its own accord."""
        first = "spark.sql.adaptive.coalescePartitions.initialPartitionNum"
        return int(self.session.conf.get(first, None) or self.session.conf.get("spark.sql.shuffle.partitions"))

    # ---- what is asked for, and by how many ----

    def _request_table(self, table: Table) -> None:
        known = table.node in self._asked
        chains = self._asked.setdefault(table.node, {})
        chains[table.steps] = chains.get(table.steps, 0) + 1
        for each in () if known else table.node.inputs:
            self._request_table(each)

    def _mark_use(self, table: Table, use: PartUse) -> None:
        """Note what the files of a table are for; a union's files are those of its tables."""
        self._uses[table.node, table.steps] = use
        if isinstance(table.node, UnionNode):
            for each in table.node.tables:
                self._mark_use(Table(each.node, (*each.steps, *table.steps)), use)

    def _find_use(self, node: Node, chain: Steps) -> PartUse:
        return self._uses.get((node, chain), PartUse.SCRATCH)

    def _is_shared(self, node: Node) -> bool:
        return bool(node.inputs) and sum(self._asked[node].values()) > 1

    def _make_small_tables(self, tables: Sequence[Table]) -> None:
        """Makes those tables that are made of little in one task, as the engine of one machine does."""
        small = [table for table in dict.fromkeys(tables) if self._is_small(table)]
        if not small:
            return
        found: dict[Node, Node] = {}
        for node in {node for table in small for node in walk_nodes(table.node)}:
            if isinstance(node, ComponentsNode):
                found[node] = part_files.build_part_node(find_components(self, node.pairs), node.schema)
            elif isinstance(node, BatchesNode):
                found[node] = self._save_rows(node)
        plans = [replace_nodes(table, found) for table in small]
        written = self.run_write_job(
            self.create_task_frame(1),
            tasks.build_single_write_task(
                plans, [self._find_use(table.node, table.steps) for table in small], str(self.folder)
            ),
            len(small),
        )
        for table, parts in zip(small, written, strict=True):
            self._done[table.node, table.steps] = parts

    def _is_small(self, table: Table) -> bool:
        """Whether all that a table is made of is stored, and little."""
        found = {node for node in walk_nodes(table.node) if not node.inputs}
        if not all(isinstance(node, StoredNode) for node in found):
            return False
        return sum(self.locate_stored_rows(Table(node))[1] for node in found) <= self.limits.alone_bytes

    def _run_node(self, node: Node) -> None:
        chains = [chain for chain in self._asked[node] if (node, chain) not in self._done]
        if isinstance(node, UnionNode):
            for chain in chains:
                self._done[node, chain] = self._unite_parts(node, chain)
            return
        frame, feed = self._open_node(node, node in self._saved, chains)
        writer = PartWriter(
            tuple(chains),
            tuple(Table(node, chain).schema for chain in chains),
            tuple(self._find_use(node, chain) for chain in chains),
            str(self.folder),
        )
        written = self.run_write_job(frame, tasks.build_write_task(feed, writer), len(chains))
        for chain, parts in zip(chains, written, strict=True):
            self._done[node, chain] = parts

    def _unite_parts(self, node: UnionNode, chain: Steps) -> list[PartFile]:
        found = [self.compute_parts(Table(table.node, (*table.steps, *chain))) for table in node.tables]
        every = [part for parts in found for part in parts]
        return [replace(part, partition=number) for number, part in enumerate(every)]

    # ---- where batches come from ----

    def _stream_table(self, table: Table) -> tuple[Any, tasks.Feed]:
        """A data frame, and how the table's batches are made from it, in no order."""
        if self._is_shared(table.node):
            return self.feed_stored_parts(self.compute_parts(table))
        frame, feed = self._open_node(table.node, False, [table.steps])
        return frame, tasks.ApplySteps(feed, table.steps) if table.steps else feed

    def _open_node(self, node: Node, ordered: bool, chains: Sequence[Steps]) -> tuple[Any, tasks.Feed]:
        match node:
            case FilesNode():
                splits = assign_splits(node.files, self.session, self.limits)
                return self.create_task_frame(len(splits)), tasks.ReadSplits(splits, str(Path.cwd()))
            case SavedNode() | RowsNode() | BatchesNode():
                feed, _ = self.locate_stored_rows(Table(node))
                return self.create_task_frame(len(feed.tasks)), feed
            case GroupNode():
                return self._group_rows(node, ordered, chains)
            case JoinNode():
                return self._join_lookup(node)
            case ComponentsNode():
                return self.feed_stored_parts(find_components(self, node.pairs))
            case UnionNode():
                every = [self.compute_parts(table) for table in node.tables]
                return self.feed_stored_parts([part for parts in every for part in parts])
            case _:
                assert_never(node)

    def locate_stored_rows(self, table: Table) -> tuple[tasks.ReadStoredRows, int]:
        """The table's node, as files with the number of their bytes."""
        node = table.node
        if isinstance(node, RowsNode | BatchesNode):
            node = self._save_rows(node)
        return part_files.assign_row_ranges(cast("SavedNode", node).paths, cast("SavedNode", node).columns)

    def count_rows(self, table: Table) -> int:
        """How many rows the files of a table have."""
        stored, _ = self.locate_stored_rows(table)
        paths = {path for task in stored.tasks for path, _, _ in task}
        return sum(int(pq.read_metadata(give_to_arrow(path)).num_rows) for path in paths)

    def _save_rows(self, node: RowsNode | BatchesNode) -> SavedNode:
        """Write rows of the driver to a file, once."""
        held = node.rows if isinstance(node, RowsNode) else node
        path = self.folder / f"held-{id(held):x}.parquet"
        if not path.exists():
            with ParquetSink(path, node.schema, temporary=True) as sink:
                for batch in _make_batches(node):
                    sink.write(batch)
        return SavedNode((path,), file_schema=node.schema)

    def store_table(self, table: Table) -> Table:
        """The same table, made of files alone: what it is made of otherwise is made and written first."""
        if isinstance(table.node, BatchesNode):
            return Table(self._save_rows(table.node), table.steps)
        if isinstance(table.node, SavedNode | RowsNode):
            return table
        return Table(part_files.build_part_node(self.compute_parts(table), table.schema))

    # ---- groups ----

    def _group_rows(self, node: GroupNode, ordered: bool, chains: Sequence[Steps]) -> tuple[Any, tasks.Feed]:
        schema, by = node.table.schema, node.by
        if ordered or node.number:
            return self._group_in_order(node)
        if not (node.distinct or node.resolver) and all(chain and isinstance(chain[0], PassRows) for chain in chains):
            return self._stream_table(node.table)  # order was all that the group was for
        frame = self._send_table(node.table, by)
        return frame.repartition("bucket"), RegroupRows(
            UnpackBlocks(schema), schema, by, None, node.distinct, node.resolver
        )

    def _send_table(self, table: Table, by: Sequence[str], side: int = 0) -> Any:
        """The rows of a table in blocks; rows alike in `by` go to one bucket."""
        if isinstance(table.node, UnionNode) and not self._is_shared(table.node):
            each = [Table(one.node, (*one.steps, *table.steps)) for one in table.node.tables]
            first, *others = [self._send_table(one, by, side) for one in each]
            for other in others:
                first = first.unionByName(other)
            return first
        return self.send_rows(
            *self._stream_table(table),
            SpreadToBuckets(tuple(by), choose_bucket_ids(self._count_partitions()), None, side),
        )

    def _group_in_order(self, node: GroupNode) -> tuple[Any, tasks.Feed]:
        """A range of keys to each task; how many ranges, and which, is seen from the rows, which are stored first."""
        table = self.store_table(node.table)
        stored, size = self.locate_stored_rows(table)
        schema = table.schema

        def regroup_feed(feed: tasks.Feed, number: str | None) -> tasks.Feed:
            return RegroupRows(feed, schema, node.by, number, node.distinct, node.resolver)

        if size <= max(self.limits.alone_bytes, 1):
            return self.create_task_frame(1), regroup_feed(
                tasks.ApplySteps(stored.merge_tasks(), table.steps), node.number
            )
        frame = self._spread_by_range(tasks.ApplySteps(stored, table.steps), stored, size, node.by)
        if not node.number:
            return frame, regroup_feed(UnpackBlocks(schema), None)
        return self._number_groups(frame, regroup_feed(UnpackBlocks(schema), None), node)

    def _spread_by_range(
        self, feed: tasks.ApplySteps, stored: tasks.ReadStoredRows, size: int, by: tuple[str, ...]
    ) -> Any:
        least = count_cores(self.session)
        wanted = max(min(size // BUCKET_BYTES, self._count_partitions()), least) + 1
        bounds = self._choose_bounds(feed, stored, by, wanted)
        ids = choose_bucket_ids(len(bounds) + 1)
        shipped = self.send_rows(self.create_task_frame(len(stored.tasks)), feed, SpreadToBuckets(by, ids, bounds))
        return shipped.repartition(len(ids), "bucket")

    def _choose_bounds(
        self, feed: tasks.ApplySteps, stored: tasks.ReadStoredRows, by: tuple[str, ...], buckets: int
    ) -> tuple[bytes, ...]:
        """Keys that cut the rows into buckets of about one size, by a look at some row groups."""
        groups = [each for task in stored.tasks for each in task]
        most = 2 * count_cores(self.session)
        some = tasks.ReadStoredRows(tuple((each,) for each in groups[:: len(groups) // most + 1]), stored.columns)
        job = tasks.build_sample_task(tasks.ApplySteps(some, feed.steps), by, SAMPLED_KEYS)
        rows = self.create_task_frame(len(some.tasks)).mapInArrow(job, tasks.KEYS_DDL).collect()
        keys = sorted(bytes(row.key) for row in rows)
        if not keys:
            return ()
        return tuple(sorted({keys[len(keys) * cut // buckets] for cut in range(1, buckets)}))

    def _number_groups(self, frame: Any, feed: tasks.Feed, node: GroupNode) -> tuple[Any, tasks.Feed]:
        """Sorted rows go to part files, which are read again once it is known how many groups come before each."""
        writer = PartWriter.write_scratch([()], [node.table.schema], self.folder, node.by)
        (parts,) = self.run_write_job(frame, tasks.build_write_task(feed, writer))
        before = [sum(part.groups for part in parts[:each]) for each in range(len(parts))]
        numbered = tasks.NumberGroups(part_files.assign_part_tasks(parts), node.by, node.number or "", tuple(before))
        return self.create_task_frame(len(parts)), numbered

    # ---- joins ----

    def _join_lookup(self, node: JoinNode) -> tuple[Any, tasks.Feed]:
        """Little is read by every task; otherwise both sides meet by key, once for each column."""
        lookup = self.store_table(node.lookup)
        _, size = self.locate_stored_rows(lookup)
        if size <= self.limits.alone_bytes:
            frame, feed = self._stream_table(node.table)
            return frame, AttachLookup(feed, node.table.schema, lookup, node.on, node.key, node.keep)
        return self._join_by_key(node, lookup)

    def _join_by_key(self, node: JoinNode, lookup: Table) -> tuple[Any, tasks.Feed]:
        grouped = self._find_group_columns(node)
        first = node.table.node.inputs[0] if grouped else node.table
        ids = choose_bucket_ids(self._count_partitions())
        frame, feed, schema = None, None, first.schema
        for column in node.on:
            looked = name_lookup_columns(lookup.schema, node, column)
            met = JoinBlocks(schema, looked, column, node.key, node.keep, () if feed else grouped)
            side, other = met.sides
            near = (
                self.send_rows(frame, feed, SpreadToBuckets((column,), ids, None, side))
                if feed
                else self._send_table(first, (column,), side)
            )
            far = self._send_table(Table(lookup.node, (*lookup.steps, RenameColumns(looked))), (node.key,), other)
            frame, feed = near.unionByName(far).repartition("bucket").sortWithinPartitions("side"), met
            schema = met.schema
        return frame, cast("tasks.Feed", feed)

    def _find_group_columns(self, node: JoinNode) -> tuple[str, ...]:
        """What rows are grouped by that may be grouped where they meet, since it begins with what they meet by."""
        group, steps = node.table.node, node.table.steps
        fits = isinstance(group, GroupNode) and group.distinct and not group.number and group.by[0] == node.on[0]
        if not fits or self._is_shared(group) or not all(isinstance(step, PassRows) for step in steps):
            return ()
        return cast("GroupNode", group).by


def _make_batches(node: RowsNode | BatchesNode) -> Iterator[Batch]:
    """Yield the rows of the driver, dictionaries as the values that the schema has."""
    if isinstance(node, RowsNode):
        yield from node.rows.to_batches()
        return
    for make in node.list_batches():
        yield from pa.Table.from_batches([make()]).cast(node.schema).to_batches()
