"""The Parquet reader: columns found by name and type, rows rejected one by one, damage kept to its row group."""

from __future__ import annotations

import datetime
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from twicetold.config import Reading
from twicetold.errors import InputError
from twicetold.readers.base import Reader, Split
from twicetold.readers.parquet import ParquetReader
from twicetold.tables.reading import DOCUMENTS


def all_batches(reader: Reader, paths: list[str]) -> list[pa.RecordBatch]:
    """Every batch of every file, one after the other."""
    return [batch for path in paths for split in reader.split_file(path, 1 << 62) for batch in reader.read(split)]


def written(path: Path, columns: dict[str, Any], **options: Any) -> str:
    pq.write_table(pa.table(columns), path, **options)
    return str(path)


def rows(path: str, **reading: Any) -> list[dict[str, Any]]:
    batches = list(all_batches(ParquetReader(Reading(**reading)), [path]))
    assert all(batch.schema == DOCUMENTS and batch.num_rows for batch in batches)
    for batch in batches:
        batch.validate(full=True)
    return pa.Table.from_batches(batches, DOCUMENTS).to_pylist()


def test_the_columns_of_a_wikipedia_file_are_found_by_their_names(tmp_path: Path) -> None:
    path = written(tmp_path / "w.parquet", {"id": ["12"], "url": ["https://x/A"], "title": ["A"], "text": ["Words."]})
    [row] = rows(path)
    found = {name: row[name] for name in ("document", "url", "title", "text", "place", "source", "markup", "status")}
    assert found == {
        "document": "12",
        "url": "https://x/A",
        "title": "A",
        "text": "Words.",
        "place": "row 1",
        "source": path,
        "markup": "plain",
        "status": "read",
    }


def test_names_are_found_in_any_case_and_numbers_become_strings(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"DocID": [7, None], "Content": ["x", "y"], "other": [1.5, 2.5]})
    assert [row["document"] for row in rows(path)] == ["7", f"{path}:2"]


@pytest.mark.parametrize(
    "kind",
    [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()), pa.binary(), pa.large_binary()],
)
def test_every_kind_of_string_is_text(tmp_path: Path, kind: pa.DataType) -> None:
    values = pa.array(["ä", None, "b"]).cast(pa.binary() if "binary" in str(kind) else pa.string()).cast(kind)
    read = rows(written(tmp_path / "a.parquet", {"text": values}))
    assert [row["text"] for row in read] == ["ä", "", "b"]
    assert [row["status"] for row in read] == ["read", "rejected", "read"]


def test_a_null_text_is_rejected_with_its_row(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"text": ["x"] * 17 + [None]}, row_group_size=5)
    [row] = [row for row in rows(path) if row["status"] == "rejected"]
    assert (row["place"], row["reason"], row["document"]) == ("row 18", "no text", f"{path}:18")


def test_text_that_is_not_utf8_is_rejected_and_the_rows_around_it_are_read(tmp_path: Path) -> None:
    bad = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0\5\0\0\0\7\0\0\0"), pa.py_buffer(b"okb\xffdok")]
    )
    read = rows(written(tmp_path / "a.parquet", {"text": bad, "title": bad}))
    assert [row["status"] for row in read] == ["read", "rejected", "read"]
    assert read[1]["reason"] == "the text is not valid UTF-8"
    assert read[1]["text"] == read[1]["title"] == "b\ufffdd"


def test_a_text_over_the_limit_is_rejected_with_its_beginning(tmp_path: Path) -> None:
    read = rows(written(tmp_path / "a.parquet", {"text": ["ä" * 600, "short"]}), document_bytes=1000)
    assert [row["status"] for row in read] == ["rejected", "read"]
    assert read[0]["text"] == "ä" * 200
    assert "1,000 bytes" in read[0]["reason"]


def test_times_become_iso_8601(tmp_path: Path) -> None:
    moment = datetime.datetime(2024, 1, 2, 3, 4, 5, 600)
    for number, (kind, expected) in enumerate(
        [
            (pa.timestamp("us"), "2024-01-02T03:04:05"),
            (pa.timestamp("ns", "Europe/Berlin"), "2024-01-02T03:04:05Z"),
            (pa.date32(), "2024-01-02"),
        ]
    ):
        value = pa.array([moment.date() if kind == pa.date32() else moment], kind)
        [row] = rows(written(tmp_path / f"{number}.parquet", {"text": ["x"], "created": value}))
        assert row["timestamp"] == expected


