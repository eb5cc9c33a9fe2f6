"""Candidates to matches: every similarity is computed from the texts, and those under the threshold are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.errors import SettingsError
from twicetold.features.base import DenseFeature, Feature, as_dense
from twicetold.features.words import Words
from twicetold.schema import PAIRS, TALLY, UNITS, VERIFIED

MEASURES = ("edit", "jaccard", "cosine", "dice", "overlap", "containment")  # containment: of the smaller, as overlap
SHOWN = ("edit", "jaccard")  # those with a column; of a match by another both are shown, of another pair none
SHOWN_BESIDE = Words(1)  # of matches by vectors, which have no Jaccard of their own
BAND = 0.1  # below the threshold an edit similarity is computed this far; farther off it is only `under` that


def verify(pairs: Any, units: Any, feature: Feature, settings: Matching, engine: Engine) -> dict[str, Any]:
    """The tables `verified` and `judged`: the matches among candidates, and how many there were of each similarity."""
    check(settings)
    wanted = ["unit", "text"] if settings.relation == "any" else ["unit", "text", "documents"]
    texts = engine.map(units, Select(pa.schema([UNITS.field(name) for name in wanted])))
    met = engine.join(pairs, texts, on=("left", "right"), key="unit")
    if settings.relation != "any":
        met = engine.map(met, Related(settings.relation))
    judged = engine.map(met, Judged(feature, settings.measure, settings.threshold))
    return {
        "verified": engine.map(judged, Accepted(settings.measure, settings.threshold)),
        "judged": engine.map(judged, Bands(settings.measure, settings.threshold)),
    }


def check(settings: Matching) -> None:
    """Says what is wrong with the settings before hours are spent on them."""
    if settings.measure not in MEASURES:
        raise SettingsError(f"unknown measure: `{settings.measure}`", f"Available: {', '.join(MEASURES)}")
    if settings.relation not in ("any", "across", "within"):
        raise SettingsError(f"unknown relation: `{settings.relation}`", "Available: any, across, within")
    for name in ("threshold", "cohesion"):
        if not 0 <= getattr(settings, name) <= 1:
            raise SettingsError(f"{name} {getattr(settings, name)}", "a similarity is from 0 to 1")


TEXTS = pa.schema([*PAIRS, UNITS.field("text").with_name("left_text"), UNITS.field("text").with_name("right_text")])


@dataclass(frozen=True)
class Related:
    """The pairs that stand `across` documents, or `within` one."""

    relation: str
    schema: ClassVar[pa.Schema] = TEXTS

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        return pairs.filter(_kernels.related(pairs, self.relation)).select(TEXTS.names)


@dataclass(frozen=True)
class Judged:
    """Pairs with their similarities, NaN where one was not needed."""

    feature: Feature
    measure: str
    threshold: float
    schema: ClassVar[pa.Schema] = VERIFIED

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        floor = max(self.threshold - BAND, 0.0)
        if dense := as_dense(self.feature):
            similarities = _by_vectors(pairs, dense, self.threshold)
        else:
            similarities = _kernels.judge(pairs, self.feature.kernel, self.measure, self.threshold, floor)
        return pa.RecordBatch.from_arrays([pairs["left"], pairs["right"], *similarities], schema=VERIFIED)


def _by_vectors(pairs: pa.RecordBatch, feature: DenseFeature, threshold: float) -> tuple[pa.Array, pa.Array]:
    """Of pairs whose vectors reach the threshold, Jaccard of words and edit similarity, which have columns."""
    cosines = _kernels.cosines(*(_vectors(feature, pairs[f"{side}_text"]) for side in ("left", "right")))
    reached = pc.fill_null(pc.greater_equal(cosines, threshold), False)
    both = _kernels.judge(pairs.filter(reached), SHOWN_BESIDE.kernel, "overlap", 0.0, 0.0)
    none = pa.repeat(float("nan"), pairs.num_rows)
    first, second = (pc.replace_with_mask(none, reached, values) for values in both)
    return first, second


def _vectors(feature: DenseFeature, texts: pa.Array) -> pa.Array:
    """The vectors of texts, of which many come several times."""
    distinct = texts.dictionary_encode()
    return feature.vectors(distinct.dictionary).take(distinct.indices)


@dataclass(frozen=True)
class Accepted:
    """The pairs that reach the threshold: the matches."""

    measure: str
    threshold: float
    schema: ClassVar[pa.Schema] = VERIFIED

    def __call__(self, judged: pa.RecordBatch) -> pa.RecordBatch:
        return judged.filter(accepted(judged, self.measure, self.threshold))


@dataclass(frozen=True)
class Bands:
    """How many candidates were `accepted`, and how many rejected by similarity: `0.7-0.8`, `under 0.7`."""

    measure: str
    threshold: float
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, judged: pa.RecordBatch) -> pa.RecordBatch:
        values = judged[column_of(self.measure)]
        matched = accepted(judged, self.measure, self.threshold)
        known = pc.and_not(pc.is_finite(values), matched)
        # A hair is added so that 0.7 is not under 0.7 by a rounding.
        below = pc.floor(pc.divide(pc.subtract(self.threshold - 1e-9, pc.filter(values, known)), BAND))
        counts = {self._name(int(row["values"])): row["counts"] for row in pc.value_counts(below).to_pylist()}
        all_accepted, all_known = pc.sum(matched).as_py() or 0, pc.sum(known).as_py() or 0
        counts["accepted"] = all_accepted
        lowest = self.threshold - BAND if self.measure in SHOWN else self.threshold
        counts[f"under {max(lowest, 0.0):.2f}"] = judged.num_rows - all_accepted - all_known
        rows = [{"name": name, "count": count} for name, count in counts.items() if count]
        return pa.RecordBatch.from_pylist(rows, TALLY)

    def _name(self, band: int) -> str:
        """The band that lies so many steps below the threshold."""
        top = self.threshold - band * BAND
        return f"{max(top - BAND, 0.0):.2f}-{top:.2f}"


def accepted(judged: pa.RecordBatch, measure: str, threshold: float) -> pa.Array:
    """Which pairs are matches. By a measure without a column, those that have anything to show."""
    values = judged[column_of(measure)]
    return pc.greater_equal(values, threshold) if measure in SHOWN else pc.is_finite(values)


def column_of(measure: str) -> str:
    """The column that holds a measure; of one without, Jaccard."""
    return "edit_similarity" if measure == "edit" else "jaccard"
