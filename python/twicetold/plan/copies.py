"""What Jaccard real edited copies have, at an edit similarity.

`jaccard_after_edits` says how low it can be; most copies are edited more kindly: in one or two places, by a word put in
or left out. This table is of 489 pairs of Wikipedia sentences of 40 characters and more: 268 that people labelled
(copy-edits, templates, facts that drifted), and all 221 that brute force finds among 80,000 sentences. It was made by

    python -m benchmarks.plan_tables near enwiki-articles.jsonl.zst 80000 > near.jsonl
    python -m benchmarks.plan_tables copies gold_dev.jsonl near.jsonl

Figures, not text. 73 of the pairs are at 0.80 to 0.85, so the lowest twentieth there rests on four.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

STEPS = (80, 85, 90, 95)  # edit similarity in per cent, each up to the next
SLICES = 20

# shingle length and edit similarity: the mean Jaccard, in per cent, of each twentieth of the pairs, lowest first
_PERCENT: dict[tuple[int, int], str] = {
    (3, 80): "57 59 62 63 65 67 68 70 71 72 73 74 75 77 78 79 80 81 82 87",
    (3, 85): "58 63 66 69 70 71 72 73 74 75 75 76 77 79 80 82 83 84 85 92",
    (3, 90): "69 72 73 73 74 76 78 80 81 81 82 83 84 84 85 86 87 88 90 92",
    (3, 95): "76 79 80 83 85 86 87 88 89 90 90 91 91 92 92 93 94 95 96 97",
    (4, 80): "51 55 57 59 60 62 64 66 67 69 71 72 72 73 74 75 76 78 80 85",
    (4, 85): "53 60 62 64 66 67 69 70 71 72 72 72 74 75 77 79 81 82 83 89",
    (4, 90): "65 67 69 70 71 73 75 77 78 79 79 80 81 81 82 84 85 86 87 89",
    (4, 95): "73 76 77 80 81 83 84 86 87 87 88 89 90 90 91 92 93 94 95 96",
    (5, 80): "47 49 54 55 56 58 60 62 65 66 68 69 70 71 71 72 73 75 78 83",
    (5, 85): "49 56 58 60 62 63 64 66 68 69 70 72 72 73 74 77 79 81 82 87",
    (5, 90): "60 62 66 67 69 69 72 74 76 77 77 78 78 79 80 82 83 85 87 88",
    (5, 95): "70 72 74 76 78 80 82 83 84 85 86 88 88 89 90 91 93 93 94 96",
    (8, 80): "32 39 42 44 47 49 50 53 55 58 60 61 63 65 66 67 68 70 72 79",
    (8, 85): "37 44 46 49 51 53 55 57 59 62 63 65 66 68 70 72 74 77 80 83",
    (8, 90): "46 49 55 56 60 63 64 67 69 70 70 71 72 74 75 76 78 82 84 87",
    (8, 95): "57 60 66 67 69 72 74 77 78 80 81 83 84 85 86 88 90 93 93 95",
    (12, 80): "18 24 29 34 38 39 42 44 46 48 50 52 54 56 59 61 62 65 68 79",
    (12, 85): "25 33 37 38 40 42 45 47 49 53 54 56 59 62 66 67 68 72 77 82",
    (12, 90): "32 36 44 49 51 53 55 58 59 60 61 63 65 67 69 71 74 77 82 86",
    (12, 95): "42 52 55 59 61 64 66 69 71 73 75 77 79 81 83 85 88 91 93 94",
}


def find_copy_jaccards(edit: float, shingle: int) -> tuple[float, ...] | None:
    """Twenty Jaccards that stand for real copies at this edit similarity; None where nothing was measured.

    `copies(0.8, 5)[0]` is the mean of the least similar twentieth. Between two steps the lower one holds.
    """
    steps = [step for step in STEPS if step <= 100 * edit + 1e-9]
    text = _PERCENT.get((shingle, steps[-1])) if steps else None
    return None if text is None else tuple(int(percent) / 100 for percent in text.split())


def measure_copies(pairs: Iterable[tuple[str, str]], shingle: int) -> dict[int, tuple[float, ...]]:
    """For each of `STEPS`, the mean Jaccard of each twentieth of the pairs; a step with fewer than 20 is left out.

    A pair takes 0.1 ms; pairs under 40 characters and identical ones do not count.
    """
    from twicetold.demo.similarity import compute_distance

    found: dict[int, list[float]] = {step: [] for step in STEPS}
    for left, right in pairs:
        edit = 1 - compute_distance(left, right) / max(len(left), len(right))
        if min(len(left), len(right)) >= 40 and STEPS[0] / 100 <= edit < 1:
            found[max(step for step in STEPS if step <= 100 * edit + 1e-9)].append(
                compute_jaccard(left, right, shingle)
            )
    return {step: _compute_slice_means(sorted(values)) for step, values in found.items() if len(values) >= SLICES}


def compute_jaccard(left: str, right: str, shingle: int) -> float:
    """Of the sets of shingles: `("abcd", "abce", 3)` -> 1/3"""
    own, other = _collect_shingles(left, shingle), _collect_shingles(right, shingle)
    return len(own & other) / len(own | other)


def _collect_shingles(text: str, length: int) -> set[str]:
    return {text[start : start + length] for start in range(max(1, len(text) - length + 1))}


def _compute_slice_means(values: list[float]) -> tuple[float, ...]:
    edges = [len(values) * number // SLICES for number in range(SLICES + 1)]
    return tuple(sum(values[first:last]) / (last - first) for first, last in pairwise(edges))
