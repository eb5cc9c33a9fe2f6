"""The rows that stand in a pair: nobody needs the texts of the others."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.columns import define_table


def keep_rows_in_pairs(rows: Table, pairs: Table, key: str, engine: Engine) -> Table:
    """The rows whose `key` is on a side of a pair, with that key once more as `compared`."""
    sides = engine.map(pairs, ListKeys(("left", "right"), key))
    compared = engine.group(sides, (key,), ListKeys((key,), key))
    return engine.join(rows, compared, on=(key,), key=key)


@dataclass(frozen=True)
class ListKeys:
    """The numbers in some columns, each once, as the column `key`; a lookup has to say something, so it says it again.

    Pairs give what stands in them, about once in a batch; grouped by `key`, each comes exactly once.
    """

    columns: tuple[str, ...]
    key: str

    @property
    def schema(self) -> pa.Schema:
        return define_table(**{self.key: pa.uint32(), "compared": pa.uint32()})

    def __call__(self, batch: Batch) -> Batch:
        numbers = pc.unique(pa.concat_arrays([batch[name] for name in self.columns]))
        return build_batch([numbers, numbers], self.schema)
