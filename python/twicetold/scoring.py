"""Fields to matches: which threads are worth comparing, and their scores.

A score is a weighted mean of the similarities in all ways that see something in both threads. A mean is never above the
largest of its terms, so a pair that reaches the threshold reaches it in one way at least: what the exact finders of the
ways give, each at that threshold, holds every match. `docs/threads.md` has the proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select, tally
from twicetold.features.base import Feature, as_dense
from twicetold.fields import FIELD_UNITS, FIELDS, NORMAL, Normal
from twicetold.finders.join_steps import TEXTS
from twicetold.schema import PAIRS, SCORED, TALLY
from twicetold.ways import Way

MISSING = -1.0
FINEST = 1e12  # parts of a score: what a rounding leaves behind shall not decide
_THREADS = pa.schema([FIELD_UNITS.field("unit"), FIELD_UNITS.field("threads")])
_COUNT = pa.uint32()


def candidates(load: Callable[[str], Any], ways: Sequence[Way], engine: Engine) -> Any:
    """Pairs of threads that are alike enough in a way that weighs something. Each once, in order."""
    pairs = []
    for name in FIELDS:
        finders = [way.finder for way in ways if way.field == name and way.weight]
        if not finders:
            continue
        units = load(f"units_{name}")
        threads = engine.map(units, Select(_THREADS))
        for finder in finders:
            alike = finder.candidates(engine.map(units, Select(TEXTS)), engine).pairs
            met = engine.join(alike, threads, on=("left", "right"), key="unit")
            pairs.append(engine.map(met, Across()))
        pairs.append(engine.map(threads, Within()))
    return engine.group(engine.union(*pairs), ("left", "right"), Same(PAIRS), distinct=True)


def scored(
    pairs: Any, asked: Any, normal: Normal, ways: tuple[Way, ...], least: float, engine: Engine
) -> dict[str, Any]:
    """The tables `scored` and `judged`: the matches in order, and how many candidates there were."""
    texts = engine.map(engine.map(asked, normal), Known(ways))
    met = engine.join(pairs, texts, on=("left", "right"), key="number")
    every = engine.map(met, Scored(ways))
    matches = engine.map(every, Accepted(least))
    return {
        "scored": engine.group(matches, ("left", "right"), Same(SCORED)),
        "judged": engine.map(every, Judged(least)),
    }


@dataclass(frozen=True)
class Across:
    """Pairs of alike texts to pairs of the threads that have them."""

    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        one, two = _crossed(met["left_threads"], met["right_threads"])
        return _pairs(pc.min_element_wise(one, two), pc.max_element_wise(one, two))


@dataclass(frozen=True)
class Within:
    """Texts to every two of the threads that have them: of 1,000 threads half a million pairs."""

    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        several = units.filter(pc.greater(pc.list_value_length(units["threads"]), 1))["threads"]
        ends = pc.cumulative_sum(pc.list_value_length(several)).take(pc.list_parent_indices(several))
        threads = pc.list_flatten(several).cast(_COUNT)
        # After the thread at `place` come `after` more of its text; the pairs of all are numbered through.
        place = pa.arange(0, len(threads))
        after = pc.subtract(pc.subtract(ends, place), 1)
        until = pc.cumulative_sum(after)
        own = _repeated(until)
        next_one = pc.add(place, pc.subtract(after, until))
        partner = pc.add(pc.add(next_one.take(own), pa.arange(0, len(own))), 1)
        return _pairs(threads.take(own), threads.take(partner))


def _repeated(ends: pa.Array) -> pa.Array:
    """Each row's number as often as it is repeated: `[2, 2, 3]` -> `[0, 0, 2]`"""
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends.cast(pa.int32())])
    count = offsets[-1].as_py()
    return pc.list_parent_indices(pa.ListArray.from_arrays(offsets, pa.nulls(count)))


