"""Weights and threshold: by climbing from random starts, as in the paper, or by a logistic regression.

A row is a pair, a column the similarity in one aspect, NaN where that aspect sees nothing. A score is the weighted mean
of what is there, as in the job.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from twicetold.jobs.threads.aspects import compute_stretch
from twicetold.tune.trials import LEAST_THRESHOLD, Floats, Labels, choose_threshold

STEPS = (0.2, 0.1, 0.05, 0.02)  # by which one weight goes up or down, coarse to fine
RIDGE = 0.1
MOST_NEGATIVE_SHARE = 0.8
HALVINGS = 8
STEPS_OF_SCORE = 4096
LEAST_SHARE = 0.02  # an aspect with a smaller share is left out


@dataclass(frozen=True)
class AspectWeights:
    """Shares of the columns, and the least score of a duplicate."""

    weights: Floats
    threshold: float

    def compute_scores(self, columns: Floats) -> Floats:
        return compute_scores(columns, self.weights)

    def predict_labels(self, columns: Floats) -> Labels:
        """Which rows are duplicates."""
        return self.compute_scores(columns) >= self.threshold


def compute_scores(columns: Floats, weights: Floats) -> Floats:
    """The weighted mean of what each row has, as in the job; 0 where it has nothing that weighs."""
    present = ~np.isnan(columns)
    whole = present @ np.maximum(weights, 0.0)
    total = np.where(present, columns, 0.0) @ weights
    found: Floats = np.divide(total, whole, out=np.zeros(len(columns)), where=whole > 0)
    return found if weights.min() >= 0 else np.clip(found * compute_stretch(weights.tolist()), 0.0, 1.0)


def fit_logistic(columns: Floats, labels: Labels) -> Floats:
    """Shares by a logistic regression; what is missing counts as the column's mean.

    Weights below 0 tell more: of two pairs as alike by learnt weights, the one that is more alike by plain words is
    less often a duplicate. But they also lower the similarity from which on pairs must be looked at, so together they
    get no more than MOST_NEGATIVE_SHARE of what the others have.
    """
    filled = np.where(np.isnan(columns), np.nan_to_num(np.nanmean(columns, axis=0)), columns)
    free = _fit_regression(filled, labels, -np.inf)
    low, high = 0.0, float(max(-free.min(), 0.0))
    weights = free
    for _ in range(HALVINGS):
        if _measure_negative_share(weights) <= MOST_NEGATIVE_SHARE and weights is free:
            break
        floor = (low + high) / 2
        weights = _fit_regression(filled, labels, -floor)
        low, high = (floor, high) if _measure_negative_share(weights) <= MOST_NEGATIVE_SHARE else (low, floor)
    if _measure_negative_share(weights) > MOST_NEGATIVE_SHARE:
        weights = _fit_regression(filled, labels, -low)
    return _normalise_weights(weights)


def _measure_negative_share(weights: Floats) -> float:
    """What counts against, as a part of what counts for."""
    return float(-np.minimum(weights, 0.0).sum() / max(np.maximum(weights, 0.0).sum(), 1e-12))


def _fit_regression(filled: Floats, labels: Labels, least: float) -> Floats:
    """The weights of a ridge regression, none below `least`."""
    signs = np.where(labels, 1.0, -1.0)

    def compute_loss(point: Floats) -> tuple[float, Floats]:
        margin = np.clip((filled @ point[:-1] + point[-1]) * signs, -50, 50)
        pull = -signs / (1 + np.exp(margin))
        value = np.log1p(np.exp(-margin)).sum() + RIDGE * (point[:-1] ** 2).sum()
        return float(value), np.concatenate([filled.T @ pull + 2 * RIDGE * point[:-1], [pull.sum()]])

    width = filled.shape[1]
    bounds = [(least, None)] * width + [(None, None)]
    start = np.concatenate([np.ones(width), [-1.0]])
    found: Floats = minimize(compute_loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return found[:-1]


def search_by_climbing(columns: Floats, labels: Labels, measure: str, starts: int, seed: int, until: float) -> Floats:
    """The best shares of hill climbs from so many random starts, as far as the time goes; the first is even."""
    random = np.random.default_rng(seed)
    width = columns.shape[1]
    best, highest = _normalise_weights(np.ones(width)), -1.0
    for start in range(starts):
        if start and time.monotonic() > until:
            break
        weights = best if not start else random.dirichlet(np.ones(width))
        weights, value = _search_uphill(columns, labels, measure, weights)
        if value > highest:
            best, highest = weights, value
    return best


def _search_uphill(columns: Floats, labels: Labels, measure: str, weights: Floats) -> tuple[Floats, float]:
    value = _measure_height(columns, labels, measure, weights)
    for step in STEPS:
        higher = True
        while higher:
            higher = False
            for tried in _list_neighbours(weights, step):
                height = _measure_height(columns, labels, measure, tried)
                if height > value:
                    weights, value, higher = tried, height, True
    return weights, value


def _list_neighbours(weights: Floats, step: float) -> list[Floats]:
    """One weight more or less by a step, as shares."""
    moved = [weights + np.eye(len(weights))[place] * by for place in range(len(weights)) for by in (step, -step)]
    kept = [np.maximum(each, 0.0) for each in moved]
    return [_normalise_weights(each) for each in kept if each.sum() > 0]


def _measure_height(columns: Floats, labels: Labels, measure: str, weights: Floats) -> float:
    """The best measure of any threshold in steps of 1/4096: by counting, since a climb asks thousands of times."""
    steps = (compute_scores(columns, weights) * STEPS_OF_SCORE).astype(np.intp)
    high = steps >= LEAST_THRESHOLD * STEPS_OF_SCORE
    said, right = (
        np.cumsum(np.bincount(steps[which], minlength=STEPS_OF_SCORE + 1)[::-1]) for which in (high, high & labels)
    )
    true = labels.sum()
    if measure == "f1":
        return float((2 * right / (said + true)).max())
    return float((right + (len(labels) - true) - (said - right)).max() / len(labels))


def _normalise_weights(weights: Floats) -> Floats:
    return weights / weights.sum() if weights.sum() > 0 else np.full(len(weights), 1 / len(weights))


def weigh_columns(
    columns: Floats, labels: Labels, measure: str, method: str, starts: int = 100, seed: int = 1, until: float = np.inf
) -> AspectWeights:
    """Shares and threshold by a method. Aspects of a slight share are left out, and the others weighed again."""

    def fit_weights(part: Floats) -> Floats:
        return (
            fit_logistic(part, labels)
            if method == "logistic"
            else search_by_climbing(part, labels, measure, starts, seed, until)
        )

    first = fit_weights(columns)
    kept = np.flatnonzero(np.abs(first) >= min(LEAST_SHARE, first.max()))
    weights = np.zeros(columns.shape[1])
    weights[kept] = fit_weights(columns[:, kept]) if len(kept) < len(first) else first
    return AspectWeights(weights, choose_threshold(compute_scores(columns, weights), labels, measure))
