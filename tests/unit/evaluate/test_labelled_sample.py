"""A labelled sample of which every figure can be computed by hand."""

import pytest

from twicetold.errors import InputError
from twicetold.evaluate.judge import EvaluationOptions
from twicetold.evaluate.sample import judge_sample
from twicetold.evaluate.truth import SAMPLE_COLUMNS, TruthFile
from twicetold.label.base import ItemTexts, LabelAnswer, LabelItem, LabelSet

# Of 100 templates 2 of 4 are right, the other two are drifts; of 10 drifts 3 of 4 are right, one is a template.
SAID = ["template"] * 4 + ["drift"] * 4
TRUE = ["template", "template", "drift", "drift", "drift", "drift", "drift", "template"]


class TwoKinds(LabelSet):
    name = "matches"
    answers = (LabelAnswer("drift", "..."), LabelAnswer("template", "..."))

    def read_items(self, run):
        for number, said in enumerate(SAID):
            yield LabelItem(f"l{number}", f"r{number}", said, 0.95 if said == "template" else 0.55)

    def read_texts(self, run, items):
        return [ItemTexts("", item.left, "", item.right) for item in items]


def truth(*changes):
    rows = [
        dict(zip(SAMPLE_COLUMNS, ("matches", f"l{n}", f"r{n}", answer, *stratum), strict=True))
        for n, answer in enumerate(TRUE)
        for stratum in [("1", "100") if SAID[n] == "template" else ("2", "10")]
    ]
    for row, column, value in changes:
        rows[row][column] = value
    return TruthFile("labels.csv", SAMPLE_COLUMNS, list(enumerate(rows, 2)))


def judge(*changes):
    return list(judge_sample(None, [TwoKinds()], truth(*changes), EvaluationOptions(errors=3)))


def test_shares_are_those_of_the_population():
    rows = judge()
    assert rows[0]["right"] == pytest.approx((100 * 2 / 4 + 10 * 3 / 4) / 110)
    kinds = {row["kind"]: row for row in rows if row["row"] == "kind"}
    assert kinds["drift"]["precision"] == pytest.approx(3 / 4)
    assert kinds["drift"]["recall"] == pytest.approx(7.5 / (7.5 + 50))
    assert kinds["template"]["recall"] == pytest.approx(50 / (50 + 2.5))
    assert all(
        row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
        for row in kinds.values()
        for name in ("precision", "recall")
    )
    assert rows[0]["macro_f1"] == pytest.approx((kinds["drift"]["f1"] + kinds["template"]["f1"]) / 2)
    cells = {(row["true"], row["said"]): (row["count"], row["estimate"]) for row in rows if row["row"] == "confusion"}
    assert cells["drift", "template"] == (2, 50.0)
    assert cells["template", "drift"] == (1, 2.5)


def test_confidence_is_compared_with_what_is_right():
    bands = {row["from"]: row for row in judge() if row["row"] == "confidence"}
    assert (bands[0.9]["confidence"], bands[0.9]["right"]) == pytest.approx((0.95, 0.5))
    assert (bands[0.5]["count"], bands[0.5]["right"]) == (4, 0.75)


def test_the_most_confident_disagreement_is_first():
    wrong = [row for row in judge() if row["row"] == "disagreement"]
    assert [(row["line"], row["confidence"]) for row in wrong] == [(4, 0.95), (5, 0.95), (9, 0.55)]


def test_a_stratum_without_an_answer_is_not_represented():
    first = judge(*((number, "answer", "") for number in range(4)))[0]
    assert (first["population"], first["not_represented"], first["unanswered"]) == (10, 100, 4)


def test_sides_may_be_exchanged():
    assert judge((0, "left", "r0"), (0, "right", "l0"))[0]["missing"] == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((1, "what", "clusters"), "mixes samples"),
        ((1, "population", "many"), "line 3: `population` must be a number from 1"),
        ((1, "population", "99"), "line 3: stratum `1` has two populations"),
    ],
)
def test_a_damaged_file_says_where(change, says):
    with pytest.raises(InputError, match=says):
        judge(change)
