"""JSONL and CSV once more: what is kept is copied byte for byte, and only a record that something is cut from is made.

Which lines are records is known from the run. In JSONL a line that is none (an empty one, the index line of a search
dump) goes with the record after it; in CSV, where a record may have several lines, with the one before.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from twicetold import _kernels
from twicetold.apply import editing
from twicetold.apply.packing import detect_packing, open_packed, open_unpacked_lines
from twicetold.apply.records import FileRecords, RecordCounts, Span
from twicetold.config import Reading
from twicetold.readers.inputs import format_path
from twicetold.readers.parquet import COLUMN_GUESSES

Piece = tuple[int, list[bytes]]  # the line that a record begins at, 0 for none, and its lines


def write_lines(path: str, format: str, target: Path, records: FileRecords, reading: Reading) -> RecordCounts:
    """Writes the file without what goes."""
    with open_unpacked_lines(path, reading) as source, open_packed(target, detect_packing(path)) as out:
        begins = {*records.read, *records.rejected}
        pieces = _split_jsonl(source, begins) if format == "jsonl" else _split_csv(source, begins)
        return LineCopier(path, format, records, reading).copy_records(pieces, out)


@dataclass
class LineCopier:
    """What is written of one file."""

    path: str
    format: str
    records: FileRecords
    reading: Reading
    header: bytes = b""

    def copy_records(self, pieces: Iterator[Piece], out: IO[bytes]) -> RecordCounts:
        counts, rejected = RecordCounts(), set(self.records.rejected)
        for number, lines in pieces:
            if not number:
                self.header = self.header or b"".join(lines)
            elif number in self.records.removed:
                counts.removed += 1
                continue
            elif number in rejected:
                counts.rejected += 1
                continue
            elif number in self.records.cuts:
                lines = self.shorten_record(lines, self.records.cuts[number])
                counts.changed += 1
            counts.kept += bool(number)
            out.writelines(lines)
        return counts

    def shorten_record(self, lines: list[bytes], spans: list[Span]) -> list[bytes]:
        """The lines of a record with a shorter text. The reader itself says what text these lines hold."""
        before, record = (lines[:-1], lines[-1]) if self.format == "jsonl" else ([], b"".join(lines))
        text = self.read_text(record)
        new = editing.cut_spans(text, spans)
        if self.format == "csv":
            return [editing.replace_csv_text(record.decode(), text, new).encode()]
        names = (self.reading.text_field, *COLUMN_GUESSES["text"])
        marked = record.startswith(b"\xef\xbb\xbf")
        line = editing.replace_json_text(record.decode("utf-8-sig"), text, new, names)
        return [*before, (b"\xef\xbb\xbf" if marked else b"") + line.encode()]

    def read_text(self, record: bytes) -> str:
        """A record's text as it was read."""
        whole = self.header + record if self.format == "csv" else record
        names, reading = (format_path(self.path), format_path(self.path)), self.reading
        batches = _kernels.read_records(self.format, io.BytesIO(whole), names, reading.fields, 1, reading.limits)
        return str(next(iter(batches))["text"][0].as_py())


def _split_jsonl(source: IO[bytes], begins: set[int]) -> Iterator[Piece]:
    """Each record with the lines before it that are none; last of all what is left."""
    held: list[bytes] = []
    for number, line in enumerate(source, 1):
        held.append(line)
        if number in begins:
            yield number, held
            held = []
    yield 0, held


def _split_csv(source: IO[bytes], begins: set[int]) -> Iterator[Piece]:
    """The header, then each record with the lines after it that are none."""
    number = 0
    held: list[bytes] = []
    for at, line in enumerate(source, 1):
        if at in begins:
            yield number, held
            number, held = at, []
        held.append(line)
    yield number, held
