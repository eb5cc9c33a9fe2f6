"""Shares of a population from a sample: known values, and intervals that hold what they promise."""

from random import Random

import pytest

from twicetold.evaluate.estimate import StratumAnswer, compute_weights, compute_wilson_interval, estimate_share


def answers(stratum, wanted, unwanted=0, uncounted=0):
    cells = [(True, True)] * wanted + [(True, False)] * unwanted + [(False, False)] * uncounted
    return [StratumAnswer(stratum, *cell) for cell in cells]


def test_wilson_has_the_values_of_the_literature():
    """Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for wanted, count, low, high in [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
    ]:  # fmt: skip
        assert compute_wilson_interval(wanted / count, count) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("wanted", [0, 3, 9, 10])
def test_a_simple_sample_has_the_interval_of_wilson(wanted):
    found = estimate_share(answers("a", wanted, 10 - wanted, 30), {"a": 5_000})
    assert found.answers == 10
    assert found.share == wanted / 10
    assert (found.low, found.high) == pytest.approx(compute_wilson_interval(wanted / 10, 10))


def test_a_stratum_weighs_what_it_has_in_the_population():
    found = estimate_share(answers("large", 9, 1) + answers("small", 2, 8), {"large": 900, "small": 100})
    assert found.share == pytest.approx(0.9 * 0.9 + 0.1 * 0.2)
    assert found.low < 0.83 < found.high
    assert compute_weights(["large"] * 10 + ["small"], {"large": 900, "small": 100}) == {"large": 90, "small": 100}


def test_nothing_counted_is_not_known():
    assert estimate_share(answers("a", 0, 0, 5), {"a": 10}) == (0, None, None, None)


def test_twelve_right_answers_do_not_vouch_for_a_large_stratum():
    found = estimate_share(answers("large", 12) + answers("small", 6, 6), {"large": 1_500, "small": 40})
    assert found.low < 0.9
    assert found.high > found.share


STRATA = {"drift": 40, "copyedit": 300, "template": 1_500, "reference": 60, "other": 100}
RIGHT = {"drift": 0.6, "copyedit": 0.9, "template": 0.97, "reference": 0.3, "other": 0.5}
LESS_RIGHT = {**RIGHT, "template": 0.85}
DRIFTS = {
    "drift": 0.7,
    "copyedit": 0.05,
    "template": 0.01,
    "reference": 0.0,
    "other": 0.02,
}  # true ones, in what was said
FOUND = {name: float(name == "drift") for name in STRATA}
ALL = dict.fromkeys(STRATA, 1.0)


@pytest.mark.parametrize("size", [3, 12, 40])
@pytest.mark.parametrize(
    ("counted", "wanted"), [(ALL, RIGHT), (ALL, LESS_RIGHT), (DRIFTS, FOUND)], ids=["right", "less right", "recall"]
)
def test_about_nineteen_of_twenty_intervals_hold_the_truth(size, counted, wanted):
    draw = Random(5).random
    total = sum(STRATA[name] * counted[name] for name in STRATA)
    true = sum(STRATA[name] * counted[name] * wanted[name] for name in STRATA) / total
    held = []
    for _ in range(300):
        drawn = []
        for name in STRATA:
            for _ in range(size):
                is_counted = draw() < counted[name]
                drawn.append(StratumAnswer(name, is_counted, is_counted and draw() < wanted[name]))
        found = estimate_share(drawn, STRATA)
        if found.share is not None:
            held.append(found.low <= true <= found.high)
    assert sum(held) / len(held) > 0.91
