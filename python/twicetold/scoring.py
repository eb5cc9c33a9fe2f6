"""Fields to matches: which threads are worth comparing, and their scores.

A score is a weighted mean of the similarities of the fields that both threads have. A mean is never above the largest
of its terms, so a pair that reaches the threshold reaches it in one field at least: the exact joins of the fields, each
at that threshold, lose no match. `docs/threads.md` has the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels, crossing
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select, tally
from twicetold.features.base import Feature
from twicetold.fields import FIELDS, NORMAL, Field, Normal
from twicetold.finders.join_steps import TEXTS
from twicetold.schema import PAIRS, SCORED, TALLY

MISSING = -1.0
FINEST = 1e12  # parts of a score: what a rounding leaves behind shall not decide
_COUNT = pa.uint32()


def candidates(load: Callable[[str], Any], fields: Sequence[Field], engine: Engine) -> Any:
    """Pairs of threads with a field that weighs something in which they are alike enough. Each once, in order."""
    pairs = []
    for field in fields:
        if field.weight:
            units = load(f"units_{field.name}")
            threads = engine.map(units, Select(crossing.THREADS))
            alike = field.finder.candidates(engine.map(units, Select(TEXTS)), engine).pairs
            pairs += [crossing.across(alike, threads, engine), crossing.within(threads, engine)]
    return engine.group(engine.union(*pairs), ("left", "right"), Same(PAIRS), distinct=True)


def scored(
    pairs: Any, asked: Any, normal: Normal, fields: Sequence[Field], least: float, engine: Engine
) -> dict[str, Any]:
    """The tables `scored` and `judged`: the matches in order, and how many candidates there were."""
    compared = Compared.of(fields)
    texts = engine.map(engine.map(asked, normal), Sized(compared))
    met = engine.join(pairs, texts, on=("left", "right"), key="number")
    every = engine.map(met, Scored(compared))
    matches = engine.map(every, Accepted(least))
    return {
        "scored": engine.group(matches, ("left", "right"), Same(SCORED)),
        "judged": engine.map(every, Judged(least)),
    }


@dataclass(frozen=True)
class Compared:
    """What the fields are compared by, in the order of FIELDS."""

    features: tuple[Feature, ...]
    measures: tuple[str, ...]
    weights: tuple[float, ...]

    @classmethod
    def of(cls, fields: Sequence[Field]) -> Compared:
        columns = zip(*((each.feature, each.measure, each.weight) for each in fields), strict=True)
        features, measures, weights = columns
        return cls(tuple(features), tuple(measures), tuple(weights))


_SIZES = tuple(f"{name}_size" for name in FIELDS)


@dataclass(frozen=True)
class Sized:
    """Threads with how many distinct features each field has: 0 is a field that is missing."""

    compared: Compared
    schema: ClassVar[pa.Schema] = pa.schema([*NORMAL, *[pa.field(name, _COUNT, nullable=False) for name in _SIZES]])

    def __call__(self, normal: pa.RecordBatch) -> pa.RecordBatch:
        sizes = [sizes_of(normal[name], feature) for name, feature in zip(FIELDS, self.compared.features, strict=True)]
        return pa.RecordBatch.from_arrays([*normal.columns, *sizes], schema=self.schema)


def sizes_of(texts: pa.Array, feature: Feature) -> pa.Array:
    """How many distinct features each text has."""
    return _kernels.feature_sizes(texts, feature.kernel)


@dataclass(frozen=True)
class Scored:
    """Candidates with the similarity of each field and their score; MISSING where there is none."""

    compared: Compared
    schema: ClassVar[pa.Schema] = SCORED

    def __call__(self, met: pa.RecordBatch) -> pa.RecordBatch:
        compared, zero = self.compared, pa.repeat(0.0, met.num_rows)
        similarities, total, weights = [], zero, zero
        for name, feature, measure, weight in zip(
            FIELDS, compared.features, compared.measures, compared.weights, strict=True
        ):
            similarity, present = alike(met, name, feature, measure)
            similarities.append(pc.if_else(present, similarity, MISSING))
            total = pc.add(total, pc.if_else(present, pc.multiply(similarity, weight), 0.0))
            weights = pc.add(weights, pc.if_else(present, weight, 0.0))
        weighs = pc.greater(weights, 0.0)
        # Not by `pc.round` to 12 digits, which makes 0.0999999999996 of 0.1.
        score = pc.divide(pc.round(pc.multiply(pc.divide(total, pc.if_else(weighs, weights, 1.0)), FINEST)), FINEST)
        columns = [met["left"], met["right"], *similarities, pc.if_else(weighs, score, MISSING)]
        return pa.RecordBatch.from_arrays(columns, schema=SCORED)


def alike(met: pa.RecordBatch, name: str, feature: Feature, measure: str) -> tuple[pa.Array, pa.Array]:
    """The similarity of a field of two threads, and whether both have it."""
    left, right = (met[f"{side}_{name}_size"].cast(pa.float64()) for side in ("left", "right"))
    present = pc.and_(pc.greater(left, 0.0), pc.greater(right, 0.0))
    texts = [met[f"left_{name}"], met[f"right_{name}"]]
    pairs = pa.RecordBatch.from_arrays(texts, names=["left_text", "right_text"])
    jaccard, _ = _kernels.judge(pairs, feature.kernel, "jaccard", 2.0, 2.0)  # nothing reaches 2: no edits are counted
    if measure == "jaccard":
        return jaccard, present
    # j = s / (a + b - s), so s = j (a + b) / (1 + j): a whole number, but for the rounding of j.
    both = pc.add(left, right)
    shared = pc.round(pc.divide(pc.multiply(jaccard, both), pc.add(jaccard, 1.0)))
    whole = {
        "cosine": lambda: pc.sqrt(pc.multiply(left, right)),
        "dice": lambda: pc.divide(both, 2.0),
        "overlap": lambda: pc.min_element_wise(left, right),
        "containment": lambda: pc.min_element_wise(left, right),
    }[measure]()
    return pc.divide(shared, pc.if_else(present, whole, 1.0)), present


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
