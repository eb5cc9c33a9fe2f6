"""The WARC reader: pages and their heads, what is skipped, and how it goes on behind damage."""

from __future__ import annotations

import builtins
import bz2
import gzip
import io
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from twicetold.config import Reading
from twicetold.errors import MissingPackage
from twicetold.readers.base import Split
from twicetold.readers.warc import WarcReader
from twicetold.tables.reading import DOCUMENTS


def record(
    address: str, body: bytes, *, kind: str = "response", mime: str = "application/http", length: Any = None
) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{address}>\r\nContent-Type: {mime}\r\n"
        f"Content-Length: {len(body) if length is None else length}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"


def http(body: bytes, mime: str = "text/html; charset=utf-8", extra: str = "", status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{extra}\r\n".encode() + body


def page(name: str) -> bytes:
    return record(f"http://{name}/", http(f"<title>{name}</title><p>Words of {name}.</p>".encode() * 20))


def rows(path: Path, *, content: bytes, **reading: Any) -> list[dict[str, Any]]:
    path.write_bytes(content)
    batches = list(WarcReader(Reading(**reading)).read(Split(str(path))))
    assert all(batch.schema == DOCUMENTS for batch in batches)
    return pa.Table.from_batches(batches, DOCUMENTS).to_pylist()


def outcome(read: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["status"], row["url"] or row["place"]) for row in read]


def test_a_page_has_its_address_date_title_and_place(tmp_path: Path) -> None:
    first = page("a")
    read = rows(tmp_path / "x.warc", content=first + page("b"))
    assert outcome(read) == [("read", "http://a/"), ("read", "http://b/")]
    row = read[1]
    assert (row["document"], row["title"], row["markup"]) == ("http://b/", "b", "html")
    assert (row["timestamp"], row["place"]) == ("2024-01-02T03:04:05Z", f"record at byte {len(first)}")
    assert row["text"].startswith("<title>b</title>")


def test_packed_records_are_read_and_placed_by_their_packed_bytes(tmp_path: Path) -> None:
    members = [gzip.compress(page(name)) for name in "abc"]
    read = rows(tmp_path / "x.warc.gz", content=b"".join(members))
    assert [row["place"] for row in read][2] == f"record at byte {len(members[0] + members[1])}"


def test_a_wet_record_is_plain_text(tmp_path: Path) -> None:
    content = record("http://a/", "Größe\nzählt".encode(), kind="conversion", mime="text/plain")
    [row] = rows(tmp_path / "x.wet", content=content)
    assert (row["text"], row["markup"], row["title"]) == ("Größe\nzählt", "plain", "")


def test_requests_and_infos_give_no_row_and_pictures_are_skipped(tmp_path: Path) -> None:
    content = (
        record("http://info/", b"software: x", kind="warcinfo", mime="application/warc-fields")
        + record("http://a/", b"GET / HTTP/1.1\r\n\r\n", kind="request")
        + record("http://a/x.png", http(b"\x89PNG", mime="image/png"))
        + record("http://a/gone", http(b"<p>Not found</p>", status="404 Not Found"))
        + record("http://a/none", http(b"  "))
        + page("b")
    )
    read = rows(tmp_path / "x.warc", content=content)
    assert [(row["status"], row["reason"]) for row in read] == [
        ("skipped", "not text"),
        ("skipped", "HTTP status other than 2xx"),
        ("skipped", "no text"),
        ("read", ""),
    ]


@pytest.mark.parametrize(
    ("body", "extra"),
    [
        (gzip.compress("<p>Größe</p>".encode(), mtime=0), "Content-Encoding: gzip\r\n"),
        (b"8\r\n<p>Gr\xc3\xb6\xc3\r\n5\r\n\x9fe</p\r\n1\r\n>\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
        ("<p>Größe</p>".encode(), "Content-Encoding: gzip\r\n"),
        ("<p>Größe</p>".encode(), "Transfer-Encoding: chunked\r\n"),
        ("<p>Größe</p>".encode(), "Content-Encoding: no-such\r\n"),
    ],
)
def test_a_page_is_unpacked_as_its_head_says_and_kept_where_the_head_is_wrong(
    tmp_path: Path, body: bytes, extra: str
) -> None:
    read = rows(tmp_path / "x.warc", content=record("http://a/", http(body, extra=extra)) + page("b"))
    assert outcome(read) == [("read", "http://a/"), ("read", "http://b/")]
    assert read[0]["text"] == "<p>Größe</p>"


def test_a_damaged_content_encoding_is_rejected(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"<p>words</p>" * 99))
    packed[12:20] = b"\xff" * 8
    content = record("http://a/", http(bytes(packed), extra="Content-Encoding: gzip\r\n")) + page("b")
    read = rows(tmp_path / "x.warc", content=content)
    assert outcome(read) == [("rejected", "http://a/"), ("read", "http://b/")]


@pytest.mark.parametrize(
    ("mime", "body"),
    [("text/html; charset=windows-1251", "Война".encode("cp1251")), ("text/html", b"<meta charset=cp1251>\xc2\xee")],
)
def test_the_charset_is_the_heads_or_the_pages(tmp_path: Path, mime: str, body: bytes) -> None:
    [row] = rows(tmp_path / "x.warc", content=record("<http://a/>", http(body, mime=mime)))
    assert row["text"] == body.decode("cp1251")
    assert row["url"] == "http://a/"


