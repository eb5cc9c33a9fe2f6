"""Jaccard similarity: what two sets share, of all that they have together."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure


class JaccardSimilarity(Measure):
    """Shared features / all features of both."""

    name: ClassVar[str] = "jaccard"
    compares: ClassVar[tuple[str, ...]] = ("sets",)

    def compute_highest(self, small: int, large: int) -> float:
        return small / large
