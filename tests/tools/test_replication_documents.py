"""The check of what `documents` promises: it passes on a small corpus, and it prints what fails."""

import json
import random

import pytest
from replication.document_corpora import Excerpt, edit_text, read_texts
from replication.documents import Trial, main, measure_overlap

from replication import document_corpora

TEXT = " ".join(f"word{number}" for number in range(400))


def test_it_holds_on_a_planted_corpus(tmp_path, capsys):
    assert main(["--planted", "1500", "--finder", "join", "--records", "10", "--keep-in", str(tmp_path / "runs")]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[-1] == "all checks passed"
    assert "0 pairs of kept records reach the threshold" in printed
    assert "10 of 10 test records are found in the corpus" in printed


def test_parts_of_documents_are_found_by_containment(tmp_path, capsys):
    rows = [{"id": str(at), "text": TEXT.replace("word", f"w{at}x")} for at in range(6)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main([str(tmp_path / "a.jsonl"), "--part", "0.4", "--records", "4"]) == 0
    assert "4 of these are located where they were taken from" in capsys.readouterr().out


def test_a_broken_promise_is_printed(tmp_path, capsys):
    trial = Trial([], tmp_path, {})
    trial.check("the sky is green", False)
    assert trial.failures == ["the sky is green"]
    assert capsys.readouterr().out == "BROKEN  the sky is green\n"


@pytest.mark.parametrize(
    ("found", "share"),
    [([(10, 20)], 1.0), ([(10, 15), (15, 20)], 1.0), ([(10, 15)], 0.5), ([(0, 20)], 0.5), ([(30, 40)], 0.0)],
)
def test_a_place_is_right_as_far_as_both_have_it(found, share):
    assert measure_overlap(found, Excerpt(("a", "line 1"), 10, 20)) == share


def test_so_many_words_are_replaced():
    changed = edit_text(TEXT, 0.01, random.Random(1)).split()
    assert sum(one != two for one, two in zip(changed, TEXT.split(), strict=True)) == 4
    assert edit_text(TEXT, 0.0, random.Random(1)) == TEXT


def test_a_test_set_says_what_it_was_made_of(tmp_path):
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"id": name, "text": TEXT}) + "\n" for name in "ab"))
    taken = document_corpora.write_test_set(tmp_path / "test.jsonl", [str(tmp_path / "a.jsonl")], 5, 0.5, seed=1)
    ((name, each),) = taken.items()
    assert each.key == (str(tmp_path / "a.jsonl"), "line 1")
    ((_, printed),) = read_texts([str(tmp_path / "test.jsonl")])
    assert len(printed.split()) == len(TEXT[each.start : each.end].split()) == 200
    assert name == "test-0"
