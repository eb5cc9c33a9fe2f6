"""Web archives (WARC, WET): a page is a document, its address the id. FastWARC reads the records.

What FastWARC does not do is done here: to notice that a record was cut, to go on behind a damaged one (at the next
gzip member or `WARC/` line), and to keep a page whose HTTP head promises a packing that it does not have. Requests,
metadata and revisits hold no text of their own and give no row.
"""

from __future__ import annotations

import io
import re
import warnings
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from twicetold.config import Reading
from twicetold.errors import MissingPackage
from twicetold.readers.base import DocumentBatchBuilder, Split, read_bytes
from twicetold.readers.html import decode_page, extract_title
from twicetold.readers.inputs import format_path, name_file, open_source, open_unpacked
from twicetold.readers.text import check_encoding
from twicetold.tables.batches import Batch

_MARKUPS = {"text/html": "html", "application/xhtml+xml": "html", "text/plain": "plain", "text/markdown": "plain"}
_HEAD_BYTES = 1 << 16  # an HTTP head is not longer
_OTHER_PACKINGS = (
    b"BZh",
    b"\xfd7zXZ\0",
    b"\x5d\0\0",
    b"7z\xbc\xaf\x27\x1c",
)  # FastWARC reads gzip and zstd
_RECORD_START = re.compile(rb"\x1f\x8b\x08|\nWARC/1\.")
_MOST_DAMAGES = 1_000  # in one file: each costs a fresh start


