"""Plain text: a file is a document, its path below the given folder the id and its stem the title. Packed files too.

Nothing is translated: line ends stay as they are, so that offsets count characters of the decoded file (a byte order
mark at its head is not one of them). `read_many` is the way for folders of small files: their rows share batches,
where `read` gives a batch per file. The HTML reader is this one with other ways to a text and a title.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from twicetold.config import Reading
from twicetold.errors import SettingsError
from twicetold.readers.base import DocumentBatchBuilder, WholeFileReader, read_bytes
from twicetold.readers.inputs import format_path, name_file, name_stem, open_unpacked
from twicetold.tables.batches import Batch

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs that Python has and no file should be read with: their texts may hold what no table can.
_REFUSED_CODECS = ("utf_7", "utf-7", "unicode_escape", "unicode-escape", "raw-unicode-escape", "punycode", "idna")


@dataclass(frozen=True)
class TextReader(WholeFileReader):
    """A file per document, decoded as its byte order mark says, else as `reading.encoding`."""

    suffixes: ClassVar[tuple[str, ...]] = (".txt", ".text", ".md", ".markdown", ".rst")
    markup: ClassVar[str] = "plain"
    reading: Reading = field(default_factory=Reading)
    workers: int = 1  # as every reader has; a file of one document needs no more
    folder: str = ""  # ids are paths below it

    def __post_init__(self) -> None:
        check_encoding(self.reading.encoding)

    def add_file(self, rows: DocumentBatchBuilder, path: str) -> Iterator[Batch]:
        name, source = name_file(path, self.folder), format_path(path)
        raw, reason = self._read_file(path)
        if reason:
            start = raw[:200].decode("utf-8", "replace")
            return rows.reject(place=f"byte {len(raw)}", reason=reason, excerpt=start, document=name, source=source)
        try:
            text = self.decode(raw)
        except UnicodeDecodeError as error:
            start = raw[max(0, error.start - 100) : error.start + 100].decode("latin-1")
            place, reason = f"byte {error.start}", explain_undecodable(error)
            return rows.reject(place=place, reason=reason, excerpt=start, document=name, source=source)
        return rows.add(document=name, title=self.choose_title(path, text), text=text, place="byte 0", source=source)

    def _read_file(self, path: str) -> tuple[bytes, str]:
        """A file's unpacked bytes, and the reason why they are not a document; "" when they are."""
        most = self.reading.document_bytes
        raw = b""
        try:
            stream = open_unpacked(path, self.reading)
            if path != "-" and Path(path).is_file() and Path(path).stat().st_size > most:
                raw = stream.read(200)  # larger as it stands: not held in memory
                return raw, f"the file is over the limit of {most:,} bytes for a document"
            raw = read_bytes(stream, most)
        except OSError as error:
            return raw, str(error.strerror or error)
        if len(raw) > most:
            return raw[:200], f"the file unpacks to more than the limit of {most:,} bytes for a document"
        return raw, "" if raw else "empty file"

    def decode(self, raw: bytes) -> str:
        """A file's text. Without a mark, bytes that look like UTF-16 (every other one 0) are read as that."""
        return raw[detect_bom(raw)[0] :].decode(self.detect_encoding(raw))

    def detect_encoding(self, raw: bytes) -> str:
        """What a file is written in."""
        return detect_bom(raw)[1] or _detect_unmarked_utf16(raw) or self.reading.encoding

    def choose_title(self, path: str, text: str) -> str:
        """The file's name without folders and suffixes."""
        return name_stem(path)


def detect_bom(raw: bytes) -> tuple[int, str]:
    """How long a byte order mark the bytes begin with, and which encoding it tells; `(0, "")` without one."""
    return next(((len(mark), name) for mark, name in _BOMS if raw.startswith(mark)), (0, ""))


def check_encoding(name: str) -> None:
    """An encoding that Python does not know, or that is none for files, is a SettingsError."""
    try:
        "x".encode(name)
        if codecs.lookup(name).name in _REFUSED_CODECS:
            raise LookupError
    except (LookupError, ValueError):
        raise SettingsError(f"unknown encoding: `{name}`", "for example utf-8, latin-1, cp1252, gb18030") from None


def explain_undecodable(error: UnicodeDecodeError) -> str:
    """`byte 0xe9 is not valid utf-8: try --encoding latin-1`."""
    byte = f"byte 0x{error.object[error.start]:02x}" if error.start < len(error.object) else "the end"
    way_out = "latin-1" if error.encoding.replace("_", "-").startswith("utf-8") else "utf-8"
    return f"{byte} is not valid {error.encoding}: try `--encoding {way_out}`"


def _detect_unmarked_utf16(raw: bytes) -> str:
    """`utf-16-le` or `-be` when nearly every second byte of the beginning is 0, as in Western text; else ""."""
    head = raw[: 1 << 10]
    even, odd = head[::2].count(0), head[1::2].count(0)
    pairs = len(head) // 2
    if pairs < 4 or len(raw) % 2 or min(even, odd) * 20 > pairs or max(even, odd) * 10 < pairs * 7:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"
