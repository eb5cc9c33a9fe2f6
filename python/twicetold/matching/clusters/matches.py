"""Matches with the clusters of both sides, for jobs in which matches alone make clusters: threads, documents."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.tables.batches import Batch, build_batch

_CLUSTER_COLUMNS = ("left_cluster", "right_cluster")


@dataclass(frozen=True)
class AddMatchClusters:
    """Matches joined with the clusters of both sides, and the cluster that both are in; null where there is none."""

    matches: pa.Schema

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([*[pa.field(name, pa.uint32()) for name in ("cluster", *_CLUSTER_COLUMNS)], *self.matches])

    def __call__(self, joined: Batch) -> Batch:
        left, right = (joined[name] for name in _CLUSTER_COLUMNS)
        both = pc.if_else(pc.equal(left, right), left, None)
        rest = joined.select(self.matches.names).columns
        return build_batch([both, left, right, *rest], self.schema)


@dataclass(frozen=True)
class KeepBridges:
    """The matches between two clusters."""

    schema: pa.Schema

    def __call__(self, matches: Batch) -> Batch:
        return matches.filter(pc.is_null(matches["cluster"])).select(self.schema.names)
