"""`twicetold evaluate` on a run of `sentences` whose answer is known by arithmetic."""

import json
from pathlib import Path

import pytest
from tests.runs.evaluation import TEXTS, C, judged_run, truth

PAIRS = "left,right,duplicate"
# Found are a:0 b:0, a:0 c:0, a:0 a:1 and a:2 c:1; rightly the first two; missed is a:0 b:1.
TRUTH = [
    ("a:0", "b:0", 1),
    ("a:0", f"{C}:0", 1),
    ("a:1", "a:0", 0),
    ("a:2", f"{C}:1", 0),
    ("b:1", "a:0", 1),
    ("b:1", f"{C}:1", 0),
]


@pytest.fixture
def run(tmp_path):
    return judged_run(tmp_path / "run")


@pytest.fixture
def rows(twicetold, run, tmp_path):
    """The rows of `evaluate --json`: of all sorts, or of one."""

    def told(header, given, *options, sort=""):
        path = truth(tmp_path / "truth.csv", header, *given)
        out, _ = twicetold("evaluate", run, "--truth", path, "--json", *options)
        every = [json.loads(line) for line in out.splitlines()]
        return [row for row in every if row["row"] == sort] if sort else every

    return told


def test_pairs_are_counted_as_by_hand(rows):
    (row,) = rows(PAIRS, TRUTH, sort="measures")
    assert (row["pairs"], row["duplicates"], row["found"], row["right"], row["true"]) == (6, 3, 4, 2, 3)
    assert (row["precision"], row["recall"], row["f1"]) == pytest.approx((1 / 2, 2 / 3, 4 / 7))
    assert (row["missing"], row["repeated"], row["same"]) == (0, 0, 0)
    assert (row["best_score"], row["best_f1"]) == pytest.approx((0.9, 2 / 3))


def test_the_curve_is_that_of_higher_thresholds(rows):
    points = rows(PAIRS, TRUTH, sort="point")
    assert [(row["score"], row["found"], row["right"]) for row in points] == [(1.0, 2, 1), (0.9, 3, 2), (0.8, 4, 2)]
    assert [row["precision"] for row in points] == pytest.approx([1 / 2, 2 / 3, 1 / 2])
    assert [row["recall"] for row in points] == pytest.approx([1 / 3, 2 / 3, 2 / 3])


def test_in_a_complete_truth_all_seven_pairs_of_the_run_count(rows):
    every = rows(PAIRS, TRUTH, "--complete")
    (row,) = (row for row in every if row["row"] == "measures")
    assert (row["found"], row["right"], row["true"]) == (7, 2, 3)
    assert [row["found"] for row in every if row["row"] == "point"] == [2, 4, 7]
    assert sum(row["row"] == "false_alarm" for row in every) == 5


def test_errors_come_with_their_texts_and_lines(rows):
    (miss,) = rows(PAIRS, TRUTH, sort="miss")
    assert (miss["left"], miss["right"], miss["line"]) == ("a:0", "b:1", 6)
    assert (miss["left_text"], miss["right_text"]) == (TEXTS["a", 0], TEXTS["b", 1])
    assert 0 < miss["similarity"] < 0.8
    alarms = rows(PAIRS, TRUTH, sort="false_alarm")
    assert [(row["left"], row["right"], row["score"], row["line"]) for row in alarms] == [
        ("a:2", f"{C}:1", 1.0, 5),
        ("a:0", "a:1", 0.8, 4),
    ]


def test_only_so_many_errors_are_listed(rows):
    assert len(rows(PAIRS, TRUTH, "--errors", 1, sort="false_alarm")) == 1
    assert {row["row"] for row in rows(PAIRS, TRUTH, "--errors", 0)} == {"measures", "point"}


def test_the_miss_that_is_least_alike_comes_first(rows):
    given = [("a:0", "b:1", 1), ("b:1", f"{C}:1", 1), ("a:0", "b:0", 0)]
    missed = rows(PAIRS, given, sort="miss")
    assert [row["right"] for row in missed] == [f"{C}:1", "b:1"]
    assert missed[0]["similarity"] < missed[1]["similarity"]


