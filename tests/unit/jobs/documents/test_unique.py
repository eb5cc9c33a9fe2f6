"""Whole texts in memory: which stay, and what the ones that go repeat."""

import random

import pyarrow as pa
import pytest
from tests.oracles import features as reference_features

import twicetold
from twicetold.errors import InputError, SettingsError

WORDS = [f"word{number}" for number in range(400)]


def text(seed, length=300):
    chance = random.Random(seed)
    return " ".join(chance.choice(WORDS) for _ in range(length))


def edited(origin, seed, changes):
    chance = random.Random(seed)
    words = origin.split()
    for _ in range(changes):
        words[chance.randrange(len(words))] = "changed"
    return " ".join(words)


def corpus():
    """Families of near-duplicates, duplicates in other case, texts without any word, and others."""
    texts = [text(seed) for seed in range(40)]
    texts += [edited(texts[seed % 5], 1000 + seed, seed % 12) + " tail" * (seed % 3) for seed in range(60)]
    texts += [texts[7].upper(), texts[7] + "  ", "", " ... ", texts[8]]
    random.Random(3).shuffle(texts)
    return texts


def jaccard(left, right):
    one, other = (set(reference_features.words(each.lower(), 5)) for each in (left, right))
    return len(one & other) / len(one | other)


@pytest.mark.slow
def test_the_matches_are_those_of_all_pairs():
    texts = list(dict.fromkeys(" ".join(each.lower().split()) for each in corpus() if each.split()))
    found = twicetold.unique(texts, recall=0.999).matches.to_pylist()
    expected = {
        (left, right): jaccard(texts[left], texts[right])
        for left in range(len(texts))
        for right in range(left + 1, len(texts))
        if texts[left] != "..." and texts[right] != "..."
    }
    assert {(row["left"], row["right"]): pytest.approx(row["similarity"]) for row in found} == {
        pair: similarity for pair, similarity in expected.items() if similarity >= 0.8
    }
    assert len(found) > 50


@pytest.mark.parametrize("keep", ["longest", "first"])
@pytest.mark.parametrize("finder", ["minhash", "join"])
def test_who_goes_repeats_one_that_stays_and_no_two_that_stay_match(keep, finder):
    texts = corpus()
    found = twicetold.unique(texts, keep=keep, finder=finder)
    kept = found.kept
    pairs = {(row["left"], row["right"]) for row in found.matches.to_pylist()}
    assert not [pair for pair in pairs if kept[pair[0]] and kept[pair[1]]]
    told = zip(found.repeats.to_pylist(), found.similarity.to_pylist(), strict=True)
    for place, (repeats, similarity) in enumerate(told):
        assert (repeats is None) == kept[place] == (similarity is None)
        if repeats is not None:
            assert kept[repeats]
            assert keep == "first" or len(texts[repeats].strip()) >= len(texts[place].strip())
            assert keep == "longest" or repeats < place
            assert similarity == pytest.approx(jaccard(texts[repeats], texts[place]))
    assert found.facts["removed"] == kept.count(False) > 25


def test_arrow_arrays_and_lists_give_the_same():
    texts = corpus()
    of_list, of_array = twicetold.unique(texts), twicetold.unique(pa.array(texts))
    of_chunks = twicetold.unique(pa.chunked_array([texts[:30], texts[30:]]))
    assert of_list.kept == of_array.kept == of_chunks.kept
    assert of_list.matches == of_array.matches == of_chunks.matches


def test_threads_do_not_change_the_answer():
    texts = corpus()
    one, many = (twicetold.unique(texts, workers=threads) for threads in (1, 3))
    assert one.matches == many.matches
    assert one.repeats == many.repeats


def test_no_texts_and_texts_without_words_all_stay():
    assert twicetold.unique([]).kept == []
    assert twicetold.unique(["", None, "..."]).kept == [True, True, True]


def test_a_rule_that_texts_alone_cannot_follow_is_an_error():
    with pytest.raises(SettingsError, match="newest"):
        twicetold.unique(["a"], keep="newest")


@pytest.mark.parametrize(
    ("wrong", "told"), [(7, "text 1 is of type `int`, not a string"), ("\ud800", "text 1: Unicode")]
)
def test_what_is_no_text_is_named_by_its_place(wrong, told):
    with pytest.raises(InputError, match=told) as caught:
        twicetold.unique(["one two three", wrong])
    assert caught.value.hint
    with pytest.raises(InputError, match=told) as caught:
        twicetold.cluster(["one two three", wrong])
    assert caught.value.hint


def test_a_list_may_have_gaps_and_be_a_tuple():
    text = "the well behind the old mill was dug by two men who came from the coast"
    assert twicetold.unique((text, None, text)).kept == [True, True, False]
