"""Jaccard similarity: what two sets share, of all that they have together."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure, Weights


class JaccardSimilarity(Measure):
    """Shared features / all features of both."""

    name: ClassVar[str] = "jaccard"
    compares: ClassVar[tuple[str, ...]] = ("sets",)
    weights: ClassVar[Weights] = (-1.0, 1.0, 1.0, 0.0)
