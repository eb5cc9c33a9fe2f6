"""Containment, or overlap coefficient: how much of the smaller set is in the larger one."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure, Weights


class Containment(Measure):
    """Shared features / the smaller size."""

    name: ClassVar[str] = "containment"
    compares: ClassVar[tuple[str, ...]] = ("sets",)
    weights: ClassVar[Weights] = (0.0, 1.0, 0.0, 0.0)
