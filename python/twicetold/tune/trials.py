"""What all tuners share: the options of a search, folds of labelled pairs, measures, and the choice of a threshold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from twicetold.engines.progress import Progress, SilentProgress
from twicetold.run.progress import StageShare

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
RowNumbers = npt.NDArray[np.intp]

FEWEST_PAIRS = 20  # labelled pairs of each sort: fewer say nothing
TUNE_STAGES = (  # a tuner need not have all of them
    StageShare("read", "reading", 10),
    StageShare("baseline", "trying words alone", 20),
    StageShare("try", "trying settings", 40),
    StageShare("settle", "fitting to all pairs", 30),
)
SMOOTHING_PARTS = 25  # a threshold is judged with its neighbours, a 25th of the pairs: the best of few pairs is luck
LEAST_THRESHOLD = 0.01  # no threshold is lower: what has nothing in common is not compared


@dataclass(frozen=True)
class MethodTrial:
    """A method, and its measure on each fold that was not seen."""

    method: str
    folds: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.mean(self.folds))


@dataclass(frozen=True)
class TuneOptions:
    """How to search. `seconds` is what climbs may take: half of it for the folds, as much for what is written."""

    measure: str = "f1"
    folds: int = 5
    starts: int = 100
    seed: int = 1123456
    seconds: float = 300.0
    progress: Progress = field(default_factory=SilentProgress, compare=False)


def assign_folds(labels: Labels, count: int, seed: int) -> RowNumbers:
    """The fold of each row; each has its share of duplicates."""
    random = np.random.default_rng(seed)
    folds = np.zeros(len(labels), dtype=np.intp)
    for label in (False, True):
        rows = random.permutation(np.flatnonzero(labels == label))
        folds[rows] = np.arange(len(rows)) % count
    return folds


def compute_f1(said: Labels, labels: Labels) -> float:
    both = said.sum() + labels.sum()
    return float(2 * (said & labels).sum() / both) if both else 1.0


def compute_accuracy(said: Labels, labels: Labels) -> float:
    return float((said == labels).mean())


MEASURES: dict[str, Callable[[Labels, Labels], float]] = {"f1": compute_f1, "accuracy": compute_accuracy}


def measure_along_scores(scored: Floats, labels: Labels, measure: str) -> tuple[Floats, Floats]:
    """Scores from the highest on, and the measure where what reaches each is called a duplicate."""
    order = np.argsort(-scored, kind="stable")
    right = np.cumsum(labels[order])
    said, true = np.arange(1, len(order) + 1), labels.sum()
    if measure == "f1":
        return scored[order], 2 * right / (said + true)
    return scored[order], (right + (len(order) - true) - (said - right)) / len(order)


def _find_cuts(falling: Floats) -> npt.NDArray[np.intp]:
    """Where a threshold can stand: below a score that is higher than the next."""
    return np.flatnonzero((falling > np.append(falling[1:], 0.0)) & (falling >= LEAST_THRESHOLD))


def choose_threshold(scored: Floats, labels: Labels, measure: str) -> float:
    """The best threshold, between two scores; each is judged by the mean of its neighbourhood."""
    falling, values = measure_along_scores(scored, labels, measure)
    width = max(len(values) // SMOOTHING_PARTS, 1)
    padded = np.pad(values, (width, width), mode="edge")
    smooth = np.convolve(padded, np.ones(2 * width + 1) / (2 * width + 1), mode="valid")
    below, cuts = np.append(falling[1:], 0.0), _find_cuts(falling)
    if not len(cuts):
        return LEAST_THRESHOLD
    place = int(cuts[np.argmax(smooth[cuts])])
    return float(max((falling[place] + below[place]) / 2, LEAST_THRESHOLD))
