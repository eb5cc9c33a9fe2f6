"""The commands that made the figures of `plan/english.toml`, for any input.

    python -m benchmarks.plan_tables background FILE [SENTENCES]    how similar sentences are by chance
    python -m benchmarks.plan_tables near FILE [SENTENCES]          every pair with edit similarity >= 0.8, as JSONL
    python -m benchmarks.plan_tables copies PAIRS.jsonl ...         what Jaccard such pairs have

FILE is anything that `twicetold split` reads; a line of PAIRS has `left` and `right`.
"""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.api import split
from twicetold.demo.similarity import compute_edit_similarity
from twicetold.plan.english import BINS, STEPS, Background

SHINGLES = (3, 4, 5, 8, 12)
SLICES = 20
POSSIBLE = 0.8  # the edit similarity that the letters of a pair must allow


def background(path: str, sentences: str = "20000") -> None:
    """Prints how similar sentences are by chance."""
    texts, documents = sample(path, int(sentences))
    print(f"# {len(texts)} sentences, mean {sum(map(len, texts)) / len(texts):.1f} characters", flush=True)
    for shingle in SHINGLES:
        print(f"{measure_background(texts, shingle, documents)!r},", flush=True)


def near(path: str, sentences: str = "80000") -> None:
    """Prints every pair of near sentences, by brute force: n² / 10 comparisons of about a microsecond."""
    from rapidfuzz import process  # for development only
    from rapidfuzz.distance import Levenshtein

    texts = sorted(sample(path, int(sentences))[0], key=lambda text: (len(text), text))
    for place, left in enumerate(texts):
        last = bisect_right(texts, len(left) / 0.8 + 1e-9, lo=place, key=len)  # a longer one has too many insertions
        others = texts[place + 1 : last]
        scorer = Levenshtein.normalized_similarity
        for right, _, _ in process.extract(left, others, scorer=scorer, score_cutoff=0.8, limit=None):
            print(json.dumps({"left": left, "right": right}), flush=True)


def copies(*paths: str) -> None:
    """Prints how similar edited copies are."""
    lines = [line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]
    pairs = [(folded(pair["left"]), folded(pair["right"])) for pair in map(json.loads, lines)]
    for shingle in SHINGLES:
        for step, values in measure_copies(pairs, shingle).items():
            print(f'({shingle}, {step}): "{" ".join(f"{100 * value:.0f}" for value in values)}",')


def sample(path: str, sentences: int) -> tuple[list[str], list[str]]:
    """Distinct sentences of 40 to 600 characters, and the documents they are from."""
    found: dict[str, str] = {}
    table = split(path).sentences
    for text, document in zip(table["text"].to_pylist(), table["document"].to_pylist(), strict=True):
        if 40 <= len(folded(text)) <= 600:
            found.setdefault(folded(text), document)
    chosen = sorted(found)
    random.Random(1).shuffle(chosen)
    chosen = chosen[:sentences]
    return chosen, [found[text] for text in chosen]


def folded(text: str) -> str:
    """Without differences of case and white space, as sentences are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def measure_background(texts: Sequence[str], shingle: int, documents: Sequence[str] | None = None) -> Background:
    """The Jaccard of every two texts, counted in bins; with `documents`, only of texts from different ones.

    `measure_background(["abcd", "abce", "wxyz"], 3)`: one pair in the bin of 1/3, two that share nothing. All pairs by
    an inverted index: 20,000 sentences take seconds with shingles of 12 and minutes with shingles of 3.
    """
    numbers: dict[str, int] = {}
    features = [
        sorted({numbers.setdefault(each, len(numbers)) for each in sorted(collect_shingles(text, shingle))})
        for text in texts
    ]
    sizes = pa.array([len(each) for each in features], pa.int32())
    labels = pa.array(documents if documents is not None else [str(place) for place in range(len(texts))])
    labels = labels.dictionary_encode().indices
    postings = build_postings(features, len(numbers))
    counts, possible = [0] * BINS, [0] * BINS
    pairs = 0
    waiting: list[pa.RecordBatch] = []
    for place, own in enumerate(features):
        others = pc.not_equal(labels, labels[place])
        pairs += pc.sum(others[place + 1 :]).as_py() or 0
        met = postings.take(pa.array(own, pa.int32())).flatten()
        met = pc.value_counts(met.filter(pc.greater(met, place)))  # each pair once
        met = met.filter(pc.take(others, met.field("values")))
        union = pc.subtract(pc.add(pc.take(sizes, met.field("values")), len(own)), met.field("counts"))
        jaccard = pc.divide(pc.cast(met.field("counts"), pa.float64()), union)
        bins = pc.floor(pc.add(pc.multiply(jaccard, BINS), 1e-9))
        count_bins(bins, counts)
        left = pa.repeat(pa.scalar(place, pa.int32()), len(met))
        waiting.append(pa.record_batch({"left": left, "right": met.field("values"), "bin": bins}))
        if place % 256 == 255 or place + 1 == len(features):
            left, right, bins = pa.Table.from_batches(waiting).combine_chunks().columns
            left, right = left.combine_chunks(), right.combine_chunks()
            marks = _kernels.mark_possible_pairs(pa.array(texts, pa.string()), left, right, POSSIBLE)
            count_bins(bins.filter(marks), possible)
            waiting = []
    counts[0] = pairs - sum(counts[1:])  # with those that share nothing
    return Background(shingle, pairs, tuple(counts), tuple(possible))


def count_bins(bins: pa.Array, counts: list[int]) -> None:
    """Add how often each bin occurs."""
    for row in pc.value_counts(bins).to_pylist():
        counts[min(int(row["values"]), BINS - 1)] += row["counts"]


def build_postings(features: list[list[int]], distinct: int) -> pa.ListArray:
    """For each feature, the texts that have it."""
    postings: list[list[int]] = [[] for _ in range(distinct)]
    for place, own in enumerate(features):
        for feature in own:
            postings[feature].append(place)
    return pa.array(postings, pa.list_(pa.int32()))


def measure_copies(pairs: Iterable[tuple[str, str]], shingle: int) -> dict[int, tuple[float, ...]]:
    """For each of `STEPS`, the mean Jaccard of each twentieth of the pairs; a step with fewer than 20 is left out.

    A pair takes 0.1 ms; pairs under 40 characters and identical ones do not count.
    """
    found: dict[int, list[float]] = {step: [] for step in STEPS}
    for left, right in pairs:
        edit = compute_edit_similarity(left, right)
        if min(len(left), len(right)) >= 40 and STEPS[0] / 100 <= edit < 1:
            found[max(step for step in STEPS if step <= 100 * edit + 1e-9)].append(
                compute_jaccard(left, right, shingle)
            )
    return {step: compute_slice_means(sorted(values)) for step, values in found.items() if len(values) >= SLICES}


def compute_jaccard(left: str, right: str, shingle: int) -> float:
    """Of the sets of shingles: `("abcd", "abce", 3)` -> 1/3"""
    own, other = collect_shingles(left, shingle), collect_shingles(right, shingle)
    return len(own & other) / len(own | other)


def collect_shingles(text: str, length: int) -> set[str]:
    return {text[start : start + length] for start in range(max(1, len(text) - length + 1))}


def compute_slice_means(values: list[float]) -> tuple[float, ...]:
    edges = [len(values) * number // SLICES for number in range(SLICES + 1)]
    return tuple(sum(values[first:last]) / (last - first) for first, last in pairwise(edges))


COMMANDS: dict[str, Callable[..., None]] = {"background": background, "near": near, "copies": copies}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
