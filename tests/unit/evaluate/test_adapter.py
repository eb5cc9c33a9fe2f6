"""A job that compares by several fields needs only an adapter: one made up here, whose members are whole threads."""

import pytest

from twicetold.evaluate.adapters import EvaluationAdapter
from twicetold.evaluate.chart import draw_curve_chart
from twicetold.evaluate.findings import Link, RunFindings
from twicetold.evaluate.judge import EvaluationOptions, judge_findings
from twicetold.evaluate.page import render_evaluation
from twicetold.evaluate.truth import TruthFile

A, B, C, D = ((name, 0) for name in "abcd")


class Threads(EvaluationAdapter):
    member = "thread"
    naming_hint = "name threads by id"

    def find_members(self, run, names):
        return {name: [(name, 0)] for name in names if name in "abcd"}

    def read_texts(self, run, wanted):
        return {member: f"Why is {member[0]} so?" for member in wanted}

    def format_member(self, member):
        return member[0]

    def read_findings(self, run, wanted):
        clusters = {A: 0, B: 0, C: 0}
        combined = RunFindings([Link(0.9, A, B), Link(0.6, B, C)], clusters, is_chained=False)
        return [combined, RunFindings([Link(0.7, A, B), Link(0.5, C, D)], is_chained=False, name="question")]


@pytest.fixture
def rows():
    given = [("a", "b", "1"), ("a", "c", "0"), ("c", "d", "1"), ("b", "c", "0"), ("d", "e", "1")]
    lines = [(line, dict(zip(("left", "right", "duplicate"), row, strict=True))) for line, row in enumerate(given, 2)]
    return list(
        judge_findings(
            Threads(), None, TruthFile("truth.csv", ("left", "right", "duplicate"), lines), EvaluationOptions()
        )
    )


def test_each_field_is_measured_and_the_answer_first(rows):
    told = [row for row in rows if row["row"] == "measures"]
    assert [(row["field"], row["found"], row["right"], row["true"]) for row in told] == [
        ("", 2, 1, 2),
        ("question", 2, 2, 2),
    ]


def test_errors_are_those_of_the_answer_alone(rows):
    assert [(row["left"], row["right"]) for row in rows if row["row"] == "miss"] == [("c", "d")]
    assert [(row["left"], row["right"]) for row in rows if row["row"] == "false_alarm"] == [("b", "c")]


def test_the_page_names_the_fields(rows):
    lines = list(render_evaluation(rows))
    assert lines[0] == "pairs 4, duplicates 2; found 2, right 1"
    assert "question: pairs 4, duplicates 2; found 2, right 2" in lines
    assert "question" in lines  # in the curve


def test_the_chart_has_a_line_for_each_field(rows):
    line, end = draw_curve_chart(rows).to_dict()["layer"]
    assert {point["field"] for point in line["data"]["values"]} == {"combined", "question"}
    assert [(point["recall"], point["precision"]) for point in end["data"]["values"]] == [(0.5, 0.5), (1, 1)]
    assert line["encoding"]["color"]["legend"]
    (alone, _) = draw_curve_chart([row for row in rows if not row.get("field")]).to_dict()["layer"]
    assert alone["encoding"]["color"]["legend"] is None
