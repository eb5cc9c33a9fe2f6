"""The true pairs, without hashing: every two sentences that share a shingle, with their exact Jaccard similarity.

The similarity is that of sets of shingles as they are, not as they were packed. An inverted index gives the shared
counts, so the cost is the sum of squares of the posting lists; shingles of the same 12 characters are rare enough.

The bands in the fixture are not exact: two shingles that 325 and 386 of the 6185 sentences have are missing from its
counts, so that two pairs of equal sentences are below 1. Its brute force must have skipped crowded shingles.
Every limit from 211 to 324 sentences gives its figures; which one it was is not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from replication.minhash.buckets import cut_shingles

CROWD_OF_THE_FIXTURE = 300

# The lower ends, and how the fixture writes each band.
BANDS = {
    Fraction(1): "1.0",
    Fraction("0.95"): "[.95,1)",
    Fraction("0.9"): "[.90,.95)",
    Fraction("0.85"): "[.85,.90)",
    Fraction("0.8"): "[.80,.85)",
    Fraction("0.7"): "[.70,.80)",
    Fraction("0.6"): "[.60,.70)",
    Fraction("0.5"): "[.50,.60)",
    Fraction("0.3"): "[.30,.50)",
}


def compute_similarities(sentences: list[str], crowd: int | None = None) -> dict[tuple[int, int], Fraction]:
    """Compute the Jaccard similarity of every pair that shares a shingle, the earlier sentence first.

    With a `crowd`, a shingle of more sentences than that is not counted as shared, and the similarities are too low.
    """
    sizes: list[int] = []
    postings: dict[str, list[int]] = {}
    for position, sentence in enumerate(sentences):
        own = set(cut_shingles(sentence))
        sizes.append(len(own))
        for shingle in own:
            postings.setdefault(shingle, []).append(position)
    shared: Counter[tuple[int, int]] = Counter()
    for holders in postings.values():
        if crowd is None or len(holders) <= crowd:
            shared.update(combinations(holders, 2))
    return {pair: Fraction(count, sizes[pair[0]] + sizes[pair[1]] - count) for pair, count in shared.items()}


def find_band(similarity: Fraction) -> str | None:
    """Find the band of a similarity, or None if it is below all: `find_band(Fraction(9, 10))` -> `"[.90,.95)"`"""
    return next((name for low, name in BANDS.items() if similarity >= low), None)


def count_bands(values: Iterable[Fraction]) -> dict[str, int]:
    """Count the similarities in each band, empty bands included."""
    counts = Counter(find_band(value) for value in values)
    return {name: counts[name] for name in BANDS.values()}
