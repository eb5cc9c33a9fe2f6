"""The text reader: what files become, and what it says of those it cannot read."""

from __future__ import annotations

import gzip
import os
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from twicetold.config import Reading
from twicetold.errors import SettingsError
from twicetold.readers.base import Split
from twicetold.readers.text import TextReader
from twicetold.tables.reading import DOCUMENTS


def rows(path: Path | str, **reading: Any) -> list[dict[str, Any]]:
    batches = list(TextReader(Reading(**reading)).read(Split(str(path))))
    assert all(batch.schema == DOCUMENTS for batch in batches)
    return pa.Table.from_batches(batches, DOCUMENTS).to_pylist()


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_a_file_is_a_document_named_by_its_path_and_titled_by_its_stem(tmp_path: Path) -> None:
    [row] = rows(written(tmp_path / "on_war.txt", "Völker.\r\nWar.\r".encode()))
    assert row["document"] == row["source"] == str(tmp_path / "on_war.txt")
    assert (row["title"], row["markup"], row["status"], row["reason"]) == ("on_war", "plain", "read", "")


def test_line_ends_are_not_translated(tmp_path: Path) -> None:
    assert rows(written(tmp_path / "a.txt", b"one\r\ntwo\rthree\n"))[0]["text"] == "one\r\ntwo\rthree\n"


def test_a_packed_file_is_unpacked_and_loses_both_suffixes_in_its_title(tmp_path: Path) -> None:
    [row] = rows(written(tmp_path / "essay.md.gz", gzip.compress(b"# Words")))
    assert (row["title"], row["text"]) == ("essay", "# Words")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_tells_the_encoding_and_is_no_text(tmp_path: Path, encoding: str) -> None:
    assert rows(written(tmp_path / "a.txt", "Größe 大小".encode(encoding)))[0]["text"] == "Größe 大小"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_recognised(tmp_path: Path, encoding: str) -> None:
    assert rows(written(tmp_path / "a.txt", "The old man, naïve.".encode(encoding)))[0]["text"] == "The old man, naïve."


def test_text_with_a_few_nul_bytes_is_not_taken_for_utf16(tmp_path: Path) -> None:
    assert rows(written(tmp_path / "a.txt", b"a\0b and more words here"))[0]["text"] == "a\0b and more words here"


def test_invalid_bytes_are_rejected_with_their_place_and_a_way_out(tmp_path: Path) -> None:
    [row] = rows(written(tmp_path / "a.txt", b"caf\xe9 noir"))
    assert (row["status"], row["place"]) == ("rejected", "byte 3")
    assert row["reason"] == "byte 0xe9 is not valid utf-8: try `--encoding latin-1`"
    assert "noir" in row["text"]
    assert row["source"].endswith("a.txt")


def test_the_way_out_works(tmp_path: Path) -> None:
    assert rows(written(tmp_path / "a.txt", b"caf\xe9"), encoding="latin-1")[0]["text"] == "café"


@pytest.mark.parametrize("name", ["utf-88", "hex", "unicode_escape", "UTF-7", "idna", "undefined"])
def test_an_encoding_that_is_none_is_told_before_anything_is_read(name: str) -> None:
    with pytest.raises(SettingsError, match="unknown encoding"):
        TextReader(Reading(encoding=name))


def test_an_empty_file_is_rejected(tmp_path: Path) -> None:
    [row] = rows(written(tmp_path / "a.txt", b""))
    assert (row["status"], row["reason"]) == ("rejected", "empty file")


def test_a_file_that_vanished_is_rejected(tmp_path: Path) -> None:
    [row] = rows(tmp_path / "gone.txt")
    assert row["status"] == "rejected"
    assert "o such file" in row["reason"]


def test_a_file_over_the_limit_is_rejected_plain_or_packed(tmp_path: Path) -> None:
    [plain] = rows(written(tmp_path / "a.txt", b"word " * 1000), document_bytes=2000)
    [packed] = rows(written(tmp_path / "b.txt.gz", gzip.compress(b"word " * 1000)), document_bytes=2000)
    assert plain["status"] == packed["status"] == "rejected"
    assert "limit of 2,000 bytes" in plain["reason"]
    assert "unpacks to more than the limit" in packed["reason"]
    assert len(plain["text"]) <= 200


def test_a_cut_packing_is_rejected(tmp_path: Path) -> None:
    [row] = rows(written(tmp_path / "a.txt.gz", gzip.compress(os.urandom(5000))[:-900]))
    assert row["status"] == "rejected"
    assert row["reason"]


def test_many_small_files_share_batches_and_each_keeps_its_source(tmp_path: Path) -> None:
    paths = [written(tmp_path / f"{number:03}.txt", b"x" * 100) for number in range(100)]
    paths[7].write_bytes(b"\xff")
    batches = list(TextReader(Reading(batch_bytes=4000)).read_many([Split(str(path)) for path in paths]))
    table = pa.Table.from_batches(batches)
    assert len(batches) < 10
    assert table["source"].to_pylist() == [str(path) for path in paths]
    assert table["status"].to_pylist().count("rejected") == 1


def test_a_name_that_is_not_utf8_is_shown_escaped(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(b"words")
    [row] = rows(path)
    assert row["document"].endswith("caf\\xe9.txt")
    assert row["text"] == "words"


def test_the_reader_pickles() -> None:
    assert pickle.loads(pickle.dumps(TextReader(Reading(encoding="cp1252")))) == TextReader(Reading(encoding="cp1252"))
