"""How well weights do on pairs that they were not made from.

Every figure is of folds that were not seen: for each fold the words are weighed anew on the others, and so that the
shares and the threshold see similarities as they will be, by parts of the others that were left out in turn.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from twicetold.engines.progress import Amount
from twicetold.jobs.threads.tune_weights import AspectWeights, weigh_columns
from twicetold.jobs.threads.tune_words import PairTokens, learn_factors
from twicetold.tune.trials import MEASURES, Floats, Labels, MethodTrial, RowNumbers, TuneOptions, assign_folds

METHODS = ("logistic", "climb")
INNER_FOLDS = 3


@dataclass(frozen=True)
class PairSample:
    """What is known of pairs: similarities that need no labels, tokens that labels can weigh, the labels."""

    columns: Floats
    tokens: Sequence[PairTokens]
    labels: Labels


def build_columns(sample: PairSample, rows: RowNumbers, others: RowNumbers) -> Floats:
    """All columns of `rows`, with words weighed by `others`."""
    learnt = [
        tokens.compute_similarities(learn_factors(tokens, others, sample.labels))[rows] for tokens in sample.tokens
    ]
    return np.column_stack([sample.columns[rows], *learnt])


def build_unseen_columns(sample: PairSample, rows: RowNumbers, folds: int, seed: int) -> Floats:
    """All columns of `rows`, each row with words weighed by folds that it is not in."""
    parts = assign_folds(sample.labels[rows], folds, seed)
    columns = np.zeros((len(rows), sample.columns.shape[1] + len(sample.tokens)))
    for part in range(folds):
        is_unseen = parts == part
        columns[is_unseen] = build_columns(sample, rows[is_unseen], rows[~is_unseen])
    return columns


def validate_methods(sample: PairSample, methods: Sequence[str], options: TuneOptions) -> list[MethodTrial]:
    """Each method on each fold. A climb gets an even part of the time."""
    parts = assign_folds(sample.labels, options.folds, options.seed)
    measure = MEASURES[options.measure]
    values: dict[str, list[float]] = {method: [] for method in methods}
    for part in range(options.folds):
        options.progress.update(part / options.folds, Amount(part, options.folds, "folds"))
        rows, others = np.flatnonzero(parts == part), np.flatnonzero(parts != part)
        seen, ours = (
            build_unseen_columns(sample, others, INNER_FOLDS, options.seed),
            build_columns(sample, rows, others),
        )
        for method in methods:
            weighing = _weigh_in_time(
                seen, sample.labels[others], method, options, options.seconds / (2 * options.folds)
            )
            values[method].append(measure(weighing.predict_labels(ours), sample.labels[rows]))
    return [MethodTrial(method, tuple(values[method])) for method in methods]


def weigh_all_pairs(sample: PairSample, method: str, options: TuneOptions) -> AspectWeights:
    """Shares and threshold from all pairs."""
    every = np.arange(len(sample.labels))
    return _weigh_in_time(
        build_unseen_columns(sample, every, options.folds, options.seed),
        sample.labels,
        method,
        options,
        options.seconds / 2,
    )


def _weigh_in_time(columns: Floats, labels: Labels, method: str, options: TuneOptions, seconds: float) -> AspectWeights:
    until = time.monotonic() + seconds
    return weigh_columns(columns, labels, options.measure, method, options.starts, options.seed, until)