def test_named_fields_are_taken_as_given(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"text": ["no"], "wikicode": ["yes"], "key": [3], "label": ["L"]})
    [row] = rows(path, text_field="wikicode", id_field="key", title_field="label")
    assert (row["text"], row["document"], row["title"]) == ("yes", "3", "L")


@pytest.mark.parametrize(
    ("columns", "reading", "message", "hint"),
    [
        ({"txt": ["x"], "n": [1]}, {}, "no column that looks like the text", "try `--text-field txt`"),
        ({"text": ["x"], "wikicode": ["y"]}, {"text_field": "wikicod"}, "no column `wikicod`", "--text-field wikicode"),
        ({"text": ["x"]}, {"id_field": "key"}, "no column `key`", "the columns are `text`"),
        ({"tokens": [["x"]]}, {"text_field": "tokens"}, "holds list<", "the columns are `tokens`"),
    ],
)
def test_a_missing_column_is_an_error_that_lists_what_is_there(
    tmp_path: Path, columns: dict[str, Any], reading: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        rows(written(tmp_path / "a.parquet", columns), **reading)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_list_named_text_is_not_guessed(tmp_path: Path) -> None:
    [row] = rows(written(tmp_path / "a.parquet", {"text": [["x"]], "body": ["words"]}))
    assert row["text"] == "words"


def test_row_groups_are_splits_and_together_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"text": [f"text {number}" for number in range(100)]}, row_group_size=10)
    reader = ParquetReader()
    splits = reader.split_file(path, 200)
    assert len(splits) > 2
    assert (splits[0].start, splits[-1].end) == (0, 10)
    texts = [row["text"] for split in splits for batch in reader.read(split) for row in batch.to_pylist()]
    assert texts == [f"text {number}" for number in range(100)]
    assert next(reader.read(Split(path, 3, 4)))["place"][0].as_py() == "row 31"


def test_a_row_group_of_large_texts_is_cut_into_batches(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"text": ["s"] * 50 + ["long " * 2000] * 20})
    batches = list(all_batches(ParquetReader(Reading(batch_bytes=30_000)), [path]))
    assert sum(batch.num_rows for batch in batches) == 70
    assert max(sum(map(len, batch["text"].to_pylist())) for batch in batches) <= 60_000


@pytest.mark.parametrize("content", [b"", b"PAR1", b"not parquet at all, just words"])
def test_a_file_that_is_no_parquet_is_one_rejected_row(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.parquet").write_bytes(content)
    [row] = rows(str(tmp_path / "a.parquet"))
    assert row["status"] == "rejected"
    assert row["reason"]


def test_a_cut_footer_is_one_rejected_row(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"text": ["x"] * 100})
    whole = Path(path).read_bytes()
    Path(path).write_bytes(whole[:-30])
    assert [row["status"] for row in rows(path)] == ["rejected"]


def test_a_damaged_row_group_costs_itself_alone(tmp_path: Path) -> None:
    texts = [f"text {number} " * 50 for number in range(300)]
    path = written(tmp_path / "a.parquet", {"text": texts}, row_group_size=100, use_dictionary=False)
    metadata = pq.ParquetFile(path).metadata
    place = metadata.row_group(1).column(0).data_page_offset
    damaged = bytearray(Path(path).read_bytes())
    damaged[place : place + 600] = bytes(600)
    Path(path).write_bytes(damaged)
    read = rows(path)
    [rejected] = [row for row in read if row["status"] == "rejected"]
    assert rejected["place"] == "row 101"
    assert "row group 2 is damaged" in rejected["reason"]
    assert [row["text"] for row in read if row["status"] == "read"] == texts[:100] + texts[200:]


def test_a_file_without_rows_gives_no_batch(tmp_path: Path) -> None:
    assert rows(written(tmp_path / "a.parquet", {"text": pa.array([], pa.string())})) == []


def test_stdin_is_refused_with_the_way_out() -> None:
    with pytest.raises(InputError, match="stdin"):
        ParquetReader().split_file("-", 1)


def test_the_reader_pickles() -> None:
    assert pickle.loads(pickle.dumps(ParquetReader())) == ParquetReader()
