"""Rows brought together: groups, in order; and the connected components of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from twicetold import _kernels
from twicetold.engines.sources.base import Opened, cut, opened
from twicetold.schema import COMPONENTS, KEYS, PAIRS

if TYPE_CHECKING:
    from twicetold.engines.local import Local
    from twicetold.engines.plan import Table

PIECE_BYTES = 4 << 20  # of sorted rows in a batch
KEY_ROWS = 16_384  # a crowd of keys makes hundreds of pairs for each
KEY_BYTES = KEY_ROWS * 32  # the same of rows that hold more than a key and a unit


@dataclass(frozen=True)
class Grouped:
    """The rows of a table in order, no group cut."""

    table: Table
    by: tuple[str, ...]
    number: str | None = None
    distinct: bool = False
    total_bytes = None

    @property
    def inputs(self) -> tuple[Table, ...]:
        return (self.table,)

    @property
    def schema(self) -> pa.Schema:
        fields = list(self.table.schema)
        return pa.schema([pa.field(self.number, pa.uint32(), nullable=False), *fields] if self.number else fields)

    def open(self, engine: Local) -> Opened:
        """Keys and pairs, of which there are many times more than sentences, have a way of their own."""
        if self.number is None and self.by == ("key",) and self.table.schema.equals(KEYS):
            grouper = _kernels.Grouper(engine.share(0.5), engine.scratch)
            self._fill(engine, grouper)
            return opened(iter(partial(grouper.next, KEY_ROWS), None))
        if self.number is None and self.distinct and self.table.schema.equals(PAIRS) and self.by == ("left", "right"):
            pairs = _kernels.PairSet(engine.share(0.3), engine.scratch, engine.machine.workers)
            self._fill(engine, pairs)
            return opened(cut(iter(pairs.next, None)))
        return self._by_sorter(engine)

    def _fill(self, engine: Local, kernel: _kernels.Grouper | _kernels.PairSet) -> None:
        for batch in engine.drain(self.table):
            kernel.push(batch)
        kernel.finish()

    def _by_sorter(self, engine: Local) -> Opened:
        sorter = _kernels.Sorter(engine.share(0.5), engine.scratch, engine.machine.workers)
        by = list(self.by)
        for rows in engine.drain(self.table, partial(_encode, by=by)):
            sorter.push(rows)
        sorter.finish()
        schema = self.table.schema
        pieces = iter(partial(sorter.next, KEY_BYTES if by == ["key"] else PIECE_BYTES), None)
        return ((0, partial(_kernels.decode_rows, rows, schema, by, self.number)) for rows in pieces)


def _encode(batch: pa.RecordBatch, by: list[str]) -> _kernels.Rows:
    return _kernels.encode_rows(batch, by)


@dataclass(frozen=True)
class Components:
    """The connected components of pairs."""

    pairs: Table
    total_bytes = None
    schema = COMPONENTS

    @property
    def inputs(self) -> tuple[Table, ...]:
        return (self.pairs,)

    def open(self, engine: Local) -> Opened:
        kernel = _kernels.Components()
        for batch in engine.drain(self.pairs):
            kernel.push(batch)
        return opened(cut(iter([kernel.finish()])))
