"""Measures against plain counting, over clusters that nobody thought of."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import clusters as plain

from twicetold.evaluate import clusters
from twicetold.evaluate.findings import Link, RunFindings
from twicetold.evaluate.pairs import judge_pairs

MEMBERS = [("text", number) for number in range(9)]
some_labels = st.lists(st.integers(0, 4), min_size=1, max_size=9)
some_links = st.lists(
    st.builds(
        Link, st.integers(0, 6).map(lambda tenths: tenths / 10), st.sampled_from(MEMBERS), st.sampled_from(MEMBERS)
    )
)


@given(some_labels, st.data())
def test_cluster_measures_are_those_of_plain_counting(labels, data):
    truth = dict(zip(MEMBERS, labels, strict=False))
    found = dict(
        zip(truth, data.draw(st.lists(st.integers(0, 4), min_size=len(truth), max_size=len(truth))), strict=True)
    )
    table = clusters.count_overlaps(found, truth)
    assert tuple(clusters.count_pair_agreement(table)) == plain.pair_counts(found, truth)[:3]
    assert clusters.compute_adjusted_rand(table) == pytest.approx(float(plain.adjusted_rand(found, truth)))
    assert tuple(clusters.compute_b_cubed(table)) == pytest.approx(tuple(map(float, plain.b_cubed(found, truth))))


def groups_of(links, score):
    """The group of each member that links of at least this score make."""
    group = {member: member for member in MEMBERS}
    for link in links:
        if link.score >= score:
            old, new = group[link.left], group[link.right]
            group = {member: new if own == old else own for member, own in group.items()}
    return group


@given(some_links, st.dictionaries(st.sampled_from(list(combinations(MEMBERS, 2))), st.booleans()))
def test_each_point_of_a_curve_is_what_its_threshold_would_find(links, truth):
    for complete in (False, True):
        counted = list(combinations(MEMBERS, 2)) if complete else list(truth)
        for point in judge_pairs(RunFindings(links), truth, complete).points:
            group = groups_of(links, point.score)
            together = [pair for pair in counted if group[pair[0]] == group[pair[1]]]
            right = sum(truth.get(pair, False) for pair in together)
            assert tuple(point.agreement) == (len(together), right, sum(truth.values()))


@given(some_links, st.dictionaries(st.sampled_from(MEMBERS), st.integers(0, 3)))
def test_each_point_of_a_curve_over_labels_is_what_its_threshold_would_find(links, truth):
    for point in clusters.trace_growth(RunFindings(links), truth, 9).points:
        table = clusters.count_overlaps(groups_of(links, point.score), truth)
        assert point.agreement == clusters.count_pair_agreement(table)
