"""Thresholds for a precision: what chance pairs of a forum say, also of a small one and of one full of copies."""

from __future__ import annotations

import math

import pyarrow as pa
import pytest

from twicetold.jobs.threads.calibration import NEVER, Chance, ChanceSample, calibrate_scores, choose_tuned_threshold

THREADS = 400
PAIRS = THREADS * (THREADS - 1) // 2
SLOPE = 0.025


def draw_chance_scores(copies: int = 0) -> list[float]:
    """Scores that become rarer by a factor of e with each 0.025, as those of a forum do; the best are of copies."""
    scores = [0.15 + SLOPE * math.log(THREADS / place) for place in range(1, PAIRS + 1)]
    return sorted([0.9] * copies + [max(score, 0.0) for score in scores[copies:]], reverse=True)


def measure_scores(scores: list[float], pairs: int = PAIRS) -> Chance:
    """Chance in a forum where all pairs were sampled."""
    sample, share = ChanceSample(pa.array(scores), PAIRS), THREADS / PAIRS
    return Chance.from_sample(pairs, share, sample, sample.find_score(share))


def test_the_slope_of_chance_scores_is_measured_on_the_forum_itself() -> None:
    chance = measure_scores(draw_chance_scores())
    assert chance.high == pytest.approx(0.15, abs=0.001)
    assert SLOPE < chance.slope < 1.4 * SLOPE
    assert chance.count_wrong(0.15) == pytest.approx(THREADS, rel=0.1)


def test_a_small_forum_gets_matches_where_pairs_stand_out() -> None:
    scores = draw_chance_scores(copies=6)
    chance = measure_scores(scores)
    calibration = calibrate_scores(chance, scores, 0.8)
    assert 6 <= sum(score >= calibration.threshold for score in scores) <= 12
    assert calibration.precision >= 0.8


def test_chance_pairs_alone_are_no_matches() -> None:
    scores = draw_chance_scores()
    calibration = calibrate_scores(measure_scores(scores), scores, 0.8)
    assert calibration.threshold == NEVER or sum(score >= calibration.threshold for score in scores) <= 2


def test_a_forum_full_of_copies_still_has_its_matches() -> None:
    scores = draw_chance_scores(copies=3 * THREADS // 2)
    chance = measure_scores(scores)
    assert chance.high < 0.3
    assert 0.2 < calibrate_scores(chance, scores, 0.8).threshold <= 0.9


def test_more_threads_need_a_higher_threshold() -> None:
    scores, duplicates = draw_chance_scores(), [0.3 + place / 200 for place in range(100)]
    small, large = (
        choose_tuned_threshold(measure_scores(scores, pairs), duplicates, 0.8)[0] for pairs in (PAIRS, 100 * PAIRS)
    )
    assert small < large


def test_scores_of_few_pairs_are_enough() -> None:
    chance = measure_scores([0.4, 0.1])
    assert chance.slope > 0
    assert chance.count_wrong(0.0) <= PAIRS
