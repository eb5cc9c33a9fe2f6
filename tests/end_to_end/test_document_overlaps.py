"""Where two sets of documents overlap, as a user asks for it: located, shown, exported, named by apply."""

import json
import subprocess

import pyarrow.parquet as pq
import pytest
from tests.end_to_end.test_documents_command import LAKE, MILL, TOWER, changed, lines, many
from tests.support.limits import SMALL_PIECES
from tests.support.processes import COMMAND
from tests.support.spark import small_session

import twicetold as package
from twicetold.config import Machine
from twicetold.engines.local import Local

STORY = "The ferry landed at the old pier every evening, and the miller came down to fetch his letters there. "
QUESTION = "Which river has its source behind the chapel of the old priory?"
TRAIN = [
    {"id": "a", "text": f"{LAKE}. {STORY * 3}"},
    {"id": "b", "text": MILL},
    {"id": "c", "text": f"Quiz of the week. {QUESTION} Send us your answers."},
    {"id": "d", "text": TOWER},
]
TEST = [
    {"id": "t", "text": f"{STORY * 3}{TOWER[:60]}."},
    {"id": "m", "text": f"{MILL}"},
    {"id": "q", "text": QUESTION},
    {"id": "x", "text": "Nothing of this stands anywhere else, whoever looks for it and however long it takes."},
]


@pytest.fixture
def against(tmp_path):
    (tmp_path / "train.jsonl").write_text(lines(TRAIN))
    (tmp_path / "test.jsonl").write_text(lines(TEST))
    return "train.jsonl", "--against", "test.jsonl", "--measure", "containment", "--threshold", "0.5"


def overlaps(folder):
    return pq.read_table(folder / "overlaps.parquet").to_pylist()


def test_overlaps_are_located_in_both_texts_also_in_short_ones(twicetold, against, tmp_path):
    _, said = twicetold("documents", *against, "-o", "run")
    assert "3 overlaps located, in 3 of 3 pairs" in said
    found = {(row["left_document"], row["right_document"]): row for row in overlaps(tmp_path / "run")}
    assert set(found) == {("a", "t"), ("b", "m"), ("c", "q")}
    text = {row["id"]: row["text"] for row in [*TRAIN, *TEST]}
    for (left, right), row in found.items():
        one, two = text[left][row["left_start"] : row["left_end"]], text[right][row["right_start"] : row["right_end"]]
        assert one.strip(".").split() == two.strip(".").split()
        assert one.startswith(row["excerpt"][:40])
    assert found["b", "m"]["left_share"] == found["b", "m"]["right_share"] == 1.0
    assert found["a", "t"]["left_start"] == len(LAKE) + 2
    assert text["c"][found["c", "q"]["left_start"] : found["c", "q"]["left_end"]] == QUESTION


def test_they_can_be_seen_and_exported_and_removed_jsonl_names_them(twicetold, against, tmp_path):
    twicetold("documents", *against, "-o", "run")
    said = twicetold("show", "run", "--document", "c")[0]
    assert f"18 to {18 + len(QUESTION)}, 61 % of c (train.jsonl, line 3)" in said
    rows = [json.loads(line) for line in twicetold("show", "run", "--cluster", "0", "--json")[0].splitlines()]
    assert [row["row"] for row in rows] == ["cluster", "member", "member", "overlap"]
    exported = twicetold("export", "run", "--table", "overlaps")[0].splitlines()
    assert sorted(json.loads(line)["right_document"] for line in exported) == ["m", "q", "t"]
    gone = [json.loads(line) for line in twicetold("apply", "run", "--dry-run", "--json")[0].splitlines()]
    assert {row["document"] for row in gone} == {"a", "b", "c"}
    (quiz,) = (row for row in gone if row["document"] == "c")
    (place,) = quiz["overlaps"]
    assert (place["start"], place["end"]) == (18, 18 + len(QUESTION))
    assert (place["repeats_start"], place["repeats_end"]) == (0, len(QUESTION))


def test_places_are_those_of_the_text_as_read_with_its_markup(twicetold, tmp_path):
    (tmp_path / "a.html").write_text(f"<html><body><h1>Lake</h1><p>{STORY * 2}</p></body></html>")
    (tmp_path / "b.txt").write_text(f"Lake\n\n{STORY * 2}\n")
    twicetold("documents", "a.html", "--against", "b.txt", "-o", "run")
    (row,) = overlaps(tmp_path / "run")
    page, text = ((tmp_path / name).read_text() for name in ("a.html", "b.txt"))
    assert page[row["left_start"] : row["left_end"]] == f"Lake</h1><p>{(STORY * 2).strip()}"
    assert text[row["right_start"] : row["right_end"]] == f"Lake\n\n{(STORY * 2).strip()}"


