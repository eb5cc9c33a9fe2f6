"""A resolver that compares the texts of a component: members that do not resemble their cluster's core leave it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import GroupResolver, SelectColumns, make_step
from twicetold.features.base import Feature, cast_to_dense
from twicetold.matching.clusters.base import find_components
from twicetold.measures.base import load_measure
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import COMPONENT_LINKS, UNIT_CORES, UNIT_PLACES, UNITS


def find_cores(units: Table, verified: Table, feature: Feature, settings: Matching, engine: Engine) -> Table:
    """Each matched unit and the core of its cluster."""
    components = find_components(verified, engine)
    matched = engine.join(verified, components, on=("left",), key="unit")
    texts = find_matched_units(units, verified, engine)
    links = engine.union(engine.map(matched, link_matches), engine.map(texts, link_units))
    cohesion = settings.cohesion or settings.threshold
    return engine.group(links, ("component",), BreakChains(feature, settings.measure, cohesion))


def find_matched_units(units: Table, verified: Table, engine: Engine) -> Table:
    """The units of matches, with their texts and first places."""
    components = find_components(verified, engine)
    return engine.join(engine.map(units, SelectColumns(_PLACED_TEXTS)), components, on=("unit",), key="unit")


_PLACED_TEXTS = pa.schema([UNITS.field(name) for name in (*UNIT_PLACES.names, "text")])


@make_step(COMPONENT_LINKS)
def link_matches(matched: Batch) -> Batch:
    """Matches of a component, without the texts: a family of templates has many times more matches than texts."""
    columns = [*(matched[name] for name in COMPONENT_LINKS.names[:-1]), pa.repeat("", matched.num_rows)]
    return build_batch(columns, COMPONENT_LINKS)


@make_step(COMPONENT_LINKS)
def link_units(matched: Batch) -> Batch:
    """The units of a component with their texts."""
    same = pa.repeat(1.0, matched.num_rows)
    columns = [matched["component"], matched["unit"], matched["unit"], same, matched["text"]]
    return build_batch(columns, COMPONENT_LINKS)


@dataclass(frozen=True)
class BreakChains(GroupResolver):
    """Links grouped by component, to units and their cores."""

    feature: Feature
    measure: str
    cohesion: float
    schema: ClassVar[pa.Schema] = UNIT_CORES

    def resolve_parts(self, parts: Iterable[Batch], memory_bytes: int, folder: str) -> Iterator[Batch]:
        breaker = _kernels.ChainBreaker(self.cohesion, memory_bytes, folder)
        if dense := cast_to_dense(self.feature):
            for part in parts:
                yield breaker.push_vectors(part, dense.compute_vectors(part["text"]), self.measure)
            yield breaker.push_vectors(None, pa.array([], pa.binary()), self.measure)
            return
        measure = load_measure(self.measure).kernel
        for part in parts:
            yield breaker.push(part, self.feature.kernel, measure)
        yield breaker.push(None, self.feature.kernel, measure)
