"""The edit similarity of two planted texts, by the same kernel that verifies matches."""

from __future__ import annotations

import pyarrow as pa

from twicetold.features.characters import Characters
from twicetold.matching.similarity import Comparison

_COMPARISON = Comparison(Characters(), "edit")


def compute_edit_similarity(left: str, right: str) -> float:
    """1 - distance / length of the longer: `("mill", "mile")` -> 0.75"""
    return float(_COMPARISON.compare_sides(pa.array([left]), pa.array([right]))[0].as_py())
