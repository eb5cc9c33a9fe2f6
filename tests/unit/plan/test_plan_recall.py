"""What settings find: the recall of bands and draws, by formula, enumeration and simulation."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold.errors import SettingsError
from twicetold.plan import (
    BandScheme,
    DrawScheme,
    recall,
)
from twicetold.plan.choose import compute_mean
from twicetold.plan.draws import JavaRandom, Signatures, draw_signatures
from twicetold.plan.recall import (
    Coverage,
    compute_band_recall,
    compute_binomial,
    compute_coverage,
    compute_mean_draw_recall,
)

# exact probabilities of the papers' draws, from an independent computation (seed 1123456, N=20, K=10, M=10)
PAPER = {0.5: 0.0429, 0.6: 0.1418, 0.7: 0.3474, 0.8: 0.6442, 0.85: 0.7912, 0.9: 0.9081, 0.95: 0.9784, 0.99: 0.9992}
FORMULA = {0.5: 0.0097, 0.6: 0.0588, 0.7: 0.2491, 0.8: 0.6789, 0.85: 0.8884, 0.9: 0.9863, 0.95: 0.9999}
METHODS = ("all sets", "inclusion-exclusion", "sampled")


def compute_draw_recall(similarity: float, signatures: Signatures) -> float:
    return compute_coverage(signatures).compute_recall(similarity)


def list_disjoint_signatures(rows: int, bands: int) -> Signatures:
    """Independent bands as signatures: `(2, 3)` -> `((0, 1), (2, 3), (4, 5))`"""
    return tuple(tuple(range(band * rows, (band + 1) * rows)) for band in range(bands))


signature_lists = st.lists(st.lists(st.integers(0, 7), min_size=1, max_size=5), min_size=1, max_size=6)
shares = st.floats(0, 1)


def enumerated(similarity: float, signatures: list[list[int]]) -> float:
    """The probability by going through every way the functions can agree."""
    functions = sorted({function for each in signatures for function in each})
    total = 0.0
    for outcome in itertools.product((False, True), repeat=len(functions)):
        agreeing = {function for function, agrees in zip(functions, outcome, strict=True) if agrees}
        if any(agreeing.issuperset(each) for each in signatures):
            total += similarity ** len(agreeing) * (1 - similarity) ** (len(functions) - len(agreeing))
    return total


def forced(signatures: object, method: str, monkeypatch: pytest.MonkeyPatch) -> Coverage:
    monkeypatch.setattr(recall, "TABLE_FUNCTIONS", 24 if method == "all sets" else 0)
    monkeypatch.setattr(recall, "SETS_TO_UNION", 24)
    monkeypatch.setattr(recall, "UNION_STATES", 1 << 18 if method == "inclusion-exclusion" else 0)
    found = compute_coverage(signatures)  # type: ignore[arg-type]
    assert found.method == method
    return found


# draws


def test_the_generator_is_javas() -> None:
    generator = JavaRandom(42)
    assert generator.draw_long() == -5025562857975149833  # new java.util.Random(42).nextLong()
    generator = JavaRandom(42)
    assert [generator.draw_int(10) for _ in range(5)] == [0, 3, 8, 4, 0]
    generator = JavaRandom(42)
    assert [generator.draw_int(16) for _ in range(3)] == [11, 0, 10]  # a power of two takes the high bits


def test_the_draws_are_the_papers() -> None:
    drawn = draw_signatures(20, 10, 10, 1123456)
    assert drawn[0] == (9, 19, 13, 0, 15, 13, 18, 13, 8, 0)
    assert len(drawn) == 10
    assert all(len(each) == 10 and set(each) <= set(range(20)) for each in drawn)


def test_draws_of_nothing_are_an_error() -> None:
    with pytest.raises(SettingsError):
        draw_signatures(20, 0, 10, 1)


# recall


@pytest.mark.parametrize(("similarity", "expected"), PAPER.items())
def test_recall_of_the_papers_draws_is_the_exact_one(similarity: float, expected: float) -> None:
    assert round(DrawScheme().compute_recall(similarity), 4) == expected


@pytest.mark.parametrize(("similarity", "expected"), FORMULA.items())
def test_the_papers_formula_is_shown_as_they_have_it(similarity: float, expected: float) -> None:
    assert round(DrawScheme().compute_formula_recall(similarity), 4) == expected


@pytest.mark.parametrize(("bands", "rows", "percent"), [(8, 16, 20), (9, 13, 40), (20, 13, 68), (14, 8, 92)], ids=str)
def test_published_settings_find_what_they_find_at_0_8(bands: int, rows: int, percent: int) -> None:
    assert round(100 * BandScheme(rows, bands).compute_recall(0.8)) == percent


@given(signature_lists, shares)
def test_recall_of_draws_is_the_enumerated_one(signatures: list[list[int]], similarity: float) -> None:
    assert compute_draw_recall(similarity, signatures) == pytest.approx(enumerated(similarity, signatures), abs=1e-12)


@given(signature_lists, shares)
def test_inclusion_and_exclusion_agrees_with_enumeration(signatures: list[list[int]], similarity: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        found = forced(signatures, "inclusion-exclusion", patch)
    assert found.compute_recall(similarity) == pytest.approx(enumerated(similarity, signatures), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_agrees_on_the_papers_draws(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = forced(draw_signatures(20, 10, 10, 1123456), method, monkeypatch)
    for similarity, expected in PAPER.items():
        allowed = 0.00005 + 4 * found.compute_standard_error(similarity)
        assert found.compute_recall(similarity) == pytest.approx(expected, abs=allowed)
    assert found.is_exact == (found.compute_standard_error(0.8) == 0)


def test_recall_is_what_a_simulation_of_hash_functions_finds() -> None:
    generator = random.Random(5)
    signatures = draw_signatures(12, 4, 6, 7)
    trials, similarity = 20_000, 0.7
    found = 0
    for _ in range(trials):
        agreeing = {function for function in range(12) if generator.random() < similarity}
        found += any(agreeing.issuperset(each) for each in signatures)
    expected = compute_draw_recall(similarity, signatures)
    assert found / trials == pytest.approx(expected, abs=4 * math.sqrt(expected * (1 - expected) / trials))


@pytest.mark.parametrize("scheme", [BandScheme(4, 9), DrawScheme()], ids=str)
def test_real_hash_functions_find_what_is_planned(scheme: BandScheme | DrawScheme) -> None:
    """Multiply-shift on 64-bit shingles, 400 pairs of sets at Jaccard 0.8 exactly, each with its own functions."""
    generator = random.Random(11)
    signatures = (
        list_disjoint_signatures(4, 9) if isinstance(scheme, BandScheme) else draw_signatures(20, 10, 10, 1123456)
    )
    found = 0
    for _ in range(400):
        shingles = [generator.getrandbits(64) for _ in range(50)]
        agreeing = set()
        for function in range(scheme.functions):
            factor, shift = generator.getrandbits(64) | 1, generator.getrandbits(64)
            values = [((each * factor + shift) & (1 << 64) - 1) >> 4 for each in shingles]
            if min(values[:45]) == min(values[5:]):  # 40 shared of 50
                agreeing.add(function)
        found += any(agreeing.issuperset(each) for each in signatures)
    expected = scheme.compute_recall(0.8)
    assert found / 400 == pytest.approx(expected, abs=4 * math.sqrt(expected * (1 - expected) / 400))


@given(signature_lists, shares, shares)
def test_recall_grows_with_similarity(signatures: list[list[int]], one: float, other: float) -> None:
    found = compute_coverage(signatures)
    assert found.compute_recall(min(one, other)) <= found.compute_recall(max(one, other)) + 1e-12


@given(signature_lists, shares)
def test_recall_lies_between_the_best_signature_and_the_sum_of_all(signatures: list[list[int]], s: float) -> None:
    single = [s ** len(set(each)) for each in signatures]
    assert max(single) - 1e-12 <= compute_draw_recall(s, signatures) <= min(1.0, sum(single)) + 1e-12


@given(st.integers(1, 6), st.integers(1, 12), shares)
def test_bands_are_draws_that_share_nothing(rows: int, bands: int, similarity: float) -> None:
    found = compute_coverage(list_disjoint_signatures(rows, bands))
    assert found.is_exact
    assert found.compute_recall(similarity) == pytest.approx(compute_band_recall(similarity, rows, bands), abs=1e-9)


def test_many_draws_from_many_functions_are_sampled_with_their_error_and_always_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recall, "UNION_STATES", 1 << 10)
    signatures = draw_signatures(200, 10, 60, 1)
    found = compute_coverage(signatures)
    assert found.method == "sampled"
    assert 0 < found.compute_standard_error(0.8) < 0.0036
    assert found == compute_coverage(signatures)
    assert found.compute_recall(0.8) == pytest.approx(compute_mean_draw_recall(0.8, 200, 10, 60), abs=0.01)


def test_a_signature_that_holds_another_adds_nothing() -> None:
    assert compute_coverage([[0, 1], [0, 1, 2], [1, 0]]) == compute_coverage([[0, 1]])


def test_the_mean_over_draws_is_the_mean_over_seeds() -> None:
    seeds = range(300)
    found = compute_mean(compute_draw_recall(0.8, draw_signatures(8, 3, 4, seed)) for seed in seeds)
    assert found == pytest.approx(compute_mean_draw_recall(0.8, 8, 3, 4), abs=0.01)


def test_drawing_without_replacement_is_worse() -> None:
    assert round(compute_mean_draw_recall(0.9, 20, 10, 10, replacement=False), 3) == 0.823
    assert round(compute_mean_draw_recall(0.9, 20, 10, 10), 3) == 0.919
    every = compute_mean(
        compute_draw_recall(0.7, each) for each in itertools.product(itertools.combinations(range(4), 2), repeat=2)
    )
    assert compute_mean_draw_recall(0.7, 4, 2, 2, replacement=False) == pytest.approx(every, abs=1e-12)
    with pytest.raises(SettingsError):
        compute_mean_draw_recall(0.9, 5, 10, 10, replacement=False)


@given(st.integers(0, 300), shares)
def test_a_binomial_sums_to_one(trials: int, chance: float) -> None:
    assert math.fsum(compute_binomial(trials, chance)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("similarity", [-0.1, 1.1, math.nan])
def test_a_similarity_outside_0_to_1_is_an_error(similarity: float) -> None:
    with pytest.raises(SettingsError, match="similarity"):
        DrawScheme().compute_recall(similarity)
    with pytest.raises(SettingsError, match="similarity"):
        compute_band_recall(similarity, 2, 2)


def test_no_signature_is_an_error() -> None:
    with pytest.raises(SettingsError):
        compute_coverage([])
    with pytest.raises(SettingsError):
        compute_coverage([[]])
