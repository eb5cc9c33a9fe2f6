"""Families of the job `passages`: one text with all its copies, on every engine, in spite of noise and cuts."""

import json
import random
from difflib import SequenceMatcher

import pyarrow.parquet as pq
import pytest
from benchmarks.noise_corpus import add_noise
from tests.runs.essays import essay
from tests.runs.passages import written
from tests.support.shown import rows_of

import twicetold as package
from twicetold.matching.trees import read_date

SEED = 5


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Six reprints of one text and three of another, dated, each on a page of its own; one page has both texts."""
    draw = random.Random(SEED)
    one, two = " ".join(essay(1) + essay(2))[:700], " ".join(essay(3) + essay(4))[:700]
    words = one.split()
    later = " ".join("gravelly" if at in (12, 30, 45) else word for at, word in enumerate(words))  # the second's change
    texts = [one, later, later, one, later[60:], f"{one} {two}", two, two[40:], two[:600]]
    rows = []
    for number, text in enumerate(texts):
        noisy, _ = add_noise(text, 0.03, draw)
        around = [" ".join(essay(20 + 2 * number + side)) for side in (0, 1)]
        page = f"{around[0]} {noisy} {around[1]}"
        rows.append({"id": f"p{number}", "series": f"s{number % 4}", "date": f"18{50 + number}-01-02", "text": page})
    path = tmp_path_factory.mktemp("pages") / "pages.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def run(pages):
    return package.passages(str(pages), series="none", noise="ocr", boilerplate=50)


def test_each_text_is_a_family_and_a_page_with_both_is_in_both(run):
    members = run.members.to_pylist()
    documents = {
        number: sorted(row["document"] for row in members if row["family"] == number)
        for number in sorted({row["family"] for row in members})
    }
    assert documents == {0: ["p0", "p1", "p2", "p3", "p4", "p5"], 1: ["p5", "p6", "p7", "p8"]}
    assert [row["size"] for row in run.families.to_pylist()] == [6, 4]


def test_members_are_in_order_of_time_and_say_what_they_were_copied_from(run):
    members = [row for row in run.members.to_pylist() if row["family"] == 0]
    assert [row["timestamp"] for row in members] == sorted(row["timestamp"] for row in members)
    assert [row["member"] for row in members] == list(range(6))
    assert [row["parent"] for row in members] == [None, 0, 1, 0, 2, 3]  # of equal ones the latest
    assert all(0.9 < row["similarity"] <= 1 for row in members)


def test_a_member_lies_where_its_text_is(run, pages):
    texts = {row["id"]: row["text"] for row in map(json.loads, pages.read_text(encoding="utf-8").splitlines())}
    for row in run.members.to_pylist():
        begin = texts[row["document"]][row["start"] : row["end"]]
        assert 500 < len(begin) < 760, row


def test_the_best_text_is_better_than_its_copies(run):
    text = " ".join(essay(3) + essay(4))[:700]
    likeness = SequenceMatcher(None, run.families.to_pylist()[1]["text"], text, autojunk=False).ratio()
    assert likeness > 0.97


def test_families_can_be_left_out(pages, tmp_path):
    run = package.passages(str(pages), series="none", families=False, output=tmp_path / "run")
    assert "families" not in run.tables
    assert "members" not in run.tables


def test_a_family_is_shown_in_order_of_time_with_its_variants(twicetold, pages, tmp_path):
    out = str(tmp_path / "run")
    twicetold("passages", str(pages), "--series", "none", "--noise", "ocr", "--boilerplate", 50, "-o", out)
    rows = rows_of(twicetold("show", out, "--family", 0, "--json")[0])
    assert [row["row"] for row in rows] == ["family", *["copy"] * 6]
    assert all("".join(text for sign, text in row["changes"] if sign != "-") == row["text"] for row in rows[1:])
    said, _ = twicetold("show", out, "--family", 0, "--limit", 2)
    assert "likely from 0" in said
    assert "no source inside" in said
    assert "and 4 more copies" in said
    assert "largest families" in twicetold("show", out)[0]


def test_a_family_that_is_not_there_is_an_error(twicetold, tmp_path):
    run = written(tmp_path / "run")
    assert "has no families" in twicetold("show", run, "--family", 0, code=2)[1]


@pytest.mark.parametrize(
    ("given", "date"),
    [
        ("1863-04-01", "1863-04-01"),
        ("1863/04", "1863-04"),
        ("18630401", "1863-04-01"),
        ("1863", "1863"),
        ("2010-05-06T07:08:09Z", "2010-05-06T07:08:09"),
        ("May 1863", ""),
        ("", ""),
    ],
)
def test_dates_sort_as_text(given, date):
    assert read_date(given) == date


def test_tables_are_those_that_are_declared(run):
    from twicetold.jobs.passages.tables import FAMILIES, FAMILY_MEMBERS

    for name, schema in (("families", FAMILIES), ("members", FAMILY_MEMBERS)):
        assert pq.read_schema(run.folder / f"{name}.parquet").names == schema.names
