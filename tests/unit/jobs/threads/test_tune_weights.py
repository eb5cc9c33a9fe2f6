"""Weights and thresholds: known answers by arithmetic, and nothing learnt from what there is nothing to learn."""

import numpy as np
import pytest

from twicetold.errors import SettingsError
from twicetold.jobs.threads.tune_validation import PairSample, validate_methods, weigh_all_pairs
from twicetold.jobs.threads.tune_weights import (
    MOST_NEGATIVE_SHARE,
    AspectWeights,
    compute_scores,
    fit_logistic,
    search_by_climbing,
    weigh_columns,
)
from twicetold.jobs.threads.tune_words import PairTokens
from twicetold.tune.command import parse_seconds
from twicetold.tune.trials import (
    LEAST_THRESHOLD,
    TuneOptions,
    assign_folds,
    choose_threshold,
    compute_f1,
    measure_along_scores,
)

NAN = float("nan")


def test_a_score_is_the_mean_of_what_is_there():
    columns = np.array([[0.8, 0.2], [0.8, NAN], [NAN, NAN]])
    assert compute_scores(columns, np.array([0.75, 0.25])) == pytest.approx([0.65, 0.8, 0.0])
    assert compute_scores(columns, np.array([0.0, 1.0])) == pytest.approx([0.2, 0.0, 0.0])
    assert compute_scores(columns, np.array([1.25, -0.25])) == pytest.approx([0.95, 1.0, 0.0])


def test_f1_and_accuracy_along_the_scores():
    """From the top: right, wrong, right, wrong; two are true."""
    scored, labels = np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False])
    falling, values = measure_along_scores(scored, labels, "f1")
    assert falling.tolist() == [0.9, 0.8, 0.7, 0.1]
    assert values == pytest.approx([2 / 3, 1 / 2, 4 / 5, 2 / 3])
    assert measure_along_scores(scored, labels, "accuracy")[1] == pytest.approx([3 / 4, 1 / 2, 3 / 4, 1 / 2])
    assert compute_f1(np.array([True, True, False]), np.array([True, False, False])) == pytest.approx(2 / 3)


def test_a_threshold_stands_between_two_scores_and_never_at_nothing():
    labels = np.array([True] * 10 + [False] * 10)
    assert choose_threshold(np.where(labels, 0.8, 0.2), labels, "f1") == pytest.approx(0.5)
    assert choose_threshold(np.zeros(20), labels, "f1") == LEAST_THRESHOLD


def informative(rows=200, seed=4):
    """A column that tells, one that does not, one that misleads."""
    random = np.random.default_rng(seed)
    labels = np.arange(rows) % 2 == 0
    told = np.where(labels, 0.7, 0.3) + random.normal(0, 0.1, rows)
    return np.clip(np.column_stack([told, random.random(rows), 1 - told]), 0, 1), labels


@pytest.mark.parametrize("method", ["logistic", "climb"])
def test_what_tells_gets_the_weight(method):
    columns, labels = informative()
    found = weigh_columns(columns, labels, "f1", method, starts=5)
    assert -np.minimum(found.weights, 0).sum() <= MOST_NEGATIVE_SHARE * np.maximum(found.weights, 0).sum() + 1e-9
    assert found.weights[0] > max(found.weights[1:])
    assert found.weights.sum() == pytest.approx(1)
    assert compute_f1(found.predict_labels(columns), labels) > 0.93


def test_climbing_never_ends_below_its_first_start_and_stops_in_time():
    columns, labels = informative()
    best = search_by_climbing(columns, labels, "f1", starts=1000, seed=1, until=0.0)
    even = np.full(3, 1 / 3)
    height = [measure_along_scores(compute_scores(columns, each), labels, "f1")[1].max() for each in (best, even)]
    assert height[0] >= height[1]


def test_a_missing_column_does_not_stop_the_regression():
    columns, labels = informative()
    columns[::3, 1] = NAN
    assert fit_logistic(columns, labels)[0] > 0.6


def test_folds_are_even_and_have_their_share_of_duplicates():
    labels = np.array([True] * 30 + [False] * 70)
    folds = assign_folds(labels, 5, seed=1)
    assert [int((folds == each).sum()) for each in range(5)] == [20] * 5
    assert [int(labels[folds == each].sum()) for each in range(5)] == [6] * 5


def test_labels_by_chance_are_not_learnt():
    """Every pair has words of its own: weighing them fits the pairs that are seen, and none other."""
    random = np.random.default_rng(7)
    words = [f"w{number}" for number in range(60)]
    sides = [[list(random.choice(words, 6, replace=False)) for _ in range(160)] for _ in range(2)]
    labels = random.random(160) < 0.5
    tokens = PairTokens.from_token_lists(sides[0], sides[1], {})
    sample = PairSample(random.random((160, 2)), [tokens], labels)
    (unseen,) = validate_methods(sample, ["logistic"], TuneOptions("accuracy", folds=4))
    assert 0.3 < unseen.mean < 0.65


def test_the_final_weighing_is_the_same_each_time():
    columns, labels = informative()
    sample = PairSample(columns, [], labels)
    one, two = (weigh_all_pairs(sample, "climb", TuneOptions(starts=3)) for _ in range(2))
    assert one.threshold == two.threshold
    assert one.weights.tolist() == two.weights.tolist()
    assert isinstance(one, AspectWeights)


def test_budgets():
    assert [parse_seconds(each) for each in ("90", "90s", "1.5m", "2h")] == [90, 90, 90, 7200]
    for wrong in ("", "soon", "0s", "-3m"):
        with pytest.raises(SettingsError, match="--budget"):
            parse_seconds(wrong)
