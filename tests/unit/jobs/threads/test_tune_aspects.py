"""What the tuner chooses from: more aspects of a question where many pairs say what they are worth."""

import numpy as np
import pyarrow as pa
import pytest

from twicetold.jobs.threads.tune_aspects import MANY_PAIRS, list_broader_aspects, list_learnable_aspects
from twicetold.jobs.threads.tune_labels import LabelledThreads


def label_pairs(count, question):
    """So many pairs whose threads have a question and a description."""
    fields = {"question": [question] * count, "description": ["It lies there."] * count, "answer": [""] * count}
    side = pa.RecordBatch.from_pydict(fields)
    return LabelledThreads(None, {}, side, side, np.zeros(count, dtype=bool), count, 0, (side, side))


@pytest.mark.parametrize(
    ("question", "few", "more"),
    [
        ("How deep is it?", ["stems", "grams3", "grams4"], ["weighted", "grams5", "grams6"]),
        ("湖有多深", ["weighted", "grams1", "grams2"], ["grams3", "grams4"]),
    ],
)
def test_many_pairs_weigh_the_words_of_a_question_in_more_ways(question, few, more):
    def list_names(count):
        found = list_learnable_aspects(label_pairs(count, question))
        return [f"{each.feature}{each.shingle or ''}" for each in found if each.field == "question"]

    assert list_names(MANY_PAIRS - 1) == few
    assert list_names(MANY_PAIRS) == few + more
    assert len(list_learnable_aspects(label_pairs(MANY_PAIRS, question))) == len(few) * 2 + len(more)


def test_many_pairs_try_how_much_of_one_question_is_in_the_other():
    assert {each.measure for each in list_broader_aspects(label_pairs(30, "How deep is it?"))} == {"jaccard"}
    found = list_broader_aspects(label_pairs(MANY_PAIRS, "How deep is it?"))
    contained = {(each.field, each.feature, each.shingle) for each in found if each.measure == "containment"}
    others = {(each.field, each.feature, each.shingle) for each in found if each.field == "question"}
    assert contained == others
