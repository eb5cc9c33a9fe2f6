"""Contradictions that people have judged already: a file of them, known again by its texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from twicetold.errors import InputError
from twicetold.views.contradictions import TextPair, identify_texts
from twicetold.views.rows import SIDES

VERDICT = "verdict"  # a column that people add; rows where it is empty are not judged yet
_TEXTS = tuple(f"{side}_text" for side in SIDES)
_HINT = "give a file that `twicetold contradictions RUN -o judged.csv` (or .jsonl) wrote"


def read_judged_texts(path: str) -> frozenset[TextPair]:
    """The pairs of texts that a file names; with a column `verdict`, those that have one."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"`{path}`: {error.strerror}", _HINT) from error
    except UnicodeDecodeError as error:
        raise InputError(f"`{path}` is not UTF-8: byte {error.start}", "save it as UTF-8") from error
    rows = _read_json_rows(path, text) if text.lstrip().startswith("{") else _read_csv_rows(path, text)
    return frozenset(identify_texts(row) for row in rows if str(row.get(VERDICT, "yes") or "").strip())


def _read_json_rows(path: str, text: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"`{path}`, line {number}: not valid JSON", _HINT) from error
        if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in _TEXTS):
            raise InputError(f"`{path}`, line {number}: no fields `left_text` and `right_text`", _HINT)
        yield row


def _read_csv_rows(path: str, text: str) -> Iterator[dict[str, Any]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        if not set(_TEXTS) <= set(reader.fieldnames or ()):
            raise InputError(f"`{path}` has no columns `left_text` and `right_text`", _HINT)
        for row in reader:
            yield row | {name: _undo_apostrophe(row[name] or "") for name in _TEXTS}
    except csv.Error as error:
        raise InputError(f"`{path}`, line {reader.line_num}: {error}", _HINT) from error


def _undo_apostrophe(text: str) -> str:
    """The text without the apostrophe that keeps a spreadsheet from running it."""
    return text[1:] if text.startswith("'") and text[1:].lstrip().startswith(("=", "+", "-", "@")) else text
