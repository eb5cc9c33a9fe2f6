"""`twicetold threads NEW --against OLD`: suggestions for new threads out of files, or out of a finished run."""

import json

import pyarrow.parquet as pq
import pytest
from tests.end_to_end.test_threads_command import lines, many
from tests.support.spark import small_session

import twicetold as package
from twicetold.engines.spark import Spark


@pytest.fixture
def forum(tmp_path):
    """The last family member of each 40 is new, and one of those is known to repeat an old one."""
    rows = list(many())
    rows[85]["duplicate_of"] = "t5"
    (tmp_path / "old.jsonl").write_text(lines(rows[:80]))
    (tmp_path / "new.jsonl").write_text(lines(rows[80:]))
    return tmp_path


def test_new_threads_get_suggestions_out_of_the_others_alone(twicetold, forum):
    _, said = twicetold("threads", "new.jsonl", "--against", "old.jsonl", "-o", "run", "--top", "2")
    suggested = pq.read_table(forum / "run" / "suggestions.parquet").to_pylist()
    assert {row["document"] for row in suggested} == {f"t{number}" for number in range(80, 120)}
    assert all(int(row["other_document"][1:]) < 80 for row in suggested)
    first = [row for row in suggested if row["rank"] == 1]
    assert all(int(row["other_document"][1:]) % 40 == int(row["document"][1:]) % 40 for row in first)
    assert [(row["document"], row["other_document"]) for row in suggested if row["known"]] == [("t85", "t5")]
    assert "ask what one of 80 others asks" in said
    assert "t85" in twicetold("show", "run", "--thread", "t85")[0]
    assert "similarity" in twicetold("show", "run", "--pair", "t85", "t5")[0]
    twicetold("report", "run", "-o", "page.html")
    twicetold("evaluate", "run", "--truth", write_truth(forum).name)


def write_truth(folder):
    path = folder / "truth.csv"
    path.write_text("left,right,duplicate\nt85,t5,1\nt86,t6,1\nt85,t6,0\n")
    return path


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("on_spark", [True, False])
def test_a_finished_run_is_as_good_as_its_files(forum, kept, on_spark):
    old, new = (str(forum / name) for name in ("old.jsonl", "new.jsonl"))
    engine = Spark(small_session()) if on_spark else None
    package.threads(old, forum / "run", keep_index=kept)
    assert ("terms" in package.Run(forum / "run").tables) == kept
    (forum / "old.jsonl").rename(forum / "moved.jsonl")  # the run's inputs are not read again
    found = package.threads(new, forum / "found", against=str(forum / "run"), engine=engine)
    assert found.digest == package.threads(new, against=str(forum / "moved.jsonl")).digest
    assert found.suggestions.num_rows == 200
    assert found.facts["results"]["collection"] == 80


def test_another_collection_is_another_run(twicetold, forum):
    twicetold("threads", "old.jsonl", "-o", "old")
    twicetold("threads", "new.jsonl", "--against", "old", "-o", "run")
    twicetold("threads", "old.jsonl", "-o", "old", "--top", "3", "--force")
    _, said = twicetold("threads", "new.jsonl", "--against", "old", "-o", "run", code=2)
    assert "hint: " in said
    _, said = twicetold("threads", "new.jsonl", "--against", "old", "--against", "old.jsonl", "-o", "other", code=2)
    assert "name one run, or only files" in said


def test_what_is_no_finished_run_of_threads_is_refused(twicetold, forum):
    (forum / "broken").mkdir()
    (forum / "broken" / "run.json").write_text(json.dumps({"job": "sentences", "stages": {}}))
    _, said = twicetold("threads", "new.jsonl", "--against", "broken", "-o", "run", code=2)
    assert "error: " in said
    assert "Traceback" not in said
