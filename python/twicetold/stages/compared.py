"""Rows that stand in a pair: of the others nobody asks for the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine


def in_pairs(rows: Any, pairs: Any, key: str, engine: Engine) -> Any:
    """The rows whose `key` is on a side of a pair, with that key once more as `compared`."""
    compared = engine.group(engine.map(pairs, Sides(key)), (key,), Once(key))
    return engine.join(rows, compared, on=(key,), key=key)


def _schema(key: str) -> pa.Schema:
    """A lookup has to say something: it says the key again."""
    return pa.schema([pa.field(name, pa.uint32(), nullable=False) for name in (key, "compared")])


@dataclass(frozen=True)
class Sides:
    """Pairs to what stands in them, each about once in a batch."""

    key: str

    @property
    def schema(self) -> pa.Schema:
        return _schema(self.key)

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        numbers = pc.unique(pa.concat_arrays([pairs["left"], pairs["right"]]))
        return pa.RecordBatch.from_arrays([numbers, numbers], schema=self.schema)


@dataclass(frozen=True)
class Once:
    """The same grouped, each once."""

    key: str

    @property
    def schema(self) -> pa.Schema:
        return _schema(self.key)

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        numbers = pc.unique(groups[self.key])
        return pa.RecordBatch.from_arrays([numbers, numbers], schema=self.schema)
