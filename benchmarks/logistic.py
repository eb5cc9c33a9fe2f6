"""Logistic regression with a penalty on the weights, by Newton's method: small, exact, the same on every machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 50  # six to ten are enough


def fit_weights(evidence: Floats, answers: NDArray[np.bool_], strength: float) -> tuple[float, Floats]:
    """Fit the constant and the weights; a smaller `strength` (C in other libraries) keeps the weights smaller.

    Evidence is scaled to its standard deviation while fitting, so that the penalty is the same for all of it; constant
    evidence gets no weight. The returned weights are for unscaled evidence.
    """
    middle, spread = evidence.mean(axis=0), evidence.std(axis=0)
    varies = spread > 1e-9
    scaled = (evidence[:, varies] - middle[varies]) / spread[varies]
    table = np.column_stack([np.ones(len(scaled)), scaled])
    penalty = np.full(table.shape[1], 1.0 / strength)
    penalty[0] = 0.0
    weights = np.zeros(table.shape[1])
    for _ in range(STEPS):
        likely = 1.0 / (1.0 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (likely - answers) + penalty * weights
        bend = (table * (likely * (1 - likely))[:, None]).T @ table + np.diag(penalty + 1e-9)
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    own = np.zeros(evidence.shape[1])
    own[varies] = weights[1:] / spread[varies]
    return float(weights[0] - own @ middle), own
