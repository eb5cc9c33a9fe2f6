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


def met(pairs: pa.RecordBatch, name: str) -> tuple[pa.Array, pa.Array, pa.Array]:
    """What `join` with `shared` gives: the values of a column, each once, and the places of both sides among them."""
    left, right = pairs[f"left_{name}"], pairs[f"right_{name}"]
    if isinstance(left.type, pa.DictionaryType):
        return left.dictionary, left.indices, right.indices
    both = pa.concat_arrays([pairs["left"], pairs["right"]]).dictionary_encode()
    rows = pa.table({"place": both.indices, "row": pa.arange(0, len(both))})
    first = rows.group_by("place", use_threads=False).aggregate([("row", "min")]).sort_by("place")["row_min"]
    values = pa.concat_arrays([left, right]).take(first.combine_chunks())
    return values, both.indices.slice(0, len(left)), both.indices.slice(len(left))


def totals(tally: pa.Table) -> dict[str, int]:
    """A tally summed up by name."""
    counted = tally.group_by("name").aggregate([("count", "sum")]).to_pylist()
    return {row["name"]: row["count_sum"] for row in counted}
