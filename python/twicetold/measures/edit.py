"""Edit similarity: how much of the longer text stays when one is edited into the other."""

from __future__ import annotations

from typing import ClassVar

from twicetold.measures.base import Measure


class EditSimilarity(Measure):
    """1 - edits / characters of the longer text."""

    name: ClassVar[str] = "edit"
    compares: ClassVar[tuple[str, ...]] = ("texts",)

    def compute_highest(self, small: int, large: int) -> float:
        return small / large