def test_without_another_set_they_are_located_where_it_is_asked_for(twicetold, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines([{"id": "1", "text": LAKE}, {"id": "2", "text": f"{LAKE} and more of it"}]))
    twicetold("documents", "a.jsonl", "-o", "run")
    assert not (tmp_path / "run" / "overlaps.parquet").exists()
    twicetold("documents", "a.jsonl", "-o", "always", "--locate", "always")
    (row,) = overlaps(tmp_path / "always")
    assert (row["left_document"], row["right_document"], row["cluster"], row["left_end"]) == ("1", "2", 0, len(LAKE))
    (tmp_path / "b.jsonl").write_text(lines([{"id": "3", "text": LAKE}]))
    twicetold("documents", "a.jsonl", "--against", "b.jsonl", "--locate", "never", "-o", "never")
    assert not (tmp_path / "never" / "overlaps.parquet").exists()
    assert (
        "unknown locate: `sometimes`"
        in twicetold("documents", "a.jsonl", "-o", "x", "--locate", "sometimes", code=2)[1]
    )


def test_stdin_cannot_be_read_twice_and_is_not_looked_at_unless_it_is_asked_for(tmp_path):
    (tmp_path / "b.jsonl").write_text(lines([{"id": "3", "text": LAKE}]))
    command = [*COMMAND, "documents", "-", "--against", "b.jsonl", "--reader", "jsonl", "-o"]

    def piped(*arguments):
        return subprocess.run([*command, *arguments], cwd=tmp_path, input=lines(TRAIN).encode(), capture_output=True)

    assert piped("run").returncode == 0
    assert not (tmp_path / "run" / "overlaps.parquet").exists()
    assert b"overlaps cannot be located in stdin" in piped("again", "--locate", "always").stderr


def test_a_text_that_matches_several_of_the_other_set_is_located_in_each(tmp_path):
    (tmp_path / "train.jsonl").write_text(lines([{"id": "a", "text": LAKE}, {"id": "copy", "text": LAKE}]))
    others = [{"id": f"t{at}", "text": changed(LAKE, 1, at)} for at in range(3)]
    (tmp_path / "test.jsonl").write_text(lines(others))
    run = package.documents(tmp_path / "train.jsonl", against=tmp_path / "test.jsonl")
    found = [(row["cluster"], row["left_document"], row["right_document"]) for row in run.overlaps.to_pylist()]
    assert [row[0] for row in found] == [0, 0, None, None]
    assert {row[1:] for row in found[:2]} == {("a", run.members["repeats"][-1].as_py()), ("copy", found[0][2])}
    assert {row[2] for row in found} == {"t0", "t1", "t2"}


@pytest.fixture
def two(tmp_path):
    """Two sets of families of texts with ever more changes."""
    every = list(many())
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path, rows in zip(paths, (every[::2], every[1::2]), strict=True):
        path.write_text(lines(rows))
    return paths


def test_threads_batches_and_next_to_no_memory_change_nothing(two):
    base = package.documents(two[0], against=two[1])
    assert base.overlaps.num_rows > 20
    digests = {package.documents(two[0], against=two[1], workers=2, batch_bytes=2000).digest}
    engine = Local(Machine(workers=2), limits=SMALL_PIECES)
    digests.add(package.documents(two[0], against=two[1], engine=engine).digest)
    assert digests == {base.digest}
    assert base.digest != package.documents(two[0], against=two[1], locate="never").digest


@pytest.mark.parametrize("options", [{}, {"locate": "always"}])
def test_spark_gives_the_same_overlaps_and_texts(two, options):
    session = small_session()
    from twicetold.engines.spark import Spark

    others = {} if options else {"against": two[1]}
    here, there = (
        package.documents(two if options else two[0], engine=engine, **options, **others)
        for engine in (None, Spark(session))
    )
    assert here.overlaps.num_rows > 20
    assert there.digest == here.digest
    assert there.variants.equals(here.variants)
    assert there.facts["results"] == here.facts["results"]
