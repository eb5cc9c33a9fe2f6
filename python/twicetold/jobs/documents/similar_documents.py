"""Like documents: candidates to matches, and matches to clusters: a document that is kept and those that it removes.

Documents are numbered in the order in which they would be kept, as `matching/clusters/keep_first.py` wants them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, make_step
from twicetold.finders.base import CandidateTables
from twicetold.jobs.documents.tables import DOCUMENT_UNITS
from twicetold.matching.clusters.base import number_clusters, order_by_size, resolve_matches
from twicetold.matching.clusters.keep_first import KeepFirst
from twicetold.matching.similarity import Comparison
from twicetold.matching.verify import verify_pairs
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import PAIRS, UNIT_MATCHES

_COUNT = pa.uint32()
_SIMILARITY = UNIT_MATCHES.field("similarity")
_IS_AGAINST = DOCUMENT_UNITS.field("is_against")


def _define_counts(*names: str) -> list[pa.Field]:
    return [pa.field(name, _COUNT, nullable=False) for name in names]


def select_candidates(found: CandidateTables, folded: Table, has_against: bool, engine: Engine) -> dict[str, Table]:
    """The tables `candidates` and `crowds`. With `sided`, only pairs of one that stands in `--against`."""
    pairs = found.pairs
    if has_against:
        sides = engine.map(folded, list_units_against)
        pairs = engine.map(engine.join(pairs, sides, on=("left", "right"), key="unit"), keep_pairs_across_sides)
    return {"candidates": pairs} | found.tallies


def match_documents(pairs: Table, comparison: Comparison, engine: Engine) -> dict[str, Table]:
    """The tables `verified`, in order, and `judged`, of pairs that have their texts."""
    tables = verify_pairs(pairs, comparison, comparison.least, engine)
    return tables | {"verified": engine.group(tables["verified"], ("left", "right"), PassRows(UNIT_MATCHES))}


@make_step(pa.schema([DOCUMENT_UNITS.field("unit"), DOCUMENT_UNITS.field("is_against")]))
def list_units_against(folded: Batch) -> Batch:
    """The distinct texts, and whether the first document of each is in `--against`."""
    return folded.filter(pc.equal(folded["number"], folded["unit"])).select(list_units_against.schema.names)


@make_step(PAIRS)
def keep_pairs_across_sides(pairs: Batch) -> Batch:
    """The pairs of one that stands in `--against` and one that does not."""
    return pairs.filter(pc.not_equal(pairs["left_is_against"], pairs["right_is_against"])).select(PAIRS.names)


CLUSTERED_DOCUMENTS = pa.schema([*_define_counts("core", "number", "unit"), _IS_AGAINST, _SIMILARITY])
# A cluster before it has its number; `order` is least for the largest.
DOCUMENT_CLUSTER_HEADS = pa.schema([*_define_counts("order", "core", "size", "variants", "removed"), _SIMILARITY])
DOCUMENT_LABELS = pa.schema(
    [*_define_counts("cluster", "number", "unit", "core"), _IS_AGAINST, *_define_counts("size", "variant"), _SIMILARITY]
)


def cluster_documents(verified: Table, folded: Table, policy: KeepPolicy, engine: Engine) -> dict[str, Table]:
    """The tables `heads` and `labels`: the clusters with their numbers, and each of their documents with its."""
    cores = resolve_matches(verified, KeepFirst(), engine)
    placed = engine.map(engine.join(folded, cores, on=("unit",), key="unit", keep=True), keep_clustered_documents)
    return number_clusters(
        placed,
        SummariseDocumentClusters(policy),
        DOCUMENT_LABELS,
        engine,
        number_variants=number_document_variants,
        from_heads=("size",),
    )


@make_step(CLUSTERED_DOCUMENTS)
def keep_clustered_documents(joined: Batch) -> Batch:
    """Documents of clusters: matched, or with others of the same text."""
    alone = joined["core"].is_null()
    columns = {name: joined[name] for name in ("number", "unit", "is_against")}
    columns["core"] = pc.if_else(alone, joined["unit"], joined["core"])
    columns["similarity"] = pc.if_else(alone, 1.0, joined["similarity"])
    batch = build_named_batch(columns, CLUSTERED_DOCUMENTS)
    return batch.filter(pc.or_(pc.invert(alone), joined["shared"]))


@dataclass(frozen=True)
class KeepPolicy:
    """Who is kept: the core; with `sided` all that stand in `--against`; or `everyone`."""

    has_against: bool = False
    keeps_all: bool = False

    def __call__(self, placed: Batch) -> pa.Array:
        if self.keeps_all:
            return pa.repeat(True, placed.num_rows)
        return placed["is_against"] if self.has_against else pc.equal(placed["number"], placed["core"])


@dataclass(frozen=True)
class SummariseDocumentClusters:
    """Documents grouped by core, to one row for each cluster."""

    policy: KeepPolicy
    schema: ClassVar[pa.Schema] = DOCUMENT_CLUSTER_HEADS

    def __call__(self, placed: Batch) -> Batch:
        columns = {name: placed[name] for name in ("core", "unit", "similarity")}
        rows = pa.table(columns | {"removed": pc.invert(self.policy(placed)).cast(_COUNT)})
        asked = [([], "count_all"), ("unit", "count_distinct"), ("removed", "sum"), ("similarity", "min")]
        told = rows.group_by("core", use_threads=False).aggregate(asked)
        found = {name: told[name].combine_chunks() for name in told.schema.names}
        size, variants, removed = (
            found[name].cast(_COUNT) for name in ("count_all", "unit_count_distinct", "removed_sum")
        )
        arrays = [order_by_size(size), found["core"], size, variants, removed, found["similarity_min"]]
        return build_batch(arrays, DOCUMENT_CLUSTER_HEADS)


@make_step(pa.schema([*CLUSTERED_DOCUMENTS, *_define_counts("variant")]))
def number_document_variants(placed: Batch) -> Batch:
    """Documents grouped by core, each with the number of its text in the cluster: 0 for that of the core."""
    numbers: dict[tuple[int, int], int] = {}
    seen: dict[int, int] = {}
    for core, unit in sorted(set(zip(placed["core"].to_pylist(), placed["unit"].to_pylist(), strict=True))):
        numbers[core, unit] = seen[core] = seen.get(core, -1) + 1
    pairs = zip(placed["core"].to_pylist(), placed["unit"].to_pylist(), strict=True)
    variants = pa.array([numbers[pair] for pair in pairs], _COUNT)
    return build_batch([*placed.columns, variants], number_document_variants.schema)
