"""A plan, run as Spark jobs.

A job runs one source and writes what every chain of steps makes of it to part files, one pass for all. Sources in
between, asked for by one table only, run inside the job of that table as data frames; one that several tables ask for
gets a job of its own, and its part files are read instead. So nothing is computed twice, nothing is cached in
executors (which may die), and each job's result can be counted.

The rows that a group gives are put in global order (a range partition, which looks at its input twice) only where they
are saved or numbered; in between, a hash partition keeps groups together as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from twicetold.engines.base import Step
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.plan import Table
from twicetold.engines.sources import Components, Files, Grouped, Held, Joined, Saved, Source, Union
from twicetold.engines.spark import parts as part_files
from twicetold.engines.spark import tasks
from twicetold.engines.spark.border import spark_schema
from twicetold.engines.spark.parts import Part
from twicetold.engines.spark.splits import split_tasks
from twicetold.engines.steps import Same

Steps = tuple[Step, ...]
_KEY = "twicetold_key"


class Work:
    """The tables that are wanted together, and what of them is done."""

    def __init__(self, session: Any, wanted: Sequence[Table], folder: Path, alone_pairs: int) -> None:
        self.session = session
        self.folder = folder
        self.alone_pairs = alone_pairs
        self.notes: dict[str, Any] = {}
        self._asked: dict[Source, dict[Steps, int]] = {}
        self._done: dict[tuple[Source, Steps], list[Part]] = {}
        self._saved = {table.source for table in wanted}
        for table in wanted:
            self._ask(table)

    def parts(self, table: Table) -> list[Part]:
        """The rows of a table as part files, in order."""
        if (table.source, table.steps) not in self._done:
            self._run(table.source)
        return self._done[table.source, table.steps]

    def frame(self, table: Table) -> Any:
        """A table as a data frame, its rows in no order."""
        source, steps = table.source, table.steps
        if self._is_shared(source):
            stored = self.stored(self.parts(table))
            return self.fed(*stored, (), table.schema)
        frame, feed = self._source(source, ordered=False, steps=[steps])
        return self.fed(frame, feed, steps, table.schema)

    def fed(self, frame: Any, feed: tasks.Feed, steps: Steps, schema: pa.Schema) -> Any:
        """A data frame of what the steps make of a feed."""
        if not steps and isinstance(feed, tasks.Rows):
            return frame
        return frame.mapInArrow(tasks.emit(feed, steps), spark_schema(schema))

    def stored(self, parts: Sequence[Part]) -> tuple[Any, tasks.Stored]:
        """Part files as something to be fed from."""
        feed = part_files.row_ranges([part.path for part in parts])
        return self.numbers(len(feed.tasks)), feed

    def numbers(self, tasks: int) -> Any:
        """A data frame with a row for each task, alone in its partition."""
        return self.session.range(0, tasks, 1, max(tasks, 1))

    def write(self, frame: Any, work: Callable[[Any], Any], tables: int = 1) -> list[list[Part]]:
        """Runs a job whose tasks write part files; gives those of each table."""
        rows = frame.mapInArrow(work, spark_schema(tasks.REPORT)).collect()
        written: list[list[Part]] = [[] for _ in range(tables)]
        for row in rows:
            written[row.table].append(Part(row.partition, row.path, row.rows, row.groups, row.bytes))
        for parts in written:
            parts.sort()
            part_files.check_seen(parts)
        return written

    # ---- what is asked for, and by how many ----

    def _ask(self, table: Table, times: int = 1) -> None:
        known = table.source in self._asked
        chains = self._asked.setdefault(table.source, {})
        chains[table.steps] = chains.get(table.steps, 0) + times
        if known:
            return
        for each in table.source.inputs:
            twice = isinstance(table.source, Joined) and each is table.source.lookup
            self._ask(each, len(table.source.on) if twice else 1)  # type: ignore[attr-defined]

    def _is_shared(self, source: Source) -> bool:
        return bool(source.inputs) and sum(self._asked[source].values()) > 1

    def _run(self, source: Source) -> None:
        chains = list(self._asked[source])
        frame, feed = self._source(source, ordered=source in self._saved, steps=chains)
        schemas = [Table(source, chain).schema for chain in chains]
        written = self.write(frame, tasks.write(feed, chains, schemas, str(self.folder)), len(chains))
        for chain, parts in zip(chains, written, strict=True):
            self._done[source, chain] = parts

    # ---- the sources ----

    def _source(self, source: Source, ordered: bool, steps: Sequence[Steps]) -> tuple[Any, tasks.Feed]:
        """A data frame, and how our batches are made from it."""
        if isinstance(source, Files):
            read = tasks.Read(split_tasks(source.files, self.session), str(Path.cwd()))
            return self.numbers(len(read.tasks)), read
        if isinstance(source, Saved):
            rows = part_files.row_ranges([str(source.path.absolute())])
            return self.numbers(len(rows.tasks)), tasks.Stored(rows.tasks, source.columns)
        if isinstance(source, Held):
            return self.stored([self._kept(source)])
        if isinstance(source, Joined):
            return self._joined(source), tasks.Rows(source.schema)
        if isinstance(source, Union):
            return self._united(source), tasks.Rows(source.schema)
        if isinstance(source, Components):
            from twicetold.engines.spark.components import components

            return self.stored(components(self, source.pairs))
        return self._grouped(cast("Grouped", source), ordered, steps)

    def _kept(self, source: Held) -> Part:
        """Rows of the driver's memory as a file."""
        path = self.folder / f"held-{id(source.rows):x}.parquet"
        with ParquetSink(path, source.schema) as sink:
            for batch in source.rows.to_batches():
                sink.write(batch)
        return Part(0, str(path), sink.rows)

    def _grouped(self, source: Grouped, ordered: bool, steps: Sequence[Steps]) -> tuple[Any, tasks.Feed]:
        frame = self.frame(source.table)
        schema = source.table.schema
        if source.distinct:
            frame = frame.dropDuplicates()
        if source.number:
            return self._numbered(source, frame)
        if not ordered and all(chain and isinstance(chain[0], Same) for chain in steps):
            return frame, tasks.Rows(schema)  # order was all that the group was for
        return _sorted(frame, schema, source.by, ordered), tasks.Grouped(tasks.Rows(schema), source.by)

    def _numbered(self, source: Grouped, frame: Any) -> tuple[Any, tasks.Feed]:
        """Sorted rows go to part files, which are read again once it is known how many groups come before each."""
        schema = source.table.schema
        feed = tasks.Grouped(tasks.Rows(schema), source.by)
        job = tasks.write_grouped(feed, source.by, schema, str(self.folder))
        (parts,) = self.write(_sorted(frame, schema, source.by, ordered=True), job)
        before = [sum(part.groups for part in parts[:each]) for each in range(len(parts))]
        numbered = tasks.Numbered(part_files.one_by_one(parts), source.by, source.number or "", tuple(before))
        return self.numbers(len(parts)), numbered

    def _united(self, source: Union) -> Any:
        first, *others = [self.frame(table) for table in source.tables]
        for frame in others:
            first = first.unionByName(frame)
        return first

    def _joined(self, source: Joined) -> Any:
        """Both sides shuffled and merged. Spark may not guess that a side is small: it knows nothing of our files."""
        from pyspark.sql import functions

        frame, lookup = self.frame(source.table), self.frame(source.lookup)
        payload = [name for name in source.lookup.schema.names if name != source.key]
        for column in source.on:
            names = {name: f"{column}_{name}" if len(source.on) > 1 else name for name in payload}
            found = lookup.select(
                functions.col(source.key).alias(_KEY),
                *[functions.col(name).alias(given) for name, given in names.items()],
            ).hint("merge")
            how = "left" if source.keep else "inner"
            frame = frame.join(found, frame[column] == found[_KEY], how).drop(_KEY)
        return frame.select(*source.schema.names)


def _sorted(frame: Any, schema: pa.Schema, by: Sequence[str], ordered: bool) -> Any:
    """Rows alike in `by` in one partition, sorted by `by` and then by the other columns."""
    rest = [name for name in schema.names if name not in by]
    together = frame.repartitionByRange(*by) if ordered else frame.repartition(*by)
    return together.sortWithinPartitions(*by, *rest)
