"""A run of `documents` looked at and judged as a user does it; and held to what plain arithmetic says."""

import json
import random

import pyarrow.parquet as pq
import pytest
from tests.end_to_end.test_documents_command import DOCUMENTS, LAKE, changed, lines
from tests.oracles import kernels as reference

import twicetold as package
from twicetold.config import Folding

TRUTH = "left,right,duplicate\n1,2,1\n1,3,1\n4,5,1\n1,6,1\n3,6,0\n"


@pytest.fixture
def run(twicetold, tmp_path):
    (tmp_path / "corpus.jsonl").write_text(lines(DOCUMENTS))
    (tmp_path / "pairs.csv").write_text(TRUTH)
    twicetold("documents", "corpus.jsonl", "-o", "run")
    return "run"


def rows_of(out):
    return [json.loads(line) for line in out.splitlines()]


def test_it_is_judged_by_pairs_and_by_labels(twicetold, run, tmp_path):
    rows = rows_of(twicetold("evaluate", run, "--truth", "pairs.csv", "--json")[0])
    (measures,) = (row for row in rows if row["row"] == "measures")
    assert [measures[name] for name in ("tp", "fp", "fn", "tn")] == [3, 0, 1, 1]
    (miss,) = (row for row in rows if row["row"] == "miss")
    assert (miss["left"], miss["right"], miss["similarity"]) == ("1", "6", None)
    labels = {"1": 0, "2": 0, "3": 0, "4": 1, "5": 1, "6": 2, "7": 3}
    (tmp_path / "labels.csv").write_text(
        "member,label\n" + "".join(f"{name},{label}\n" for name, label in labels.items())
    )
    said = twicetold("evaluate", run, "--truth", "labels.csv")[0]
    assert "precision 1.000  recall 1.000" in said


def test_the_summary_says_who_stays_and_why(twicetold, run):
    said = twicetold("show", run)[0]
    assert "3 of 7 documents (43 %) repeat another and can be removed; 4 are kept" in said
    assert "cluster 0  3 documents, 3 texts, 2 removed, lowest similarity 0.8" in said
    assert "kept     1.000  2 (corpus.jsonl, line 2)" in said
    assert "repeats `2` (jaccard 0.94)" in said


def test_one_cluster_a_document_and_some_at_random_can_be_seen(twicetold, run):
    assert [row["document"] for row in rows_of(twicetold("show", run, "--cluster", "1", "--json")[0])[1:]] == ["4", "5"]
    gone, *matches = rows_of(twicetold("show", run, "--document", "3", "--json")[0])
    assert (gone["row"], gone["kept"], len(matches)) == ("member", False, 2)
    assert "kept     alone  6 (corpus.jsonl, line 6)" in twicetold("show", run, "--document", "6")[0]
    assert len(rows_of(twicetold("show", run, "--random", "1", "--json")[0])) >= 3
    assert len(rows_of(twicetold("show", run, "--largest", "1", "--limit", "1", "--json")[0])) == 3
    _, said = twicetold("show", run, "--document", "33", code=2)
    assert "has no document `33`" in said
    _, said = twicetold("show", run, "--search", "lake", code=2)
    assert "give one of: --cluster, --largest, --random, --document" in said


def test_a_bridge_is_shown_with_the_cluster_it_leads_to(twicetold, tmp_path):
    """Each differs from the next by few words, the first from the last by many; the second is kept."""
    words, steps = LAKE.split(), [LAKE]
    for step in range(3):
        for place in range(10 + 25 * step, 35 + 25 * step, 5):
            words[place] = f"o{place}"
        steps.append(" ".join(words))
    texts = (
        {"id": str(at), "text": text, "score": score}
        for at, (text, score) in enumerate(zip(steps, (3, 9, 2, 1), strict=True))
    )
    (tmp_path / "a.jsonl").write_text(lines(texts))
    options = ("--threshold", "0.6", "--finder", "join", "--keep", "score:max")
    twicetold("documents", "a.jsonl", "-o", "run", *options)
    rows = rows_of(twicetold("show", "run", "--cluster", "0", "--json")[0])
    assert [row["document"] for row in rows if row["row"] == "member"] == ["1", "0", "2"]
    (bridge,) = (row for row in rows if row["row"] == "bridge")
    assert {bridge["left_document"], bridge["right_document"]} == {"2", "3"}
    assert "bridge 0.6" in twicetold("show", "run", "--cluster", "0")[0]


def test_other_commands_take_it_or_say_what_they_take(twicetold, run):
    assert len(rows_of(twicetold("export", run)[0])) == 5
    assert "clusters" in twicetold("analyse", run, "sizes")[0]
    assert "open it in a browser" in twicetold("report", run)[1]
    _, said = twicetold("contradictions", run, code=2)
    assert "is a run of the job `documents`" in said


def articles(planted):
    """The articles of the planted encyclopedia as plain texts."""
    texts = {}
    for row in pq.read_table(planted / "truth_sentences.parquet").to_pylist():
        texts.setdefault(row["document"], []).append(row["text"])
    return [" ".join(texts[document]) for document in sorted(texts)]


@pytest.mark.slow
def test_planted_copies_are_found_as_plain_arithmetic_says(planted, tmp_path):
    """Copies of articles with ever more words changed: the join finds exactly those that reach 0.8, minhash nearly all."""
    chance, rows = random.Random(11), []
    for number, text in enumerate(articles(planted)[:60]):
        rows.append({"id": f"{number}", "text": text})
        for copy in range(number % 3):
            some = chance.randrange(1 + len(text.split()) // 25)
            rows.append({"id": f"{number}.{copy}", "text": changed(text, some, number * 7 + copy)})
    chance.shuffle(rows)
    (tmp_path / "a.jsonl").write_text(lines(rows))
    normal = {row["id"]: reference.normal(row["text"], Folding()) for row in rows}
    truth = {
        frozenset((one, two)): alike
        for at, one in enumerate(normal)
        for two in list(normal)[at + 1 :]
        if (alike := reference.jaccard(normal[one], normal[two], "words", 5)) >= 0.8
    }
    assert len(truth) > 30
    exact = package.documents(tmp_path / "a.jsonl", finder="join")
    assert pairs_of(exact, normal) == {pair: pytest.approx(alike) for pair, alike in truth.items()}
    found = pairs_of(package.documents(tmp_path / "a.jsonl"), normal)
    assert found.keys() <= truth.keys()
    assert len(found) >= 0.97 * len(truth)
    gone = {row["document"] for row in exact.members.to_pylist() if not row["kept"]}
    assert not [pair for pair in truth if not pair & gone]


def pairs_of(run, normal):
    """The matches of a run, and those of copies with one text."""
    found = {
        frozenset((row["left_document"], row["right_document"])): row["similarity"] for row in run.matches.to_pylist()
    }
    same = {}
    for name, text in normal.items():
        same.setdefault(text, []).append(name)
    expanded = {}
    for pair, alike in found.items():
        left, right = (same[normal[name]] for name in pair)
        expanded |= {frozenset((one, two)): alike for one in left for two in right}
    copies = {frozenset((one, two)): 1.0 for names in same.values() for one in names for two in names if one != two}
    return expanded | copies
