"""Cosine: what two sets share, of the geometric mean of their sizes; of vectors, the cosine of their angle."""

from __future__ import annotations

import math
from typing import ClassVar

from twicetold.measures.base import Measure


class CosineSimilarity(Measure):
    """Shared features / the geometric mean of both sizes. Vectors that point apart have 0."""

    name: ClassVar[str] = "cosine"
    compares: ClassVar[tuple[str, ...]] = ("sets", "vectors")

    def compute_highest(self, small: int, large: int) -> float:
        return small / math.sqrt(small * large)

    def convert_to_cosine(self, similarity: float) -> float:
        return similarity
