"""Sizes, blocks and settings of the exact join."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold.config import Finding, Matching
from twicetold.errors import SettingsError
from twicetold.finders.join import ExactJoin
from twicetold.finders.join_sizes import UnitSizes, cut_into_ranges


def test_sizes_are_counted_and_cut_as_the_examples_say():
    assert UnitSizes(((8, 1), (10, 2))).count_allowed_pairs("jaccard", 0.8) == 3
    assert UnitSizes(((7, 1), (10, 2))).count_allowed_pairs("jaccard", 0.8) == 1
    assert UnitSizes(((7, 1), (10, 2))).count_allowed_pairs("containment", 0.8) == 3
    assert cut_into_ranges(UnitSizes(((3, 2), (4, 1), (9, 5))), 10) == ((3, 4, 1), (9, 9, 5))
    assert cut_into_ranges(UnitSizes(), 10) == ()


@given(st.dictionaries(st.integers(1, 50), st.integers(1, 9)), st.integers(1, 200))
def test_every_size_is_in_one_range_and_no_range_is_much_larger_than_asked(counts, capacity):
    found = cut_into_ranges(UnitSizes(tuple(sorted(counts.items()))), capacity)
    for size in counts:
        assert sum(low <= size <= high for low, high, _ in found) == 1
    for low, high, parts in found:
        features = sum(size * count for size, count in counts.items() if low <= size <= high)
        assert features <= capacity * parts
        assert parts == 1 or low == high


@pytest.mark.parametrize(
    ("finding", "matching", "said"),
    [
        (Finding(cap=5), Matching(), "--partition term"),
        (Finding(), Matching(threshold=0.0), "above 0"),
        (Finding(), Matching(measure="cosinus"), "containment"),
    ],
)
def test_a_wrong_setting_is_an_error_with_a_way_out(finding, matching, said):
    with pytest.raises(SettingsError) as caught:
        ExactJoin.from_settings(finding, matching, 10)
    assert said in caught.value.message + caught.value.hint


def test_the_facts_say_that_nothing_is_missed():
    facts = ExactJoin.from_settings(Finding(feature="words"), Matching("dice", 0.7), 10).facts
    assert facts["recall"] == 1.0
    assert facts["scheme"] == "exact join by document, dice 0.7"
    assert facts["shingle"] == 3


def test_minhash_sends_other_measures_to_the_join():
    from twicetold.finders.minhash import MinHash

    with pytest.raises(SettingsError) as caught:
        MinHash.from_settings(Finding(), Matching(measure="dice"), 10)
    assert "--finder join" in caught.value.hint
