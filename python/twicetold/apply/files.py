"""Folders of text and HTML files once more: those that stay are copied, or written with a shorter text."""

from __future__ import annotations

import shutil
from pathlib import Path

from twicetold.apply.editing import cut_spans
from twicetold.apply.packing import detect_packing, open_packed, open_unpacked_lines
from twicetold.apply.records import FileRecords, RecordCounts
from twicetold.config import Reading
from twicetold.readers.text import TextReader, detect_bom


def write_document_file(path: str, target: Path, records: FileRecords, reading: Reading) -> RecordCounts:
    """Copies the one document of a file, if it stays."""
    if not records.read:
        return RecordCounts(rejected=len(records.rejected))
    if records.removed:
        return RecordCounts(removed=1)
    if not records.cuts:
        shutil.copy2(path, target)
        return RecordCounts(kept=1)
    (spans,) = records.cuts.values()
    with open_unpacked_lines(path, reading) as source, open_packed(target, detect_packing(path)) as out:
        raw = source.read()
        marked, _ = detect_bom(raw)
        reader = TextReader(reading=reading)
        new = cut_spans(reader.decode(raw), spans)
        out.write(raw[:marked] + new.encode(reader.detect_encoding(raw)))
    return RecordCounts(kept=1, changed=1)
