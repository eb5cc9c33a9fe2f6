"""The exact join again, plain and slow: every two texts compared, and the bounds of paper 003 tried on each pair."""

from __future__ import annotations

import math
from itertools import combinations

from tests.oracles.kernels import edit_similarity, features, weight

LEAST_WEIGHT = 40


def similarity(left: str, right: str, measure: str, kind: str, length: int) -> float:
    """By any measure; `abcd` and `bcde` share two of three windows of two: Jaccard 0.5, the others 2/3."""
    if measure == "edit":
        return edit_similarity(left, right)
    ours, theirs = set(features(left, kind, length)), set(features(right, kind, length))
    shared, sizes = len(ours & theirs), (len(ours), len(theirs))
    whole = {
        "jaccard": len(ours | theirs),
        "cosine": math.sqrt(sizes[0] * sizes[1]),
        "dice": sum(sizes) / 2,
        "containment": min(sizes),
    }[measure]
    return shared / whole if whole else 0.0


def size(text: str, measure: str, kind: str, length: int) -> int:
    return len(text) if measure == "edit" else len(set(features(text, kind, length)))


def is_compared(text: str, kind: str, length: int, min_length: int, max_length: int) -> bool:
    count = len(features(text, kind, length))
    if not min_length and weight(text) < LEAST_WEIGHT:
        return False
    return (min_length or 1) <= count <= (max_length or 10**9)


def join(texts: dict[int, str], measure: str, threshold: float, kind: str, length: int) -> set[tuple[int, int]]:
    """The pairs of units, the smaller number first."""
    return {
        (min(one, two), max(one, two))
        for one, two in combinations(texts, 2)
        if similarity(texts[one], texts[two], measure, kind, length) >= threshold
    }


def pruned_by_eq2(texts: dict[int, str], measure: str, threshold: float, kind: str, length: int) -> int:
    """How many pairs their sizes alone rule out: even if all of the smaller were shared, it would not be enough."""
    count = 0
    for one, two in combinations(texts.values(), 2):
        small, large = sorted(size(text, measure, kind, length) for text in (one, two))
        best = {
            "edit": small / large,
            "jaccard": small / large,
            "cosine": small / math.sqrt(small * large),
            "dice": small / ((small + large) / 2),
        }.get(measure, 1.0)
        count += best < threshold
    return count
