"""Contradictions that can be labelled: those that are listed, in runs that say which are."""

import pyarrow as pa
import pytest
from tests.unit.conftest import write_run

from twicetold.errors import RunError
from twicetold.jobs.sentences.label import ContradictionLabels
from twicetold.jobs.sentences.tables import CONTRADICTIONS
from twicetold.run import Run

BASE = CONTRADICTIONS if "listed" not in CONTRADICTIONS.names else CONTRADICTIONS.remove(
    CONTRADICTIONS.get_field_index("listed")
)  # fmt: skip


def make_run(folder, listed):
    """A run with three contradictions; `listed` says which of them a reader sees, or is None where no run says it."""
    schema = BASE if listed is None else BASE.append(pa.field("listed", pa.bool_(), nullable=False))
    rows = []
    for number in range(3):
        values = {name: 0 if pa.types.is_integer(BASE.field(name).type) else "" for name in BASE.names}
        values |= {"changes": [], "drift": "contradiction", "confidence": 0.9 - number / 10}
        values |= {"left_document": f"l{number}", "right_document": f"r{number}", "left_text": f"In 190{number}."}
        if listed is not None:
            values["listed"] = listed[number]
        rows.append(tuple(values[name] for name in schema.names))
    return Run(write_run(folder, {"contradictions": (schema, rows)}))


@pytest.mark.parametrize(
    ("listed", "names"), [(None, ["l0:0", "l1:0", "l2:0"]), ([True, False, True], ["l0:0", "l2:0"])]
)
def test_only_what_is_listed_is_asked(tmp_path, listed, names):
    run = make_run(tmp_path / "run", listed)
    items = list(ContradictionLabels().read_items(run))
    assert [item.left for item in items] == names
    assert [texts.left_text for texts in ContradictionLabels().read_texts(run, items[::-1])] == [
        f"In 190{name[1]}." for name in reversed(names)
    ]


def test_an_older_run_says_that_it_has_none(sentence_run):
    with pytest.raises(RunError, match="has no table `contradictions`"):
        list(ContradictionLabels().read_items(Run(sentence_run)))
