"""How similar two texts are, by the feature and the measure of a run: the one way for all who compare texts."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.steps import index_pair_values
from twicetold.features.base import Feature, cast_to_dense
from twicetold.measures.base import load_measure
from twicetold.tables.batches import Batch

SCORE_STEPS = 1e12


@dataclass(frozen=True)
class Comparison:
    """What two texts are compared by. Similarities under `least` need not be computed: they are null."""

    feature: Feature
    measure: str
    least: float = 0.0

    def compare_texts(self, texts: pa.Array, left: pa.Array, right: pa.Array) -> pa.Array:
        """The similarity of each two texts, given by their places; null where one has nothing to compare."""
        if dense := cast_to_dense(self.feature):
            vectors = dense.compute_vectors(texts)
            return _kernels.compute_vector_similarities(vectors, left, right, self.measure)
        measure = load_measure(self.measure).kernel
        return _kernels.compute_similarities(texts, left, right, self.feature.kernel, measure, self.least)

    def compare_sides(self, left: pa.Array, right: pa.Array) -> pa.Array:
        """The similarity of each text on the left with the one beside it."""
        places = pa.arange(0, 2 * len(left)).cast(pa.int32())
        return self.compare_texts(pa.concat_arrays([left, right]), places.slice(0, len(left)), places.slice(len(left)))

    def compare_pairs(self, pairs: Batch, column: str = "text") -> pa.Array:
        """The similarity of pairs that a shared join gave their texts."""
        return self.compare_texts(*index_pair_values(pairs, column))


def round_scores(scores: pa.Array) -> pa.Array:
    """Scores to 12 digits, so that what a rounding leaves behind does not decide whether a pair reaches a threshold.

    Not by `pc.round` to 12 digits, which makes 0.0999999999996 of 0.1.
    """
    return pc.divide(pc.round(pc.multiply(scores, SCORE_STEPS)), SCORE_STEPS)
