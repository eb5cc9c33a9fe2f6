"""Measures over pairs and clusters, held to arithmetic that can be done by hand, and to worked examples."""

import pytest

from twicetold.evaluate import clusters
from twicetold.evaluate.findings import Link, RunFindings, iterate_merges, order_pair
from twicetold.evaluate.pairs import (
    Agreement,
    CurvePoint,
    find_best_point,
    judge_pairs,
    list_false_alarms,
    list_misses,
    subsample_points,
)

A, B, C, D, E = (("text", number) for number in range(5))
CHAIN = RunFindings([Link(0.8, B, C), Link(0.9, A, B), Link(0.7, D, E)], {A: 0, B: 0, C: 0, D: 1, E: 1})


def labelled(*labels):
    return {("text", number): label for number, label in enumerate(labels)}


def test_the_weakest_link_on_the_way_is_the_score_of_two_ends():
    truth = {order_pair(A, B): True, order_pair(A, C): True, order_pair(D, E): False, order_pair(C, D): True}
    judged = judge_pairs(CHAIN, truth)
    assert judged.scores == {(A, B): 0.9, (A, C): 0.8, (D, E): 0.7}
    assert judged.agreement == Agreement(found=3, right=2, true=3)
    assert list_misses(truth, judged) == [(C, D)]


def test_a_stronger_way_round_counts_and_not_the_weak_link():
    found = RunFindings([Link(0.5, A, C), Link(0.9, A, B), Link(0.8, C, B)])
    assert judge_pairs(found, {(A, C): True}).scores == {(A, C): 0.8}


def test_without_chains_only_links_are_pairs():
    found = RunFindings([*CHAIN.links, Link(0.2, B, A)], is_chained=False)
    judged = judge_pairs(found, {(A, B): True, (A, C): True}, complete=True)
    assert judged.scores == {(A, B): 0.9}
    assert judged.agreement == Agreement(found=3, right=1, true=2)


def test_the_curve_has_a_point_for_each_score_that_finds_something():
    truth = {(A, B): True, (A, C): False, (D, E): True}
    points = judge_pairs(CHAIN, truth).points
    assert [(point.score, *point.agreement) for point in points] == [(0.9, 1, 1, 2), (0.8, 2, 1, 2), (0.7, 3, 2, 2)]
    assert [point.agreement.precision for point in points] == [1, 1 / 2, 2 / 3]
    assert [point.agreement.recall for point in points] == [1 / 2, 1 / 2, 1]
    assert find_best_point(points) == points[2]


def test_links_of_one_score_make_one_point():
    found = RunFindings([Link(0.5, A, B), Link(0.5, C, D)])
    assert [tuple(point.agreement) for point in judge_pairs(found, {(A, B): True, (C, D): False}).points] == [(2, 1, 1)]


def test_in_a_complete_truth_what_it_does_not_name_is_wrong():
    truth = {(A, B): True}
    judged = judge_pairs(CHAIN, truth, complete=True)
    assert [tuple(point.agreement) for point in judged.points] == [(1, 1, 1), (3, 1, 1), (4, 1, 1)]
    assert list_false_alarms(CHAIN, truth, judged, True, 10) == [(0.8, (A, C)), (0.8, (B, C)), (0.7, (D, E))]
    assert list_false_alarms(CHAIN, truth, judged, True, 1) == [(0.8, (A, C))]


def test_the_surest_false_alarm_comes_first():
    truth = {(D, E): False, (A, B): False, (A, C): True}
    assert list_false_alarms(CHAIN, truth, judge_pairs(CHAIN, truth), False, 9) == [(0.9, (A, B)), (0.7, (D, E))]


def test_nothing_found_and_nothing_true_is_all_right_and_either_alone_is_all_wrong():
    for agreement, expected in (((0, 0, 0), 1.0), ((3, 0, 0), 0.0), ((0, 0, 3), 0.0)):
        told = Agreement(*agreement)
        assert (told.precision, told.recall, told.f1) == (expected, expected, expected)


def test_a_long_curve_keeps_its_ends_and_its_best_point():
    points = [CurvePoint(1 - number / 1000, Agreement(10, 10 if number == 501 else 3, 20)) for number in range(1000)]
    few = subsample_points(points, 10)
    assert len(few) == 11
    assert few[0] == points[0]
    assert few[-1] == points[-1]
    assert points[501] in few


def test_merges_put_the_smaller_group_into_the_larger():
    told = [
        (set(merge.large), set(merge.small)) for merge in iterate_merges(RunFindings([*CHAIN.links, Link(0.1, E, C)]))
    ]
    assert told == [({A}, {B}), ({A, B}, {C}), ({D}, {E}), ({A, B, C}, {D, E})]


# ---- clusters ----


@pytest.mark.parametrize(
    ("found", "precision"),
    [("111112222222", 16 / 21), ("111112211111", 7 / 12)],
)
def test_b_cubed_is_that_of_the_example_in_its_paper(found, precision):
    """Bagga and Baldwin 1998: entities of 5, 2 and 5 mentions, of which two are taken for one."""
    cubed = clusters.compute_b_cubed(clusters.count_overlaps(labelled(*found), labelled(*"111112233333")))
    assert cubed.precision == pytest.approx(precision)
    assert cubed.recall == 1
    assert cubed.f1 == pytest.approx(2 * precision / (1 + precision))


@pytest.mark.parametrize(
    ("found", "truth", "index"),
    [
        ("0011", "1100", 1),
        ("0011", "0012", 4 / 7),
        ("0101", "0011", -0.5),
        ("0000", "0123", 0),
        ("0123", "4567", 1),
        ("0000", "1111", 1),
        ("000111", "001122", 8 / 33),
    ],
)
def test_the_adjusted_rand_index_is_that_of_worked_examples(found, truth, index):
    table = clusters.count_overlaps(labelled(*found), labelled(*truth))
    assert clusters.compute_adjusted_rand(table) == pytest.approx(index)


def test_a_member_without_a_cluster_is_alone():
    table = clusters.count_overlaps({A: 0, B: 0}, {A: "x", C: "x", D: "x"})
    assert clusters.count_pair_agreement(table) == Agreement(found=0, right=0, true=3)


def test_the_curve_of_labels_counts_pairs_of_labelled_members_alone():
    """B has no label and still holds A and C together."""
    grown = clusters.trace_growth(CHAIN, {A: "x", C: "x", D: "x", E: "y"}, errors=9)
    assert [(point.score, *point.agreement) for point in grown.points] == [(0.8, 1, 1, 3), (0.7, 2, 1, 3)]
    assert grown.wrong == [(0.7, (D, E))]


def test_the_curve_of_labels_ends_where_the_clusters_are():
    truth = labelled(*"xyxyy")
    agreement = clusters.count_pair_agreement(clusters.count_overlaps(CHAIN.clusters, truth))
    assert clusters.trace_growth(CHAIN, truth, 0).points[-1].agreement == agreement == Agreement(4, 2, 4)


def test_a_cluster_that_fell_apart_gives_a_miss_for_each_part():
    assert list(clusters.find_split_pairs(CHAIN.clusters, labelled(*"xxxxy"))) == [(A, D)]
    assert list(clusters.find_split_pairs({}, labelled(*"xxxyy"))) == [(A, B), (A, C), (D, E)]
