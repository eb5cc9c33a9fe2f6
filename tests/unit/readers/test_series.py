"""What a document is a part of: the field `series`, or the one that the user names."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from twicetold import registry
from twicetold.config import Reading
from twicetold.errors import InputError
from twicetold.matching.document_sentences import check_series
from twicetold.readers.base import Split

RECORDS = [
    {"id": "1", "series": "News", "paper": "N", "text": "One."},
    {"id": "2", "series": "Times", "paper": "T", "text": "Two."},
]


def jsonl(folder):
    (folder / "a.jsonl").write_text("\n".join(map(json.dumps, RECORDS)), encoding="utf-8")
    return folder / "a.jsonl"


def csv(folder):
    lines = [",".join(RECORDS[0]), *(",".join(each.values()) for each in RECORDS)]
    (folder / "a.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder / "a.csv"


def parquet(folder):
    pq.write_table(pa.Table.from_pylist(RECORDS), folder / "a.parquet")
    return folder / "a.parquet"


def series(path, name="", reader=None):
    kind = registry.load_class("reader", reader or path.suffix[1:])
    batches = list(kind(reading=Reading(series=name)).read(Split(str(path))))
    return [each for batch in batches for each in batch["series"].to_pylist()]


@pytest.mark.parametrize("write", [jsonl, csv, parquet])
def test_the_field_series_is_guessed_or_named(tmp_path, write):
    path = write(tmp_path)
    assert series(path) == ["News", "Times"]
    assert series(path, "paper") == ["N", "T"]
    for name in ("folder", "source", "none"):
        assert series(path, name) == ["News", "Times"], "these are no fields; the job knows what they mean"


def test_a_record_without_one_has_none(tmp_path):
    records = [{"text": "a"}, {"series": None, "text": "b"}, {"series": 7, "text": "c"}, {"series": "", "text": "d"}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    assert series(tmp_path / "a.jsonl") == ["", "", "7", ""]


def test_a_field_may_be_inside_another(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "a", "meta": {"paper": "N"}}', encoding="utf-8")
    assert series(tmp_path / "a.jsonl", "meta.paper") == ["N"]


def test_a_file_of_text_has_none(tmp_path):
    (tmp_path / "a.txt").write_text("One.", encoding="utf-8")
    assert series(tmp_path / "a.txt", reader="text") == [""]


def test_a_column_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InputError, match="no column `papre`") as caught:
        series(parquet(tmp_path), "papre")
    assert "--series paper" in caught.value.hint


@pytest.mark.parametrize("name", ["", "none", "folder", "source"])
def test_without_a_named_field_nothing_is_wrong(name):
    check_series(name, [pa.record_batch({"series": ["", ""]})])


def test_a_named_field_that_no_document_has_is_told():
    check_series("paper", [pa.record_batch({"series": [""]}), pa.record_batch({"series": ["", "N"]})])
    check_series("paper", [])
    with pytest.raises(InputError, match="no document has a field `paper`") as caught:
        check_series("paper", [pa.record_batch({"series": ["", ""]})])
    assert "folder, source" in caught.value.hint
