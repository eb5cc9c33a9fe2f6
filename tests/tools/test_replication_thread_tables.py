"""`replication.thread_tables`: labelled pairs to tables, with answers known by arithmetic."""

import csv
import json

import numpy as np
import pytest

from replication import thread_tables as tables
from twicetold.errors import InputError

SAME = "one two three four five six"
OTHER = "seven eight nine ten eleven twelve"


@pytest.fixture
def files(tmp_path):
    """Twenty lefts, each with a copy that is a duplicate and a stranger that is none. Half lack a description."""
    threads, pairs = [], []
    for at in range(20):
        described = f"{SAME} {at}" if at % 2 else ""
        for side, text in (("left", SAME), ("copy", SAME), ("stranger", OTHER)):
            threads.append({"id": f"{at}-{side}", "question": f"{text} {at}", "description": described, "answer": ""})
        pairs += [(f"{at}-left", f"{at}-copy", 1), (f"{at}-left", f"{at}-stranger", 0)]
    (tmp_path / "threads.jsonl").write_text("".join(json.dumps(row) + "\n" for row in threads), encoding="utf-8")
    with (tmp_path / "pairs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("left", "right", "duplicate"), *pairs])
    return tmp_path / "threads.jsonl", tmp_path / "pairs.csv"


def test_pairs_of_one_left_thread_are_in_one_half(files):
    labelled = tables.read_labelled_threads(*files)
    assert labelled.second.sum() == 20
    assert (labelled.second[::2] == labelled.second[1::2]).all()
    assert labelled.mark_present("description").sum() == 20
    assert labelled.mark_present("answer").sum() == 0


def test_a_pair_of_unknown_threads_is_refused(files):
    threads, truth = files
    truth.write_text("left,right,duplicate\n0-left,nobody,1\n", encoding="utf-8")
    with pytest.raises(InputError, match="nobody"):
        tables.read_labelled_threads(threads, truth)


def test_similarities_are_those_of_the_signature(files):
    labelled = tables.read_labelled_threads(*files)
    values = tables.compute_similarities(labelled, "question", tables.SHINGLES)
    assert values[0] == 1.0
    assert values[1] == 0.0
    assert (tables.compute_similarities(labelled, "answer", tables.SHINGLES) == 0).all()


def test_the_best_threshold_takes_equals_together():
    values, true = np.array([0.9, 0.5, 0.5, 0.2, 0.0]), np.array([True, True, False, True, True])
    assert tables.find_best_threshold(values, true) == (0.2, pytest.approx(6 / 8))
    assert tables.find_best_threshold(np.zeros(3), np.ones(3, bool)) == (1.0, 0.0)


def test_a_threshold_is_used_on_the_half_it_was_not_chosen_on():
    values = np.array([0.9, 0.1, 0.3, 0.1])
    true = np.array([True, False, True, False])
    found, thresholds = tables.score_held_out(values, true, np.array([True, True, False, False]))
    assert thresholds == [0.9, 0.3]
    assert (found.right, found.found, found.true) == (1, 1, 2)
    assert (found.precision, found.recall, found.f1) == (1.0, 0.5, pytest.approx(2 / 3))


def test_a_missing_field_is_left_out_of_the_score():
    fields = [np.array([0.5, 0.5]), np.array([1.0, 1.0]), np.array([0.0, 0.0])]
    there = [np.array([True, True]), np.array([True, False]), np.array([True, True])]
    assert tables.average_fields(fields, there, (0.4, 0.2, 0.4)).tolist() == [0.4, 0.25]


def test_the_tables_are_printed(files, capsys):
    tables.main(["--threads", str(files[0]), "--truth", str(files[1])])
    shown = capsys.readouterr().out
    assert "40 pairs, 20 of them duplicates; halves of 20 and 20" in shown
    assert "| 3-shingles | 100.0% (100%, 100%) |" in shown
    assert "| 0.4 | 0.2 | 0.4 | 0.5 | " in shown
    assert "F1 100.0%" in shown
