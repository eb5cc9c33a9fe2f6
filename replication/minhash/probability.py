"""The exact probability that two sentences of a given Jaccard similarity share a bucket, for the papers' draws.

The papers say 1 - (1 - s^K)^M, which holds for M signatures of K functions each, none used twice. Theirs were drawn
with replacement from the same 20 functions, so a signature of ten draws has fewer different ones (which helps) and the
signatures share functions (which hurts): at 0.9 the true figure is 0.908, not 0.986.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations


def apply_formula(similarity: float, length: int, signatures: int) -> float:
    """Compute the papers' figure: `apply_formula(0.9, 10, 10)` -> `0.986...`"""
    return 1 - (1 - similarity**length) ** signatures


def compute_match_probability(similarity: float | Fraction, draws: Iterable[Sequence[int]]) -> float:
    """Compute the probability that all functions of a draw agree, for any draw, if each agrees with that similarity.

    By inclusion and exclusion: some draws agree all together when the union of their functions does. Ten draws have
    1023 such unions. They are added as fractions, since the terms are large, alternate in sign, and nearly cancel.
    """
    sets = [frozenset(draw) for draw in draws]
    exact = Fraction(similarity).limit_denominator(10**6)
    total = Fraction(0)
    for size in range(1, len(sets) + 1):
        sign = 1 if size % 2 else -1
        for united in combinations(sets, size):
            total += sign * exact ** len(frozenset().union(*united))
    return float(total)
