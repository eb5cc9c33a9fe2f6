"""Folders of text and HTML files once more: those that stay are copied, or written with a shorter text."""

from __future__ import annotations

import shutil
from pathlib import Path

from twicetold.apply.editing import without
from twicetold.apply.packing import packed, packing_of, unpacked
from twicetold.apply.records import Counts, Records
from twicetold.config import Reading
from twicetold.readers.text import Text, bom


def write(path: str, target: Path, records: Records, reading: Reading) -> Counts:
    """Copies the one document of a file, if it stays."""
    if not records.read:
        return Counts(rejected=len(records.rejected))
    if records.removed:
        return Counts(removed=1)
    if not records.cuts:
        shutil.copy2(path, target)
        return Counts(kept=1)
    (spans,) = records.cuts.values()
    with unpacked(path, reading) as source, packed(target, packing_of(path)) as out:
        raw = source.read()
        marked, _ = bom(raw)
        reader = Text(reading=reading)
        new = without(reader.decode(raw), spans)
        out.write(raw[:marked] + new.encode(reader.encoding_of(raw)))
    return Counts(kept=1, changed=1)
