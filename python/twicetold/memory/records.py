"""Records in memory, written as JSON lines: only the fields that a reader looks for, one record at a time."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from twicetold.config import Reading
from twicetold.config.declare import suggest_name
from twicetold.errors import InputError
from twicetold.memory.forms import Record
from twicetold.readers.parquet import COLUMN_GUESSES, THREAD_COLUMN_GUESSES

_LISTED_NAMES = 12


@dataclass(frozen=True)
class FieldNames:
    """Which fields of a record a reader looks for."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    every: frozenset[str]
    named: dict[str, str]  # those that the user named: `{"text": "body"}`
    text_option: str

    @classmethod
    def from_reading(cls, reading: Reading, of_threads: bool) -> FieldNames:
        """Take the names from the settings, and where they are empty the usual ones."""
        guesses = THREAD_COLUMN_GUESSES if of_threads else COLUMN_GUESSES
        options = ("id", "question" if of_threads else "text", "title", "date", "description", "answer", "vector")
        named = {name: given for name in options if (given := getattr(reading, f"{name}_field"))}
        usual = [name for names in guesses.values() for name in names]
        given = [part for name in (*named.values(), reading.series_field) for part in (name, name.partition(".")[0])]
        ids, texts = ((named[name],) if name in named else () for name in options[:2])
        return cls(ids or guesses["document"], texts or guesses["text"], frozenset({*usual, *given}), named, options[1])

    @property
    def id_name(self) -> str:
        return self.ids[0]

    @property
    def text_name(self) -> str:
        """The name to give a text that has none."""
        return self.named.get(self.text_option, "text")

    def check_presence(self, present: Sequence[str]) -> None:
        """Raise an error if a field that was named, or the text, is not among the fields of the data."""
        for option, name in self.named.items():
            if name not in present and name.partition(".")[0] not in present:
                raise InputError(f"the data has no field `{name}`", self._list_names(present, option, name))
        lower = {name.lower() for name in present}
        if self.text_option not in self.named and not lower.intersection(self.texts):
            message = f"no field of the data looks like the {self.text_option}"
            raise InputError(message, self._list_names(present, self.text_option, ""))

    def _list_names(self, present: Sequence[str], option: str, wrong: str) -> str:
        listed = ", ".join(f"`{name}`" for name in present[:_LISTED_NAMES])
        return f"it has {listed}; name one with `{option}=...`. {suggest_name(wrong, present)}".strip()


def write_records(records: Iterable[Record], file: BinaryIO, fields: FieldNames, id_prefix: str) -> None:
    """Write records, each on a line. One without an id gets its number in the order given, from 0."""
    count, has_text, present = 0, False, dict[str, None]()
    for record in records:
        row = {
            name: value
            for name in record
            if name in fields.every and (value := convert_value(record[name])) is not None
        }
        if not any(look_up_field(row, name) not in (None, "") for name in fields.ids):
            row[fields.id_name] = f"{id_prefix}{count}"
        if not has_text:
            has_text = any(look_up_field(row, name) is not None for name in fields.texts)
            present |= dict.fromkeys(map(str, record))
        file.write(_encode_line(row))
        count += 1
    if not count:
        raise InputError("the data has no records", "give at least one; an iterator that was read before has none left")
    if not has_text:
        fields.check_presence(list(present))


def look_up_field(row: Record, name: str) -> Any:
    """Return a value by its name, or by a name with dots that leads into dicts: `metadata.url`."""
    if name in row:
        return row[name]
    first, _, rest = name.partition(".")
    inner = row.get(first)
    return look_up_field(inner, rest) if rest and isinstance(inner, Mapping) else None


def _encode_line(row: Record) -> bytes:
    try:
        return f"{json.dumps(row, ensure_ascii=False)}\n".encode()
    except UnicodeEncodeError:  # half of a surrogate pair: escaped, the reader makes it U+FFFD
        return f"{json.dumps(row)}\n".encode()


def convert_value(value: Any) -> Any:
    """Return a value as JSON has it: dates as ISO 8601, numbers of numpy as numbers; what is missing (NaN) as None."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Mapping):
        return {str(name): convert_value(each) for name, each in value.items()}
    if hasattr(value, "tolist"):  # numpy
        return convert_value(value.tolist())
    if isinstance(value, list | tuple):
        return [convert_value(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, datetime.date):
        return _format_date(value)
    return None if type(value).__name__ == "NAType" else str(value)  # the missing value of pandas


def _format_date(value: datetime.date) -> str | None:
    """Write a date as the reader of Parquet does: to the second, in UTC where the zone is known."""
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    if value != value:  # the missing date of pandas
        return None
    if value.tzinfo is None:
        return value.isoformat(timespec="seconds")
    return f"{value.astimezone(datetime.UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"
