"""Dice's coefficient: what two sets share, of their mean size."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure, Weights


class DiceSimilarity(Measure):
    """Shared features / the mean of both sizes."""

    name: ClassVar[str] = "dice"
    compares: ClassVar[tuple[str, ...]] = ("sets",)
    weights: ClassVar[Weights] = (0.0, 0.5, 0.5, 0.0)
