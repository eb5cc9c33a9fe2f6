"""Pairs of texts with exactly the Jaccard wanted: what real text has too few of to measure a recall by."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence

UNION = 120  # windows that the two texts of a pair have together


def pair(draw: random.Random, similarity: float, shingle: int) -> tuple[str, str]:
    """A common beginning of random letters and two ends: `shared` windows of the union are in both.

    Of 120 windows 0.8 are 96, so that each end has 12 letters, and as many windows reach into it.
    """
    own = round((1 - similarity) * UNION / 2)
    shared = UNION - 2 * own
    common = "".join(draw.choices(string.ascii_lowercase, k=shared + shingle - 1))
    first, second = draw.sample(string.ascii_lowercase, 2)
    ends = ["".join(draw.choices(string.ascii_lowercase, k=own - 1)) for _ in range(2)]
    return common + first + ends[0], common + second + ends[1]


def pairs(similarities: Sequence[float], count: int, shingle: int, seed: int = 1) -> list[str]:
    """`count` pairs of each similarity, one after another: texts 2i and 2i + 1 are a pair, all others strangers."""
    draw = random.Random(seed)
    return [text for similarity in similarities for _ in range(count) for text in pair(draw, similarity, shingle)]
