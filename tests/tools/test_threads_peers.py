"""What `benchmarks.threads` measures us against finds what comparing every two threads finds."""

import json

import pytest
from benchmarks import threads as benchmark
from benchmarks import threads_work as work
from benchmarks.thread_source import Real, generated
from tests.tools.test_thread_source import REAL

import twicetold


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    folder = tmp_path_factory.mktemp("threads")
    path = folder / "threads.jsonl"
    rows = [row for rows, _ in generated(Real.of(REAL), 150, 3) for row in rows]
    rows[3] = rows[3] | {"question": "Straße  ＡＢＣ und mehr davon", "answer": ""}
    rows[9] = rows[9] | {"question": "STRASSE abc und mehr davon", "description": ""}
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder, work.all_of_them(str(path), "")


def test_the_job_finds_what_comparing_all_finds(given):
    folder, expected = given
    twicetold.threads(folder / "threads.jsonl", output=folder / "run", preset="wu2011", missing="share")
    assert expected.num_rows > 3
    assert benchmark.is_same(benchmark.matched(folder / "run"), expected)


@pytest.mark.parametrize("name", ["duckdb", "set_similarity_search"])
def test_a_peer_finds_what_comparing_all_finds(given, name):
    pytest.importorskip(work.MODULES[name])
    folder, expected = given
    assert benchmark.is_same(work.WORK[name](str(folder / "threads.jsonl"), "1GB"), expected)


def test_other_pairs_and_other_scores_are_seen(given):
    _, expected = given
    assert not benchmark.is_same(expected.slice(1), expected)
    column = expected.schema.get_field_index("score")
    assert not benchmark.is_same(expected.set_column(column, "score", [[0.5001] * expected.num_rows]), expected)


def test_the_share_of_copies_is_told_whichever_side_they_are_named_on(tmp_path):
    copies = tmp_path / "copies.csv"
    copies.write_text("left,right,duplicate\n002,001,1\n003,001,1\n", encoding="utf-8")
    matches = benchmark.pa.table({"left": ["001"], "right": ["002"], "score": [0.9]})
    assert benchmark.found_of(copies, matches) == 0.5


def test_growth_is_an_exponent():
    one, two = benchmark.Row(100, "", 10.0, 10.0, 50.0, 10), benchmark.Row(1000, "", 100.0, 10.0, 50.0, 1000)
    assert benchmark.power(one, two) == "seconds n^1.00, cpu seconds n^0.00, peak mb n^0.00, pairs n^2.00"
