"""The plan: what settings find, which to choose, at what cost."""

import importlib.util
import itertools
import math
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold.errors import MissingPackage, SettingsError
from twicetold.plan import (
    Bands,
    Corpus,
    Draws,
    Hardware,
    Rates,
    Target,
    chart,
    choose,
    evaluate,
    jaccard_after_edits,
    parse_bytes,
    parse_count,
    plan_text,
    recall,
)
from twicetold.plan.background import Background, measure
from twicetold.plan.choose import MAX_BANDS, background_of, bands_for, cost, mean
from twicetold.plan.copies import SLICES, STEPS, copies, jaccard, measure_copies
from twicetold.plan.draws import JavaRandom, disjoint, draws
from twicetold.plan.english import BACKGROUND
from twicetold.plan.estimate import finding_seconds
from twicetold.plan.quantities import bytes_text, count_text, seconds_text
from twicetold.plan.recall import Coverage, band_recall, binomial, coverage, draw_recall, mean_draw_recall
from twicetold.plan.show import curve_rows
from twicetold.plan.similarity import jaccard_at_edit

# exact probabilities of the papers' draws, from an independent computation (seed 1123456, N=20, K=10, M=10)
PAPER = {0.5: 0.0429, 0.6: 0.1418, 0.7: 0.3474, 0.8: 0.6442, 0.85: 0.7912, 0.9: 0.9081, 0.95: 0.9784, 0.99: 0.9992}
FORMULA = {0.5: 0.0097, 0.6: 0.0588, 0.7: 0.2491, 0.8: 0.6789, 0.85: 0.8884, 0.9: 0.9863, 0.95: 0.9999}
METHODS = ("all sets", "inclusion-exclusion", "sampled")

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
    found = coverage(signatures)  # type: ignore[arg-type]
    assert found.method == method
    return found


# draws


def test_the_generator_is_javas() -> None:
    generator = JavaRandom(42)
    assert generator.next_long() == -5025562857975149833  # new java.util.Random(42).nextLong()
    generator = JavaRandom(42)
    assert [generator.next_int(10) for _ in range(5)] == [0, 3, 8, 4, 0]
    generator = JavaRandom(42)
    assert [generator.next_int(16) for _ in range(3)] == [11, 0, 10]  # a power of two takes the high bits


def test_the_draws_are_the_papers() -> None:
    drawn = draws(20, 10, 10, 1123456)
    assert drawn[0] == (9, 19, 13, 0, 15, 13, 18, 13, 8, 0)
    assert len(drawn) == 10
    assert all(len(each) == 10 and set(each) <= set(range(20)) for each in drawn)


def test_draws_of_nothing_are_an_error() -> None:
    with pytest.raises(SettingsError):
        draws(20, 0, 10, 1)


# recall


@pytest.mark.parametrize(("similarity", "expected"), PAPER.items())
def test_recall_of_the_papers_draws_is_the_exact_one(similarity: float, expected: float) -> None:
    assert round(Draws().recall(similarity), 4) == expected


@pytest.mark.parametrize(("similarity", "expected"), FORMULA.items())
def test_the_papers_formula_is_shown_as_they_have_it(similarity: float, expected: float) -> None:
    assert round(Draws().naive(similarity), 4) == expected


@pytest.mark.parametrize(("bands", "rows", "percent"), [(8, 16, 20), (9, 13, 40), (20, 13, 68), (14, 8, 92)], ids=str)
def test_published_settings_find_what_they_find_at_0_8(bands: int, rows: int, percent: int) -> None:
    assert round(100 * Bands(rows, bands).recall(0.8)) == percent


@given(signature_lists, shares)
def test_recall_of_draws_is_the_enumerated_one(signatures: list[list[int]], similarity: float) -> None:
    assert draw_recall(similarity, signatures) == pytest.approx(enumerated(similarity, signatures), abs=1e-12)


