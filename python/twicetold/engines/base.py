"""What an engine is.

An engine runs tables (`graph.py`) and the steps they consist of (`steps.py`). Nothing is read or computed until `save`
or `stream_batches` asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

import pyarrow as pa

from twicetold.config import Machine
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.progress import Progress
from twicetold.engines.steps import Step
from twicetold.readers.base import Reader
from twicetold.tables.batches import Batch

if TYPE_CHECKING:
    from twicetold.engines.options import EngineOptions


class Engine(Protocol):
    """The verbs that stages are written in: read, map, group, join, components, save; and the ways in and out."""

    machine: Machine  # what may be used of this machine, or of each of a cluster's
    progress: Progress  # hears how far a `save` is
    notes: dict[str, Any]  # what the last `save` has to tell for `run.json`, besides its rows

    @classmethod
    def from_options(cls, machine: Machine, progress: Progress, folder: Path, options: EngineOptions) -> Self:
        """Return the engine that a user asks for on the command line; temporary files of a run go to `folder`."""
        ...

    def read(self, sources: Sequence[tuple[Reader, str]]) -> Table:
        """The documents of files, each with its reader, in the order given; where a reader has a `schema`, its rows."""
        ...

    def load(self, path: Path) -> Table:
        """A table that was saved."""
        ...

    def load_rows(self, rows: pa.Table) -> Table:
        """Rows that are in memory already."""
        ...

    def load_batches(self, schema: pa.Schema, list_batches: Callable[[], Iterable[MakeBatch]]) -> Table:
        """Rows that functions make, a batch each; the functions are asked for, and called, when the rows are wanted.

        A batch may have dictionaries where `schema` has values, as those of `join` with `shared` have.
        """
        ...

    def map(self, table: Table, step: Step) -> Table:
        """The table with a step applied to each of its batches; the order of the rows stays."""
        ...

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
        """The step applied to rows in order of the columns `by`, then of the others; rows alike in `by` stay together.

        With `number`, the step finds a first column of that name: the number of the row's group, from 0 in order. With
        `distinct`, rows alike in every column may come as one. Nulls come after all values.

        With `apart`, the table is a union of tables that have no group in common: they may be grouped one after the
        other. `beside` has two columns of numbers for each `unit`, which an engine may put beside the rows of that
        unit, and then leave out groups of one row. So a step can leave out early what a later one leaves out anyway.

        With `in_order`, the rows were in order of `by` before any joins without `shared`: an engine whose joins keep
        the order need not sort. The rows of a group then come in any order.
        """
        ...

    def join(
        self, table: Table, lookup: Table, on: Sequence[str], key: str, *, keep: bool = False, shared: bool = False
    ) -> Table:
        """Every row with what `lookup` says of it: its columns but `key`, where `key` equals the column `on`.

        With several columns in `on` each gets its own: `on=("left", "right")` adds `left_text` and `right_text`. A key
        stands in `lookup` at most once. Rows without a partner are dropped, or with `keep` get nulls. The rows come in
        any order: a table that a user reads is grouped after it. With `shared`, of pairs: the columns may come as
        dictionaries, so that a row which many pairs ask for is there once;
        `steps.index_pair_values` reads them either way.
        """
        ...

    def union(self, *tables: Table) -> Table:
        """The rows of all tables; their columns are the same."""
        ...

    def find_components(self, pairs: Table) -> Table:
        """Each unit of the pairs (`left`, `right`) with its connected component, named by its smallest unit.

        The two units of a pair differ. The rows come in any order.
        """
        ...

    def save(self, tables: Mapping[Path, Table], temporary: Collection[Path] = ()) -> dict[Path, int]:
        """Writes Parquet files, and gives the rows of each. What tables have in common is computed once.

        Those in `temporary` go when the run is finished, and need not be small.
        """
        ...

    def stream_batches(self, *tables: Table) -> Iterator[tuple[Batch, ...]]:
        """The rows of tables that come from one source, here and now: a batch of each at a time, empty ones too."""
        ...
