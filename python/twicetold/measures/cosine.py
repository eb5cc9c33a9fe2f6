"""Cosine: what two sets share, of the geometric mean of their sizes; of vectors, the cosine of their angle."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure, Weights


class CosineSimilarity(Measure):
    """Shared features / the geometric mean of both sizes. Vectors that point apart have 0."""

    name: ClassVar[str] = "cosine"
    compares: ClassVar[tuple[str, ...]] = ("sets", "vectors")
    weights: ClassVar[Weights] = (0.0, 0.0, 0.0, 1.0)

    def convert_to_cosine(self, similarity: float) -> float:
        return similarity
