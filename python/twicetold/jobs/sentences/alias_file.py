"""The user's own aliases: a CSV file with two names of one thing on each line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pyarrow as pa

from twicetold.errors import InputError
from twicetold.jobs.sentences.tables import ALIASES

HEADER = ("name", "other_name")  # may be the first line
_HINT = "each line must have two names, as in `Equinor,Statoil`"


def read_alias_file(path: str) -> pa.Table:
    """The rows of `aliases` that a file gives; none where no file is named."""
    if not path:
        return ALIASES.empty_table()
    rows = [_build_alias(path, line, row) for line, row in _read_lines(path) if any(row)]
    return pa.Table.from_pylist(rows, ALIASES)


def _read_lines(path: str) -> list[tuple[int, list[str]]]:
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"`{path}`: {error.strerror}", "give a CSV file to --aliases") from error
    except UnicodeDecodeError as error:
        raise InputError(f"`{path}` is not UTF-8: byte {error.start}", "save it as UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise InputError(f"`{path}`, line {reader.line_num}: {error}", _HINT) from error
    return rows[1:] if rows and tuple(rows[0][1][:2]) == HEADER else rows


def _build_alias(path: str, line: int, row: list[str]) -> dict[str, object]:
    if len(row) < 2 or not row[0] or not row[1]:
        raise InputError(f"`{path}`, line {line}: two names are wanted, not `{','.join(row)}`", _HINT)
    return {"name": row[0], "other_name": row[1], "how": "given", "count": 1}
