"""Matches to clusters, and clusters to the tables a user reads.

components      what matches join, however long the chain
break the chains    members that do not resemble their cluster's core leave it
number          largest first, ties by first member
members         every sentence that stands in a cluster
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.features.base import Feature
from twicetold.folding import Labelled, Marked
from twicetold.schema import (
    BRIDGES,
    CLUSTERED,
    CLUSTERS,
    CORES,
    HEADS,
    LABELS,
    LINKS,
    MATCHES,
    MEMBERS,
    PAIRS,
    PLACED,
    UNITS,
    VERIFIED,
)
from twicetold.verify import column_of


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


def clusters(heads: Any, members: Any, engine: Engine) -> Any:
    """The numbered clusters with an example each: their first member."""
    examples = engine.group(engine.map(members, Select(PLACED)), ("cluster",), Examples())
    joined = engine.join(heads, examples, on=("cluster",), key="cluster")
    return engine.group(joined, ("cluster",), Select(CLUSTERS))


def members(sentences: Any, labels: Any, settings: Folding, engine: Engine) -> Any:
    """Every sentence of every cluster, in order."""
    wanted = engine.map(labels, Looked())
    found = engine.join(engine.map(sentences, Marked(settings)), wanted, on=("high",), key="high")
    return engine.group(engine.map(found, Labelled()), ("cluster",), Select(MEMBERS))


def matches(verified: Any, units: Any, labels: Any, engine: Engine) -> dict[str, Any]:
    """The tables `matches` and `bridges`, of verified pairs."""
    firsts = engine.map(units, Select(pa.schema([UNITS.field(name) for name in ("unit", *FIRST)])))
    numbers = engine.map(labels, Select(pa.schema([LABELS.field("unit"), LABELS.field("cluster")])))
    named = engine.join(verified, firsts, on=("left", "right"), key="unit")
    turned = engine.map(engine.join(named, numbers, on=("left", "right"), key="unit", keep=True), Turned())
    inside, between = engine.map(turned, Inside()), engine.map(turned, Between())
    return {
        "matches": engine.group(inside, MATCHES.names, Same(MATCHES)),
        "bridges": engine.map(engine.group(between, _BETWEEN.names, Same(_BETWEEN)), Bridges()),
    }


FIRST = ("document", "title", "position")  # what orders the sentences of a corpus
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
class Examples:
    """Members grouped by cluster, to the first text of each."""

    schema: ClassVar[pa.Schema] = pa.schema([CLUSTERS.field("cluster"), CLUSTERS.field("example")])

    def __call__(self, members: pa.RecordBatch) -> pa.RecordBatch:
        first = pc.equal(_kernels.number_within(members, "cluster"), 0)
        kept = members.filter(first)
        return pa.RecordBatch.from_arrays([kept["cluster"], kept["text"]], schema=self.schema)


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


_SIDE = ("cluster", "document", "position")
_TURNED = pa.schema(
    [
        *[pa.field(f"{side}_{name}", LABELS.field(name).type) for side in ("left", "right") for name in _SIDE],
        VERIFIED.field("jaccard"),
        VERIFIED.field("edit_similarity"),
    ]
)


@dataclass(frozen=True)
class Turned:
    """Matches with the side on the left that stands first: by document, title, position."""

    schema: ClassVar[pa.Schema] = _TURNED

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        turn = _kernels.stands_after(joined)
        columns = []
        for name in _TURNED.names:
            side, _, rest = name.partition("_")
            if side in ("left", "right"):
                other = "right" if side == "left" else "left"
                columns.append(pc.if_else(turn, joined[f"{other}_{rest}"], joined[name]))
            else:
                columns.append(joined[name])
        return pa.RecordBatch.from_arrays(columns, schema=_TURNED)


@dataclass(frozen=True)
class Inside:
    """The matches whose two sides are in one cluster."""

    schema: ClassVar[pa.Schema] = MATCHES

    def __call__(self, turned: pa.RecordBatch) -> pa.RecordBatch:
        inside = turned.filter(pc.fill_null(pc.equal(turned["left_cluster"], turned["right_cluster"]), False))
        columns = [inside["left_cluster" if name == "cluster" else name] for name in MATCHES.names]
        return pa.RecordBatch.from_arrays(columns, schema=MATCHES)


NO_CLUSTER = 2**32 - 1
_BETWEEN = pa.schema([each.with_nullable(False) for each in BRIDGES])


@dataclass(frozen=True)
class Between:
    """The matches that would have chained two clusters; a unit that stayed alone has the number NO_CLUSTER."""

    schema: ClassVar[pa.Schema] = _BETWEEN

    def __call__(self, turned: pa.RecordBatch) -> pa.RecordBatch:
        apart = turned.filter(pc.invert(pc.fill_null(pc.equal(turned["left_cluster"], turned["right_cluster"]), False)))
        none = pa.scalar(NO_CLUSTER, pa.uint32())
        columns = [pc.fill_null(apart[name], none) if "cluster" in name else apart[name] for name in _BETWEEN.names]
        return pa.RecordBatch.from_arrays(columns, schema=_BETWEEN)


@dataclass(frozen=True)
class Bridges:
    """The same with nulls again."""

    schema: ClassVar[pa.Schema] = BRIDGES

    def __call__(self, between: pa.RecordBatch) -> pa.RecordBatch:
        none = pa.scalar(None, pa.uint32())
        columns = [
            pc.if_else(pc.equal(between[name], NO_CLUSTER), none, between[name]) if "cluster" in name else between[name]
            for name in BRIDGES.names
        ]
        return pa.RecordBatch.from_arrays(columns, schema=BRIDGES)
