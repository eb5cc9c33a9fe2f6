"""`twicetold evaluate` on a run of `threads` made by hand: every figure is known by arithmetic."""

import json
from pathlib import Path

import pytest
from tests.runs.evaluation import truth
from tests.runs.threads import MATCHES, OPTIONS, THREADS, tables_of, threads_run

import twicetold as package
from twicetold.jobs.threads import evidence
from twicetold.jobs.threads.evidence import explain_missing
from twicetold.run import Run

PAIRS = "left,right,duplicate"
# Found are the six matches, three of them rightly; missed is d f.
TRUTH = [
    ("a", "b", 1), ("c", "a", 0), ("b", "c", 0), ("d", "e", 1), ("a", "g", 0), ("d", "g", 1),
    ("f", "d", 1), ("e", "f", 0), ("c", "d", 0),
]  # fmt: skip


@pytest.fixture
def run(tmp_path):
    return threads_run(tmp_path / "run")


@pytest.fixture
def rows(twicetold, run, tmp_path):
    """The rows of `evaluate --json` of one sort."""

    def told(sort, *options, header=PAIRS, given=TRUTH):
        path = truth(tmp_path / "truth.csv", header, *given)
        out, _ = twicetold("evaluate", run, "--truth", path, "--json", *options)
        return [row for row in map(json.loads, out.splitlines()) if row["row"] == sort]

    return told


