"""The way from matches to numbered clusters, which all jobs share.

components      what matches join, however long the chain
resolve         each component taken apart: a resolver says which core each unit belongs to
number          clusters, largest first, ties by their first member
labels          every member with the number of its cluster
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, Step
from twicetold.tables.batches import Batch
from twicetold.tables.matching import MATCH_LINKS, PAIRS

CLUSTER = pa.field("cluster", pa.uint32(), nullable=False)


def resolve_matches(matches: Table, resolver: Step, engine: Engine) -> Table:
    """Each unit of a cluster with its core, by a resolver that needs nothing but the matches (MATCH_LINKS)."""
    components = find_components(matches, engine)
    linked = engine.join(matches, components, on=("left",), key="unit")
    return engine.group(engine.map(linked, SelectColumns(MATCH_LINKS)), ("component",), resolver)


def find_components(matches: Table, engine: Engine) -> Table:
    """Each unit of a match with its connected component."""
    return engine.find_components(engine.map(matches, SelectColumns(PAIRS)))


def number_clusters(
    members: Table,
    summarise: Step,
    labels: pa.Schema,
    engine: Engine,
    *,
    number_variants: Step | None = None,
    from_heads: Sequence[str] = (),
) -> dict[str, Table]:
    """The tables `heads` and `labels`: the clusters with their numbers, and every member with its cluster's.

    `summarise` makes one row of the members of a core; its columns order the clusters. Labels also have the columns
    `from_heads`, and the numbers that `number_variants` gives the members of a core.
    """
    numbered = build_heads_schema(summarise.schema)
    heads = engine.group(
        engine.group(members, ("core",), summarise), summarise.schema.names, PassRows(numbered), number="cluster"
    )
    numbers = engine.map(
        heads, SelectColumns(pa.schema([numbered.field(name) for name in ("core", "cluster", *from_heads)]))
    )
    varied = engine.group(members, ("core",), number_variants) if number_variants else members
    return {
        "heads": heads,
        "labels": engine.map(engine.join(varied, numbers, on=("core",), key="core"), SelectColumns(labels)),
    }


def build_heads_schema(summary: pa.Schema) -> pa.Schema:
    """The columns of numbered clusters."""
    return pa.schema([CLUSTER, *summary])


def order_by_size(sizes: pa.Array) -> pa.Array:
    """A number that is least for the largest cluster."""
    return pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), sizes)


def count_cluster_sizes(clusters: Iterable[Batch]) -> dict[str, int]:
    """`{"2": 812, "3": 90}`: clusters by their number of members, small ones first."""
    counted: Counter[int] = Counter()
    for batch in clusters:
        for row in pc.value_counts(batch["size"]).to_pylist():
            counted[row["values"]] += row["counts"]
    return {str(size): counted[size] for size in sorted(counted)}
