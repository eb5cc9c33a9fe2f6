"""How similar two sentences are by chance: what MinHash finds besides the true pairs.

`measure` counts it on any texts; `english.py` is what it counted on English Wikipedia, and what `choose` uses. There,
pairs are from different documents: pairs within a document are more alike, but a sentence has only so many of them,
while the others grow with the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

BINS = 50  # of Jaccard 0 to 1, each 0.02 wide


@dataclass(frozen=True)
class Background:
    """Of `pairs` pairs of sentences, `counts[i]` have a Jaccard in [i/50, (i+1)/50)."""

    shingle: int
    pairs: int
    counts: tuple[int, ...]

    def compute_candidate_share(self, recall: Callable[[float], float], below: float = 1.0) -> float:
        """Share of random pairs with a Jaccard under `below` that become candidates, when `recall` of those at it do.

        Times the number of sentences, it is how many a sentence has. Each bin counts with the middle of its range, the
        first, where many pairs share nothing, with a quarter.
        """
        total = 0.0
        for number, count in enumerate(self.counts):
            middle = (number + (0.5 if number else 0.25)) / BINS
            if count and middle < below:
                total += count * recall(middle)
        return total / self.pairs


def measure_background(texts: Sequence[str], shingle: int, documents: Sequence[str] | None = None) -> Background:
    """The Jaccard of every two texts, counted in bins; with `documents`, only of texts from different ones.

    `measure(["abcd", "abce", "wxyz"], 3)`: one pair in the bin of 1/3, two that share nothing. All pairs by an inverted
    index: 20,000 sentences take seconds with shingles of 12 and minutes with shingles of 3.
    """
    numbers: dict[str, int] = {}
    features = [
        sorted({numbers.setdefault(each, len(numbers)) for each in _list_shingles(text, shingle)}) for text in texts
    ]
    sizes = pa.array([len(each) for each in features], pa.int32())
    labels = pa.array(documents if documents is not None else [str(place) for place in range(len(texts))])
    labels = labels.dictionary_encode().indices
    postings = _build_postings(features, len(numbers))
    counts = [0] * BINS
    pairs = 0
    for place, own in enumerate(features):
        others = pc.not_equal(labels, labels[place])
        pairs += pc.sum(others[place + 1 :]).as_py() or 0
        met = postings.take(pa.array(own, pa.int32())).flatten()
        met = pc.value_counts(met.filter(pc.greater(met, place)))  # each pair once
        met = met.filter(pc.take(others, met.field("values")))
        union = pc.subtract(pc.add(pc.take(sizes, met.field("values")), len(own)), met.field("counts"))
        jaccard = pc.divide(pc.cast(met.field("counts"), pa.float64()), union)
        for row in pc.value_counts(pc.floor(pc.add(pc.multiply(jaccard, BINS), 1e-9))).to_pylist():
            counts[min(int(row["values"]), BINS - 1)] += row["counts"]
    counts[0] = pairs - sum(counts[1:])  # with those that share nothing
    return Background(shingle, pairs, tuple(counts))


def _list_shingles(text: str, length: int) -> list[str]:
    return [text[start : start + length] for start in range(max(1, len(text) - length + 1))]


def _build_postings(features: list[list[int]], distinct: int) -> pa.ListArray:
    """For each feature, the texts that have it."""
    postings: list[list[int]] = [[] for _ in range(distinct)]
    for place, own in enumerate(features):
        for feature in own:
            postings[feature].append(place)
    return pa.array(postings, pa.list_(pa.int32()))
