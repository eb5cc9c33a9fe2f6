"""A file that names documents by their ids: what `twicetold index remove --ids` takes."""

from __future__ import annotations

import json
from pathlib import Path

from twicetold.errors import InputError


def read_ids(path: Path) -> list[str]:
    """The ids in a file: a line each, or of a JSONL file the field `id` or `document` of each line."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").split("\n")]
    except UnicodeDecodeError as error:
        raise InputError(f"`{path}`, byte {error.start}: not UTF-8", "save the ids as UTF-8") from None
    if path.suffix not in (".jsonl", ".ndjson"):
        return [line for line in lines if line]
    return [_read_record_id(line, f"`{path}`, line {number}") for number, line in enumerate(lines, 1) if line]


def _read_record_id(line: str, place: str) -> str:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(
            f"{place}: not JSON", "give each line a JSON object with `id`, or name the file .txt"
        ) from None
    names = [name for name in ("id", "document") if isinstance(record, dict) and name in record]
    if not names:
        raise InputError(f"{place}: no field `id`", "give each line a JSON object with `id`, or name the file .txt")
    return str(record[names[0]])
