"""The true pairs, without hashing: every two sentences that share a shingle, with their exact Jaccard similarity.

The similarity is that of sets of shingles as they are, not as they were packed. An inverted index gives the shared
counts, so the cost is the sum of squares of the posting lists; shingles of the same 12 characters are rare enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from replication.minhash.buckets import shingles

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


def similarities(sentences: list[str]) -> dict[tuple[int, int], Fraction]:
    """The Jaccard similarity of every pair that has any, the earlier sentence first."""
    sizes: list[int] = []
    postings: dict[str, list[int]] = {}
    shared: Counter[tuple[int, int]] = Counter()
    for position, sentence in enumerate(sentences):
        own = set(shingles(sentence))
        sizes.append(len(own))
        for shingle in own:
            earlier = postings.setdefault(shingle, [])
            shared.update((other, position) for other in earlier)
            earlier.append(position)
    return {pair: Fraction(count, sizes[pair[0]] + sizes[pair[1]] - count) for pair, count in shared.items()}


def band(similarity: Fraction) -> str | None:
    """The band a similarity lies in, or None when it is below all. `band(Fraction(9, 10))` -> `"[.90,.95)"`"""
    return next((name for low, name in BANDS.items() if similarity >= low), None)


def count_bands(values: Iterable[Fraction]) -> dict[str, int]:
    """How many similarities lie in each band, the empty ones too."""
    counts = Counter(band(value) for value in values)
    return {name: counts[name] for name in BANDS.values()}
