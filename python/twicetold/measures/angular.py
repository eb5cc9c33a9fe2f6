"""Angular similarity: the angle between two vectors, 1 for none and 0 for a right one."""

from __future__ import annotations

import math
from typing import ClassVar

from twicetold.measures.base import Measure


class AngularSimilarity(Measure):
    """1 - angle / a right angle."""

    name: ClassVar[str] = "angular"
    compares: ClassVar[tuple[str, ...]] = ("vectors",)

    def convert_to_cosine(self, similarity: float) -> float:
        """`0.5` -> 0.7071: half a right angle."""
        return math.cos((1 - similarity) * math.pi / 2)
