"""Fields to matches: which threads are worth comparing, and their scores.

A score is a weighted mean of the similarities in all aspects that see something in both threads. A mean is never above
the largest of its terms, so a pair that reaches the threshold reaches it in one aspect at least: what the exact finders
of the aspects give, each at that threshold, holds every match; what counts against only lowers a score. The proof is in
`docs/threads.md`.
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
from twicetold.finders.join_steps import TEXTS
from twicetold.schema import PAIRS, SCORED, TALLY
from twicetold.stages.compared import in_pairs
from twicetold.stages.threads import crossing
from twicetold.stages.threads.aspects import SettledAspect, stretch
from twicetold.stages.threads.fields import FIELDS, NORMAL, Normal

MISSING = -1.0
FINEST = 1e12  # parts of a score: what a rounding leaves behind shall not decide
_COUNT = pa.uint32()


def candidates(load: Callable[[str], Any], aspects: Sequence[SettledAspect], engine: Engine) -> Any:
    """Pairs of threads that are alike enough in an aspect that weighs something. Each once, in order."""
    pairs = []
    for name in FIELDS:
        finders = [aspect.finder for aspect in aspects if aspect.field == name and aspect.weight > 0]
        if not finders:
            continue
        units = load(f"units_{name}")
        threads = engine.map(units, Select(crossing.THREADS))
        for finder in finders:
            alike = finder.candidates(engine.map(units, Select(TEXTS)), engine).pairs
            pairs.append(crossing.across(alike, threads, engine))
        pairs.append(crossing.within(threads, engine))
    return engine.group(engine.union(*pairs), ("left", "right"), Same(PAIRS), distinct=True)


def scored(
    pairs: Any, asked: Any, normal: Normal, aspects: tuple[SettledAspect, ...], least: float, engine: Engine
) -> dict[str, Any]:
    """The tables `scored` and `judged`: the matches in order, and how many candidates there were."""
    wanted = in_pairs(engine.map(asked, Select(NORMAL)), pairs, "number", engine)
    texts = engine.map(engine.map(wanted, normal), Known(aspects))
    met = engine.join(pairs, texts, on=("left", "right"), key="number")
    every = engine.map(met, Scored(aspects))
    matches = engine.map(every, Accepted(least))
    return {
        "scored": engine.group(matches, ("left", "right"), Same(SCORED)),
        "judged": engine.map(every, Judged(least)),
    }


@dataclass(frozen=True)
class Known:
    """Threads with what each aspect knows of its field: of a set how many features, of a vector the vector itself.

    0 or nothing where the aspect sees nothing there.
    """

    aspects: tuple[SettledAspect, ...]

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([*NORMAL, *[known_field(number, aspect) for number, aspect in enumerate(self.aspects)]])

    def __call__(self, normal: pa.RecordBatch) -> pa.RecordBatch:
        known = [known_of(normal[aspect.field], aspect.feature) for aspect in self.aspects]
        return pa.RecordBatch.from_arrays([*normal.columns, *known], schema=self.schema)


def known_field(number: int, aspect: SettledAspect) -> pa.Field:
    """The column of an aspect, after its number."""
    return pa.field(f"known_{number}", pa.binary() if aspect.feature.is_dense else _COUNT, nullable=False)


def known_of(texts: pa.Array, feature: Feature) -> pa.Array:
    dense = as_dense(feature)
    return pc.fill_null(dense.vectors(texts).cast(pa.binary()), b"") if dense else sizes_of(texts, feature)


def sizes_of(texts: pa.Array, feature: Feature) -> pa.Array:
    """How many distinct features each text has."""
    return _kernels.feature_sizes(texts, feature.kernel)


@dataclass(frozen=True)
class Scored:
    """Candidates with the similarity of each field and their score; MISSING where there is none."""

    aspects: tuple[SettledAspect, ...]
    schema: ClassVar[pa.Schema] = SCORED

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        alike = [similarities(met, number, aspect) for number, aspect in enumerate(self.aspects)]
        score = rounded(mean(alike, [aspect.weight for aspect in self.aspects]))
        known = [pc.fill_null(each, MISSING) for each in (*(self._mean(alike, name) for name in FIELDS), score)]
        return pa.RecordBatch.from_arrays([met["left"], met["right"], *known], schema=SCORED)

    def _mean(self, alike: list[pa.Array], name: str) -> pa.Array:
        """The similarity of a field. Where its aspects weigh nothing, as of what is only shown, all count."""
        own = [
            (similarity, aspect.weight)
            for similarity, aspect in zip(alike, self.aspects, strict=True)
            if aspect.field == name
        ]
        if not own:
            return pa.nulls(len(alike[0]), pa.float64())
        weighs = any(weight for _, weight in own)
        return mean([similarity for similarity, _ in own], [weight if weighs else 1.0 for _, weight in own])


def mean(values: Sequence[pa.Array], weights: Sequence[float]) -> pa.Array:
    """The weighted mean of what is not null; null where nothing is that weighs something.

    What weighs less than 0 counts against: it is taken off, and all is scaled so that equal texts still have 1.
    """
    if len(values) == 1 and weights[0]:
        return values[0]
    total = whole = pa.repeat(0.0, len(values[0]))
    for value, weight in zip(values, weights, strict=True):
        total = pc.add(total, pc.fill_null(pc.multiply(value, weight), 0.0))
        whole = pc.add(whole, pc.if_else(pc.is_valid(value), max(weight, 0.0), 0.0))
    found = pc.divide(total, pc.if_else(pc.greater(whole, 0.0), whole, None))
    if min(weights) >= 0:
        return found
    scaled = pc.multiply(found, stretch(weights))
    return pc.max_element_wise(pc.min_element_wise(scaled, 1.0, skip_nulls=False), 0.0, skip_nulls=False)


def rounded(scores: pa.Array) -> pa.Array:
    """Not by `pc.round` to 12 digits, which makes 0.0999999999996 of 0.1."""
    return pc.divide(pc.round(pc.multiply(scores, FINEST)), FINEST)


def similarities(met: pa.RecordBatch, number: int, aspect: SettledAspect) -> pa.Array:
    """How alike a field of two threads is; null where the aspect sees nothing in one of them."""
    left, right = (met[f"{side}_known_{number}"] for side in ("left", "right"))
    if aspect.feature.is_dense:
        return of_vectors(left, right, aspect.measure)
    return of_sets(
        met[f"left_{aspect.field}"], met[f"right_{aspect.field}"], left, right, aspect.feature, aspect.measure
    )


def of_vectors(left: pa.Array, right: pa.Array, measure: str) -> pa.Array:
    """By their cosine, or by the angle between them: 1 for none, 0 for a right one."""
    known = [pc.if_else(pc.equal(pc.binary_length(side), 0), None, side) for side in (left, right)]
    cosine = _kernels.cosines(*known)
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
