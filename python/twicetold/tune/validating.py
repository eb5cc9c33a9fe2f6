"""How well weights do on pairs that they were not made from.

Every figure is of folds that were not seen: for each fold the words are weighed anew on the others, and so that the
shares and the threshold see similarities as they will be, by parts of the others that were left out in turn.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from twicetold.tune.learning import Floats, Labels, Tokens, learn
from twicetold.tune.weighing import MEASURES, Weighing, weighed

METHODS = ("logistic", "climb")
INNER = 3
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Sample:
    """What is known of pairs: similarities that need no labels, tokens that labels can weigh, the labels."""

    columns: Floats
    tokens: Sequence[Tokens]
    labels: Labels


@dataclass(frozen=True)
class Tried:
    """A method, and its measure on each fold that was not seen."""

    method: str
    folds: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.mean(self.folds))


@dataclass(frozen=True)
class Wanted:
    """How to search. `seconds` is what climbs may take: half of it for the folds, as much for what is written."""

    measure: str = "f1"
    folds: int = 5
    starts: int = 100
    seed: int = 1123456
    seconds: float = 300.0


def folds_of(labels: Labels, count: int, seed: int) -> Rows:
    """The fold of each row; each has its share of duplicates."""
    random = np.random.default_rng(seed)
    folds = np.zeros(len(labels), dtype=np.intp)
    for label in (False, True):
        rows = random.permutation(np.flatnonzero(labels == label))
        folds[rows] = np.arange(len(rows)) % count
    return folds


def whole(sample: Sample, rows: Rows, others: Rows) -> Floats:
    """All columns of `rows`, with words weighed by `others`."""
    learnt = [tokens.similarities(learn(tokens, others, sample.labels))[rows] for tokens in sample.tokens]
    return np.column_stack([sample.columns[rows], *learnt])


def unseen(sample: Sample, rows: Rows, folds: int, seed: int) -> Floats:
    """All columns of `rows`, each row with words weighed by folds that it is not in."""
    parts = folds_of(sample.labels[rows], folds, seed)
    columns = np.zeros((len(rows), sample.columns.shape[1] + len(sample.tokens)))
    for part in range(folds):
        here = parts == part
        columns[here] = whole(sample, rows[here], rows[~here])
    return columns


def tried(sample: Sample, methods: Sequence[str], wanted: Wanted) -> list[Tried]:
    """Each method on each fold. A climb gets an even part of the time."""
    parts = folds_of(sample.labels, wanted.folds, wanted.seed)
    measure = MEASURES[wanted.measure]
    values: dict[str, list[float]] = {method: [] for method in methods}
    for part in range(wanted.folds):
        rows, others = np.flatnonzero(parts == part), np.flatnonzero(parts != part)
        seen, ours = unseen(sample, others, INNER, wanted.seed), whole(sample, rows, others)
        for method in methods:
            weighing = _weighed(seen, sample.labels[others], method, wanted, wanted.seconds / (2 * wanted.folds))
            values[method].append(measure(weighing.says(ours), sample.labels[rows]))
    return [Tried(method, tuple(values[method])) for method in methods]


def final(sample: Sample, method: str, wanted: Wanted) -> Weighing:
    """Shares and threshold from all pairs."""
    every = np.arange(len(sample.labels))
    return _weighed(unseen(sample, every, wanted.folds, wanted.seed), sample.labels, method, wanted, wanted.seconds / 2)


def _weighed(columns: Floats, labels: Labels, method: str, wanted: Wanted, seconds: float) -> Weighing:
    until = time.monotonic() + seconds
    return weighed(columns, labels, wanted.measure, method, wanted.starts, wanted.seed, until)
