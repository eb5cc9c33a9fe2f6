"""A plan, run as Spark jobs.

A job runs one source and writes what every chain of steps makes of it to part files, one pass for all. Sources in
between, asked for by one table only, run inside the job of that table; one that several tables ask for gets a job of
its own, and its part files are read instead. So nothing is computed twice, nothing is cached in executors (which may
die), and each job's result can be counted.

What is small is not sent around. Tables that are made of little (`alone_bytes`) are made by one task, and a table of
little that others look something up in is read by every task.

The rows that a group gives are put in global order only where they are saved or numbered; in between they go to
buckets by hash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pyarrow.parquet as pq

from twicetold.engines.base import Step
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.plan import Table
from twicetold.engines.sources import Components, Files, Grouped, Held, Joined, Saved, Source, Union
from twicetold.engines.spark import parts as part_files
from twicetold.engines.spark import tasks
from twicetold.engines.spark.blocks import SHIPPED_IN_SPARK, Spread, bucket_ids
from twicetold.engines.spark.components import components
from twicetold.engines.spark.local_work import Attached, Met, Regrouped, Unpacked
from twicetold.engines.spark.parts import Filed, Part
from twicetold.engines.spark.plans import Renamed, components_in, leaves, named, with_sources
from twicetold.engines.spark.splits import cores, split_tasks
from twicetold.engines.steps import Same

Steps = tuple[Step, ...]
BUCKET_BYTES = 32 << 20  # of rows that are put in order by one task, or more where Spark is to have few partitions
SAMPLED_KEYS = 500  # of a row group


@dataclass(frozen=True)
class Limits:
    """What counts as little."""

    alone_bytes: int  # of tables from which one task makes others, or that every task reads to look something up
    alone_pairs: int  # whose components one task finds


class Work:
    """The tables that are wanted together, and what of them is done."""

    def __init__(self, session: Any, wanted: Sequence[Table], folder: Path, limits: Limits) -> None:
        self.session = session
        self.folder = folder
        self.limits = limits
        self.notes: dict[str, Any] = {}
        self._asked: dict[Source, dict[Steps, int]] = {}
        self._done: dict[tuple[Source, Steps], list[Part]] = {}
        self._saved = {table.source for table in wanted}
        for table in wanted:
            self._ask(table)
        self._alone(wanted)

    def parts(self, table: Table) -> list[Part]:
        """The rows of a table as part files, in order."""
        if (table.source, table.steps) not in self._done:
            self._ask(table)
            self._run(table.source)
        return self._done[table.source, table.steps]

    # ---- jobs ----

    def numbers(self, tasks: int) -> Any:
        """A data frame with a row for each task, alone in its partition."""
        return self.session.range(0, tasks, 1, max(tasks, 1))

    def write(self, frame: Any, work: Callable[[Any], Any], tables: int = 1) -> list[list[Part]]:
        """Runs a job whose tasks write part files; gives those of each table."""
        rows = frame.mapInArrow(work, tasks.REPORT_IN_SPARK).collect()
        written: list[list[Part]] = [[] for _ in range(tables)]
        for row in rows:
            written[row.table].append(Part(row.partition, row.path, row.rows, row.groups))
        for parts in written:
            parts.sort()
            part_files.check_seen(parts)
        return written

    def ship(self, frame: Any, feed: tasks.Feed, spread: Spread) -> Any:
        """A data frame of a feed's rows in blocks, not yet in their places."""
        return frame.mapInArrow(tasks.ship(feed, spread), SHIPPED_IN_SPARK)

    def by_hash(self, frame: Any, feed: tasks.Feed, by: Sequence[str]) -> Any:
        """The same in their places. Spark puts the partitions of small ones together (adaptive execution)."""
        return self.ship(frame, feed, Spread(tuple(by), bucket_ids(self._partitions()))).repartition("bucket")

    def stored(self, parts: Sequence[Part]) -> tuple[Any, tasks.Stored]:
        """Part files as something to be fed from."""
        feed, _ = part_files.row_ranges([part.path for part in parts])
        return self.numbers(len(feed.tasks)), feed

    def _partitions(self) -> int:
        """How many partitions Spark makes of its own accord."""
        first = "spark.sql.adaptive.coalescePartitions.initialPartitionNum"
        return int(self.session.conf.get(first, None) or self.session.conf.get("spark.sql.shuffle.partitions"))

    # ---- what is asked for, and by how many ----

    def _ask(self, table: Table) -> None:
        known = table.source in self._asked
        chains = self._asked.setdefault(table.source, {})
        chains[table.steps] = chains.get(table.steps, 0) + 1
        for each in () if known else table.source.inputs:
            self._ask(each)

    def _is_shared(self, source: Source) -> bool:
        return bool(source.inputs) and sum(self._asked[source].values()) > 1

    def _alone(self, wanted: Sequence[Table]) -> None:
        """Makes those tables that are made of little in one task, as the engine of one machine does."""
        small = [table for table in dict.fromkeys(wanted) if self._is_little(table)]
        if not small:
            return
        found: dict[Source, Source] = {}
        for source in {each for table in small for each in components_in(table)}:
            found[source] = part_files.filed(components(self, source.pairs), source.schema)
        plans = [with_sources(table, found) for table in small]
        written = self.write(self.numbers(1), tasks.write_alone(plans, str(self.folder)), len(small))
        for table, parts in zip(small, written, strict=True):
            self._done[table.source, table.steps] = parts

    def _is_little(self, table: Table) -> bool:
        """Whether all that a table is made of is stored, and little."""
        found = set(leaves(table.source))
        if not all(isinstance(each, Saved | Held) for each in found):
            return False
        return sum(self.at_hand(Table(each))[1] for each in found) <= self.limits.alone_bytes

    def _run(self, source: Source) -> None:
        chains = [chain for chain in self._asked[source] if (source, chain) not in self._done]
        if isinstance(source, Union):
            for chain in chains:
                self._done[source, chain] = self._united(source, chain)
            return
        frame, feed = self._source(source, source in self._saved, chains)
        schemas = [Table(source, chain).schema for chain in chains]
        written = self.write(frame, tasks.write(feed, chains, schemas, str(self.folder)), len(chains))
        for chain, parts in zip(chains, written, strict=True):
            self._done[source, chain] = parts

    def _united(self, source: Union, chain: Steps) -> list[Part]:
        found = [self.parts(Table(table.source, (*table.steps, *chain))) for table in source.tables]
        every = [part for parts in found for part in parts]
        return [Part(number, part.path, part.rows, part.groups) for number, part in enumerate(every)]

    # ---- where batches come from ----

    def _stream(self, table: Table) -> tuple[Any, tasks.Feed]:
        """A data frame, and how the table's batches are made from it, in no order."""
        if self._is_shared(table.source):
            return self.stored(self.parts(table))
        frame, feed = self._source(table.source, False, [table.steps])
        return frame, tasks.Chained(feed, table.steps) if table.steps else feed

    def _source(self, source: Source, ordered: bool, chains: Sequence[Steps]) -> tuple[Any, tasks.Feed]:
        if isinstance(source, Files):
            read = tasks.Read(split_tasks(source.files, self.session), str(Path.cwd()))
            return self.numbers(len(read.tasks)), read
        if isinstance(source, Saved | Held | Filed):
            feed, _ = self.at_hand(Table(source))
            return self.numbers(len(feed.tasks)), feed
        if isinstance(source, Joined):
            return self._joined(source)
        if isinstance(source, Components):
            return self.stored(components(self, source.pairs))
        return self._grouped(cast("Grouped", source), ordered, chains)

    def at_hand(self, table: Table) -> tuple[tasks.Stored, int]:
        """The table's source, as files with the number of their bytes."""
        source = table.source
        if isinstance(source, Saved):
            return part_files.row_ranges([str(source.path)], source.columns)
        paths = source.paths if isinstance(source, Filed) else [self._kept(cast("Held", source))]
        return part_files.row_ranges(paths)

    def rows(self, table: Table) -> int:
        """How many rows the files of a table have."""
        stored, _ = self.at_hand(table)
        paths = {path for task in stored.tasks for path, _, _ in task}
        return sum(int(pq.read_metadata(path).num_rows) for path in paths)

    def _kept(self, source: Held) -> str:
        """Rows of the driver's memory as a file."""
        path = self.folder / f"held-{id(source.rows):x}.parquet"
        if not path.exists():
            with ParquetSink(path, source.schema, passing=True) as sink:
                for batch in source.rows.to_batches():
                    sink.write(batch)
        return str(path)

    def filed(self, table: Table) -> Table:
        """The same table, made of files alone: what it is made of otherwise is made and written first."""
        if isinstance(table.source, Saved | Held | Filed):
            return table
        return Table(part_files.filed(self.parts(table), table.schema))

    # ---- groups ----

    def _grouped(self, source: Grouped, ordered: bool, chains: Sequence[Steps]) -> tuple[Any, tasks.Feed]:
        schema, by = source.table.schema, source.by
        if ordered or source.number:
            return self._in_order(source)
        if not source.distinct and all(chain and isinstance(chain[0], Same) for chain in chains):
            return self._stream(source.table)  # order was all that the group was for
        frame = self._shipped(source.table, by)
        return frame.repartition("bucket"), Regrouped(Unpacked(schema), schema, by, None, source.distinct)

    def _shipped(self, table: Table, by: Sequence[str], side: int = 0) -> Any:
        """The rows of a table in blocks; rows alike in `by` go to one bucket."""
        if isinstance(table.source, Union) and not self._is_shared(table.source):
            each = [Table(one.source, (*one.steps, *table.steps)) for one in table.source.tables]
            first, *others = [self._shipped(one, by, side) for one in each]
            for other in others:
                first = first.unionByName(other)
            return first
        return self.ship(*self._stream(table), Spread(tuple(by), bucket_ids(self._partitions()), None, side))

    def _in_order(self, source: Grouped) -> tuple[Any, tasks.Feed]:
        """A range of keys to each task; how many ranges, and which, is seen from the rows, which are stored first."""
        table = self.filed(source.table)
        stored, size = self.at_hand(table)
        schema = table.schema

        def grouped(feed: tasks.Feed, number: str | None) -> tasks.Feed:
            return Regrouped(feed, schema, source.by, number, source.distinct)

        if size <= max(self.limits.alone_bytes, 1):
            return self.numbers(1), grouped(tasks.Chained(stored.in_one(), table.steps), source.number)
        frame = self._by_range(tasks.Chained(stored, table.steps), stored, size, source.by)
        if not source.number:
            return frame, grouped(Unpacked(schema), None)
        return self._numbered(frame, grouped(Unpacked(schema), None), source)

    def _by_range(self, feed: tasks.Chained, stored: tasks.Stored, size: int, by: tuple[str, ...]) -> Any:
        least = cores(self.session)
        wanted = max(min(size // BUCKET_BYTES, self._partitions()), least) + 1
        bounds = self._bounds(feed, stored, by, wanted)
        ids = bucket_ids(len(bounds) + 1)
        shipped = self.ship(self.numbers(len(stored.tasks)), feed, Spread(by, ids, bounds))
        return shipped.repartition(len(ids), "bucket")

    def _bounds(
        self, feed: tasks.Chained, stored: tasks.Stored, by: tuple[str, ...], buckets: int
    ) -> tuple[bytes, ...]:
        """Keys that cut the rows into buckets of about one size, by a look at some row groups."""
        groups = [each for task in stored.tasks for each in task]
        most = 2 * cores(self.session)
        some = tasks.Stored(tuple((each,) for each in groups[:: len(groups) // most + 1]), stored.columns)
        job = tasks.sample(tasks.Chained(some, feed.steps), by, SAMPLED_KEYS)
        rows = self.numbers(len(some.tasks)).mapInArrow(job, tasks.KEYS_IN_SPARK).collect()
        keys = sorted(bytes(row.key) for row in rows)
        if not keys:
            return ()
        return tuple(sorted({keys[len(keys) * cut // buckets] for cut in range(1, buckets)}))

    def _numbered(self, frame: Any, feed: tasks.Feed, source: Grouped) -> tuple[Any, tasks.Feed]:
        """Sorted rows go to part files, which are read again once it is known how many groups come before each."""
        job = tasks.write(feed, [()], [source.table.schema], str(self.folder), source.by)
        (parts,) = self.write(frame, job)
        before = [sum(part.groups for part in parts[:each]) for each in range(len(parts))]
        numbered = tasks.Numbered(part_files.one_by_one(parts), source.by, source.number or "", tuple(before))
        return self.numbers(len(parts)), numbered

    # ---- joins ----

    def _joined(self, source: Joined) -> tuple[Any, tasks.Feed]:
        """Little is read by every task; otherwise both sides meet by key, once for each column."""
        lookup = self.filed(source.lookup)
        _, size = self.at_hand(lookup)
        if size <= self.limits.alone_bytes:
            frame, feed = self._stream(source.table)
            return frame, Attached(feed, source.table.schema, lookup, source.on, source.key, source.keep)
        return self._met(source, lookup)

    def _met(self, source: Joined, lookup: Table) -> tuple[Any, tasks.Feed]:
        grouped = self._grouped_for(source)
        first = source.table.source.inputs[0] if grouped else source.table
        ids = bucket_ids(self._partitions())
        frame, feed, schema = None, None, first.schema
        for column in source.on:
            looked = named(lookup.schema, source, column)
            met = Met(schema, looked, column, source.key, source.keep, () if feed else grouped)
            side, other = met.sides
            near = (
                self.ship(frame, feed, Spread((column,), ids, None, side))
                if feed
                else self._shipped(first, (column,), side)
            )
            far = self._shipped(Table(lookup.source, (*lookup.steps, Renamed(looked))), (source.key,), other)
            frame, feed = near.unionByName(far).repartition("bucket").sortWithinPartitions("side"), met
            schema = met.schema
        return frame, cast("tasks.Feed", feed)

    def _grouped_for(self, source: Joined) -> tuple[str, ...]:
        """What rows are grouped by that may be grouped where they meet, since it begins with what they meet by."""
        group, steps = source.table.source, source.table.steps
        fits = isinstance(group, Grouped) and group.distinct and not group.number and group.by[0] == source.on[0]
        if not fits or self._is_shared(group) or not all(isinstance(step, Same) for step in steps):
            return ()
        return cast("Grouped", group).by
