"""Pairs that were found against pairs that are known: precision, recall, F1, and both along the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import NamedTuple

from twicetold.evaluate.findings import Member, Merge, Pair, RunFindings, iterate_merges, order_pair

CURVE_POINTS = 200  # that a curve is told in


class Agreement(NamedTuple):
    """How many were found, how many of these are right, and how many there are to find.

    With nothing found and nothing to find all is right; with only one of the two, nothing is.
    """

    found: int
    right: int
    true: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else float(not self.true)

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else float(not self.found)

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.true) if self.found or self.true else 1.0


class CurvePoint(NamedTuple):
    """What a run with this threshold would have agreed in."""

    score: float
    agreement: Agreement


@dataclass(frozen=True)
class PairEvaluation:
    """Pairs that were judged; `scores` has those of the truth that were found."""

    agreement: Agreement
    points: Sequence[CurvePoint]
    scores: Mapping[Pair, float]


def judge_pairs(found: RunFindings, truth: Mapping[Pair, bool], complete: bool = False) -> PairEvaluation:
    """What was found against pairs that are known to be duplicates, or not to be.

    Other pairs do not count, unless the truth is `complete`: then each of them that was found is wrong.
    """
    partners = _map_partners(truth)
    true = sum(truth.values())
    scores: dict[Pair, float] = {}
    points: list[CurvePoint] = []
    count = right = 0
    for score, same in groupby(iterate_merges(found), lambda merge: merge.score):
        before = count
        for merge in same:
            met = list(_find_known_pairs(merge, partners))
            scores.update(dict.fromkeys(met, score))
            count += len(merge.small) * len(merge.large) if complete else len(met)
            right += sum(truth[pair] for pair in met)
        if count > before:  # what the truth does not name is no step of the curve
            points.append(CurvePoint(score, Agreement(count, right, true)))
    return PairEvaluation(Agreement(count, right, true), points, scores)


def list_false_alarms(
    found: RunFindings, truth: Mapping[Pair, bool], judged: PairEvaluation, complete: bool, most: int
) -> list[tuple[float, Pair]]:
    """Pairs that are no duplicates and were found, the surest first."""
    if not complete:
        wrong = [(score, pair) for pair, score in judged.scores.items() if not truth[pair]]
        return sorted(wrong, key=lambda each: (-each[0], each[1]))[:most]
    every = (
        (merge.score, order_pair(one, two))
        for merge in iterate_merges(found)
        for one in sorted(merge.small)
        for two in sorted(merge.large)
    )
    return list(islice((each for each in every if not truth.get(each[1], False)), most))


def list_misses(truth: Mapping[Pair, bool], judged: PairEvaluation) -> list[Pair]:
    """Duplicates that were not found."""
    return sorted(pair for pair, is_duplicate in truth.items() if is_duplicate and pair not in judged.scores)


def find_best_point(points: Iterable[CurvePoint]) -> CurvePoint | None:
    """The point with the highest F1; of equals the one with the highest score."""
    return max(points, key=lambda point: (point.agreement.f1, point.score), default=None)


def subsample_points(points: Sequence[CurvePoint], most: int = CURVE_POINTS) -> list[CurvePoint]:
    """At most about so many points of a curve, evenly, with the first, the last and the best."""
    if len(points) <= most:
        return list(points)
    kept = {round(step * (len(points) - 1) / (most - 1)) for step in range(most)}
    top = find_best_point(points)
    return [point for number, point in enumerate(points) if number in kept or point is top]


def _map_partners(truth: Iterable[Pair]) -> dict[Member, set[Member]]:
    partners: dict[Member, set[Member]] = {}
    for left, right in truth:
        partners.setdefault(left, set()).add(right)
        partners.setdefault(right, set()).add(left)
    return partners


def _find_known_pairs(merge: Merge, partners: Mapping[Member, set[Member]]) -> Iterator[Pair]:
    """The pairs of the truth that a merge brings together."""
    for member in merge.small:
        for other in partners.get(member, ()):
            if other in merge.large:
                yield order_pair(member, other)
