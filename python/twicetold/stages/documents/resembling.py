"""Like documents: candidates to matches, and matches to who is kept.

Documents are numbered in the order in which they would be kept. The first is kept, all that match it are removed, and
the rest goes the same way: no two that are kept match, and whoever is removed matches one that is kept, of which the
most like is its core. A cluster is a core and those that it removes, so no chain can be in one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select, met, tally
from twicetold.features.base import Feature, as_dense
from twicetold.finders.base import Candidates
from twicetold.schema import ALIKE, COMPONENTS, FOLDED, PAIRS, TALLY
from twicetold.stages.placing import NONE
from twicetold.stages.threads.scoring import of_vectors, rounded

ROUNDED_OFF = 1e-11  # a similarity that is rounded up to the threshold reaches it
_COUNT = pa.uint32()
_SIMILARITY = ALIKE.field("similarity")


def _numbers(*names: str) -> list[pa.Field]:
    return [pa.field(name, _COUNT, nullable=False) for name in names]


def candidates(found: Candidates, folded: Any, sided: bool, engine: Engine) -> dict[str, Any]:
    """The tables `candidates` and `crowds`. With `sided`, only pairs of one that stands in `--against`."""
    pairs = found.pairs
    if sided:
        sides = engine.map(folded, Sides())
        pairs = engine.map(engine.join(pairs, sides, on=("left", "right"), key="unit"), Across())
    return {"candidates": pairs} | found.tallies


def match(pairs: Any, texts: Any, likeness: Likeness, engine: Engine) -> dict[str, Any]:
    """The tables `verified` and `judged`."""
    return verified(engine.join(pairs, texts, on=("left", "right"), key="unit", shared=True), likeness, engine)


def verified(met: Any, likeness: Likeness, engine: Engine) -> dict[str, Any]:
    """The same of pairs with their texts."""
    judged = engine.map(met, likeness)
    matches = engine.map(judged, Accepted(likeness.threshold))
    tables = {"verified": engine.group(matches, ("left", "right"), Same(ALIKE))}
    return tables | {"judged": engine.map(judged, Judged(likeness.threshold))}


@dataclass(frozen=True)
class Sides:
    """The distinct texts and the side of the first document of each: what stands in `--against` comes first."""

    schema: ClassVar[pa.Schema] = pa.schema([FOLDED.field("unit"), FOLDED.field("side")])

    def __call__(self, folded: pa.RecordBatch) -> pa.RecordBatch:
        return folded.filter(pc.equal(folded["number"], folded["unit"])).select(self.schema.names)


@dataclass(frozen=True)
class Across:
    """The pairs of one that stands in `--against` and one that does not."""

    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return pairs.filter(pc.not_equal(pairs["left_side"], pairs["right_side"])).select(PAIRS.names)


@dataclass(frozen=True)
class Likeness:
    """Candidates with their similarity, computed from the texts; NaN of those under the threshold."""

    feature: Feature
    measure: str
    threshold: float
    schema: ClassVar[pa.Schema] = ALIKE

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        texts, left, right = met(pairs, "text")
        if dense := as_dense(self.feature):
            vectors = dense.vectors(texts).cast(pa.binary())
            alike = of_vectors(vectors.take(left), vectors.take(right), self.measure)
        else:
            alike = _kernels.set_similarities(
                texts, left, right, self.feature.kernel, self.measure, self.threshold - ROUNDED_OFF
            )
        similarity = pc.fill_null(rounded(alike), float("nan"))
        return pa.RecordBatch.from_arrays([pairs["left"], pairs["right"], similarity], schema=ALIKE)


@dataclass(frozen=True)
class Accepted:
    """The pairs that reach the threshold: the matches."""

    threshold: float
    schema: ClassVar[pa.Schema] = ALIKE

    def __call__(self, judged: pa.RecordBatch) -> pa.RecordBatch:
        return judged.filter(pc.greater_equal(judged["similarity"], self.threshold))


@dataclass(frozen=True)
class Judged:
    """How many candidates there were, and how many are matches."""

    threshold: float
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, judged: pa.RecordBatch) -> pa.RecordBatch:
        return tally(candidates=judged.num_rows, accepted=Accepted(self.threshold)(judged).num_rows)


LINKS = pa.schema([COMPONENTS.field("component"), *ALIKE])
SETTLED = pa.schema([*_numbers("unit", "core"), _SIMILARITY])
PLACED = pa.schema([*_numbers("core", "number", "unit", "side"), _SIMILARITY])
# A cluster before it has its number; `order` is least for the largest.
HEADS = pa.schema([*_numbers("order", "core", "size", "variants", "removed"), _SIMILARITY])
NUMBERED = pa.schema([*_numbers("cluster"), *HEADS])
LABELS = pa.schema([*_numbers("cluster", "number", "unit", "core", "side", "size", "variant"), _SIMILARITY])


def clusters(verified: Any, folded: Any, spared: Spared, engine: Engine) -> dict[str, Any]:
    """The tables `heads` and `labels`: the clusters with their numbers, and each of their documents with its."""
    components = engine.components(engine.map(verified, Select(PAIRS)))
    linked = engine.map(engine.join(verified, components, on=("left",), key="unit"), Select(LINKS))
    settled = engine.group(linked, ("component",), Settle())
    placed = engine.map(engine.join(folded, settled, on=("unit",), key="unit", keep=True), Placed())
    heads = engine.group(engine.group(placed, ("core",), Heads(spared)), HEADS.names, Same(NUMBERED), number="cluster")
    numbers = engine.map(heads, Select(pa.schema([NUMBERED.field(name) for name in ("core", "cluster", "size")])))
    varied = engine.group(placed, ("core",), Variants())
    labels = engine.map(engine.join(varied, numbers, on=("core",), key="core"), Select(LABELS))
    return {"heads": heads, "labels": labels}


@dataclass(frozen=True)
class Settle:
    """Matches grouped by component and in order, to who is removed, with its core, and the cores themselves."""

    schema: ClassVar[pa.Schema] = SETTLED

    def __call__(self, links: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.keep_first(links)


@dataclass(frozen=True)
class Placed:
    """Documents of clusters: matched, or with others of the same text."""

    schema: ClassVar[pa.Schema] = PLACED

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        alone = joined["core"].is_null()
        columns = {name: joined[name] for name in ("number", "unit", "side")}
        columns["core"] = pc.if_else(alone, joined["unit"], joined["core"])
        columns["similarity"] = pc.if_else(alone, 1.0, joined["similarity"])
        batch = pa.RecordBatch.from_arrays([columns[name] for name in PLACED.names], schema=PLACED)
        return batch.filter(pc.or_(pc.invert(alone), joined["shared"]))


@dataclass(frozen=True)
class Spared:
    """Who is kept: the core; with `sided` all that stand in `--against`; or `everyone`."""

    sided: bool = False
    everyone: bool = False

    def __call__(self, placed: pa.RecordBatch) -> pa.Array:
        if self.everyone:
            return pa.repeat(True, placed.num_rows)
        return pc.equal(placed["side"], 0) if self.sided else pc.equal(placed["number"], placed["core"])


@dataclass(frozen=True)
class Heads:
    """Documents grouped by core, to one row for each cluster."""

    spared: Spared
    schema: ClassVar[pa.Schema] = HEADS

    def __call__(self, placed: pa.RecordBatch) -> pa.RecordBatch:
        columns = {name: placed[name] for name in ("core", "unit", "similarity")}
        rows = pa.table(columns | {"removed": pc.invert(self.spared(placed)).cast(_COUNT)})
        asked = [([], "count_all"), ("unit", "count_distinct"), ("removed", "sum"), ("similarity", "min")]
        told = rows.group_by("core", use_threads=False).aggregate(asked)
        found = {name: told[name].combine_chunks() for name in told.schema.names}
        size, variants, removed = (
            found[name].cast(_COUNT) for name in ("count_all", "unit_count_distinct", "removed_sum")
        )
        order = pc.subtract(pa.scalar(NONE, _COUNT), size)
        arrays = [order, found["core"], size, variants, removed, found["similarity_min"]]
        return pa.RecordBatch.from_arrays(arrays, schema=HEADS)


@dataclass(frozen=True)
class Variants:
    """Documents grouped by core, each with the number of its text in the cluster: 0 for that of the core."""

    schema: ClassVar[pa.Schema] = pa.schema([*PLACED, *_numbers("variant")])

    def __call__(self, placed: pa.RecordBatch) -> pa.RecordBatch:
        numbers: dict[tuple[int, int], int] = {}
        seen: dict[int, int] = {}
        for core, unit in sorted(set(zip(placed["core"].to_pylist(), placed["unit"].to_pylist(), strict=True))):
            numbers[core, unit] = seen[core] = seen.get(core, -1) + 1
        pairs = zip(placed["core"].to_pylist(), placed["unit"].to_pylist(), strict=True)
        variants = pa.array([numbers[pair] for pair in pairs], _COUNT)
        return pa.RecordBatch.from_arrays([*placed.columns, variants], schema=self.schema)
