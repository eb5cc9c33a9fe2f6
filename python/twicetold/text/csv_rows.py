"""Rows as CSV for people: RFC 4180, a line to a row, and nothing in it that a spreadsheet would run.

`export` writes tables as they are; this is for what is looked at. Control characters are spelled out, and a text that
begins like a formula gets an apostrophe, as spreadsheets write it themselves.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from twicetold.text.terminal import escape_controls

_FORMULA_STARTS = ("=", "+", "-", "@")


def format_csv_lines(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """`csv_lines(["a"], [["x, y"], ["=1+1"]])` -> `a`, `"x, y"`, `'=1+1`, each with its line end."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(list(header))
    yield _take_text(out)
    for values in rows:
        writer.writerow([escape_cell(value) for value in values])
        yield _take_text(out)


def escape_cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = escape_controls(value)
    return f"'{text}" if text.lstrip().startswith(_FORMULA_STARTS) else text


def _take_text(out: io.StringIO) -> str:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text
