"""Matches with the clusters of both sides, for jobs in which they alone decide who is in which: threads, documents."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.stages.threads.scoring import MISSING

_COUNT = pa.uint32()
NONE = 2**32 - 1  # the number of no cluster
_SIDES = ("left_cluster", "right_cluster")


@dataclass(frozen=True)
class Placed:
    """Matches joined with the clusters of both sides, and the one that both are in; NONE where there is none."""

    matches: pa.Schema

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([*[pa.field(name, _COUNT, nullable=False) for name in ("cluster", *_SIDES)], *self.matches])

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        none = pa.scalar(NONE, _COUNT)
        left, right = (pc.fill_null(joined[name], none) for name in _SIDES)
        both = pc.if_else(pc.equal(left, right), left, none)
        rest = joined.select(self.matches.names).columns
        return pa.RecordBatch.from_arrays([both, left, right, *rest], schema=self.schema)


@dataclass(frozen=True)
class Shown:
    """Matches as a user reads them."""

    schema: pa.Schema

    def __call__(self, matches: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays([_known(matches[each.name]) for each in self.schema], schema=self.schema)


@dataclass(frozen=True)
class Bridges:
    """Those between two clusters."""

    schema: pa.Schema

    def __call__(self, matches: pa.RecordBatch) -> pa.RecordBatch:
        return Shown(self.schema)(matches.filter(pc.equal(matches["cluster"], NONE)))


def _known(values: pa.Array) -> pa.Array:
    """Null for what stands for nothing."""
    none = {_COUNT: NONE, pa.float64(): MISSING}.get(values.type)
    return values if none is None else pc.if_else(pc.equal(values, none), None, values)
