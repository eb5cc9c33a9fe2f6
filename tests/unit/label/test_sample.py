"""The sample of `twicetold label`: the same everywhere, and fair."""

from collections import Counter
from itertools import pairwise

import pytest

from twicetold.errors import SettingsError
from twicetold.label.base import LabelItem
from twicetold.label.keys import choose_keys
from twicetold.label.sample import allocate_sample, draw_sample, find_band

ITEMS = [
    LabelItem(f"a:{number}", f"b:{number}", ("template", "copyedit", "drift")[number % 7 % 3], number % 100 / 100)
    for number in range(700)
]


def names(sample):
    return [(each.item.left, each.stratum, each.population) for each in sample]


def test_seed_one_draws_the_same_on_every_machine():
    assert [each.item.left for each in draw_sample(ITEMS, 4, 1)] == ["a:531", "a:254", "a:19", "a:186"]


@pytest.mark.parametrize("stratify", ["", "kind", "confidence"])
def test_the_order_of_the_rows_does_not_matter(stratify):
    assert names(draw_sample(ITEMS, 60, 3, stratify)) == names(draw_sample(reversed(ITEMS), 60, 3, stratify))


@pytest.mark.parametrize("stratify", ["", "kind", "confidence"])
def test_a_larger_sample_contains_a_smaller_one(stratify):
    sizes = (6, 7, 20, 61, 699)
    drawn = [{*names(draw_sample(ITEMS, size, 5, stratify))} for size in sizes]
    assert [len(each) for each in drawn] == list(sizes)
    assert all(small <= large for small, large in pairwise(drawn))


def test_every_finding_is_drawn_as_often_as_every_other():
    few = ITEMS[:20]
    counts = Counter(each.item.left for seed in range(1_000) for each in draw_sample(few, 5, seed))
    assert all(190 < counts[item.left] < 310 for item in few), counts  # 250 each, a deviation of 14


def test_strata_have_their_populations_and_as_much_of_the_sample_as_there_is():
    sample = draw_sample(ITEMS, 60, 1, "kind")
    populations = {each.item.said: each.population for each in sample}
    assert populations == Counter(item.said for item in ITEMS)
    assert set(Counter(each.item.said for each in sample).values()) == {20}
    assert {each.stratum for each in sample} == {1, 2, 3}
    assert allocate_sample({"drift": 5, "template": 900, "copyedit": 100}, 60) == {
        "drift": 5, "copyedit": 27, "template": 28,
    }  # fmt: skip


def test_fewer_than_there_are_strata_is_an_error():
    with pytest.raises(SettingsError, match="too few for 3 strata"):
        draw_sample(ITEMS, 2, 1, "kind")
    with pytest.raises(SettingsError, match="no confidence"):
        draw_sample([LabelItem("a", "b", "document")], 2, 1, "confidence")


def test_a_band_begins_at_a_tenth():
    assert [find_band(each) for each in (0.0, 0.49, 0.5, 0.899, 0.9, 1.0)] == [0.0, 0.0, 0.5, 0.8, 0.9, 0.9]


def test_each_answer_has_a_key_of_its_own():
    assert choose_keys(["drift", "document", "dated"]) == {"d": "drift", "o": "document", "a": "dated"}
    assert choose_keys(["a", "a1"]) == {"a": "a", "1": "a1"}
