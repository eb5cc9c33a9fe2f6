"""The job `threads` again, plain and slow: every two threads compared, field by field, as the documentation has it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.reference import features, normal
from tests.reference_join import similarity
from twicetold.config import Settings

FIELDS = ("question", "description", "answer")
Fields = tuple[str, ...]
Row = dict[str, Any]


def matches(threads: list[Fields], settings: Settings) -> list[Row]:
    """Every two threads, by their numbers, whose score reaches the threshold."""
    every = [tuple(normal(text, settings.folding) for text in thread) for thread in threads]
    found = []
    for left, right in combinations(range(len(every)), 2):
        row = compared(every[left], every[right], settings)
        if row["score"] is not None and row["score"] >= settings.threading.least_score:
            found.append({"left": left, "right": right, **row})
    return found


def compared(left: Fields, right: Fields, settings: Settings) -> Row:
    """The similarity of each field, None where one of the two has nothing there; and the mean of what there is."""
    how = settings.threading
    alike: Row = {}
    total = weights = 0.0
    for field, weight, one, two in zip(FIELDS, how.weights, left, right, strict=True):
        kind, length = getattr(how, f"{field}_feature"), getattr(how, f"{field}_shingle")
        alike[field] = None
        if features(one, kind, length) and features(two, kind, length):
            alike[field] = similarity(one, two, getattr(how, f"{field}_measure"), kind, length)
            total += weight * alike[field]
            weights += weight
    return {**alike, "score": round(total / weights, 12) if weights else None}


def clusters(found: list[Row]) -> list[tuple[int, list[int]]]:
    """Cores and their members: again and again the thread with most matches, and what matches it; largest first."""
    left = {number for row in found for number in (row["left"], row["right"])}
    stars = []
    while True:
        near = {
            number: {row["left"] + row["right"] - number for row in found if number in (row["left"], row["right"])}
            & left
            for number in left
        }
        core = min(near, key=lambda number: (-len(near[number]), number), default=None)
        if core is None or not near[core]:
            return sorted(stars, key=lambda star: (-len(star[1]), star[1][0]))
        stars.append((core, sorted({core, *near[core]})))
        left -= {core, *near[core]}
