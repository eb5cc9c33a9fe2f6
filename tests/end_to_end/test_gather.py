"""`twicetold gather` as a user runs it, in an empty directory; and a dump as the input of other jobs."""

import csv
import json

import pyarrow.parquet as pq
import pytest
from tests.support.stack_dump import posts, question, write_dump


@pytest.fixture
def dump(tmp_path):
    return write_dump(tmp_path / "lakes.stackexchange.com")


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_a_dump_becomes_threads_and_pairs(twicetold, dump, tmp_path):
    _, said = twicetold("gather", dump.name, "-o", "threads.jsonl", "--truth", "pairs.csv")
    threads = lines((tmp_path / "threads.jsonl").read_text())
    assert [(each["id"], each["question"]) for each in threads] == [
        ("1", "How deep is Lake Orrin?"),
        ("2", "How deep is the lake?"),
        ("7", "Is it cold?"),
    ]
    assert threads[0]["tags"] == ["lakes", "maps"]
    with (tmp_path / "pairs.csv").open() as file:
        assert list(csv.reader(file)) == [["left", "right", "duplicate"], ["2", "1", "1"]]
    assert "3 threads" in said
    assert "1 pair of duplicates; 1 more" in said


@pytest.mark.parametrize("name", ["threads.jsonl", "threads.parquet"])
def test_what_was_written_reads_back_as_it_was(twicetold, dump, name):
    twicetold("gather", dump.name, "-o", name)
    first, _ = twicetold("gather", dump.name)
    again, _ = twicetold("gather", name)
    fields = ("id", "question", "description", "answer", "tags", "score", "url")
    assert [[each[field] for field in fields] for each in lines(again)] == [
        [each[field] for field in fields] for each in lines(first)
    ]


def test_a_bad_row_is_told_and_the_exit_code_says_so(twicetold, tmp_path):
    (tmp_path / "Posts.xml").write_bytes(posts(question(1, "One?"), '<row Id="2" PostTypeId="1" Body="\n'))
    out, said = twicetold("gather", "Posts.xml", "--rejects", "rejects.parquet", code=1)
    assert len(lines(out)) == 1
    assert "rejected: `Posts.xml`, byte" in said
    assert pq.read_table(tmp_path / "rejects.parquet")["reason"].to_pylist() == [
        "an attribute of the row is not closed"
    ]


def test_names_that_cannot_be_written_are_told_before_anything_is_read(twicetold, dump, tmp_path):
    for arguments in (["-o", "threads.csv"], ["--truth", "pairs.json"], ["-o", "nowhere/threads.jsonl"]):
        _, said = twicetold("gather", dump.name, *arguments, code=2)
        assert "hint:" in said
    (tmp_path / "there.jsonl").write_text("")
    _, said = twicetold("gather", dump.name, "-o", "there.jsonl", code=2)
    assert "--force" in said


def test_every_post_is_a_document_for_the_other_jobs(twicetold, dump):
    out, said = twicetold("split", dump.name, "--format", "jsonl")
    found = {(row["document"], row["block"], row["text"]) for row in lines(out)}
    assert ("1", "prose", "I want to dive.") in found
    assert ("1", "code", "depth()") in found
    assert ("4", "prose", "It is 90 m deep: 90.") in found
    assert "skipped 1 (tag wiki 1)" in said
