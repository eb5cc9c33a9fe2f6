"""Families: the best text equals its plain version, repairs copies, and who copied from whom follows from what changed."""

import random

from benchmarks.noise_corpus import add_noise
from benchmarks.reprints import make_reprints
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import families as plain
from tests.runs.essays import essay
from tests.support.examples import examples

from twicetold import _kernels
from twicetold.matching.trees import compare_copies, find_parents, find_tree

SHORT = st.text("abc ", min_size=1, max_size=8).filter(lambda text: " ".join(text.split()) == text)


@given(core=SHORT, texts=st.lists(st.tuples(SHORT, st.integers(1, 3)), max_size=5))
def test_the_elected_text_equals_its_plain_version(core, texts):
    ballots = [(text, plain.align(core, text), weight) for text, weight in texts]
    assert _kernels.elect_text(len(core), ballots) == plain.vote(len(core), ballots)


@examples(20)
@given(seed=st.integers(0, 10**6), copies=st.integers(5, 12))
def test_the_best_text_has_at_most_half_the_errors_of_its_copies(seed, copies):
    draw = random.Random(seed)
    text = " ".join(essay(seed % 20))[:400].strip()
    noisy = [add_noise(text, 0.08, draw)[0] for _ in range(copies)]
    best = compare_copies(noisy).best_text
    errors = [count_edits(each, text) for each in noisy]
    assert count_edits(best, text) <= sum(errors) / len(errors) / 2


def count_edits(one, two):
    return len(one) + len(two) - 2 * sum(one[a] == two[b] for a, b in plain.align(one, two))


@given(rows=st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=7), data=st.data())
def test_a_parent_is_earlier_and_a_tree_joins_all(rows, data):
    dates = [data.draw(st.sampled_from(["", "1850", "1850-02", "1851", "1852"])) for _ in rows]
    for own, found in zip(dates, find_parents(rows, dates), strict=True):
        assert 0 <= found.confidence <= 1
        if found.parent is not None and any(dates):
            assert "" < dates[found.parent] < own
    tree = find_tree(rows)
    assert len(tree.edges) == len(rows) - 1
    joined = {0}
    for one, two, _ in tree.edges:
        assert one in joined
        joined.add(two)
    assert joined == set(range(len(rows)))


def test_planted_reprints_know_where_they_are_and_what_they_copied():
    corpus = make_reprints([" ".join(essay(each) + essay(each + 30)) for each in range(6)], 3, 5)
    named = {each.document: each for each in corpus.reprints}
    for each in corpus.reprints:
        assert 0 <= each.span[0] < each.span[1] <= len(corpus.pages[each.document])
        assert each.parent is None or named[each.parent].date <= each.date
