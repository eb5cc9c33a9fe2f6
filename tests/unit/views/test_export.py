"""`twicetold export`: every table in every format, whole or not at all."""

import csv
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.unit.conftest import MEMBERS, TABLES, as_row, write_run

from twicetold.jobs.sentences.tables import SENTENCE_MEMBERS
from twicetold.run import finished
from twicetold.text.plurals import format_count


def expected(table):
    kind, values = TABLES[table]
    return [as_row(kind, row) for row in values]


@pytest.mark.parametrize("table", TABLES)
def test_jsonl_is_every_row_as_it_is(twicetold, sentence_run, table):
    out, errors = twicetold("export", sentence_run, "--table", table)
    assert [json.loads(line) for line in out.removesuffix("\n").split("\n")] == expected(table)
    assert errors == ""


@pytest.mark.parametrize("table", TABLES)
def test_csv_is_every_row_and_a_header(twicetold, sentence_run, table):
    twicetold("export", sentence_run, "--table", table, "-o", "table.csv")
    with Path("table.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows == [
        {name: "" if value is None else _csv_text(value) for name, value in row.items()} for row in expected(table)
    ]


def _csv_text(value):
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"))
    return f"{value:g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize("table", TABLES)
def test_parquet_reads_back_with_its_schema(twicetold, sentence_run, table):
    _, errors = twicetold("export", sentence_run, "--table", table, "--format", "parquet", "-o", "table.bin")
    read = pq.read_table("table.bin")
    assert read.to_pylist() == expected(table)
    assert read.schema == TABLES[table][0]
    assert errors == f"wrote {format_count(len(expected(table)), 'row')} of `{table}` to table.bin\n"


def test_wikiduper_is_a_line_of_three_fields_for_each_member(twicetold, sentence_run):
    out, _ = twicetold("export", sentence_run, "--format", "wikiduper")
    lines = [line.split("\t") for line in out.removesuffix("\n").split("\n")]
    assert lines[0] == ["0", "Lake Orrin", "The lake froze over in the winter of 1905."]
    assert [(line[0], line[1]) for line in lines] == [(str(member[0]), member[2]) for member in MEMBERS]
    assert lines[4][2] == MEMBERS[4][-1].replace("\t", " ").replace("\n", " ")


def test_it_streams_batch_by_batch(twicetold, tmp_path, monkeypatch):
    members = [(number, "d", "T", "", "prose", 0, 0, 1, 0, f"Text {number}.") for number in range(100)]
    run = write_run(tmp_path / "many", {"members": (SENTENCE_MEMBERS, members)})
    monkeypatch.setattr(finished, "BATCH_ROWS", 7)
    out, _ = twicetold("export", run, "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == SENTENCE_MEMBERS.names
    assert [row[-1] for row in rows[1:]] == [f"Text {number}." for number in range(100)]


@pytest.mark.parametrize("format", ["jsonl", "csv", "parquet", "wikiduper"])
def test_an_empty_table_is_an_empty_export(twicetold, tmp_path, format):
    run = write_run(tmp_path / "none", {"members": (SENTENCE_MEMBERS, [])})
    twicetold("export", run, "--format", format, "-o", "out", "-q")
    if format == "parquet":
        assert pq.read_table("out").schema == SENTENCE_MEMBERS
    else:
        assert len(Path("out").read_text().splitlines()) == (1 if format == "csv" else 0)


def test_a_number_that_json_does_not_know_becomes_null(twicetold, tmp_path):
    kind = pa.schema([("value", pa.float64()), ("yes", pa.bool_()), ("list", pa.list_(pa.int64()))])
    run = write_run(tmp_path / "odd", {"odd": (kind, [(float("nan"), True, [1]), (0.5, None, [])])})
    out, _ = twicetold("export", run, "--table", "odd")
    assert out == '{"value":null,"yes":true,"list":[1]}\n{"value":0.5,"yes":null,"list":[]}\n'


def test_nothing_is_overwritten_unless_forced(twicetold, sentence_run):
    Path("members.csv").write_text("mine")
    _, errors = twicetold("export", sentence_run, "-o", "members.csv", code=2)
    assert "`members.csv` exists" in errors
    assert Path("members.csv").read_text() == "mine"
    twicetold("export", sentence_run, "-o", "members.csv", "--force")
    assert Path("members.csv").read_text().startswith('"cluster"')


def test_a_run_does_not_overwrite_itself(twicetold, sentence_run):
    _, errors = twicetold("export", sentence_run, "-o", sentence_run / "members.parquet", "--force", code=2)
    assert "is a part of the run itself" in errors


def test_a_damaged_table_leaves_no_file(twicetold, sentence_run):
    path = sentence_run / "members.parquet"
    path.write_bytes(path.read_bytes()[:200])
    _, errors = twicetold("export", sentence_run, "-o", "members.csv", code=2)
    assert "missing or damaged" in errors
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--table", "passages"], "has no table `passages`"),
        (["--format", "xml"], "unknown format: `xml`"),
        (["-o", "members.xlsx"], "unknown format: `xlsx`"),
        (["-o", "members"], "`members` does not tell its format"),
        (["--format", "parquet"], "Parquet cannot be written to stdout"),
        (["--format", "wikiduper", "--table", "clusters"], "does not suit the table `clusters`"),
        (["-o", "nowhere/members.csv"], "`nowhere` is not a folder"),
        (["-o", ".", "--format", "csv"], "`.` is a folder"),
    ],
)
def test_nonsense_is_told_with_a_way_out(twicetold, sentence_run, options, said):
    out, errors = twicetold("export", sentence_run, *options, code=2)
    assert said in errors
    assert "hint: " in errors
    assert out == ""


def test_an_unfinished_run_is_not_exported(twicetold, tmp_path):
    _, errors = twicetold("export", write_run(tmp_path / "half", digest=None), code=2)
    assert "is not finished" in errors


def test_an_error_message_is_safe_to_print(twicetold, sentence_run):
    _, errors = twicetold("export", sentence_run, "--table", "a\x1b[2Jb\u202e", code=2)
    assert "`a\\x1b[2Jb\\u202e`" in errors
    assert "\x1b" not in errors