def test_the_scan_goes_on_behind_a_damaged_member(tmp_path: Path) -> None:
    members = [bytearray(gzip.compress(page(name))) for name in ("a", "b", "c")]
    members[1][-60:-30] = bytes(30)
    read = rows(tmp_path / "x.warc.gz", content=b"".join(members))
    assert [status for status, _ in outcome(read)] == ["read", "rejected", "read"]
    assert read[1]["place"] == f"record at byte {len(members[0])}"
    assert read[1]["reason"].startswith("damaged")
    assert read[2]["url"] == "http://c/"


@pytest.mark.parametrize("packed", [False, True])
def test_the_scan_goes_on_behind_garbage(tmp_path: Path, packed: bool) -> None:
    pages = [gzip.compress(page(name)) if packed else page(name) for name in "abc"]
    read = rows(tmp_path / "x.warc", content=pages[0] + pages[1] + b"garbage, not a record\r\n\r\n" * 9 + pages[2])
    assert [status for status, _ in outcome(read)] == ["read", "read", "rejected", "read"]
    assert read[2]["place"] == f"after the record at byte {len(pages[0])}"


@pytest.mark.parametrize("length", ["x", 40])
def test_a_wrong_length_costs_its_record_alone(tmp_path: Path, length: Any) -> None:
    content = page("a") + record("http://bad/", http(b"<p>words</p>"), length=length) + page("c")
    read = rows(tmp_path / "x.warc", content=content)
    assert read[0]["status"] == read[-1]["status"] == "read"
    assert read[-1]["url"] == "http://c/"
    assert "rejected" in {row["status"] for row in read}


@pytest.mark.parametrize("packed", [False, True])
def test_a_cut_file_ends_with_a_rejected_row(tmp_path: Path, packed: bool) -> None:
    pages = [gzip.compress(page(name)) if packed else page(name) for name in "ab"]
    read = rows(tmp_path / "x.warc", content=(pages[0] + pages[1])[:-30])
    assert outcome(read) == [("read", "http://a/"), ("rejected", "http://b/")]
    assert read[1]["reason"].startswith("cut off")


@pytest.mark.parametrize("content", [b"", b"WARC/1.0\r\nWARC-Type: resp", b"just words, no archive" * 50])
def test_what_is_no_archive_is_one_rejected_row(tmp_path: Path, content: bytes) -> None:
    assert [row["status"] for row in rows(tmp_path / "x.warc", content=content)] == ["rejected"]


def test_a_page_over_the_limit_is_rejected_also_when_it_unpacks_to_that(tmp_path: Path) -> None:
    bomb = http(gzip.compress(b"<p>" + b"x" * 1_000_000), extra="Content-Encoding: gzip\r\n")
    content = record("http://a/", http(b"y" * 300_000)) + record("http://b/", bomb) + page("c")
    read = rows(tmp_path / "x.warc", content=content, document_bytes=100_000)
    assert outcome(read) == [("rejected", "http://a/"), ("rejected", "http://b/"), ("read", "http://c/")]
    assert "limit of 100,000 bytes" in read[0]["reason"]
    assert "limit of 100,000 bytes" in read[1]["reason"]


def test_a_file_of_nothing_but_beginnings_is_given_up(tmp_path: Path) -> None:
    read = rows(tmp_path / "x.warc", content=page("a") + b"\nWARC/1.0 \x00\n" * 5000)
    assert read[0]["status"] == "read"
    assert len(read) <= 1002


def test_another_packing_is_unpacked_first(tmp_path: Path) -> None:
    assert outcome(rows(tmp_path / "x.warc.bz2", content=bz2.compress(page("a")))) == [("read", "http://a/")]


def test_a_stream_that_only_runs_is_read_to_its_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Running:
        """Has `read` alone, as what `open_unpacked` gives."""

        def __init__(self) -> None:
            self.inner = io.BytesIO(page("a") + b"garbage\r\n" * 9 + page("b"))

        def read(self, size: int) -> bytes:
            return self.inner.read(size)

    monkeypatch.setattr("twicetold.readers.warc.open_unpacked", lambda *_: Running())
    read = rows(tmp_path / "x.warc.bz2", content=b"BZh")
    assert [(row["status"], row["place"]) for row in read] == [
        ("read", "record at byte 0"),
        ("rejected", "after the record at byte 0"),
    ]


def test_headers_that_are_not_utf8_do_no_harm(tmp_path: Path) -> None:
    content = page("a").replace(b"http://a/", b"http://\xff/") + page("b")
    assert [row["status"] for row in rows(tmp_path / "x.warc", content=content)] == ["read", "read"]


def test_without_the_package_its_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def importer(name: str, *arguments: Any) -> Any:
        if name == "fastwarc":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", importer)
    with pytest.raises(MissingPackage):
        rows(tmp_path / "x.warc", content=page("a"))


def test_the_reader_pickles() -> None:
    assert pickle.loads(pickle.dumps(WarcReader())) == WarcReader()


def test_a_packing_that_breaks_in_the_middle_ends_with_a_rejected_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Breaking(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if part := super().read(size):
                return part
            raise OSError("the bzip2 file is damaged in block 2")

    content = page("a") + page("b")[:-300]
    monkeypatch.setattr("twicetold.readers.warc.open_unpacked", lambda *_: Breaking(content))
    read = rows(tmp_path / "x.warc.bz2", content=b"BZh")
    assert [status for status, _ in outcome(read)] == ["read", "rejected"]
    assert "damaged in block 2" in read[1]["reason"]
