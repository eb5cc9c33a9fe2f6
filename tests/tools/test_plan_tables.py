"""The counts behind `plan/english.toml`: how similar sentences are by chance, and how similar edited copies are."""

import itertools

import pytest
from benchmarks.plan_tables import SLICES, compute_jaccard, measure_background, measure_copies
from hypothesis import given
from hypothesis import strategies as st

from twicetold.plan import compute_jaccard_after_edits
from twicetold.plan.english import Background


def test_measured_copies_are_sorted_into_their_steps() -> None:
    text = "".join(chr(0x4E00 + place) for place in range(100))
    pairs = [(text, text[:place] + "#" * 12 + text[place + 12 :]) for place in range(20, 60)]
    found = measure_copies([*pairs, (text, text), ("short", "shore")], 5)
    assert list(found) == [85]
    assert len(found[85]) == SLICES
    assert min(found[85]) == pytest.approx(compute_jaccard_after_edits(100, 12, 1, 5), abs=0.06)


def brute(texts: list[str], shingle: int, documents: list[str]) -> Background:
    counts, pairs = [0] * 50, 0
    for left, right in itertools.combinations(range(len(texts)), 2):
        if documents[left] != documents[right]:
            pairs += 1
            counts[min(49, int(50 * compute_jaccard(texts[left], texts[right], shingle) + 1e-9))] += 1
    return Background(shingle, pairs, tuple(counts))


@given(st.lists(st.tuples(st.text("ab ", min_size=1, max_size=9), st.sampled_from("xyz")), max_size=9))
def test_the_measured_background_is_that_of_all_pairs(texts: list[tuple[str, str]]) -> None:
    sentences, documents = [text for text, _ in texts], [document for _, document in texts]
    found, expected = measure_background(sentences, 3, documents), brute(sentences, 3, documents)
    assert (found.pairs, found.counts) == (expected.pairs, expected.counts)
    assert all(possible <= count for possible, count in zip(found.possible, found.counts, strict=True))


def test_without_documents_every_pair_counts() -> None:
    assert measure_background(["abcd", "abce", "wxyz"], 3).counts[:17] == (2, *[0] * 15, 1)