def test_sentences_go_by_text_title_and_file_name_too(rows):
    given = [
        (TEXTS["a", 0].upper(), " Ｔhe lake froze  over in the spring of 1905.", 1),
        ("Lake Orrin:2", "湖:1", 0),
        (TEXTS["b", 1], TEXTS["a", 2], 0),
    ]
    (row,) = rows(PAIRS, given, sort="measures")
    assert (row["pairs"], row["found"], row["right"], row["missing"]) == (3, 2, 1, 0)


def test_a_text_means_its_place_in_a_cluster_before_others(twicetold, tmp_path):
    run = judged_run(tmp_path / "run", aside=[(("a", 7), TEXTS[C, 0])])
    path = truth(tmp_path / "truth.csv", PAIRS, ("a:0", TEXTS[C, 0], 1))
    out, _ = twicetold("evaluate", run, "--truth", path, "--json")
    assert json.loads(out.splitlines()[0])["right"] == 1


def test_one_text_named_twice_is_two_places_or_nothing(rows):
    given = [(TEXTS["a", 0], TEXTS["a", 0], 1), (TEXTS["b", 1], TEXTS["b", 1], 1), ("a:0", "a:2", 0)]
    (row,) = rows(PAIRS, given, sort="measures")
    assert (row["pairs"], row["right"], row["same"]) == (2, 1, 1)


def test_what_the_run_does_not_have_is_counted_and_told(rows, twicetold, run, tmp_path):
    given = [*TRUTH, ("zz:0", "a:0", 1), ("a:0", "a:77", 0), ("nobody said so", f"a:{'9' * 5000}", 1)]
    every = rows(PAIRS, given)
    row = every[0]
    assert (row["pairs"], row["missing"], row["missing_duplicates"]) == (6, 3, 2)
    missing = [(row["line"], row["names"]) for row in every if row["row"] == "missing"]
    assert missing == [(8, ["zz:0"]), (9, ["a:77"]), (10, ["nobody said so", f"a:{'9' * 5000}"])]
    out, _ = twicetold("evaluate", run, "--truth", tmp_path / "truth.csv")
    assert "not in the run, so that they count neither way: 3 of the truth's rows" in out
    assert "recall is 0.400 if duplicates that the run lacks count as missed" in out


def test_a_pair_said_again_counts_once_either_way_round(rows):
    (row,) = rows(PAIRS, [*TRUTH, ("b:0", "a:0", 1)], sort="measures")
    assert (row["pairs"], row["repeated"]) == (6, 1)


def test_without_a_wrong_pair_precision_is_not_known(rows, twicetold, run, tmp_path):
    (row,) = rows(PAIRS, TRUTH[:2], sort="measures")
    assert (row["precision"], row["recall"], row["f1"], row["best_f1"]) == (None, 1.0, None, None)
    out, _ = twicetold("evaluate", run, "--truth", tmp_path / "truth.csv")
    assert "precision is not known" in out
    assert "--complete" in out


def test_labels_give_three_measures(rows):
    """Found {a:0 b:0 c:0 a:1} {a:2 c:1} {b:1}; true x {a:0 b:0 c:0 b:1}, y {a:1 a:2}, and c:1 alone."""
    given = [("a:0", "x"), ("b:0", "x"), (f"{C}:0", "x"), ("b:1", "x"), ("a:1", "y"), ("a:2", "y"), (f"{C}:1", "")]
    every = rows("member,label", given)
    row = every[0]
    assert (row["members"], row["labels"], row["alone"]) == (7, 2, 1)
    assert (row["found"], row["right"], row["true"]) == (7, 3, 7)
    assert row["f1"] == pytest.approx(3 / 7)
    assert row["adjusted_rand"] == pytest.approx(1 / 7)
    assert (row["b_cubed_precision"], row["b_cubed_recall"]) == pytest.approx((4.5 / 7, 4.5 / 7))
    points = [(row["score"], row["found"], row["right"]) for row in every if row["row"] == "point"]
    assert points == [(1.0, 2, 1), (0.9, 4, 3), (0.8, 7, 3)]
    assert {(row["left"], row["right"]) for row in every if row["row"] == "miss"} == {("a:0", "b:1"), ("a:1", "a:2")}
    alarms = [(row["score"], row["left"], row["right"]) for row in every if row["row"] == "false_alarm"]
    assert alarms == [(1.0, "a:2", f"{C}:1"), (0.8, "a:0", "a:1")]


