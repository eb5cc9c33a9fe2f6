"""How much each word says, learnt from pairs that are labelled.

`What is the capital of Peru?` and `What is the capital of Chad?` share five words of six. Inverse document frequency
helps; but how much a word counts is better seen where people said which questions are the same. The weights of words
are factors on their IDF, near 1 unless the pairs say otherwise (ridge), found by L-BFGS so that the weighted Jaccard
similarity tells duplicates from others by a logistic curve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.optimize import minimize

from twicetold.tune.trials import Floats, Labels

LEVELS = 8  # as in `src/features/weighted_tokens.rs`
RIDGE = 0.25
BOUNDS = (-3.0, 1.5)  # of a factor's logarithm: 1/20 to 4.5
MOST_LOG = 30.0  # of a factor while it is searched for: beyond it numbers overflow
STEPS = 50
LEAST_PAIRS = 2  # pairs that a token must be in: what one pair alone says of a word tells nothing of others
STEEP, MIDDLE = 8.0, 0.5  # of the logistic curve to begin with


@dataclass(frozen=True)
class PairTokens:
    """The tokens of pairs of texts: a row for each pair, a column for each token."""

    names: list[str]
    idf: Floats
    shared: Any  # sparse, 1 where both texts have the token
    either: Any  # ... where one has

    @classmethod
    def from_token_lists(cls, left: list[list[str]], right: list[list[str]], idf: dict[str, float]) -> PairTokens:
        """A token that `idf` does not have is a rare one: 1."""
        sets = [(set(one), set(two)) for one, two in zip(left, right, strict=True)]
        names = sorted({name for one, two in sets for name in one | two})
        places = {name: place for place, name in enumerate(names)}
        weights = np.array([idf.get(name, 1.0) for name in names])
        shared = _build_matrix([one & two for one, two in sets], places)
        return cls(names, weights, shared, _build_matrix([one | two for one, two in sets], places))

    def compute_similarities(self, factors: Floats) -> Floats:
        """The weighted Jaccard similarity of each pair as the kernels have it; NaN where nothing weighs."""
        levels = compute_levels(self.idf, factors)
        whole = self.either @ levels
        alike: Floats = np.divide(self.shared @ levels, whole, out=np.full(len(whole), np.nan), where=whole > 0)
        return alike


def compute_levels(idf: Floats, factors: Floats) -> Floats:
    """Weights in whole levels: `[1.0], [0.5]` -> `[4]`"""
    levels: Floats = np.minimum(np.floor(idf * factors * LEVELS + 0.5), 2 * LEVELS)
    return levels


def _build_matrix(sets: list[set[str]], places: dict[str, int]) -> Any:
    ends = np.cumsum([0, *map(len, sets)])
    columns = [place for each in sets for place in sorted(places[name] for name in each)]
    return sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(sets), len(places)))


def learn_factors(tokens: PairTokens, rows: npt.NDArray[np.intp], labels: Labels, ridge: float = RIDGE) -> Floats:
    """The factor of each token, from these rows alone; 1 for one that few of them have."""
    shared, either = tokens.shared[rows], tokens.either[rows]
    often = np.asarray(either.sum(axis=0)).ravel() >= LEAST_PAIRS
    seen, rest = np.flatnonzero(often), np.where(often, 0.0, tokens.idf)
    signs = np.where(labels[rows], 1.0, -1.0)
    curve = LogisticLoss(shared[:, seen], either[:, seen], tokens.idf[seen], shared @ rest, either @ rest, signs, ridge)
    start = np.concatenate([np.zeros(len(seen)), [STEEP, -STEEP * MIDDLE]])
    found = minimize(curve, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    factors = np.ones(len(tokens.names))
    factors[seen] = np.exp(np.clip(found.x[:-2], *BOUNDS))
    return factors


@dataclass(frozen=True)
class LogisticLoss:
    """What is to be least: the logistic loss of similarities by given factors, and its slope."""

    shared: Any
    either: Any
    idf: Floats
    shared_rest: Floats  # of tokens that keep their weight, the sums
    either_rest: Floats
    signs: Floats
    ridge: float

    def __call__(self, point: Floats) -> tuple[float, Floats]:
        logs, steep, offset = point[:-2], point[-2], point[-1]
        weights = self.idf * np.exp(np.clip(logs, -MOST_LOG, MOST_LOG))
        whole = self.either @ weights + self.either_rest + 1e-12
        alike = (self.shared @ weights + self.shared_rest) / whole
        margin = np.clip((steep * alike + offset) * self.signs, -50, 50)
        loss = np.log1p(np.exp(-margin)).sum() + self.ridge * (logs**2).sum()
        pull = -self.signs / (1 + np.exp(margin))
        by_weight = self.shared.T @ (steep * pull / whole) - self.either.T @ (steep * pull * alike / whole)
        slope = np.concatenate([by_weight * weights + 2 * self.ridge * logs, [(pull * alike).sum(), pull.sum()]])
        return float(loss), slope
