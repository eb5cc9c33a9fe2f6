"""Logistic regression with a penalty on the weights, by Newton's steps: small, exact, the same on every machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 50  # it is done after six to ten


def fit(evidence: Floats, answers: NDArray[np.bool_], strength: float) -> tuple[float, Floats]:
    """The constant and the weights that answer best; `strength` as in C of others: smaller keeps the weights smaller.

    Evidence is measured in its own standard deviations while it is weighed, so that the penalty treats all alike; what
    never varies gets no weight. The weights that come back fit the evidence as it is.
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
