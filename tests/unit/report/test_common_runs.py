"""Runs of words that two texts have in common, wherever they stand."""

from hypothesis import given
from hypothesis import strategies as st

from twicetold.report.common_runs import mark_common_runs


def runs_of(parts):
    return {part.run: part.text for part in parts if part.run is not None}


def test_runs_are_paired_wherever_they_stand():
    left, right = mark_common_runs("A big storm hit the old town.", "The old town saw a big storm.")
    assert runs_of(left) == {0: "A big storm", 1: "the old town"}
    assert runs_of(right) == {0: "a big storm", 1: "The old town"}


def test_the_longest_run_is_paired_first_and_no_word_is_in_two():
    left, right = mark_common_runs("the ferry crossed the lake at noon", "the lake at noon: the ferry crossed the lake")
    assert runs_of(left) == {0: "the ferry crossed the lake"}
    assert runs_of(right) == {0: "the ferry crossed the lake"}


def test_single_words_and_short_words_in_a_row_are_no_run():
    left, right = mark_common_runs("of it the ferry", "the lake of it")
    assert not runs_of(left)
    assert not runs_of(right)


@given(
    st.lists(st.sampled_from(["storm", "lake", "ferry", "湖", "!"])), st.lists(st.sampled_from(["storm", "Lake", "湖"]))
)
def test_nothing_of_a_text_is_lost_and_both_sides_have_the_same_runs(left, right):
    texts = " ".join(left), " ".join(right)
    both = mark_common_runs(*texts)
    assert tuple("".join(part.text for part in parts) for parts in both) == texts
    assert runs_of(both[0]).keys() == runs_of(both[1]).keys()
    words = [{run: text.casefold().replace(" !", "").split() for run, text in runs_of(parts).items()} for parts in both]
    assert words[0] == words[1]
