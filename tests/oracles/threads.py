"""The job `threads` again, plain and slow: every two threads compared, field by field, as the documentation has it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.oracles.join import similarity
from tests.oracles.kernels import features, normal
from twicetold.jobs.threads.settings import ThreadSettings

FIELDS = ("question", "description", "answer")
Fields = tuple[str, ...]
Row = dict[str, Any]


def matches(threads: list[Fields], settings: ThreadSettings) -> list[Row]:
    """Every two threads, by their numbers, whose score reaches the threshold."""
    every = [tuple(normal(text, settings.folding) for text in thread) for thread in threads]
    found = []
    for left, right in combinations(range(len(every)), 2):
        row = compared(every[left], every[right], settings)
        if row["similarity"] is not None and row["similarity"] >= settings.matching.threshold:
            found.append({"left": left, "right": right, **row})
    return found


def compared(left: Fields, right: Fields, settings: ThreadSettings) -> Row:
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
    return {**alike, "similarity": round(total / weights, 12) if weights else None}


def clusters(found: list[Row]) -> list[tuple[int, list[int]]]:
    """Cores and their members, largest first: again and again the thread with most matches, and what matches it.

    Then each member goes to the core that it matches best, unless its own would be left alone.
    """
    score = {pair: row["similarity"] for row in found for pair in both(row["left"], row["right"])}
    left = {number for pair in score for number in pair}
    stars: dict[int, set[int]] = {}
    while near := {one: {two for two in left if (one, two) in score} for one in left}:
        core = min(near, key=lambda number: (-len(near[number]), number))
        if not near[core]:
            break
        stars[core] = {core, *near[core]}
        left -= stars[core]
    for member in sorted({number for star in stars.values() for number in star} - set(stars)):
        (own,) = (core for core, star in stars.items() if member in star)
        best = max(
            (core for core in stars if (member, core) in score),
            key=lambda core: (score[member, core], core == own, -core),
        )
        if len(stars[own]) > 2:
            stars[own].remove(member)
            stars[best].add(member)
    return sorted(((core, sorted(star)) for core, star in stars.items()), key=lambda star: (-len(star[1]), star[1][0]))


def both(left: int, right: int) -> list[tuple[int, int]]:
    return [(left, right), (right, left)]
