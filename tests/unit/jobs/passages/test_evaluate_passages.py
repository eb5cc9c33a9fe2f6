"""`twicetold evaluate` on a run of `passages`: plagdet, worked out by hand."""

import json

import pytest
from tests.runs.evaluation import truth
from tests.runs.passages import written

SENTENCE = "x" * 10  # so that sentence n stands at 11 n
DOCUMENTS = [
    ("one.txt", "One", [SENTENCE] * 10),
    ("two.txt", "Two", [SENTENCE] * 10),
    ("folder/three.txt", "Three", ["湖" * 10] * 10),
]
# One and two share 0 to 32, both sides; one and three 55 to 76 against 0 to 21; and a boilerplate.
PASSAGES = [
    ("document", (0, 0, 2), (1, 0, 2), (0, 0)),
    ("quotation", (0, 5, 6), (2, 0, 1), (0, 0)),
    ("boilerplate", (1, 8, 9), (2, 8, 9), (0, 0)),
]
HEADER = "left_document,left_start,left_end,right_document,right_start,right_end"


@pytest.fixture
def rows(twicetold, tmp_path):
    def told(*given, passages=PASSAGES):
        run = written(tmp_path / "run", DOCUMENTS, passages)
        path = truth(tmp_path / "truth.csv", HEADER, *given)
        out, _ = twicetold("evaluate", run, "--truth", path, "--json")
        return [json.loads(line) for line in out.splitlines()]

    return told


def test_plagdet_is_worked_out_by_hand(rows):
    """The first case is found whole, by a detection twice too long; the second detection is false."""
    row = rows(("one.txt", 0, 16, "two.txt", 0, 16))[0]
    assert (row["cases"], row["found"], row["boilerplate"]) == (1, 2, 1)
    assert (row["recall"], row["precision"], row["granularity"]) == (1, pytest.approx(0.25), 1)
    assert row["plagdet"] == row["f1"] == pytest.approx(2 * 0.25 / 1.25)


def test_either_document_may_be_on_the_left_and_go_by_title_or_file_name(rows):
    row = rows(("Two", 0, 32, "One", 0, 32), ("three.txt", 0, 21, "one.txt", 55, 76))[0]
    assert (row["cases"], row["precision"], row["recall"], row["plagdet"]) == (2, 1, 1, 1)


def test_two_detections_of_a_case_cost_granularity(rows):
    halves = [("document", (0, 0, 0), (1, 0, 0), (0, 0)), ("document", (0, 1, 1), (1, 1, 1), (0, 0))]
    row = rows(("one.txt", 0, 21, "two.txt", 0, 21), passages=halves)[0]
    assert (row["granularity"], row["precision"], row["recall"]) == (2, 1, pytest.approx(40 / 42))


def test_errors_come_with_the_texts_of_their_places(rows):
    every = rows(("one.txt", 0, 32, "two.txt", 0, 32), ("one.txt", 95, 103, "three.txt", 100, 109))
    (miss,) = (row for row in every if row["row"] == "miss")
    assert (miss["left"], miss["right"], miss["line"], miss["covered"]) == (
        "folder/three.txt:100-109",
        "one.txt:95-103",
        3,
        0,
    )
    assert (miss["left_text"], miss["right_text"]) == ("湖" * 9, "xxx xxxx")
    (alarm,) = (row for row in every if row["row"] == "false_alarm")
    assert (alarm["left"], alarm["right"]) == ("folder/three.txt:0-21", "one.txt:55-76")
    assert (alarm["score"], alarm["covered"]) == (0.875, 0)
    assert (alarm["left_text"], alarm["right_text"]) == (f"{'湖' * 10} {'湖' * 10}", f"{SENTENCE} {SENTENCE}")


def test_documents_that_the_run_does_not_have_are_counted(rows):
    every = rows(
        ("one.txt", 0, 32, "two.txt", 0, 32), ("four.txt", 0, 9, "one.txt", 0, 9), ("two.txt", 0, 32, "one.txt", 0, 32)
    )
    assert (every[0]["cases"], every[0]["missing"], every[0]["repeated"]) == (1, 1, 1)
    assert [row["names"] for row in every if row["row"] == "missing"] == [["four.txt"]]


def test_the_curve_has_a_point_for_each_similarity(rows):
    points = [row for row in rows(("one.txt", 0, 32, "two.txt", 0, 32)) if row["row"] == "point"]
    assert [(row["score"], row["found"], row["precision"]) for row in points] == [(0.875, 2, 0.5)]


def test_a_run_that_found_nothing_has_a_page_too(twicetold, tmp_path):
    run = written(tmp_path / "run", DOCUMENTS, [])
    path = truth(tmp_path / "truth.csv", HEADER, ("one.txt", 0, 32, "two.txt", 0, 32))
    out, _ = twicetold("evaluate", run, "--truth", path, "-o", "curve.svg")
    assert "passages 1, found 0\n  precision 0.000  recall 0.000" in out
    assert "0 % of it agrees, line 2" in out


def test_a_title_of_two_documents_names_neither(twicetold, tmp_path):
    run = written(tmp_path / "run", [*DOCUMENTS, ("four.txt", "One", [SENTENCE])], PASSAGES)
    path = truth(tmp_path / "truth.csv", HEADER, ("One", 0, 32, "two.txt", 0, 32))
    _, said = twicetold("evaluate", run, "--truth", path, code=2)
    assert "`One` in the truth file names several documents" in said
    assert "`four.txt`, `one.txt`" in said


def test_a_truth_of_other_documents_is_refused(twicetold, tmp_path):
    run = written(tmp_path / "run", DOCUMENTS, PASSAGES)
    path = truth(tmp_path / "truth.csv", HEADER, ("five.txt", 0, 32, "two.txt", 0, 32))
    _, said = twicetold("evaluate", run, "--truth", path, code=2)
    assert "nothing in it is in the run; line 2 names `five.txt`" in said
