"""Matches to clusters, and clusters to the tables a user reads.

components      what matches join, however long the chain
break the chains    members that do not resemble their cluster's core leave it
number          largest first, ties by first member
members         every sentence that stands in a cluster
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.features.base import Feature, as_dense
from twicetold.schema import (
    CLUSTERED,
    CORES,
    HEADS,
    LABELS,
    LINKS,
    MEMBERS,
    PAIRS,
    UNITS,
)
from twicetold.stages.folding import Labelled, Marked
from twicetold.stages.verify import SHOWN_BESIDE, column_of


def cores(units: Any, verified: Any, feature: Feature, settings: Matching, engine: Engine) -> Any:
    """Each matched unit and the core of its cluster."""
    components = engine.components(engine.map(verified, Select(PAIRS)))
    matched = engine.join(verified, components, on=("left",), key="unit")
    texts = engine.map(units, Select(pa.schema([UNITS.field("unit"), UNITS.field("text")])))
    placed = engine.join(texts, components, on=("unit",), key="unit")
    links = engine.union(engine.map(matched, MatchLinks(settings.measure)), engine.map(placed, UnitLinks()))
    cohesion = settings.cohesion or settings.threshold
    return engine.group(links, ("component",), BreakChains(feature, settings.measure, cohesion))


def number(units: Any, cores: Any, relation: str, engine: Engine) -> dict[str, Any]:
    """The tables `heads` and `labels`: the clusters with their numbers, and every unit with its cluster's."""
    placed = engine.map(units, Select(_PLACED_UNITS))
    joined = engine.join(placed, cores, on=("unit",), key="unit", keep=True)
    clustered = engine.map(joined, Clustered(relation))
    heads = engine.group(engine.group(clustered, ("core",), Heads()), HEADS.names, Same(NUMBERED), number="cluster")
    numbers = engine.map(heads, Select(pa.schema([NUMBERED.field("core"), NUMBERED.field("cluster")])))
    varied = engine.group(clustered, ("core",), Variants())
    labels = engine.map(engine.join(varied, numbers, on=("core",), key="core"), Select(LABELS))
    return {"heads": heads, "labels": labels}


def members(sentences: Any, labels: Any, settings: Folding, engine: Engine) -> Any:
    """Every sentence of every cluster, in order."""
    wanted = engine.map(labels, Looked())
    found = engine.join(engine.map(sentences, Marked(settings)), wanted, on=("high",), key="high")
    return engine.group(engine.map(found, Labelled()), ("cluster",), Select(MEMBERS))


NUMBERED = pa.schema([pa.field("cluster", pa.uint32(), nullable=False), *HEADS])


# What a cluster is told by: all of a unit but its text.
_PLACED_UNITS = pa.schema([each for each in UNITS if each.name not in ("text", "collided")])


@dataclass(frozen=True)
class MatchLinks:
    """Matches of a component, without the texts: a family of templates has many times more matches than texts."""

    measure: str
    schema: ClassVar[pa.Schema] = LINKS

    def __call__(self, matched: pa.RecordBatch) -> pa.RecordBatch:
        similarity = matched[column_of(self.measure)]
        texts = pa.repeat("", matched.num_rows)
        columns = [matched["component"], matched["left"], matched["right"], similarity, texts]
        return pa.RecordBatch.from_arrays(columns, schema=LINKS)


@dataclass(frozen=True)
class UnitLinks:
    """The units of a component with their texts."""

    schema: ClassVar[pa.Schema] = LINKS

    def __call__(self, placed: pa.RecordBatch) -> pa.RecordBatch:
        same = pa.repeat(1.0, placed.num_rows)
        columns = [placed["component"], placed["unit"], placed["unit"], same, placed["text"]]
        return pa.RecordBatch.from_arrays(columns, schema=LINKS)


@dataclass(frozen=True)
class BreakChains:
    """Links grouped by component, to units and their cores."""

    feature: Feature
    measure: str
    cohesion: float
    schema: ClassVar[pa.Schema] = CORES

    def __call__(self, matches: pa.RecordBatch) -> pa.RecordBatch:
        if dense := as_dense(self.feature):
            vectors = dense.vectors(matches["text"])
            return _kernels.break_chains(matches, SHOWN_BESIDE.kernel, self.measure, self.cohesion, vectors)
        return _kernels.break_chains(matches, self.feature.kernel, self.measure, self.cohesion)


@dataclass(frozen=True)
class Clustered:
    """The units that stand in a cluster: with others by matches, or alone by having several copies."""

    relation: str
    schema: ClassVar[pa.Schema] = CLUSTERED

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        alone = joined["core"].is_null()
        columns = {name: joined[name] for name in _PLACED_UNITS.names}
        columns["core"] = pc.if_else(alone, joined["unit"], joined["core"])
        columns["similarity"] = pc.if_else(alone, 1.0, joined["similarity"])
        kept = pc.or_(pc.invert(alone), self._repeated(joined))
        arrays = [columns[name] for name in CLUSTERED.names]
        batch = pa.RecordBatch.from_arrays(arrays, schema=CLUSTERED)
        return batch.filter(kept)

    def _repeated(self, joined: pa.RecordBatch) -> pa.Array:
        """Whether a unit repeats itself, as far as the relation lets that count."""
        several = pc.greater(joined["copies"], 1)
        if self.relation == "any":
            return several
        return pc.and_(several, _kernels.repeated(joined, self.relation))


@dataclass(frozen=True)
class Heads:
    """Units grouped by core, to one row for each cluster."""

    schema: ClassVar[pa.Schema] = HEADS

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.cluster_heads(units)


@dataclass(frozen=True)
class Variants:
    """Units grouped by core, each with its number in the cluster."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [pa.field("core", pa.uint32(), nullable=False), *[each for each in LABELS if each.name != "cluster"]]
    )

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        columns = {name: units[name] for name in self.schema.names if name != "variant"}
        columns["variant"] = _kernels.number_within(units, "core")
        return pa.RecordBatch.from_arrays([columns[name] for name in self.schema.names], schema=self.schema)


@dataclass(frozen=True)
class Looked:
    """What members are looked up by, under names that do not clash with theirs."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [
            LABELS.field("high"),
            LABELS.field("cluster"),
            LABELS.field("variant"),
            LABELS.field("low").with_name("label_low"),
            LABELS.field("check").with_name("label_check"),
        ]
    )

    def __call__(self, labels: pa.RecordBatch) -> pa.RecordBatch:
        columns = [labels[name.removeprefix("label_")] for name in self.schema.names]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def sizes(clusters: Iterable[pa.RecordBatch]) -> dict[str, int]:
    """`{"2": 812, "3": 90}`: clusters by their number of members, small ones first."""
    counted: Counter[int] = Counter()
    for batch in clusters:
        for row in pc.value_counts(batch["size"]).to_pylist():
            counted[row["values"]] += row["counts"]
    return {str(size): counted[size] for size in sorted(counted)}
