"""What cannot be written as it was read (dumps, archives, arrays of JSON), as JSONL: the fields that readers know."""

from __future__ import annotations

import json
from pathlib import Path

from twicetold.apply.packing import open_packed
from twicetold.apply.records import FileRecords, RecordCounts, parse_place_number
from twicetold.readers.base import Reader, Split

_FIELDS = ("title", "url", "language", "revision", "timestamp", "contributor", "text")


def write_as_jsonl(path: str, reader: Reader, target: Path, records: FileRecords) -> RecordCounts:
    """Reads the file again and writes a line for each document that stays; what the input does not say is left out."""
    counts = RecordCounts()
    with open_packed(target, "") as out:
        for batch in reader.read(Split(path)):
            for row in batch.to_pylist():
                if row["status"] == "rejected":
                    counts.rejected += 1
                elif (
                    row["status"] == "read" and (parse_place_number(row["place"]), row["revision"]) in records.revisions
                ):
                    counts.removed += 1
                elif row["status"] == "read":
                    told = {"id": row["document"]} | {name: row[name] for name in _FIELDS if row[name]}
                    out.write(f"{json.dumps(told, ensure_ascii=False)}\n".encode())
                    counts.kept += 1
    return counts
