"""The engine for one machine: this process, its threads, no server.

Batches are made one after the other and handed to a pool; the kernels release Python's lock, so steps run side by
side. Results come back in the order of the input, and no more than a few batches are under way at once. What must be
seen whole (groups, the table that is looked up in) is held by kernels that keep to a share of the memory and go to disk
for the rest.
"""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, assert_never

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines import graph
from twicetold.engines.graph import MakeBatch, Node, Planner, Table, walk_nodes
from twicetold.engines.local.batches import PendingBatches, wrap_batches
from twicetold.engines.local.groups import find_components, group_rows
from twicetold.engines.local.inputs import read_files, read_rows, read_saved
from twicetold.engines.local.joins import join_lookup
from twicetold.engines.local.limits import LocalLimits
from twicetold.engines.local.memory import measure_resident_bytes, prepare_allocators, release_memory
from twicetold.engines.local.meter import WorkMeter
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.progress import Progress, SilentProgress
from twicetold.engines.steps import Chain, Step, apply_chains
from twicetold.errors import SettingsError
from twicetold.tables.batches import Batch

if TYPE_CHECKING:
    from twicetold.engines.options import EngineOptions


RELEASE_SECONDS = 0.1  # between two looks at how much memory the process has
NEAR_LIMIT = 0.8  # of the limit: more of it makes freed memory go back to the system


@dataclass(frozen=True)
class SideOutput:
    """A side table: filled whenever its node happens to run for another one."""

    steps: tuple[Step, ...]
    write: Callable[[Batch], None]


@dataclass
class Local(Planner):
    """`Local(Machine(workers=2))`; see `base.Engine` for the verbs. Temporary files go to `scratch`."""

    machine: Machine = field(default_factory=Machine)
    progress: Progress = field(default_factory=SilentProgress)
    scratch: str = field(default_factory=tempfile.gettempdir)
    limits: LocalLimits = field(default_factory=LocalLimits)
    notes: dict[str, Any] = field(default_factory=dict, repr=False)
    _meter: WorkMeter = field(default_factory=WorkMeter, repr=False)
    _side_outputs: dict[Node, list[SideOutput]] = field(default_factory=dict, repr=False)
    _released_at: float = field(default=0.0, repr=False)

    @classmethod
    def from_options(cls, machine: Machine, progress: Progress, folder: Path, options: EngineOptions) -> Self:
        if options.master or options.spark_conf:
            raise SettingsError("`--master` and `--spark-conf` are for Spark", "add --engine spark")
        prepare_allocators(machine.memory, machine.worker_count)
        limits = LocalLimits.from_memory(machine.memory)
        return cls(machine, progress, scratch=str(folder), limits=limits)

    # ---- the verbs that run the others ----

    def save(self, tables: Mapping[Path, Table], temporary: Collection[Path] = ()) -> dict[Path, int]:
        with ExitStack() as stack:
            sinks = {
                path: stack.enter_context(ParquetSink(path, table.schema, path in temporary))
                for path, table in tables.items()
            }
            self._fill_outputs([(table, sinks[path].write) for path, table in tables.items()])
        release_memory()
        return {path: sink.rows for path, sink in sinks.items()}

    def collect(self, tables: Mapping[str, Table]) -> dict[str, pa.Table]:
        """The tables in memory, for those who have no folder."""
        held: dict[str, list[Batch]] = {name: [] for name in tables}
        self._fill_outputs([(table, held[name].append) for name, table in tables.items()])
        release_memory()
        return {name: pa.Table.from_batches(held[name], table.schema) for name, table in tables.items()}

    def stream_batches(self, *tables: Table) -> Iterator[tuple[Batch, ...]]:
        (node,) = {table.node for table in tables}
        self._meter = WorkMeter(self.progress, [node])
        for _, outputs in self._run_node(node, [table.steps for table in tables]):
            yield tuple(outputs)
        release_memory()

    # ---- what nodes are drained with ----

    def run_table(self, table: Table) -> Iterator[tuple[float, Batch]]:
        """The batches of a table, each with the share of its node that is done. What must be drained is so at once."""
        return ((done, outputs[0]) for done, outputs in self._run_node(table.node, [table.steps]))

    def stream_table(self, table: Table, last: Callable[[Batch], Any] | None = None) -> Iterator[Any]:
        """The batches of one table, each put through `last` by the pool."""
        chain: Chain = (*table.steps, last) if last else table.steps
        return (outputs[0] for _, outputs in self._run_node(table.node, [chain]))

    def compute_memory_share(self, part: float, taken: int = 0) -> int:
        """Bytes for a kernel that may use this part of the memory, or of what is left where bytes are taken."""
        limits = self.limits
        rest = self.machine.memory - limits.process_bytes - limits.worker_bytes * self.machine.worker_count
        return max(int((rest - taken) * part), limits.min_kernel_bytes)

    def _keep_within_memory(self) -> None:
        """Give freed memory back near the limit."""
        now = time.monotonic()
        if now - self._released_at > RELEASE_SECONDS:
            self._released_at = now
            if measure_resident_bytes() > NEAR_LIMIT * self.machine.memory:
                release_memory()

    # ---- how it runs ----

    def _fill_outputs(self, sinks: Sequence[tuple[Table, Callable[[Batch], None]]]) -> None:
        """Run every node once; a table whose node runs inside that of another is filled on the way."""
        inner = {node for table, _ in sinks for each in table.node.inputs for node in walk_nodes(each.node)}
        self._side_outputs = {}
        tops: dict[Node, list[SideOutput]] = {}
        for table, write in sinks:
            home = self._side_outputs if table.node in inner else tops
            home.setdefault(table.node, []).append(SideOutput(table.steps, write))
        self._meter = WorkMeter(self.progress, list(tops))
        for node, outputs in tops.items():
            for _, batches in self._run_node(node, [output.steps for output in outputs]):
                for output, batch in zip(outputs, batches, strict=True):
                    output.write(batch)

    def _run_node(self, node: Node, chains: Sequence[Chain]) -> Iterator[tuple[float, list[Any]]]:
        # Without side outputs the node is not looked up: its hash goes through all nodes below it.
        aside = self._side_outputs.pop(node, []) if self._side_outputs else []
        all_chains: list[Chain] = [*chains, *(output.steps for output in aside)]
        return self._yield_results(node, _open_node(node, self), all_chains, aside)

    def _yield_results(
        self, node: Node, opened: PendingBatches, chains: Sequence[Chain], aside: Sequence[SideOutput]
    ) -> Iterator[tuple[float, list[Any]]]:
        with self._meter.watch_node(node) as report_share:
            for done, batches in _map_in_order(
                lambda make: apply_chains(chains, make()), opened, self.machine.worker_count
            ):
                report_share(done)
                self._keep_within_memory()
                for output, batch in zip(aside, batches[len(chains) - len(aside) :], strict=True):
                    output.write(batch)
                yield done, batches[: len(chains) - len(aside)]


def _open_node(node: graph.Node, engine: Local) -> PendingBatches:
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


def _map_in_order(
    work: Callable[[MakeBatch], list[Any]], opened: PendingBatches, workers: int
) -> Iterator[tuple[float, list[Any]]]:
    """`work` on everything by a pool, the results in the order of the input, a bounded number under way."""
    head = list(islice(opened, 2 if workers > 1 else 0))
    opened = chain(head, opened)
    if len(head) < 2:  # threads for a single batch would cost more than most of these batches
        yield from ((done, work(each)) for done, each in opened)
        return
    under_way: deque[tuple[float, Future[list[Any]]]] = deque()
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
