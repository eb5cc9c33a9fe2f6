"""JSON lines in parts: the same records at the same places as in one piece."""

import gzip

import pytest

from twicetold.readers.base import Split
from twicetold.readers.jsonl import JsonlReader

LINES = [
    '\ufeff{"id": "a", "text": "One."}',
    '{"text": "No id: named by its place."}',
    "",
    '{"index": {"_id": "12"}}',
    '{"text": "Its id stands in the line before."}',
    '{"broken": ',
    '{"index": {"_id": "13"}}',
    "",
    "not JSON",
    '{"text": "Its id stands three lines before."}\r',
    '{"title": "no text"}',
    '{"text": "' + "long " * 100 + '"}',
    '{"text": "The last, without a line end."}',
]


def rows(splits):
    return [row for split in splits for batch in JsonlReader().read(split) for row in batch.to_pylist()]


@pytest.mark.parametrize("split_bytes", [1, 30, 100, 300, 600])
def test_splits_have_the_records_and_places_of_the_whole(tmp_path, split_bytes):
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(LINES), encoding="utf-8")
    splits = JsonlReader().split_file(str(path), split_bytes)
    assert len(splits) > 1
    assert rows(splits) == rows([Split(str(path))])
    assert [(split.start, split.end) for split in splits][-1][1] == path.stat().st_size


def test_no_split_begins_behind_an_index_line(tmp_path):
    path = tmp_path / "cirrus.jsonl"
    pair = '{"index": {"_id": "%d"}}\n{"text": "Text."}\n'
    path.write_text("".join(pair % number for number in range(20)), encoding="utf-8")
    splits = JsonlReader().split_file(str(path), 1)
    assert len(splits) == 20
    assert [row["document"] for row in rows(splits)] == [str(number) for number in range(20)]


@pytest.mark.parametrize("text", ['[{"text": "a"},\n{"text": "b"}]', '{\n"text": "a"\n}\n{\n"text": "b"\n}', "\n \n"])
def test_what_is_not_lines_is_one_split(tmp_path, text):
    path = tmp_path / "array.json"
    path.write_text(text, encoding="utf-8")
    assert JsonlReader().split_file(str(path), 1) == [Split(str(path))]


def test_a_packed_file_and_an_address_are_one_split(tmp_path):
    path = tmp_path / "lines.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(LINES).encode()))
    assert JsonlReader().split_file(str(path), 1) == [Split(str(path))]
    assert JsonlReader().split_file("s3://bucket/lines.jsonl", 1) == [Split("s3://bucket/lines.jsonl")]