def test_a_cluster_that_only_its_core_holds_together_is_whole(twicetold, tmp_path):
    """No match joins a:1 to the others, and it is still in their cluster."""
    run = judged_run(tmp_path / "run", matched=[("a", 0, C, 0, 0.9)])
    path = truth(tmp_path / "truth.csv", PAIRS, *TRUTH)
    out, _ = twicetold("evaluate", run, "--truth", path, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows[0]["found"] == 4
    assert [row["score"] for row in rows if row["row"] == "point"] == [1.0, 0.9, 0.8]


def test_the_text_says_the_same(twicetold, run, tmp_path):
    out, _ = twicetold("evaluate", run, "--truth", truth(tmp_path / "truth.csv", PAIRS, *TRUTH))
    assert out.startswith(
        "pairs 6, duplicates 3; found 4, right 2\n"
        "  precision 0.500  recall 0.667  F1 0.571\n"
        "  accuracy 0.500: tp 2, fp 2, fn 1, tn 1\n"
        "  the best F1, 0.667, is at a score of at least 0.900\n"
    )
    assert f"    a:2  {TEXTS['a', 2]}\n" in out


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_the_chart_is_a_file_that_is_not_overwritten(twicetold, run, tmp_path, suffix):
    path = truth(tmp_path / "truth.csv", PAIRS, *TRUTH)
    twicetold("evaluate", run, "--truth", path, "-o", f"curve{suffix}")
    assert Path(f"curve{suffix}").stat().st_size > 1000
    _, said = twicetold("evaluate", run, "--truth", path, "-o", f"curve{suffix}", code=2)
    assert "exists" in said
    assert "--force" in said


def test_a_chart_in_another_format_is_refused(twicetold, run, tmp_path):
    path = truth(tmp_path / "truth.csv", PAIRS, *TRUTH)
    _, said = twicetold("evaluate", run, "--truth", path, "-o", "curve.pdf", code=2)
    assert ".html, .png, .svg" in said


def test_a_chart_of_nothing_says_so(twicetold, run, tmp_path):
    twicetold("evaluate", run, "--truth", truth(tmp_path / "truth.csv", PAIRS, ("a:0", "b:1", 1)), "-o", "curve.svg")
    assert "nothing to show" in Path("curve.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("header", "given", "said"),
    [
        (PAIRS, [("a:0", "b:0", 1), ("b:0", "a:0", 0)], "line 3 contradicts line 2"),
        ("member,label", [("a:0", "x"), ("a:0", "y")], "line 3 contradicts line 2"),
        ("member,label", [("a:0", "x"), ("a:0", "")], "line 3 contradicts line 2"),
        (PAIRS, [("z:0", "y:0", 1)], "nothing in it is in the run; line 2 names `z:0`"),
        (PAIRS, [("a:0", "a:0", 1)], "pairs each sentence with itself"),
        ("left_document,left_start", [("a", 0)], "has the wrong columns: `left_document`, `left_start`"),
    ],
)
def test_a_truth_that_cannot_be_used_is_refused_with_a_way_out(twicetold, run, tmp_path, header, given, said):
    path = truth(tmp_path / "truth.csv", header, *given)
    _, errors = twicetold("evaluate", run, "--truth", path, code=2)
    assert said in errors
    assert "hint: " in errors


def test_a_run_of_another_job_is_refused(twicetold, tmp_path):
    run = judged_run(tmp_path / "run", job="split")
    _, said = twicetold("evaluate", run, "--truth", truth(tmp_path / "truth.csv", PAIRS, *TRUTH), code=2)
    assert "`split`, not `sentences` or `passages` or `documents`" in said


def test_fewer_than_no_errors_is_refused(twicetold, run, tmp_path):
    path = truth(tmp_path / "truth.csv", PAIRS, *TRUTH)
    assert "0 lists none" in twicetold("evaluate", run, "--truth", path, "--errors", "-1", code=2)[1]
