"""The user's file of what is true: a CSV whose header says which of four sorts it is.

    left,right,duplicate          two names, and whether they say the same
    member,label                  a name, and the true cluster that it is in; no label: it is alone
    left_document,left_start,left_end,right_document,right_start,right_end
                                  a passage that two documents share, in characters
    what,left,right,answer,stratum,population
                                  a labelled sample, as `twicetold label` writes it

Commas, semicolons or tabs, told by the header; further columns are left alone.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from twicetold.errors import InputError
from twicetold.text.plurals import format_count

if TYPE_CHECKING:
    from _csv import Reader

PAIR_COLUMNS = ("left", "right", "duplicate")
LABEL_COLUMNS = ("member", "label")
CASE_COLUMNS = ("left_document", "left_start", "left_end", "right_document", "right_start", "right_end")
SAMPLE_COLUMNS = ("what", "left", "right", "answer", "stratum", "population")
SKIPPED = "skipped"  # the answer of a row that a reader could not decide
COLUMNS_BY_SORT = {"pairs": PAIR_COLUMNS, "labels": LABEL_COLUMNS, "passages": CASE_COLUMNS}
_DUPLICATE_VALUES = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
_NUMBER = re.compile("[0-9]{1,15}")
_FIELD_CHARACTERS = 1 << 30  # characters of a field; the csv module would refuse a text of 131,072


Span = tuple[int, int]  # the first character, and the one after the last


class PassageSpans(NamedTuple):
    """A passage: where it is in either document."""

    left: Span
    right: Span


class NamedPair(NamedTuple):
    line: int
    left: str
    right: str
    duplicate: bool


class NamedLabel(NamedTuple):
    line: int
    member: str
    label: str


class NamedCase(NamedTuple):
    line: int
    left: str
    right: str
    place: PassageSpans


@dataclass(frozen=True)
class TruthFile:
    """A file, read: `columns` by name, each row with its line."""

    path: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[int, dict[str, str]]]

    @property
    def is_sample(self) -> bool:
        """Whether it is a labelled sample; that is judged in one way for all jobs."""
        return set(SAMPLE_COLUMNS) <= set(self.columns)

    def require_sort(self, *wanted: str) -> str:
        """Which of the sorts it is; an error if that is none of those wanted, since the job has no use for it."""
        names = set(self.columns)
        found = next((sort for sort, columns in COLUMNS_BY_SORT.items() if set(columns[:2]) <= names), "")
        if found not in wanted:
            ways = " or ".join(f"`{','.join(COLUMNS_BY_SORT[sort])}`" for sort in wanted)
            raise InputError(
                f"`{self.path}` has the wrong columns: {', '.join(f'`{name}`' for name in self.columns)}",
                f"the first line must be {ways}",
            )
        return found

    def list_pairs(self, complete: bool) -> list[NamedPair]:
        """The pairs. A complete truth may do without `duplicate`: all that it names are duplicates."""
        if "duplicate" not in self.columns and not complete:
            hint = "add it (1 or 0), or --complete if the file names all duplicates and nothing else"
            raise InputError(f"`{self.path}` has no column `duplicate`", hint)
        return [NamedPair(line, row["left"], row["right"], self._parse_duplicate(line, row)) for line, row in self.rows]

    def list_labels(self) -> list[NamedLabel]:
        return [NamedLabel(line, row["member"], row["label"].strip()) for line, row in self.rows]

    def list_cases(self) -> list[NamedCase]:
        missing = [name for name in CASE_COLUMNS if name not in self.columns]
        if missing:
            raise InputError(
                f"`{self.path}` has no column `{missing[0]}`", f"the first line must be `{','.join(CASE_COLUMNS)}`"
            )
        return [
            NamedCase(
                line,
                row["left_document"],
                row["right_document"],
                PassageSpans(self._parse_span(line, row, "left"), self._parse_span(line, row, "right")),
            )
            for line, row in self.rows
        ]

    def _parse_duplicate(self, line: int, row: dict[str, str]) -> bool:
        value = row.get("duplicate", "1").strip()
        if value.casefold() not in _DUPLICATE_VALUES:
            message = f"`{self.path}`, line {line}: `duplicate` must be 1 or 0, not `{value}`"
            raise InputError(message, "1 is a duplicate, 0 is not")
        return _DUPLICATE_VALUES[value.casefold()]

    def _parse_span(self, line: int, row: dict[str, str], side: str) -> tuple[int, int]:
        start, end = (row[f"{side}_{name}"].strip() for name in ("start", "end"))
        if not (_NUMBER.fullmatch(start) and _NUMBER.fullmatch(end) and int(start) < int(end)):
            raise InputError(
                f"`{self.path}`, line {line}: `{side}_start` must be below `{side}_end`, not `{start}` and `{end}`",
                "give the position of the first character, counted from 0, and of the one after the last",
            )
        return int(start), int(end)


def read_truth(path: str | Path) -> TruthFile:
    """The file, or an error that says what is wrong with it and where."""
    text = _read_text(path)
    header = re.split(r"[\r\n]", text, maxsplit=1)[0]
    if not header.strip():
        ways = ", ".join(f"`{','.join(columns)}`" for columns in COLUMNS_BY_SORT.values())
        raise InputError(f"`{path}` has no header", f"the first line must name the columns: {ways}")
    csv.field_size_limit(_FIELD_CHARACTERS)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=max(",\t;", key=header.count), strict=True)
    try:
        columns = tuple(name.strip().casefold() for name in next(lines))
        rows = []
        for line, values in _number_rows(lines):
            if len(values) != len(columns):
                hint = "put a name that contains a comma in quotes"
                found = f"{format_count(len(values), 'field')}, but the header has {len(columns)}"
                raise InputError(f"`{path}`, line {line} has {found}", hint)
            rows.append((line, dict(zip(columns, values, strict=True))))
    except csv.Error as error:
        hint = 'put a field with commas, quotes or line breaks in quotes, and write a quote inside as ""'
        raise InputError(f"`{path}`, line {lines.line_num}: {error}", hint) from None
    if not rows:
        raise InputError(f"`{path}` has a header but no rows", "add the known answers, one in each row")
    return TruthFile(str(path), columns, rows)


def _read_text(path: str | Path) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        told = getattr(error, "strerror", None) or f"not UTF-8 at byte {getattr(error, 'start', 0)}"
        raise InputError(f"`{path}`: {told}", "give --truth a CSV file in UTF-8") from error


def _number_rows(lines: Reader) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the line that it begins in."""
    line = lines.line_num + 1
    for values in lines:
        if values:
            yield line, values
        line = lines.line_num + 1
