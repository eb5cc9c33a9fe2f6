"""The plan: how alike edited texts are, which settings to choose, at what cost."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.kernels import jaccard

from twicetold.errors import SettingsError
from twicetold.plan import (
    BandScheme,
    Corpus,
    DrawScheme,
    Hardware,
    Rates,
    Target,
    choose_plan,
    compute_jaccard_after_edits,
    evaluate_scheme,
    render_plan_text,
)
from twicetold.plan.choose import MAX_BANDS, choose_background, compute_mean, estimate_cost, find_fewest_bands
from twicetold.plan.english import BACKGROUND, STEPS, find_copy_jaccards
from twicetold.plan.estimate import Candidates, count_passes, estimate_finding_seconds, find_typical_size
from twicetold.plan.recall import compute_band_recall
from twicetold.plan.similarity import estimate_jaccard_at_edit

# edits


def test_jaccard_after_edits_is_the_issues_example() -> None:
    assert compute_jaccard_after_edits(100, 2, 1, 12) == pytest.approx(76 / 102)
    assert compute_jaccard_after_edits(100, 0, 0, 12) == 1
    assert compute_jaccard_after_edits(40, 8, 8, 12) == 0


@given(st.integers(20, 120), st.data())
def test_replacing_characters_leaves_at_least_that_jaccard(length: int, data: st.DataObject) -> None:
    shingle = data.draw(st.integers(1, 12))
    starts = data.draw(st.lists(st.integers(0, length - 1), min_size=1, max_size=4, unique=True))
    text = "".join(chr(0x4E00 + place) for place in range(length))  # all characters differ, so all shingles do
    edited = "".join("#" if place in starts else character for place, character in enumerate(text))
    places = sorted(starts)
    runs = 1 + sum(second - first > 1 for first, second in itertools.pairwise(places))
    expected = compute_jaccard_after_edits(length, len(starts), runs, shingle)
    assert jaccard(text, edited, "characters", shingle) >= expected - 0.02 * (
        shingle == 1
    )  # "#" twice is one shingle, not two


def test_scattered_edits_cost_more() -> None:
    found = [estimate_jaccard_at_edit(0.8, 100, runs, 5) for runs in (1, 2, 3, 4, 20)]
    assert found == sorted(found, reverse=True)
    assert estimate_jaccard_at_edit(1.0, 100, 3, 5) == 1
    assert estimate_jaccard_at_edit(0.8, 100, 99, 5) == found[-1]  # no more places than edits


@pytest.mark.parametrize(("length", "edits", "runs"), [(100, 2, 0), (100, 2, 3), (0, 0, 0), (100, -1, 0)])
def test_edits_that_cannot_be_are_an_error(length: int, edits: int, runs: int) -> None:
    with pytest.raises(SettingsError):
        compute_jaccard_after_edits(length, edits, runs, 5)


def test_real_copies_are_more_alike_the_fewer_edits_and_the_shorter_shingles() -> None:
    for shingle in BACKGROUND:
        means = [compute_mean(find_copy_jaccards(step / 100, shingle) or ()) for step in STEPS]
        assert means == sorted(means)
    assert [find_copy_jaccards(0.8, each) for each in sorted(BACKGROUND)] == sorted(
        (find_copy_jaccards(0.8, each) for each in BACKGROUND), reverse=True
    )
    assert find_copy_jaccards(0.79, 5) is None
    assert find_copy_jaccards(0.8, 7) is None
    assert find_copy_jaccards(0.84, 5) == find_copy_jaccards(0.8, 5)


# background


def test_the_table_is_whole() -> None:
    assert list(BACKGROUND) == [3, 4, 5, 8, 12]
    for shingle, background in BACKGROUND.items():
        assert background.shingle == shingle
        assert sum(background.counts) == background.pairs
        assert len(background.counts) == 50


def test_longer_shingles_let_fewer_pairs_through() -> None:
    found = [background.compute_candidate_share(BandScheme(4, 20).compute_recall) for background in BACKGROUND.values()]
    assert found == sorted(found, reverse=True)
    assert choose_background(7) == BACKGROUND[5]
    assert choose_background(2) == BACKGROUND[3]
    assert choose_background(40) == BACKGROUND[12]


# choice


@pytest.mark.parametrize("measure", ["jaccard", "edit"])
@pytest.mark.parametrize("similarity", [0.7, 0.8, 0.9])
@pytest.mark.parametrize("sentences", [10_000, 1_000_000, 135_800_000])
def test_the_choice_finds_enough_and_nothing_on_the_grid_is_cheaper(
    measure: str, similarity: float, sentences: int
) -> None:
    plan = choose_plan(similarity, 0.95, measure, sentences)
    assert plan.is_enough
    corpus, hardware = Corpus(find_typical_size(sentences)), Hardware()  # what the bands are chosen for
    has_letters = plan.target.has_letters
    chosen = estimate_cost(plan.scheme, plan.shingle, corpus, hardware, has_letters)
    for shingle in (12,) if measure == "jaccard" else tuple(BACKGROUND):
        jaccards = plan.target.list_jaccards(shingle)
        for rows, bands in itertools.product(range(1, 13), [*range(1, 24), *range(24, 400, 25)]):
            wanted = 0.95 if measure == "jaccard" else 0.975  # by edit half the misses
            if compute_mean(compute_band_recall(each, rows, bands) for each in jaccards) >= wanted:
                assert chosen <= estimate_cost(BandScheme(rows, bands), shingle, corpus, hardware, has_letters)


@given(st.lists(st.floats(0.2, 1), min_size=1, max_size=4), st.floats(0.5, 0.999), st.integers(1, 8))
def test_the_bands_are_the_fewest_that_do(jaccards: list[float], wanted: float, rows: int) -> None:
    bands = find_fewest_bands(jaccards, wanted, rows)

    def found(number: int) -> float:
        return compute_mean(compute_band_recall(each, rows, number) for each in jaccards)

    assert bands > MAX_BANDS or found(bands) >= wanted
    assert bands == 1 or found(bands - 1) < wanted


def test_the_choice_is_always_the_same() -> None:
    assert choose_plan(0.8, 0.99, "edit") == choose_plan(0.8, 0.99, "edit")


def test_more_sentences_ask_for_longer_bands() -> None:
    rows = [choose_plan(0.8, 0.99, sentences=10**power).scheme for power in (4, 6, 8, 10)]
    assert [each.functions for each in rows] == sorted(each.functions for each in rows)


def test_a_given_shingle_length_is_kept() -> None:
    assert choose_plan(0.8, 0.99, "edit", shingle=8).shingle == 8
    assert choose_plan(0.8, 0.99, shingle=5).shingle == 5


def test_edits_in_more_places_ask_for_more() -> None:
    kind, worst = choose_plan(0.8, 0.99, "edit", runs=1, shingle=5), choose_plan(0.8, 0.99, "edit", runs=3, shingle=5)
    assert kind.estimate.seconds < worst.estimate.seconds
    assert Target(0.7, measure="edit").list_jaccards(5) == (
        estimate_jaccard_at_edit(0.7, 100, 3, 5),
    )  # nothing measured there


def test_what_no_bands_find_is_an_error_with_a_way_out() -> None:
    with pytest.raises(SettingsError) as caught:
        choose_plan(0.8, 0.99, "edit", runs=20, length=40, shingle=12)
    assert "join" in caught.value.hint


@pytest.mark.parametrize(
    "wrong", [{"recall": 1.0}, {"recall": 0.0}, {"similarity": 2.0}, {"measure": "cosine"}, {"shingle": 0}, {"runs": 0}]
)
def test_settings_that_cannot_be_are_errors(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        choose_plan(**wrong)  # type: ignore[arg-type]


def test_given_settings_are_evaluated() -> None:
    plan = evaluate_scheme(DrawScheme(), Target(0.9, 0.95))
    assert round(plan.recall, 4) == 0.9081
    assert not plan.is_enough
    with pytest.raises(SettingsError):
        BandScheme(0, 3)


# cost


def test_the_cost_of_a_sentence_is_the_sum_of_its_work() -> None:
    rates = Rates(shingles=100, updates=1000, keys=10, candidates=4)
    assert estimate_finding_seconds(BandScheme(2, 5), 5, Candidates(8), 14, rates) == pytest.approx(
        10 / 100 + 100 / 1000 + 5 / 10 + 4 / 4
    )


def test_letters_rule_out_candidates_before_they_cost_much() -> None:
    rates = Rates(shingles=100, updates=1000, keys=10, checks=400, possible=2)
    assert estimate_finding_seconds(BandScheme(2, 5), 5, Candidates(800, 2), 14, rates) == pytest.approx(
        10 / 100 + 100 / 1000 + 5 / 10 + 400 / 400 + 1 / 2
    )


def test_letters_rule_out_most_that_is_similar_by_chance_and_no_copy() -> None:
    background, scheme = BACKGROUND[5], BandScheme(5, 121)
    every, possible = (
        compute(scheme.compute_recall)
        for compute in (background.compute_candidate_share, background.compute_possible_share)
    )
    copies = every - background.compute_candidate_share(scheme.compute_recall, below=0.3)
    assert copies < possible < every / 5


def test_keys_are_on_disk_in_passes_for_all_of_wikipedia() -> None:
    plan = choose_plan(0.8, 0.99, "edit", 135_800_000)
    keys = next(stage for stage in plan.estimate.stages if stage.name == "keys")
    assert count_passes(plan.scheme, 135_800_000) == 6
    assert keys.bytes == 12 * plan.scheme.keys * 135_800_000 // 6
    assert plan.estimate.disk_bytes < 100e9
    assert count_passes(BandScheme(4, 59), 3_000_000) == count_passes(DrawScheme(), 10**12) == 1


def test_stages_over_the_memory_go_to_disk_and_stay_within_it() -> None:
    corpus = Corpus(10_000_000, dump_bytes=10**9)
    small = evaluate_scheme(BandScheme(4, 20), corpus=corpus, hardware=Hardware(memory_bytes=10**9)).estimate
    large = evaluate_scheme(BandScheme(4, 20), corpus=corpus, hardware=Hardware(memory_bytes=10**12)).estimate
    assert small.memory_bytes == 10**9
    assert [stage.name for stage in small.stages if stage.on_disk] == ["split", "fold", "keys", "verify"]
    assert large.memory_bytes == large.stages[3].bytes == 12 * 20 * 10_000_000
    assert small.seconds > large.seconds
    assert small.bytes == large.bytes


def test_a_dump_takes_at_least_what_bzip2_takes() -> None:
    rates = Rates(bzip2_bytes=20e6)
    plan = evaluate_scheme(BandScheme(4, 9), corpus=Corpus(dump_bytes=42 * 10**9), hardware=Hardware(2, rates=rates))
    assert plan.estimate.stages[0].seconds == pytest.approx(1050)
    assert max(plan.estimate.stages, key=lambda stage: stage.seconds).name == "unpack"
    assert "bzip2 alone is" in render_plan_text(plan)


def test_the_parent_of_each_sentence_stays_in_memory_whatever_is_allowed() -> None:
    estimate = evaluate_scheme(BandScheme(4, 9), corpus=Corpus(10**9), hardware=Hardware(memory_bytes=10**9)).estimate
    assert estimate.memory_bytes == 4 * 10**9
