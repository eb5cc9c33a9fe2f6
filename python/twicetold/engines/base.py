"""What an engine is, and what runs on it.

A step is a frozen dataclass with a declared output schema, called with a batch and giving a batch. It keeps nothing
between calls and does not care where a batch was cut, so every engine may cut, order and spread batches as it likes.
A table is an engine's promise of rows: nothing is read or computed until `save` or `batches` asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

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
    """The verbs that stages are written in. `group`, `join`, `components` come with the first stage that needs them."""

    def read(self, sources: Sequence[tuple[Reader, str]]) -> Any:
        """The documents of files, each with its reader, in the order given."""
        ...

    def map(self, table: Any, step: Step) -> Any:
        """The table with a step applied to each of its batches; the order of the rows stays."""
        ...

    def save(self, tables: Mapping[Path, Any]) -> dict[Path, int]:
        """Writes Parquet files, and gives the rows of each. Tables that come from one `read` share one pass over it."""
        ...

    def batches(self, *tables: Any) -> Iterator[tuple[pa.RecordBatch, ...]]:
        """The rows of tables that come from one `read`, here and now: a batch of each at a time, empty ones too."""
        ...
