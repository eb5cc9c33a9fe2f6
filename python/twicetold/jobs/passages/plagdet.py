"""Plagdet: how well located passages agree with known ones, as the PAN tasks on text alignment define it.

A passage is characters of two documents. A detection detects a case when they share characters on both sides. Over all
cases: recall is the mean share of a case that its detections cover, both sides taken together; precision the same
with the roles changed; granularity is how many detections a detected case has, on average. Then

    plagdet = F1(precision, recall) / log2(1 + granularity)

Every case counts the same, however long it is (the measure is macro-averaged).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twicetold.evaluate.truth import PassageSpans, Span


@dataclass(frozen=True)
class Plagdet:
    """The measure and its parts; `cases` and `detections` say what they are means of."""

    precision: float
    recall: float
    granularity: float
    cases: int
    detections: int

    @property
    def score(self) -> float:
        if self.precision + self.recall == 0:
            return 0.0
        harmonic = 2 * self.precision * self.recall / (self.precision + self.recall)
        return harmonic / math.log2(1 + self.granularity)


def compute_plagdet(pairs: Iterable[tuple[Sequence[PassageSpans], Sequence[PassageSpans]]]) -> Plagdet:
    """The measure over pairs of documents, each given as its cases and its detections.

    Without any case and any detection all is right; with only one of the two, nothing is.
    """
    recalls: list[float] = []
    precisions: list[float] = []
    counts: list[int] = []
    for cases, detections in pairs:
        for case in cases:
            share, count = measure_coverage(case, detections)
            recalls.append(share)
            if count:
                counts.append(count)
        precisions.extend(measure_coverage(detection, cases)[0] for detection in detections)
    if not recalls and not precisions:
        return Plagdet(1.0, 1.0, 1.0, 0, 0)
    granularity = _compute_mean(counts) if counts else 1.0
    return Plagdet(_compute_mean(precisions), _compute_mean(recalls), granularity, len(recalls), len(precisions))


def measure_coverage(passage: PassageSpans, others: Sequence[PassageSpans]) -> tuple[float, int]:
    """The share of a passage that others cover, and how many of them do.

    `Located((0, 10), (0, 10))` by `Located((5, 15), (0, 10))` is 15 of 20 characters: `(0.75, 1)`.
    """
    left, right = [], []
    for other in others:
        shared = _intersect_spans(passage.left, other.left), _intersect_spans(passage.right, other.right)
        if shared[0] and shared[1]:
            left.append(shared[0])
            right.append(shared[1])
    length = passage.left[1] - passage.left[0] + passage.right[1] - passage.right[0]
    return ((_count_covered(left) + _count_covered(right)) / length if length else 0.0), len(left)


def _intersect_spans(one: Span, two: Span) -> Span | None:
    start, end = max(one[0], two[0]), min(one[1], two[1])
    return (start, end) if start < end else None


def _count_covered(spans: list[Span]) -> int:
    """How many characters the spans cover, each counted once."""
    total, reached = 0, 0
    for start, end in sorted(spans):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def _compute_mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
