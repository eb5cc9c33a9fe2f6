"""Rows that stand in a pair: of the others nobody asks for the text."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.tables.batches import Batch, build_batch


def keep_rows_in_pairs(rows: Table, pairs: Table, key: str, engine: Engine) -> Table:
    """The rows whose `key` is on a side of a pair, with that key once more as `compared`."""
    compared = engine.group(engine.map(pairs, ListPairSides(key)), (key,), DropRepeatedKeys(key))
    return engine.join(rows, compared, on=(key,), key=key)


def _define_schema(key: str) -> pa.Schema:
    """A lookup has to say something: it says the key again."""
    return pa.schema([pa.field(name, pa.uint32(), nullable=False) for name in (key, "compared")])


@dataclass(frozen=True)
class ListPairSides:
    """Pairs to what stands in them, each about once in a batch."""

    key: str

    @property
    def schema(self) -> pa.Schema:
        return _define_schema(self.key)

    def __call__(self, pairs: Batch) -> Batch:
        numbers = pc.unique(pa.concat_arrays([pairs["left"], pairs["right"]]))
        return build_batch([numbers, numbers], self.schema)


@dataclass(frozen=True)
class DropRepeatedKeys:
    """The same grouped, each once."""

    key: str

    @property
    def schema(self) -> pa.Schema:
        return _define_schema(self.key)

    def __call__(self, groups: Batch) -> Batch:
        numbers = pc.unique(groups[self.key])
        return build_batch([numbers, numbers], self.schema)
