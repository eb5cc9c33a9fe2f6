"""Units of clusters, numbered, and the sentences that they stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.matching.clusters.base import number_clusters
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import (
    CLUSTER_HEADS,
    CLUSTERED_UNITS,
    UNIT_LABELS,
    UNITS,
)


def number_unit_clusters(units: Table, cores: Table, relation: str, engine: Engine) -> dict[str, Table]:
    """The tables `heads` and `labels`: the clusters with their numbers, and every unit with its cluster's."""
    placed = engine.map(units, SelectColumns(UNITS_WITHOUT_TEXT))
    joined = engine.join(placed, cores, on=("unit",), key="unit", keep=True)
    clustered = engine.map(joined, KeepClusteredUnits(relation))
    return number_clusters(
        clustered, summarise_unit_clusters, UNIT_LABELS, engine, number_variants=number_unit_variants
    )


# What a cluster is told by: all of a unit but its text.
UNITS_WITHOUT_TEXT = pa.schema([each for each in UNITS if each.name not in ("text", "collided")])


@dataclass(frozen=True)
class KeepClusteredUnits:
    """The units that stand in a cluster: with others by matches, or alone by having several copies."""

    relation: str
    schema: ClassVar[pa.Schema] = CLUSTERED_UNITS

    def __call__(self, joined: Batch) -> Batch:
        alone = joined["core"].is_null()
        columns = {name: joined[name] for name in UNITS_WITHOUT_TEXT.names}
        columns["core"] = pc.if_else(alone, joined["unit"], joined["core"])
        columns["similarity"] = pc.if_else(alone, 1.0, joined["similarity"])
        kept = pc.or_(pc.invert(alone), self._mark_repeated(joined))
        arrays = [columns[name] for name in CLUSTERED_UNITS.names]
        batch = build_batch(arrays, CLUSTERED_UNITS)
        return batch.filter(kept)

    def _mark_repeated(self, joined: Batch) -> pa.Array:
        """Whether a unit repeats itself, as far as the relation lets that count."""
        several = pc.greater(joined["copies"], 1)
        if self.relation == "any":
            return several
        return pc.and_(several, _kernels.mark_repeated_units(joined, self.relation))


@make_step(CLUSTER_HEADS)
def summarise_unit_clusters(units: Batch) -> Batch:
    """Units grouped by core, to one row for each cluster."""
    return _kernels.summarise_clusters(units)


@make_step(
    pa.schema(
        [pa.field("core", pa.uint32(), nullable=False), *[each for each in UNIT_LABELS if each.name != "cluster"]]
    )
)
def number_unit_variants(units: Batch) -> Batch:
    """Units grouped by core, each with its number in the cluster."""
    columns = {name: units[name] for name in number_unit_variants.schema.names if name != "variant"}
    columns["variant"] = _kernels.number_rows_within_groups(units, "core")
    return build_named_batch(columns, number_unit_variants.schema)


@make_step(
    pa.schema(
        [
            UNIT_LABELS.field("high"),
            UNIT_LABELS.field("cluster"),
            UNIT_LABELS.field("variant"),
            UNIT_LABELS.field("low").with_name("label_low"),
            UNIT_LABELS.field("check").with_name("label_check"),
        ]
    )
)
def select_label_hashes(labels: Batch) -> Batch:
    """What members are looked up by, under names that do not clash with theirs."""
    columns = [labels[name.removeprefix("label_")] for name in select_label_hashes.schema.names]
    return build_batch(columns, select_label_hashes.schema)