@dataclass(frozen=True)
class WarcReader:
    """A row per page of HTML or plain text; other types are skipped as `not text`."""

    suffixes: ClassVar[tuple[str, ...]] = (".warc", ".wet")
    markup: ClassVar[str] = "html"
    reading: Reading = field(default_factory=Reading)
    workers: int = 1  # as every reader has; FastWARC uses one
    folder: str = ""

    def __post_init__(self) -> None:
        check_encoding(self.reading.encoding)

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """An archive is read from its beginning: where records begin, only the ones before them tell for certain."""
        return [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        """The pages of an archive. Damage costs the record it is in; where to go on is looked for behind it."""
        rows = DocumentBatchBuilder(
            format_path(split.path), self.markup, self.reading.batch_bytes, self.reading.document_bytes
        )
        try:
            with self._open_stream(split.path) as stream:
                yield from self._read_pages(rows, stream)
        except OSError as error:
            yield from rows.reject(place="byte 0", reason=str(error.strerror or error))
        yield from rows.flush()

    def _open_stream(self, path: str) -> AbstractContextManager[BinaryIO]:
        """The archive, unpacked where FastWARC cannot. Of what it unpacks itself, it knows each record's place."""
        source = open_source(path)
        if not isinstance(source, str):
            return nullcontext(source if source.seekable() else _UnseekableStream(source))
        file = Path(source).open("rb")  # noqa: SIM115
        if not file.seekable():  # a pipe
            return nullcontext(_UnseekableStream(file))
        head = file.peek(8)
        if head and not head.startswith(_OTHER_PACKINGS):
            return file
        file.close()
        if not head:
            raise OSError("empty file")
        return nullcontext(_UnseekableStream(open_unpacked(path, self.reading)))

    def _read_pages(self, rows: DocumentBatchBuilder, stream: BinaryIO) -> Iterator[Batch]:
        start: int | None = 0
        damages = 0
        after = reason = ""  # damage behind a good record: told, unless a record is found there that is the damaged one
        while start is not None:
            place = f"record at byte {start}"
            try:
                for record in _iterate_records(stream):
                    start, place = record.stream_pos, f"record at byte {record.stream_pos}"
                    if after:
                        yield from rows.reject(place=after, reason=reason)
                    after = ""
                    body = read_bytes(record.reader, min(record.content_length, rows.document_bytes + _HEAD_BYTES))
                    here, place = place, ""
                    yield from self._add_page(rows, record, body, here)
                break
            except OSError as error:
                reason = f"damaged: {error}"
            damages += 1
            after = "" if place else f"after the record at byte {start}"
            if place:
                yield from rows.reject(place=place, reason=reason)
            start = _seek_next_record(stream, start + 1) if damages < _MOST_DAMAGES else None
        if after:
            yield from rows.reject(place=after, reason=f"{reason}; no record was found behind it")

    def _add_page(self, rows: DocumentBatchBuilder, record: Any, body: bytes, place: str) -> Iterator[Batch]:
        headers = record.headers
        address = (headers.get("WARC-Target-URI") or "").strip("<> ")
        name = address or headers.get("WARC-Record-ID") or f"{name_file(rows.source, self.folder)}:{record.stream_pos}"
        common = {"document": name, "url": address, "timestamp": headers.get("WARC-Date") or ""}
        promised = headers.get("Content-Length") or ""
        if not promised.isdecimal():
            return rows.reject(place=place, reason="the record has no valid Content-Length", **common)
        message = _parse_message(record, body, rows.document_bytes)
        markup = _MARKUPS.get(message.type)
        if message.status // 100 != 2:
            return rows.skip(place=place, reason="HTTP status other than 2xx", **common)
        if not markup:
            return rows.skip(place=place, reason="not text", **common)
        if int(promised) > len(body) and len(body) <= rows.document_bytes:
            cut = f"cut off: {len(body):,} of {int(promised):,} bytes are there"
            return rows.reject(place=place, reason=cut, excerpt=_cut_excerpt(message.payload), **common)
        if len(message.payload) > rows.document_bytes:
            over = f"the page is over the limit of {rows.document_bytes:,} bytes"
            return rows.reject(place=place, reason=over, excerpt=_cut_excerpt(message.payload), **common)
        if message.is_damaged:
            return rows.reject(place=place, reason="its content encoding is damaged", **common)
        text = decode_page(message.payload, message.charset, self.reading.encoding)
        if not text.strip():
            return rows.skip(place=place, reason="no text", **common)
        title = extract_title(text) if markup == "html" else ""
        return rows.add(text=text, title=title, markup=markup, place=place, **common)


@dataclass(frozen=True)
class _WarcMessage:
    """What a record says: its media type, charset, HTTP status, and the bytes without HTTP head and packing."""

    type: str
    charset: str
    status: int
    payload: bytes
    is_damaged: bool = False


def _parse_message(record: Any, body: bytes, most: int) -> _WarcMessage:
    if not record.is_http:
        kind, _, parameters = (record.headers.get("Content-Type") or "").partition(";")
        charset = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", parameters)
        return _WarcMessage(kind.strip().lower(), charset.group(1) if charset else "utf-8", 200, body)
    try:
        http, payload = _parse_http(record, body, "all", most)
        is_damaged = False
    except OSError:  # often a page that was stored unpacked, below a head that says it is packed
        http, payload = _parse_http(record, body, "none", most)
        is_damaged = b"\0" in payload[:1024] or payload.startswith(b"\x1f\x8b")
    kind = http.http_content_type or record.headers.get("WARC-Identified-Payload-Type") or "text/html"
    return _WarcMessage(
        kind.lower(), http.http_charset or "", http.http_headers.status_code or 200, payload, is_damaged
    )


def _parse_http(record: Any, body: bytes, decode: str, most: int) -> tuple[Any, bytes]:
    """The HTTP message in a record's body and its payload, apart from the archive: a failure leaves that as it is."""
    apart = type(record)()
    apart.init_headers(record.record_type)
    apart.set_bytes_content(body)
    apart.is_http = True
    apart.parse_http(auto_decode=decode)
    return apart, read_bytes(apart.reader, most)


def _cut_excerpt(payload: bytes) -> str:
    return payload[:200].decode("utf-8", "replace")


class _UnseekableStream(io.BytesIO):
    """A stream that cannot be sought, with the one thing more that FastWARC asks for: where it stands."""

    def __init__(self, inner: BinaryIO) -> None:
        super().__init__()
        self._inner = inner
        self._position = 0

    def read(self, size: int | None = -1, /) -> bytes:
        part = self._inner.read(-1 if size is None else size)
        self._position += len(part)
        return part

    def tell(self) -> int:
        return self._position

    def seekable(self) -> bool:
        return False


def _iterate_records(stream: BinaryIO) -> Iterator[Any]:
    """The records from where the stream stands."""
    try:
        with warnings.catch_warnings():  # FastWARC 1.1 warns of its own old names when it is imported
            warnings.simplefilter("ignore", DeprecationWarning)
            from fastwarc import warc
    except ImportError:
        raise MissingPackage("fastwarc", "web") from None
    kinds = warc.response | warc.resource | warc.conversion | warc.unknown  # unknown: a head that was cut
    return iter(warc.ArchiveIterator(stream, record_types=kinds, parse_http=False))


def _seek_next_record(stream: BinaryIO, position: int) -> int | None:
    """Moves to the first record that begins at `position` or behind it; None when none does or the stream only runs."""
    if not stream.seekable():
        return None
    while True:
        stream.seek(position)
        chunk = stream.read(1 << 20)
        for found in _RECORD_START.finditer(chunk):
            start = position + found.start() + found.group().startswith(b"\n")
            stream.seek(start)
            head = stream.read(512)
            if _unpack_head(head).startswith(b"WARC/"):
                stream.seek(start)
                return start
        if len(chunk) < 16:
            return None
        position += len(chunk) - 8  # a beginning may lie across two chunks


def _unpack_head(head: bytes) -> bytes:
    if not head.startswith(b"\x1f\x8b"):
        return head
    try:
        return zlib.decompressobj(31).decompress(head, 16)
    except zlib.error:
        return b""
