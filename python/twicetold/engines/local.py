"""The engine for one machine: this process, its threads, no server.

Batches are made one after the other and handed to a pool; the kernels release Python's lock, so steps run side by
side. Results come back in the order of the input, and no more than a few batches are under way at once. What must be
seen whole (groups, the table that is looked up in) is held by kernels that keep to a share of the memory and go to disk
for the rest.
"""

from __future__ import annotations

import ctypes
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines.base import Progress, Silent, Step
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.plan import Chain, Planner, Table, apply_chains
from twicetold.engines.sources import Opened, Source, Work

OWN_BYTES = 192 << 20  # of the process itself, and what an allocator wastes
WORKER_BYTES = 48 << 20  # of the batches that a worker has under way
LEAST_BYTES = 32 << 20


@dataclass(frozen=True)
class Tap:
    """A side table: filled whenever its source happens to run for another one."""

    steps: tuple[Step, ...]
    write: Callable[[pa.RecordBatch], None]


@dataclass
class Local(Planner):
    """`Local(Machine(threads=2))`; see `base.Engine` for the verbs. Temporary files go to `scratch`."""

    machine: Machine = field(default_factory=Machine)
    progress: Progress = field(default_factory=Silent)
    scratch: str = field(default_factory=tempfile.gettempdir)
    notes: dict[str, Any] = field(default_factory=dict, repr=False)
    _taps: dict[Source, list[Tap]] = field(default_factory=dict, repr=False)

    # ---- the verbs that run the others ----

    def save(self, tables: Mapping[Path, Table], passing: Collection[Path] = ()) -> dict[Path, int]:
        with ExitStack() as stack:
            sinks = {
                path: stack.enter_context(ParquetSink(path, table.schema, path in passing))
                for path, table in tables.items()
            }
            self._fill([(table, sinks[path].write) for path, table in tables.items()])
        _hand_back_memory()
        return {path: sink.rows for path, sink in sinks.items()}

    def collect(self, tables: Mapping[str, Table]) -> dict[str, pa.Table]:
        """The tables in memory, for those who have no folder."""
        held: dict[str, list[pa.RecordBatch]] = {name: [] for name in tables}
        self._fill([(table, held[name].append) for name, table in tables.items()])
        _hand_back_memory()
        return {name: pa.Table.from_batches(held[name], table.schema) for name, table in tables.items()}

    def batches(self, *tables: Table) -> Iterator[tuple[pa.RecordBatch, ...]]:
        (source,) = {table.source for table in tables}
        for _, outputs in self._run(source, [table.steps for table in tables]):
            yield tuple(outputs)
        _hand_back_memory()

    # ---- what the sources are drained with ----

    def run(self, table: Table) -> Iterator[tuple[int, Any]]:
        """The batches of one table, with the bytes of input read by then. What it must drain is drained at once."""
        return ((done, outputs[0]) for done, outputs in self._run(table.source, [table.steps]))

    def drain(self, table: Table, last: Callable[[pa.RecordBatch], Any] | None = None) -> Iterator[Any]:
        """The batches of one table, each put through `last` by the pool."""
        chain: Chain = (*table.steps, last) if last else table.steps
        return (outputs[0] for _, outputs in self._run(table.source, [chain]))

    def share(self, part: float) -> int:
        """Bytes for a kernel that may use this part of the memory."""
        rest = self.machine.memory - OWN_BYTES - WORKER_BYTES * self.machine.workers
        return max(int(rest * part), LEAST_BYTES)

    def hand_back(self) -> None:
        """Memory that a drained source has freed goes back to the system, before the next one needs as much."""
        _hand_back_memory()

    # ---- how it runs ----

    def _fill(self, wanted: Sequence[tuple[Table, Callable[[pa.RecordBatch], None]]]) -> None:
        """Runs every source once; a table whose source runs inside that of another is filled on the way."""
        inside = {source for table, _ in wanted for source in _sources_inside(table.source)}
        self._taps = {}
        tops: dict[Source, list[Tap]] = {}
        for table, write in wanted:
            home = self._taps if table.source in inside else tops
            home.setdefault(table.source, []).append(Tap(table.steps, write))
        for source, taps in tops.items():
            for _, outputs in self._run(source, [tap.steps for tap in taps]):
                for tap, batch in zip(taps, outputs, strict=True):
                    tap.write(batch)

    def _run(self, source: Source, chains: Sequence[Chain]) -> Iterator[tuple[int, list[Any]]]:
        taps = self._taps.pop(source, [])
        all_chains: list[Chain] = [*chains, *(tap.steps for tap in taps)]
        opened = source.open(self)
        return self._results(source, opened, all_chains, taps)

    def _results(
        self, source: Source, opened: Opened, chains: Sequence[Chain], taps: Sequence[Tap]
    ) -> Iterator[tuple[int, list[Any]]]:
        reads = not source.inputs
        if reads:
            self.progress.start(source.total_bytes)
        try:
            for done, outputs in _in_order(lambda work: apply_chains(chains, work()), opened, self.machine.workers):
                if reads:
                    self.progress.advance(done, getattr(outputs[0], "num_rows", 0))
                for tap, batch in zip(taps, outputs[len(chains) - len(taps) :], strict=True):
                    tap.write(batch)
                yield done, outputs[: len(chains) - len(taps)]
        finally:
            if reads:
                self.progress.stop()


def _sources_inside(source: Source) -> Iterator[Source]:
    for table in source.inputs:
        yield table.source
        yield from _sources_inside(table.source)


def _hand_back_memory() -> None:
    """What was freed goes back to the system. Left alone, glibc kept 100 to 200 MB of it from stage to stage."""
    pa.default_memory_pool().release_unused()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim:
        trim(0)


def _in_order(work: Callable[[Work], list[Any]], opened: Opened, workers: int) -> Iterator[tuple[int, list[Any]]]:
    """`work` on everything by a pool, the results in the order of the input, a bounded number under way."""
    if workers == 1:
        yield from ((done, work(each)) for done, each in opened)
        return
    under_way: deque[tuple[int, Future[list[Any]]]] = deque()
    with ThreadPoolExecutor(workers, thread_name_prefix="twicetold") as pool:
        try:
            for done, each in opened:
                under_way.append((done, pool.submit(work, each)))
                if len(under_way) > workers + 1:
                    first, result = under_way.popleft()
                    yield first, result.result()
            while under_way:
                first, result = under_way.popleft()
                yield first, result.result()
        finally:
            for _, result in under_way:
                result.cancel()