def test_the_run_made_by_hand_is_what_the_job_finds(tmp_path):
    rows = [dict(zip(("id", "question", "description", "answer"), (name, *texts), strict=True)) for name, texts in THREADS.items()]  # fmt: skip
    (tmp_path / "threads.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    found = package.threads(tmp_path / "threads.jsonl", **OPTIONS)
    for name, (kind, made) in tables_of(THREADS, MATCHES, [("a", "abcg"), ("d", "de")], url="").items():
        if name in ("clusters", "members", "matches", "bridges"):
            expected = [dict(zip(kind.names, row, strict=True)) for row in made]
            assert [pytest.approx(row) for row in expected] == found.read_table(name).to_pylist(), name


def test_the_score_and_each_field_are_counted_as_by_hand(rows):
    told = rows("measures")
    assert [(row["field"], row["found"], row["right"], row["true"]) for row in told] == [
        ("", 6, 3, 4),
        ("question", 6, 3, 4),
        ("description", 1, 0, 4),
        ("answer", 3, 1, 4),
    ]
    combined, question, _, answer = told
    assert (combined["precision"], combined["recall"], combined["f1"]) == pytest.approx((3 / 6, 3 / 4, 6 / 10))
    assert (combined["best_score"], combined["best_f1"]) == pytest.approx((5 / 6, 4 / 6))
    assert (question["best_score"], question["best_f1"]) == pytest.approx((5 / 6, 4 / 6))
    assert (answer["precision"], answer["recall"], answer["best_f1"]) == pytest.approx((1 / 3, 1 / 4, 2 / 7))


def test_negatives_give_accuracy_and_the_four_counts(rows):
    combined, _, description, _ = rows("measures")
    assert [combined[name] for name in ("tp", "fp", "fn", "tn")] == [3, 3, 1, 2]
    assert combined["accuracy"] == pytest.approx(5 / 9)
    assert [description[name] for name in ("tp", "fp", "fn", "tn")] == [0, 1, 4, 4]


def test_without_negatives_or_with_all_of_them_accuracy_is_not_known(rows):
    for options, given in (((), TRUTH[:1]), (("--complete",), TRUTH)):
        assert {row["accuracy"] for row in rows("measures", *options, given=given)} == {None}


def test_the_curves_are_those_of_higher_thresholds(rows):
    points = rows("point")
    curve = [(round(row["score"], 3), row["found"], row["right"]) for row in points if not row["field"]]
    assert curve == [(0.917, 1, 1), (0.833, 2, 2), (0.8, 3, 2), (0.786, 4, 2), (0.375, 6, 3)]
    question = [(round(row["score"], 3), row["found"], row["right"]) for row in points if row["field"] == "question"]
    assert question == [(0.833, 2, 2), (0.667, 3, 2), (0.571, 4, 2), (0.375, 6, 3)]
    assert [(row["score"], row["found"]) for row in points if row["field"] == "answer"] == [(1.0, 3)]


def test_a_match_that_the_truth_does_not_name_is_no_step_of_the_curve(rows):
    points = rows("point", given=[("a", "b", 1), ("a", "g", 0)])
    assert [(round(row["score"], 3), row["found"]) for row in points if not row["field"]] == [(0.917, 1), (0.375, 2)]


def test_a_miss_has_the_similarities_that_the_run_did_not_keep(rows):
    (miss,) = rows("miss")
    assert (miss["left"], miss["right"], miss["line"]) == ("d", "f", 8)
    assert miss["similarity"] == pytest.approx(1 / 8)  # `house` of eight words
    told = {each["field"]: (each["weight"], each["similarity"], each["missing"]) for each in miss["fields"]}
    assert told == {
        "question": (0.4, 1 / 8, ""),
        "description": (0.2, None, "the right one has none"),
        "answer": (0.4, None, "the left one has none"),
    }
    assert (miss["left_text"], miss["fields"][1]["left_text"]) == (THREADS["d"][0], THREADS["d"][1])


def test_the_surest_errors_come_first(rows):
    alarms = rows("false_alarm")
    assert [(row["left"], row["right"], round(row["score"], 3)) for row in alarms] == [
        ("a", "c", 0.8),
        ("b", "c", 0.786),
        ("a", "g", 0.375),
    ]
    assert [each["similarity"] for each in alarms[0]["fields"]] == pytest.approx([4 / 6, 4 / 6, 1])
    given = [("f", "d", 1), ("c", "d", 1), ("a", "b", 0)]
    assert [(row["left"], row["right"], row["similarity"]) for row in rows("miss", given=given)] == [
        ("c", "d", 0.0),
        ("d", "f", 1 / 8),
    ]


def test_the_text_says_why(twicetold, run, tmp_path):
    out, _ = twicetold("evaluate", run, "--truth", truth(tmp_path / "truth.csv", PAIRS, *TRUTH))
    assert "  accuracy 0.556: tp 3, fp 3, fn 1, tn 2\n" in out
    assert "  any other pair has none in the run, and counts as not found\n" in out
    assert (
        "  similarity 0.125, line 8\n"
        "    question 0.125, weight 0.4\n"
        "      d  Who owns the boat house?\n"
        "      f  Whose house is it?\n"
        "    description missing: the right one has none, weight 0.2\n"
        "      d  It is for sale.\n"
        "    answer missing: the left one has none, weight 0.4\n"
        "      f  ???\n"
    ) in out


def test_a_field_that_finds_nothing_says_so(twicetold, run, tmp_path):
    path = truth(tmp_path / "truth.csv", PAIRS, ("d", "e", 1), ("c", "d", 0))
    assert "\nanswer: finds none of the truth's pairs\n" in twicetold("evaluate", run, "--truth", path)[0]


def test_ids_that_no_thread_has_are_counted_and_told(rows, twicetold, run, tmp_path):
    given = [*TRUTH, ("zz", "a", 1), ("a", "yy", 0)]
    assert [(row["line"], row["names"]) for row in rows("missing", given=given)] == [(11, ["zz"]), (12, ["yy"])]
    first = rows("measures", given=given)[0]
    assert (first["pairs"], first["missing"], first["missing_duplicates"]) == (9, 2, 1)
    out, _ = twicetold("evaluate", run, "--truth", tmp_path / "truth.csv")
    assert "not in the run, so that they count neither way: 2 of the truth's rows" in out


def test_a_question_names_its_thread_where_no_other_asks_it(rows):
    (question, *_) = rows("measures", given=[(THREADS["a"][0], "b", 1), ("c", "f", 0)])
    assert (question["right"], question["missing"]) == (1, 0)


def test_labels_are_held_to_the_clusters_without_their_bridges(rows):
    """Found {a b c g} {d e} {f}; true x {a b}, y {d e f}, and c and g alone. The bridge d g joins nothing."""
    given = [("a", "x"), ("b", "x"), ("c", ""), ("d", "y"), ("e", "y"), ("f", "y"), ("g", "")]
    (row,) = rows("measures", header="member,label", given=given)
    assert (row["found"], row["right"], row["true"]) == (7, 2, 4)
    points = rows("point", header="member,label", given=given)
    assert [(round(each["score"], 3), each["found"], each["right"]) for each in points] == [
        (0.917, 1, 1),
        (0.833, 2, 2),
        (0.8, 4, 2),
        (0.375, 7, 2),
    ]


def test_the_chart_has_a_line_for_each_field(twicetold, run, tmp_path):
    path = truth(tmp_path / "truth.csv", PAIRS, *TRUTH)
    twicetold("evaluate", run, "--truth", path, "-o", "curve.svg")
    drawn = Path("curve.svg").read_text(encoding="utf-8")
    assert all(name in drawn for name in ("combined", "question", "description", "answer"))


def test_every_match_computed_again_has_its_own_score(run):
    opened = Run(run)
    threads = evidence.find_threads(opened, set(THREADS))
    told = evidence.compare_thread_texts(opened, [(threads[left], threads[right]) for _, left, right, *_ in MATCHES])
    assert [each.similarity for each in told] == pytest.approx([match[-1] for match in MATCHES])
    assert [tuple(each.similarities.values())[:3] for each in told] == [pytest.approx(match[3:6]) for match in MATCHES]


def test_two_threads_without_a_field_in_common_have_no_score(run):
    (told,) = evidence.compare_thread_texts(Run(run), [({"question": "?", "description": "", "answer": "x"}, dict(zip(("question", "description", "answer"), THREADS["g"], strict=True)))])  # fmt: skip
    assert told.similarity is None


def test_it_is_said_why_a_field_is_missing():
    assert explain_missing("", " \n") == "neither has one"
    assert explain_missing("", "It.") == "the left one has none"
    assert explain_missing("???", "It.") == "nothing in it to compare by"