@given(signature_lists, shares)
def test_inclusion_and_exclusion_agrees_with_enumeration(signatures: list[list[int]], similarity: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        found = forced(signatures, "inclusion-exclusion", patch)
    assert found.recall(similarity) == pytest.approx(enumerated(similarity, signatures), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_agrees_on_the_papers_draws(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = forced(draws(20, 10, 10, 1123456), method, monkeypatch)
    for similarity, expected in PAPER.items():
        allowed = 0.00005 + 4 * found.standard_error(similarity)
        assert found.recall(similarity) == pytest.approx(expected, abs=allowed)
    assert found.is_exact == (found.standard_error(0.8) == 0)


def test_recall_is_what_a_simulation_of_hash_functions_finds() -> None:
    generator = random.Random(5)
    signatures = draws(12, 4, 6, 7)
    trials, similarity = 20_000, 0.7
    found = 0
    for _ in range(trials):
        agreeing = {function for function in range(12) if generator.random() < similarity}
        found += any(agreeing.issuperset(each) for each in signatures)
    expected = draw_recall(similarity, signatures)
    assert found / trials == pytest.approx(expected, abs=4 * math.sqrt(expected * (1 - expected) / trials))


@pytest.mark.parametrize("scheme", [Bands(4, 9), Draws()], ids=str)
def test_real_hash_functions_find_what_is_planned(scheme: Bands | Draws) -> None:
    """Multiply-shift on 64-bit shingles, 400 pairs of sets at Jaccard 0.8 exactly, each with its own functions."""
    generator = random.Random(11)
    signatures = disjoint(4, 9) if isinstance(scheme, Bands) else draws(20, 10, 10, 1123456)
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
    expected = scheme.recall(0.8)
    assert found / 400 == pytest.approx(expected, abs=4 * math.sqrt(expected * (1 - expected) / 400))


@given(signature_lists, shares, shares)
def test_recall_grows_with_similarity(signatures: list[list[int]], one: float, other: float) -> None:
    found = coverage(signatures)
    assert found.recall(min(one, other)) <= found.recall(max(one, other)) + 1e-12


@given(signature_lists, shares)
def test_recall_lies_between_the_best_signature_and_the_sum_of_all(signatures: list[list[int]], s: float) -> None:
    single = [s ** len(set(each)) for each in signatures]
    assert max(single) - 1e-12 <= draw_recall(s, signatures) <= min(1.0, sum(single)) + 1e-12


@given(st.integers(1, 6), st.integers(1, 12), shares)
def test_bands_are_draws_that_share_nothing(rows: int, bands: int, similarity: float) -> None:
    found = coverage(disjoint(rows, bands))
    assert found.is_exact
    assert found.recall(similarity) == pytest.approx(band_recall(similarity, rows, bands), abs=1e-9)


def test_many_draws_from_many_functions_are_sampled_with_their_error_and_always_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recall, "UNION_STATES", 1 << 10)
    signatures = draws(200, 10, 60, 1)
    found = coverage(signatures)
    assert found.method == "sampled"
    assert 0 < found.standard_error(0.8) < 0.0036
    assert found == coverage(signatures)
    assert found.recall(0.8) == pytest.approx(mean_draw_recall(0.8, 200, 10, 60), abs=0.01)


def test_a_signature_that_holds_another_adds_nothing() -> None:
    assert coverage([[0, 1], [0, 1, 2], [1, 0]]) == coverage([[0, 1]])


def test_the_mean_over_draws_is_the_mean_over_seeds() -> None:
    seeds = range(300)
    found = mean(draw_recall(0.8, draws(8, 3, 4, seed)) for seed in seeds)
    assert found == pytest.approx(mean_draw_recall(0.8, 8, 3, 4), abs=0.01)


def test_drawing_without_replacement_is_worse() -> None:
    assert round(mean_draw_recall(0.9, 20, 10, 10, replacement=False), 3) == 0.823
    assert round(mean_draw_recall(0.9, 20, 10, 10), 3) == 0.919
    every = mean(draw_recall(0.7, each) for each in itertools.product(itertools.combinations(range(4), 2), repeat=2))
    assert mean_draw_recall(0.7, 4, 2, 2, replacement=False) == pytest.approx(every, abs=1e-12)
    with pytest.raises(SettingsError):
        mean_draw_recall(0.9, 5, 10, 10, replacement=False)


@given(st.integers(0, 300), shares)
def test_a_binomial_sums_to_one(trials: int, chance: float) -> None:
    assert math.fsum(binomial(trials, chance)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("similarity", [-0.1, 1.1, math.nan])
def test_a_similarity_outside_0_to_1_is_an_error(similarity: float) -> None:
    with pytest.raises(SettingsError, match="similarity"):
        Draws().recall(similarity)
    with pytest.raises(SettingsError, match="similarity"):
        band_recall(similarity, 2, 2)


def test_no_signature_is_an_error() -> None:
    with pytest.raises(SettingsError):
        coverage([])
    with pytest.raises(SettingsError):
        coverage([[]])


# edits


def test_jaccard_after_edits_is_the_issues_example() -> None:
    assert jaccard_after_edits(100, 2, 1, 12) == pytest.approx(76 / 102)
    assert jaccard_after_edits(100, 0, 0, 12) == 1
    assert jaccard_after_edits(40, 8, 8, 12) == 0


@given(st.integers(20, 120), st.data())
def test_replacing_characters_leaves_at_least_that_jaccard(length: int, data: st.DataObject) -> None:
    shingle = data.draw(st.integers(1, 12))
    starts = data.draw(st.lists(st.integers(0, length - 1), min_size=1, max_size=4, unique=True))
    text = "".join(chr(0x4E00 + place) for place in range(length))  # all characters differ, so all shingles do
    edited = "".join("#" if place in starts else character for place, character in enumerate(text))
    places = sorted(starts)
    runs = 1 + sum(second - first > 1 for first, second in itertools.pairwise(places))
    expected = jaccard_after_edits(length, len(starts), runs, shingle)
    assert jaccard(text, edited, shingle) >= expected - 0.02 * (shingle == 1)  # "#" twice is one shingle, not two


def test_scattered_edits_cost_more() -> None:
    found = [jaccard_at_edit(0.8, 100, runs, 5) for runs in (1, 2, 3, 4, 20)]
    assert found == sorted(found, reverse=True)
    assert jaccard_at_edit(1.0, 100, 3, 5) == 1
    assert jaccard_at_edit(0.8, 100, 99, 5) == found[-1]  # no more places than edits


@pytest.mark.parametrize(("length", "edits", "runs"), [(100, 2, 0), (100, 2, 3), (0, 0, 0), (100, -1, 0)])
def test_edits_that_cannot_be_are_an_error(length: int, edits: int, runs: int) -> None:
    with pytest.raises(SettingsError):
        jaccard_after_edits(length, edits, runs, 5)


def test_real_copies_are_more_alike_the_fewer_edits_and_the_shorter_shingles() -> None:
    for shingle in BACKGROUND:
        means = [mean(copies(step / 100, shingle) or ()) for step in STEPS]
        assert means == sorted(means)
    assert [copies(0.8, each) for each in sorted(BACKGROUND)] == sorted(
        (copies(0.8, each) for each in BACKGROUND), reverse=True
    )
    assert copies(0.79, 5) is None
    assert copies(0.8, 7) is None
    assert copies(0.84, 5) == copies(0.8, 5)


def test_measured_copies_are_sorted_into_their_steps() -> None:
    text = "".join(chr(0x4E00 + place) for place in range(100))
    pairs = [(text, text[:place] + "#" * 12 + text[place + 12 :]) for place in range(20, 60)]
    found = measure_copies([*pairs, (text, text), ("short", "shore")], 5)
    assert list(found) == [85]
    assert len(found[85]) == SLICES
    assert min(found[85]) == pytest.approx(jaccard_after_edits(100, 12, 1, 5), abs=0.06)


# background


def brute(texts: list[str], shingle: int, documents: list[str]) -> Background:
    counts, pairs = [0] * 50, 0
    for left, right in itertools.combinations(range(len(texts)), 2):
        if documents[left] != documents[right]:
            pairs += 1
            counts[min(49, int(50 * jaccard(texts[left], texts[right], shingle) + 1e-9))] += 1
    return Background(shingle, pairs, tuple(counts))


@given(st.lists(st.tuples(st.text("ab ", min_size=1, max_size=9), st.sampled_from("xyz")), max_size=9))
def test_the_measured_background_is_that_of_all_pairs(texts: list[tuple[str, str]]) -> None:
    sentences, documents = [text for text, _ in texts], [document for _, document in texts]
    assert measure(sentences, 3, documents) == brute(sentences, 3, documents)


def test_without_documents_every_pair_counts() -> None:
    assert measure(["abcd", "abce", "wxyz"], 3).counts[:17] == (2, *[0] * 15, 1)


def test_the_table_is_whole() -> None:
    assert list(BACKGROUND) == [3, 4, 5, 8, 12]
    for shingle, background in BACKGROUND.items():
        assert background.shingle == shingle
        assert sum(background.counts) == background.pairs
        assert len(background.counts) == 50


def test_longer_shingles_let_fewer_pairs_through() -> None:
    found = [background.candidates(Bands(4, 20).recall) for background in BACKGROUND.values()]
    assert found == sorted(found, reverse=True)
    assert background_of(7) == BACKGROUND[5]
    assert background_of(2) == BACKGROUND[3]
    assert background_of(40) == BACKGROUND[12]


# choice


@pytest.mark.parametrize("measure", ["jaccard", "edit"])
@pytest.mark.parametrize("similarity", [0.7, 0.8, 0.9])
@pytest.mark.parametrize("sentences", [10_000, 1_000_000, 135_800_000])
def test_the_choice_finds_enough_and_nothing_on_the_grid_is_cheaper(
    measure: str, similarity: float, sentences: int
) -> None:
    plan = choose(similarity, 0.95, measure, sentences)
    assert plan.is_enough
    corpus, hardware = Corpus(sentences), Hardware()
    chosen = cost(plan.scheme, plan.shingle, corpus, hardware)
    for shingle in (12,) if measure == "jaccard" else tuple(BACKGROUND):
        jaccards = plan.target.jaccards(shingle)
        for rows, bands in itertools.product(range(1, 13), [*range(1, 24), *range(24, 400, 25)]):
            wanted = 0.95 if measure == "jaccard" else 0.975  # by edit half the misses
            if mean(band_recall(each, rows, bands) for each in jaccards) >= wanted:
                assert chosen <= cost(Bands(rows, bands), shingle, corpus, hardware)


@given(st.lists(st.floats(0.2, 1), min_size=1, max_size=4), st.floats(0.5, 0.999), st.integers(1, 8))
def test_the_bands_are_the_fewest_that_do(jaccards: list[float], wanted: float, rows: int) -> None:
    bands = bands_for(jaccards, wanted, rows)

    def found(number: int) -> float:
        return mean(band_recall(each, rows, number) for each in jaccards)

    assert bands > MAX_BANDS or found(bands) >= wanted
    assert bands == 1 or found(bands - 1) < wanted


def test_the_choice_is_always_the_same() -> None:
    assert choose(0.8, 0.99, "edit") == choose(0.8, 0.99, "edit")


def test_more_sentences_ask_for_longer_bands() -> None:
    rows = [choose(0.8, 0.99, sentences=10**power).scheme for power in (4, 6, 8, 10)]
    assert [each.functions for each in rows] == sorted(each.functions for each in rows)


def test_a_given_shingle_length_is_kept() -> None:
    assert choose(0.8, 0.99, "edit", shingle=8).shingle == 8
    assert choose(0.8, 0.99, shingle=5).shingle == 5


def test_edits_in_more_places_ask_for_more() -> None:
    kind, worst = choose(0.8, 0.99, "edit", runs=1, shingle=5), choose(0.8, 0.99, "edit", runs=3, shingle=5)
    assert kind.estimate.seconds < worst.estimate.seconds
    assert Target(0.7, measure="edit").jaccards(5) == (jaccard_at_edit(0.7, 100, 3, 5),)  # nothing measured there


def test_what_no_bands_find_is_an_error_with_a_way_out() -> None:
    with pytest.raises(SettingsError) as caught:
        choose(0.8, 0.99, "edit", runs=20, length=40, shingle=12)
    assert "join" in caught.value.hint


@pytest.mark.parametrize(
    "wrong", [{"recall": 1.0}, {"recall": 0.0}, {"similarity": 2.0}, {"measure": "cosine"}, {"shingle": 0}, {"runs": 0}]
)
def test_settings_that_cannot_be_are_errors(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        choose(**wrong)  # type: ignore[arg-type]


def test_given_settings_are_evaluated() -> None:
    plan = evaluate(Draws(), Target(0.9, 0.95))
    assert round(plan.recall, 4) == 0.9081
    assert not plan.is_enough
    with pytest.raises(SettingsError):
        Bands(0, 3)


# cost


def test_the_cost_of_a_sentence_is_the_sum_of_its_work() -> None:
    rates = Rates(shingles=100, updates=1000, keys=10, candidates=4)
    assert finding_seconds(Bands(2, 5), 5, 8, 14, rates) == pytest.approx(10 / 100 + 100 / 1000 + 5 / 10 + 4 / 4)


def test_stages_over_the_memory_go_to_disk_and_stay_within_it() -> None:
    corpus = Corpus(10_000_000, dump_bytes=10**9)
    small = evaluate(Bands(4, 20), corpus=corpus, hardware=Hardware(memory_bytes=10**9)).estimate
    large = evaluate(Bands(4, 20), corpus=corpus, hardware=Hardware(memory_bytes=10**12)).estimate
    assert small.memory_bytes == 10**9
    assert [stage.name for stage in small.stages if stage.on_disk] == ["split", "fold", "keys", "verify"]
    assert large.memory_bytes == large.stages[3].bytes == 12 * 20 * 10_000_000
    assert small.seconds > large.seconds
    assert small.bytes == large.bytes


def test_a_dump_takes_at_least_what_bzip2_takes() -> None:
    rates = Rates(bzip2_bytes=20e6)
    plan = evaluate(Bands(4, 9), corpus=Corpus(dump_bytes=42 * 10**9), hardware=Hardware(2, rates=rates))
    assert plan.estimate.stages[0].seconds == pytest.approx(1050)
    assert plan.estimate.slowest.name == "unpack"
    assert "bzip2 alone is" in plan_text(plan)


def test_the_parent_of_each_sentence_stays_in_memory_whatever_is_allowed() -> None:
    estimate = evaluate(Bands(4, 9), corpus=Corpus(10**9), hardware=Hardware(memory_bytes=10**9)).estimate
    assert estimate.memory_bytes == 4 * 10**9


@pytest.mark.parametrize(
    ("text", "value"),
    [("135.8M", 135_800_000), ("50,000", 50_000), ("50_000", 50_000), ("2.5k", 2500), ("1B", 10**9), (" 7 ", 7)],
)
def test_counts_are_read_as_people_write_them(text: str, value: int) -> None:
    assert parse_count(text) == value


@pytest.mark.parametrize(("text", "value"), [("42GB", 42 * 10**9), ("4GiB", 4 << 30), ("500 mb", 5 * 10**8), ("9", 9)])
def test_sizes_are_read_as_people_write_them(text: str, value: int) -> None:
    assert parse_bytes(text) == value


@pytest.mark.parametrize("text", ["", "many", "-3", "1.5.2M", "3 apples", "0x10", "1e6"])
def test_what_is_no_number_is_an_error(text: str) -> None:
    with pytest.raises(SettingsError):
        parse_count(text)


def test_quantities_are_written_short() -> None:
    assert [count_text(each) for each in (0, 0.00001, 0.0123, 50_000, 999_999, 135_800_000)] == [
        "0",
        "1e-05",
        "0.0123",
        "50k",
        "1M",
        "136M",
    ]
    assert [bytes_text(each) for each in (12, 1500, 1_500_000_000)] == ["12 B", "1.5 kB", "1.5 GB"]
    assert [seconds_text(each) for each in (0.031, 5, 93, 9000)] == ["0.031 s", "5.0 s", "1.6 min", "2.5 h"]


# text and chart


def test_the_text_shows_the_true_recall_beside_the_formulas() -> None:
    text = plan_text(evaluate(Draws(), Target(0.9)))
    line = next(line for line in text.splitlines() if line.startswith("0.90"))
    assert line.split() == ["0.90", "90.8", "%", "98.6", "%"]
    assert "exact for these draws" in text
    assert "(asked: 99.0 %)" in text


def test_the_text_of_bands_needs_no_formula() -> None:
    text = plan_text(choose(0.8, 0.99))
    assert "formula" not in text
    assert "asked" not in text
    assert "0.80" in text


def test_the_text_of_an_edit_plan_shows_where_edits_fall() -> None:
    assert "2 places" in plan_text(choose(0.8, 0.99, "edit"))
    assert "from 20 edits in 3 places of 100 characters" in plan_text(choose(0.8, 0.9, "edit", runs=3))


def test_sampled_recall_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "UNION_STATES", 1)
    text = plan_text(evaluate(Draws(60, 5, 12, 3)))
    assert "20,000 random orders, standard error up to" in text


def test_the_curve_has_the_formula_only_where_it_differs() -> None:
    assert {row["line"] for row in curve_rows(choose(), [0.5])} == {"found"}
    assert len(curve_rows(evaluate(Draws()), [0.5, 0.6])) == 4


def test_a_chart_needs_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(MissingPackage) as caught:
        chart(choose(), tmp_path / "plan.svg")
    assert caught.value.hint == "pip install 'twicetold[charts]'"


def test_a_chart_in_an_unknown_format_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"plan\.gif"):
        chart(choose(), tmp_path / "plan.gif")


@pytest.mark.skipif(importlib.util.find_spec("altair") is None, reason="charts are an extra")
@pytest.mark.parametrize("suffix", ["html", "png", "svg"])
def test_a_chart_is_one_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan.{suffix}"
    chart(evaluate(Draws(), Target(0.9)), path)
    head = path.read_bytes()
    assert head.startswith({"png": b"\x89PNG", "svg": b"<svg", "html": b"<!DOCTYPE html>"}[suffix])
    assert b"cdn." not in head
