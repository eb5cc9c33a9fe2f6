"""What an engine is, and what runs on it.

A step is a frozen dataclass with a declared output schema, called with a batch and giving a batch. It keeps nothing
between calls and does not care where a batch was cut, so every engine may cut, order and spread batches as it likes;
the step of a `group` may rely on one thing: no group is cut. A table is an engine's promise of rows: nothing is read or
computed until `save` or `batches` asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

from twicetold.config import Machine
from twicetold.readers.base import Reader


class Step(Protocol):
    """A function over a batch, as a value: it pickles, and equal steps give equal answers."""

    @property
    def schema(self) -> pa.Schema:
        """The columns it gives."""
        ...

    def __call__(self, batch: pa.RecordBatch, /) -> pa.RecordBatch: ...


class Progress(Protocol):
    """Who wants to hear how far the work is: a bar on a terminal, lines in a log, nobody."""

    def start(self, total_bytes: int | None) -> None:
        """Work begins; `total_bytes` of input, or None when that cannot be known (stdin)."""
        ...

    def advance(self, done_bytes: int, rows: int) -> None:
        """`done_bytes` of the input are read by now, `rows` were made since the last call."""
        ...

    def stop(self) -> None:
        """Work is over, well or not."""
        ...


class Silent:
    """The progress that tells nobody."""

    def start(self, total_bytes: int | None) -> None: ...

    def advance(self, done_bytes: int, rows: int) -> None: ...

    def stop(self) -> None: ...


class Engine(Protocol):
    """The verbs that stages are written in: read, map, group, join, components, save; and the ways in and out."""

    machine: Machine  # what may be used of this machine, or of each of a cluster's
    notes: dict[str, Any]  # what the last `save` has to tell for `run.json`, besides its rows

    def read(self, sources: Sequence[tuple[Reader, str]]) -> Any:
        """The documents of files, each with its reader, in the order given; where a reader has a `schema`, its rows."""
        ...

    def load(self, path: Path) -> Any:
        """A table that was saved."""
        ...

    def table(self, rows: pa.Table) -> Any:
        """Rows that are in memory already."""
        ...

    def map(self, table: Any, step: Step) -> Any:
        """The table with a step applied to each of its batches; the order of the rows stays."""
        ...

    def group(
        self, table: Any, by: Sequence[str], step: Step, *, number: str | None = None, distinct: bool = False
    ) -> Any:
        """The step applied to rows in order of the columns `by`, then of the others; rows alike in `by` stay together.

        With `number`, the step finds a first column of that name: the number of the row's group, from 0 in order. With
        `distinct`, rows alike in every column may come as one. No column may hold nulls.
        """
        ...

    def join(
        self, table: Any, lookup: Any, on: Sequence[str], key: str, *, keep: bool = False, shared: bool = False
    ) -> Any:
        """Every row with what `lookup` says of it: its columns but `key`, where `key` equals the column `on`.

        With several columns in `on` each gets its own: `on=("left", "right")` adds `left_text` and `right_text`. A key
        stands in `lookup` at most once. Rows without a partner are dropped, or with `keep` get nulls. The rows come in
        any order: a table that a user reads is grouped after it. With `shared`, of pairs: the columns may come as
        dictionaries, so that a row which many pairs ask for is there once; `steps.met` reads them either way.
        """
        ...

    def union(self, *tables: Any) -> Any:
        """The rows of all tables; their columns are the same."""
        ...

    def components(self, pairs: Any) -> Any:
        """Each unit of the pairs (`left`, `right`) with its connected component, named by its smallest unit.

        The two units of a pair differ. The rows come in any order.
        """
        ...

    def save(self, tables: Mapping[Path, Any], passing: Collection[Path] = ()) -> dict[Path, int]:
        """Writes Parquet files, and gives the rows of each. What tables have in common is computed once.

        Those in `passing` go when the run is finished, and need not be small.
        """
        ...

    def batches(self, *tables: Any) -> Iterator[tuple[pa.RecordBatch, ...]]:
        """The rows of tables that come from one source, here and now: a batch of each at a time, empty ones too."""
        ...