def _crossed(lefts: pa.Array, rights: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Each of a list with each of its partner: `[[1, 2]], [[3, 4]]` -> `[1, 1, 2, 2], [3, 4, 3, 4]`"""
    partners = rights.take(pc.list_parent_indices(lefts))
    return pc.list_flatten(lefts).take(pc.list_parent_indices(partners)), pc.list_flatten(partners)


def _pairs(left: pa.Array, right: pa.Array) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([left.cast(_COUNT), right.cast(_COUNT)], schema=PAIRS)


@dataclass(frozen=True)
class Known:
    """Threads with what each way knows of its field: of a set how many features, of a vector the vector itself.

    0 or null where the way sees nothing there.
    """

    ways: tuple[Way, ...]

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([*NORMAL, *[known_field(number, way) for number, way in enumerate(self.ways)]])

    def __call__(self, normal: pa.RecordBatch) -> pa.RecordBatch:
        known = [known_of(normal[way.field], way.feature) for way in self.ways]
        return pa.RecordBatch.from_arrays([*normal.columns, *known], schema=self.schema)


def known_field(number: int, way: Way) -> pa.Field:
    """The column of a way, after its number."""
    return pa.field(f"known_{number}", pa.binary() if way.feature.is_dense else _COUNT)


def known_of(texts: pa.Array, feature: Feature) -> pa.Array:
    dense = as_dense(feature)
    return dense.vectors(texts).cast(pa.binary()) if dense else sizes_of(texts, feature)


def sizes_of(texts: pa.Array, feature: Feature) -> pa.Array:
    """How many distinct features each text has."""
    hashes = _kernels.feature_hashes(texts, feature.kernel)
    columns = {"row": pc.list_parent_indices(hashes), "hash": pc.list_flatten(hashes)}
    distinct = pa.table(columns).group_by(["row", "hash"], use_threads=False).aggregate([])
    counted = distinct.group_by("row", use_threads=False).aggregate([([], "count_all")])
    places = pc.index_in(pa.array(range(len(texts)), pa.int64()), value_set=counted["row"].cast(pa.int64()))
    return pc.fill_null(counted["count_all"].combine_chunks().take(places), 0).cast(_COUNT)


@dataclass(frozen=True)
class Scored:
    """Candidates with the similarity of each field and their score; MISSING where there is none."""

    ways: tuple[Way, ...]
    schema: ClassVar[pa.Schema] = SCORED

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        alike = [similarities(met, number, way) for number, way in enumerate(self.ways)]
        score = rounded(mean(alike, [way.weight for way in self.ways]))
        known = [pc.fill_null(each, MISSING) for each in (*(self._mean(alike, name) for name in FIELDS), score)]
        return pa.RecordBatch.from_arrays([met["left"], met["right"], *known], schema=SCORED)

    def _mean(self, alike: list[pa.Array], name: str) -> pa.Array:
        """The similarity of a field. Where its ways weigh nothing, as they might for what is only shown, all count."""
        own = [(similarity, way.weight) for similarity, way in zip(alike, self.ways, strict=True) if way.field == name]
        if not own:
            return pa.nulls(len(alike[0]), pa.float64())
        weighs = any(weight for _, weight in own)
        return mean([similarity for similarity, _ in own], [weight if weighs else 1.0 for _, weight in own])


def mean(values: Sequence[pa.Array], weights: Sequence[float]) -> pa.Array:
    """The weighted mean of what is not null; null where nothing is, or nothing that weighs."""
    if len(values) == 1 and weights[0]:
        return values[0]
    total = whole = pa.repeat(0.0, len(values[0]))
    for value, weight in zip(values, weights, strict=True):
        total = pc.add(total, pc.fill_null(pc.multiply(value, weight), 0.0))
        whole = pc.add(whole, pc.if_else(pc.is_valid(value), weight, 0.0))
    return pc.divide(total, pc.if_else(pc.greater(whole, 0.0), whole, None))


def rounded(scores: pa.Array) -> pa.Array:
    """Not by `pc.round` to 12 digits, which makes 0.0999999999996 of 0.1."""
    return pc.divide(pc.round(pc.multiply(scores, FINEST)), FINEST)


def similarities(met: pa.RecordBatch, number: int, way: Way) -> pa.Array:
    """How alike a field of two threads is; null where the way sees nothing in one of them."""
    left, right = (met[f"{side}_known_{number}"] for side in ("left", "right"))
    if way.feature.is_dense:
        return of_vectors(left, right, way.measure)
    return of_sets(met[f"left_{way.field}"], met[f"right_{way.field}"], left, right, way.feature, way.measure)


def of_vectors(left: pa.Array, right: pa.Array, measure: str) -> pa.Array:
    """By their cosine, or by the angle between them: 1 for none, 0 for a right one."""
    cosine = _kernels.cosines(left, right)
    if measure == "cosine":
        return cosine
    angle = pc.acos(pc.min_element_wise(cosine, 1.0, skip_nulls=False))
    return pc.subtract(1.0, pc.multiply(angle, 2 / math.pi))


def of_sets(
    left: pa.Array, right: pa.Array, left_size: pa.Array, right_size: pa.Array, feature: Feature, measure: str
) -> pa.Array:
    """By the features of two texts, of which so many are distinct."""
    ones, others = left_size.cast(pa.float64()), right_size.cast(pa.float64())
    present = pc.and_(pc.greater(ones, 0.0), pc.greater(others, 0.0))
    pairs = pa.RecordBatch.from_arrays([left, right], names=["left_text", "right_text"])
    jaccard, _ = _kernels.judge(pairs, feature.kernel, "jaccard", 2.0, 2.0)  # nothing reaches 2: no edits are counted
    if measure == "jaccard":
        return pc.if_else(present, jaccard, None)
    # j = s / (a + b - s), so s = j (a + b) / (1 + j): a whole number, but for the rounding of j.
    both = pc.add(ones, others)
    shared = pc.round(pc.divide(pc.multiply(jaccard, both), pc.add(jaccard, 1.0)))
    whole = {
        "cosine": lambda: pc.sqrt(pc.multiply(ones, others)),
        "dice": lambda: pc.divide(both, 2.0),
        "overlap": lambda: pc.min_element_wise(ones, others),
        "containment": lambda: pc.min_element_wise(ones, others),
    }[measure]()
    return pc.divide(shared, pc.if_else(present, whole, None))


@dataclass(frozen=True)
class Accepted:
    """The pairs that reach the threshold: the matches."""

    least: float
    schema: ClassVar[pa.Schema] = SCORED

    def __call__(self, scored: pa.RecordBatch) -> pa.RecordBatch:
        return scored.filter(pc.greater_equal(scored["score"], self.least))


@dataclass(frozen=True)
class Judged:
    """How many candidates there were, and how many are matches."""

    least: float
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, scored: pa.RecordBatch) -> pa.RecordBatch:
        return tally(candidates=scored.num_rows, accepted=Accepted(self.least)(scored).num_rows)
