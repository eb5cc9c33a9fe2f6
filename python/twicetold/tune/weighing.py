"""Weights and threshold: by climbing from random starts, as in the paper, or by a logistic regression.

A row is a pair, a column the similarity in one aspect, NaN where that aspect sees nothing. A score is the weighted mean
of what is there, as in the job.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from twicetold.stages.threads.aspects import stretch
from twicetold.tune.learning import Floats, Labels

STEPS = (0.2, 0.1, 0.05, 0.02)  # by which one weight goes up or down, coarse to fine
RIDGE = 0.1
AGAINST = 0.3
HALVINGS = 8
SMOOTH = 25  # a threshold is judged with its neighbours, a 25th of the pairs: the best of few pairs is luck
STEPS_OF_SCORE = 4096
LEAST = 0.01  # no threshold is lower: what has nothing in common is not compared
SLIGHT = 0.02  # an aspect with a smaller share is left out


@dataclass(frozen=True)
class Weighing:
    """Shares of the columns, and the least score of a duplicate."""

    weights: Floats
    threshold: float

    def scores(self, columns: Floats) -> Floats:
        return scores(columns, self.weights)

    def says(self, columns: Floats) -> Labels:
        """Which rows are duplicates."""
        return self.scores(columns) >= self.threshold


def scores(columns: Floats, weights: Floats) -> Floats:
    """The weighted mean of what each row has, as in the job; 0 where it has nothing that weighs."""
    present = ~np.isnan(columns)
    whole = present @ np.maximum(weights, 0.0)
    total = np.where(present, columns, 0.0) @ weights
    found: Floats = np.divide(total, whole, out=np.zeros(len(columns)), where=whole > 0)
    return found if weights.min() >= 0 else np.clip(found * stretch(weights.tolist()), 0.0, 1.0)


def f1(said: Labels, labels: Labels) -> float:
    both = said.sum() + labels.sum()
    return float(2 * (said & labels).sum() / both) if both else 1.0


def accuracy(said: Labels, labels: Labels) -> float:
    return float((said == labels).mean())


MEASURES: dict[str, Callable[[Labels, Labels], float]] = {"f1": f1, "accuracy": accuracy}


def along(scored: Floats, labels: Labels, measure: str) -> tuple[Floats, Floats]:
    """Scores from the highest on, and the measure where what reaches each is called a duplicate."""
    order = np.argsort(-scored, kind="stable")
    right = np.cumsum(labels[order])
    said, true = np.arange(1, len(order) + 1), labels.sum()
    if measure == "f1":
        return scored[order], 2 * right / (said + true)
    return scored[order], (right + (len(order) - true) - (said - right)) / len(order)


def _cuts(falling: Floats) -> npt.NDArray[np.intp]:
    """Where a threshold can stand: below a score that is higher than the next."""
    return np.flatnonzero((falling > np.append(falling[1:], 0.0)) & (falling >= LEAST))


def threshold_of(scored: Floats, labels: Labels, measure: str) -> float:
    """The best threshold, between two scores; each is judged by the mean of its neighbourhood."""
    falling, values = along(scored, labels, measure)
    width = max(len(values) // SMOOTH, 1)
    padded = np.pad(values, (width, width), mode="edge")
    smooth = np.convolve(padded, np.ones(2 * width + 1) / (2 * width + 1), mode="valid")
    below, cuts = np.append(falling[1:], 0.0), _cuts(falling)
    if not len(cuts):
        return LEAST
    place = int(cuts[np.argmax(smooth[cuts])])
    return float(max((falling[place] + below[place]) / 2, LEAST))


def logistic(columns: Floats, labels: Labels) -> Floats:
    """Shares by a logistic regression; what is missing counts as the column's mean.

    Weights below 0 tell more: of two pairs as alike by learnt weights, the one that is more alike by plain words is
    less often a duplicate. But they also lower the similarity from which on pairs must be looked at, so together they
    get no more than AGAINST of what the others have.
    """
    filled = np.where(np.isnan(columns), np.nan_to_num(np.nanmean(columns, axis=0)), columns)
    free = _regression(filled, labels, -np.inf)
    low, high = 0.0, float(max(-free.min(), 0.0))
    weights = free
    for _ in range(HALVINGS):
        if _against(weights) <= AGAINST and weights is free:
            break
        floor = (low + high) / 2
        weights = _regression(filled, labels, -floor)
        low, high = (floor, high) if _against(weights) <= AGAINST else (low, floor)
    if _against(weights) > AGAINST:
        weights = _regression(filled, labels, -low)
    return _shares(weights)


def _against(weights: Floats) -> float:
    """What counts against, as a part of what counts for."""
    return float(-np.minimum(weights, 0.0).sum() / max(np.maximum(weights, 0.0).sum(), 1e-12))


def _regression(filled: Floats, labels: Labels, least: float) -> Floats:
    """The weights of a ridge regression, none below `least`."""
    signs = np.where(labels, 1.0, -1.0)

    def loss(point: Floats) -> tuple[float, Floats]:
        margin = np.clip((filled @ point[:-1] + point[-1]) * signs, -50, 50)
        pull = -signs / (1 + np.exp(margin))
        value = np.log1p(np.exp(-margin)).sum() + RIDGE * (point[:-1] ** 2).sum()
        return float(value), np.concatenate([filled.T @ pull + 2 * RIDGE * point[:-1], [pull.sum()]])

    width = filled.shape[1]
    bounds = [(least, None)] * width + [(None, None)]
    start = np.concatenate([np.ones(width), [-1.0]])
    found: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return found[:-1]


def climbed(columns: Floats, labels: Labels, measure: str, starts: int, seed: int, until: float) -> Floats:
    """The best shares of hill climbs from so many random starts, as far as the time goes; the first is even."""
    random = np.random.default_rng(seed)
    width = columns.shape[1]
    best, highest = _shares(np.ones(width)), -1.0
    for start in range(starts):
        if start and time.monotonic() > until:
            break
        weights = best if not start else random.dirichlet(np.ones(width))
        weights, value = _climb(columns, labels, measure, weights)
        if value > highest:
            best, highest = weights, value
    return best


def _climb(columns: Floats, labels: Labels, measure: str, weights: Floats) -> tuple[Floats, float]:
    value = _height(columns, labels, measure, weights)
    for step in STEPS:
        higher = True
        while higher:
            higher = False
            for tried in _neighbours(weights, step):
                height = _height(columns, labels, measure, tried)
                if height > value:
                    weights, value, higher = tried, height, True
    return weights, value


def _neighbours(weights: Floats, step: float) -> list[Floats]:
    """One weight more or less by a step, as shares."""
    moved = [weights + np.eye(len(weights))[place] * by for place in range(len(weights)) for by in (step, -step)]
    kept = [np.maximum(each, 0.0) for each in moved]
    return [_shares(each) for each in kept if each.sum() > 0]


def _height(columns: Floats, labels: Labels, measure: str, weights: Floats) -> float:
    """The best measure of any threshold in steps of 1/4096: by counting, since a climb asks thousands of times."""
    steps = (scores(columns, weights) * STEPS_OF_SCORE).astype(np.intp)
    high = steps >= LEAST * STEPS_OF_SCORE
    said, right = (
        np.cumsum(np.bincount(steps[which], minlength=STEPS_OF_SCORE + 1)[::-1]) for which in (high, high & labels)
    )
    true = labels.sum()
    if measure == "f1":
        return float((2 * right / (said + true)).max())
    return float((right + (len(labels) - true) - (said - right)).max() / len(labels))


def _shares(weights: Floats) -> Floats:
    return weights / weights.sum() if weights.sum() > 0 else np.full(len(weights), 1 / len(weights))


def weighed(
    columns: Floats, labels: Labels, measure: str, method: str, starts: int = 100, seed: int = 1, until: float = np.inf
) -> Weighing:
    """Shares and threshold by a method. Aspects of a slight share are left out, and the others weighed again."""

    def by_method(part: Floats) -> Floats:
        return logistic(part, labels) if method == "logistic" else climbed(part, labels, measure, starts, seed, until)

    first = by_method(columns)
    kept = np.flatnonzero(np.abs(first) >= min(SLIGHT, first.max()))
    weights = np.zeros(columns.shape[1])
    weights[kept] = by_method(columns[:, kept]) if len(kept) < len(first) else first
    return Weighing(weights, threshold_of(scores(columns, weights), labels, measure))
