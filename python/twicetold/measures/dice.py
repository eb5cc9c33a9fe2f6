"""Dice's coefficient: what two sets share, of their mean size."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure


class DiceSimilarity(Measure):
    """Shared features / the mean of both sizes."""

    name: ClassVar[str] = "dice"
    compares: ClassVar[tuple[str, ...]] = ("sets",)

    def compute_highest(self, small: int, large: int) -> float:
        return small / ((small + large) / 2)
