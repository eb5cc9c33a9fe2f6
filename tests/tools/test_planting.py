"""The documents with planted passages that `passages` is measured on, and the plain way that it is measured by."""

from __future__ import annotations

import random

import pytest
from benchmarks import grams, planting

from twicetold.evaluate.truth import PassageSpans


def sentence(draw: random.Random) -> str:
    words = ["".join(draw.choices("aeioulnrst", k=draw.randint(3, 8))) for _ in range(draw.randint(8, 16))]
    return " ".join(words).capitalize() + "."


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Documents of made-up words that have nothing in common."""
    draw = random.Random(7)
    return ["  ".join(sentence(draw) for _ in range(60)) for _ in range(24)]


def test_a_planted_passage_stands_where_it_says_in_both_documents(texts: list[str]) -> None:
    changed, planted = planting.plant(texts)
    assert {each.form for each in planted} == set(planting.FORMS)
    for each in planted:
        left, right = changed[each.source][slice(*each.place.left)], changed[each.target][slice(*each.place.right)]
        assert len(left.split()) == len(right.split())
        assert (left == right) is each.form.startswith("verbatim")


def test_what_is_planted_in_mid_sentence_begins_with_a_small_letter(texts: list[str]) -> None:
    changed, planted = planting.plant(texts)
    for each in planted:
        assert changed[each.target][each.place.right[0]].islower() is ("mid" in each.form)


def test_the_plain_way_finds_what_was_planted_and_nothing_else(texts: list[str]) -> None:
    changed, planted = planting.plant(texts)
    found = grams.compare_all_pairs(changed)
    assert found == grams.compare_by_index(changed)
    assert {tuple(sorted((each.source, each.target))) for each in planted} == {passage[:2] for passage in found}
    pairs = {passage[:2]: [PassageSpans(passage[2:4], passage[4:])] for passage in found}
    assert planting.recalls(planted, pairs)["all"] > 0.9


def test_recall_counts_characters_of_both_sides() -> None:
    planted = [planting.Planted("verbatim", 1, 0, PassageSpans((0, 10), (5, 15)))]
    found = {(0, 1): [PassageSpans((10, 20), (0, 10))]}
    assert planting.recalls(planted, found) == {"all": 0.75, "verbatim": 0.75}
