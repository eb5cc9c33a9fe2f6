"""Candidates to matches: every similarity is computed from the texts, and those under the threshold are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, index_pair_values
from twicetold.features.base import Feature
from twicetold.finders.base import CandidateTables
from twicetold.matching.similarity import Comparison
from twicetold.measures.base import load_measure
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows
from twicetold.tables.matching import PAIRS, UNIT_MATCHES, UNITS
from twicetold.tables.reading import TALLY

BAND_WIDTH = 0.1  # below the threshold an edit similarity is computed this far; farther off it is only `under` that


def verify_candidates(
    found: CandidateTables, units: Table, feature: Feature, settings: Matching, engine: Engine
) -> dict[str, Table]:
    """The tables `verified` and `judged`: the matches among candidates, and how many there were of each similarity."""
    pairs = found.pairs
    if settings.relation != "any":
        documents = engine.map(units, SelectColumns(_select_unit_columns("documents")))
        standing = engine.join(pairs, documents, on=("left", "right"), key="unit")
        pairs = engine.map(standing, KeepRelatedPairs(settings.relation))
    texts = engine.map(units, SelectColumns(_select_unit_columns("text")))
    # An edit similarity is the cheaper, the sooner it may be given up; sets cost the same however little they share.
    is_edit = "texts" in load_measure(settings.measure).compares
    # Where letters have ruled out most of what is under the threshold, the rest tells nothing about what lies there.
    width = 0.0 if found.least else BAND_WIDTH
    least = max(settings.threshold - width, 0.0) if is_edit else 0.0
    met = engine.join(pairs, texts, on=("left", "right"), key="unit", shared=True)
    return verify_pairs(met, Comparison(feature, settings.measure, least), settings.threshold, engine, found.least)


def verify_pairs(
    pairs: Table, comparison: Comparison, threshold: float, engine: Engine, possible: float = 0.0
) -> dict[str, Table]:
    """The tables `verified` and `judged` of pairs that have their texts."""
    judged = engine.map(pairs, ComputeSimilarity(comparison, possible))
    return {
        "verified": engine.map(judged, KeepMatches(threshold)),
        "judged": engine.map(judged, CountSimilarityBands(threshold, comparison.least)),
    }


def _select_unit_columns(name: str) -> pa.Schema:
    return pa.schema([UNITS.field("unit"), UNITS.field(name)])


@dataclass(frozen=True)
class KeepRelatedPairs:
    """Keep pairs of units `across` documents, or `within` one."""

    relation: str
    schema: pa.Schema = PAIRS

    def __call__(self, pairs: Batch) -> Batch:
        return pairs.filter(_kernels.mark_related_pairs(pairs, self.relation)).select(self.schema.names)


@dataclass(frozen=True)
class ComputeSimilarity:
    """Pairs that have their texts, to pairs with their similarity; null where it is not known or too low to matter.

    With `possible`, pairs whose letters rule out an edit similarity of that are left out.
    """

    comparison: Comparison
    possible: float = 0.0
    schema: ClassVar[pa.Schema] = pa.schema([*PAIRS, UNIT_MATCHES.field("similarity").with_nullable(True)])

    def __call__(self, pairs: Batch) -> Batch:
        if self.possible:
            marks = _kernels.mark_possible_pairs(*index_pair_values(pairs, "text"), self.possible)
            pairs = pairs if marks.true_count == len(marks) else pairs.filter(marks)
        similarity = self.comparison.compare_pairs(pairs)
        return build_batch([pairs["left"], pairs["right"], similarity], self.schema)


@dataclass(frozen=True)
class KeepMatches:
    """The pairs that reach the threshold: the matches."""

    threshold: float
    schema: ClassVar[pa.Schema] = UNIT_MATCHES

    def __call__(self, judged: Batch) -> Batch:
        matches = judged.filter(pc.greater_equal(judged["similarity"], self.threshold))
        return build_batch(matches.columns, UNIT_MATCHES)


@dataclass(frozen=True)
class CountSimilarityBands:
    """How many candidates were `accepted`, and how many rejected by similarity: `0.70-0.80`, `under 0.70`."""

    threshold: float
    least: float  # the lowest similarity that was computed
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, judged: Batch) -> Batch:
        known = judged["similarity"].drop_null()
        rejected = known.filter(pc.less(known, self.threshold))
        # A hair is added so that 0.7 is not under 0.7 by a rounding.
        below = pc.floor(pc.divide(pc.subtract(self.threshold - 1e-9, rejected), BAND_WIDTH))
        counts = {self._name_band(int(row["values"])): row["counts"] for row in pc.value_counts(below).to_pylist()}
        counts["accepted"] = len(known) - len(rejected)
        # What has no similarity at all is under every threshold.
        counts[f"under {self.least or self.threshold:.2f}"] = judged.num_rows - len(known)
        rows = [{"name": name, "count": count} for name, count in counts.items() if count]
        return build_batch_of_rows(rows, TALLY)

    def _name_band(self, band: int) -> str:
        """The band that lies so many steps below the threshold."""
        top = self.threshold - band * BAND_WIDTH
        return f"{max(top - BAND_WIDTH, 0.0):.2f}-{top:.2f}"
