"""How alike the texts of pairs are that a run has no score for, since it did not find them."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from twicetold.evaluate.names import normalise_text
from twicetold.features.characters import Characters
from twicetold.matching.similarity import Comparison

COMPARED_CHARACTERS = 10_000  # characters of each text that are compared: the cost grows with their square


def compute_edit_similarities(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """The edit similarity of each two texts in normal form: `[("a b", "a  B")]` -> `[1.0]`"""
    left, right = (
        pa.array([normalise_text(pair[side][:COMPARED_CHARACTERS]) for pair in pairs], pa.string()) for side in (0, 1)
    )
    return [float(value) for value in Comparison(Characters(), "edit").compare_sides(left, right).to_pylist()]
