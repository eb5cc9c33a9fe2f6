"""Steps that know nothing of text: rows as they are, some of their columns, sums."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True)
class Same:
    """The rows as they come: what a group is sorted for."""

    schema: pa.Schema

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        return batch


@dataclass(frozen=True)
class Select:
    """Some columns, or all of them in another order."""

    schema: pa.Schema

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        return batch.select(self.schema.names)


@dataclass(frozen=True)
class Counted:
    """Each group once with its number of rows, as the last column of `schema`; the rest is what it was grouped by."""

    schema: pa.Schema

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        by = self.schema.names[:-1]
        counted = pa.Table.from_batches([batch]).group_by(by, use_threads=False).aggregate([([], "count_all")])
        columns = [counted[name].combine_chunks() for name in by]
        count = counted["count_all"].combine_chunks().cast(self.schema.field(-1).type)
        return pa.RecordBatch.from_arrays([*columns, count], schema=self.schema)


def tally(**counts: int) -> pa.RecordBatch:
    """Counts as rows of TALLY, those of 0 left out."""
    from twicetold.schema import TALLY

    rows = [{"name": name, "count": count} for name, count in counts.items() if count]
    return pa.RecordBatch.from_pylist(rows, TALLY)
