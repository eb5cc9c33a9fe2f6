"""Clusters of threads: stars, numbered, and the tables that a user reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.jobs.threads.tables import (
    ORDERED_THREADS,
    THREAD_BRIDGES,
    THREAD_CLUSTERS,
    THREAD_MATCHES,
    THREAD_MEMBERS,
    THREAD_SCORES,
)
from twicetold.matching.clusters.base import number_clusters, order_by_size, resolve_matches
from twicetold.matching.clusters.matches import AddMatchClusters, KeepBridges
from twicetold.matching.clusters.stars import build_stars
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import UNIT_MATCHES

_COUNT = pa.uint32()
# A cluster before it has its number; `order` is least for the largest.
THREAD_CLUSTER_HEADS = define_table(order=_COUNT, first=_COUNT, core=_COUNT, size=_COUNT, similarity=pa.float64())
THREAD_LABELS = define_table(unit=_COUNT, cluster=_COUNT, core=_COUNT, similarity=pa.float64())
CORE_COLUMNS = pa.schema([ORDERED_THREADS.field(name) for name in ("number", "document", "question")])
MEMBER_COLUMNS = pa.schema([each for each in ORDERED_THREADS if each.name in (*THREAD_MEMBERS.names, "number")])


def cluster_threads(scored: Table, engine: Engine) -> dict[str, Table]:
    """The tables `heads` and `labels`: the clusters with their numbers, and each of their threads with its."""
    stars = resolve_matches(engine.map(scored, SelectColumns(UNIT_MATCHES)), build_stars, engine)
    return number_clusters(stars, summarise_thread_clusters, THREAD_LABELS, engine)


def build_thread_tables(load: Callable[[str], Any], engine: Engine) -> dict[str, Table]:
    """What a user reads: `clusters`, `members`, `matches`, `bridges`."""
    scored, asked, heads, labels = (load(name) for name in ("scored", "threads", "heads", "labels"))
    numbers = engine.map(
        labels, SelectColumns(pa.schema([THREAD_LABELS.field("unit"), THREAD_LABELS.field("cluster")]))
    )
    placed = engine.map(
        engine.join(scored, numbers, on=("left", "right"), key="unit", keep=True), AddMatchClusters(THREAD_SCORES)
    )
    named = engine.map(
        asked, SelectColumns(pa.schema([ORDERED_THREADS.field(name) for name in ("number", "document", "title")]))
    )
    named_matches = engine.map(
        engine.join(placed, named, on=("left", "right"), key="number"), SelectColumns(_MATCHES_WITH_NAMES)
    )
    matches = engine.group(named_matches, ("cluster", "left", "right"), PassRows(_MATCHES_WITH_NAMES))
    cores = engine.map(engine.map(asked, SelectColumns(CORE_COLUMNS)), name_thread_cores)
    # Few threads are in a cluster: what is looked up in is the clusters, not the texts of all threads.
    clusters = engine.map(engine.join(cores, heads, on=("core",), key="core"), SelectColumns(THREAD_CLUSTERS))
    members = engine.map(
        engine.join(engine.map(asked, SelectColumns(MEMBER_COLUMNS)), labels, on=("number",), key="unit"),
        select_thread_members,
    )
    return {
        "clusters": engine.group(clusters, ("cluster",), PassRows(THREAD_CLUSTERS)),
        "members": engine.group(members, ("cluster", "number"), SelectColumns(THREAD_MEMBERS)),
        "matches": engine.map(matches, SelectColumns(THREAD_MATCHES)),
        "bridges": engine.map(matches, KeepBridges(THREAD_BRIDGES)),
    }


@make_step(THREAD_CLUSTER_HEADS)
def summarise_thread_clusters(stars: Batch) -> Batch:
    """Threads grouped by core, to one row for each cluster."""
    asked = [("unit", "min"), ("unit", "count"), ("similarity", "min")]
    counted = pa.Table.from_batches([stars]).group_by("core", use_threads=False).aggregate(asked)
    size = counted["unit_count"].combine_chunks().cast(_COUNT)
    first, core, similarity = (counted[name].combine_chunks() for name in ("unit_min", "core", "similarity_min"))
    return build_batch([order_by_size(size), first, core, size, similarity], THREAD_CLUSTER_HEADS)


_NAME_COLUMNS = [each for each in THREAD_MATCHES if each.name.endswith(("_document", "_title"))]
_MATCHES_WITH_NAMES = pa.schema([*AddMatchClusters(THREAD_SCORES).schema, *_NAME_COLUMNS])


@make_step(
    pa.schema(
        [
            THREAD_LABELS.field("core"),
            ORDERED_THREADS.field("document"),
            ORDERED_THREADS.field("question").with_name("example"),
        ]
    )
)
def name_thread_cores(threads: Batch) -> Batch:
    """Threads under the name that clusters know their core by."""
    return build_batch([threads[name] for name in ("number", "document", "question")], name_thread_cores.schema)


@make_step(pa.schema([*THREAD_MEMBERS, ORDERED_THREADS.field("number")]))
def select_thread_members(joined: Batch) -> Batch:
    """Threads of clusters with their texts."""
    columns = {name: joined[name] for name in joined.schema.names}
    columns["core"] = pc.equal(joined["core"], joined["number"])
    return build_named_batch(columns, select_thread_members.schema)
