"""Which of several like documents stays: `--keep` and `--prefer`, as numbers that documents are put in order by."""

from __future__ import annotations

import fnmatch
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import DENSE_FINDERS
from twicetold.errors import InputError, SettingsError
from twicetold.finders.sketches import choose_sketch_settings
from twicetold.jobs.documents.settings import DocumentSettings, Keeping
from twicetold.tables.batches import Batch

KEEP_RULES = ("longest", "newest", "oldest", "first", "all")
DOCUMENT_COLUMNS = ("document", "title", "url", "language", "revision", "timestamp", "contributor", "source")
LAST_ORDER = 2**64 - 1  # in order: what has no value


@dataclass(frozen=True)
class KeepRule:
    """A rule made definite: by `field`, the least or (`most`) the largest first; "" as they stand in the input."""

    name: str = "longest"
    field: str = "length"
    most: bool = True
    prefer: str = ""  # a field,
    preferred: tuple[str, ...] = ()  # and its values, the first before the next

    @property
    def sort_columns(self) -> tuple[str, ...]:
        """What documents are sorted by. Unless the input's order is wanted, no tie is broken by where one was read."""
        place, name = ("source", "at", "place"), ("document", "title", "revision")
        ties = ("high", "low", *name, *place) if self.field else (*place, *name)
        return ("rank", "order", *ties)

    def choose_column(self, field: str) -> str:
        """The column of documents that holds a field; one that readers do not know comes as `series`."""
        return field if field in (*DOCUMENT_COLUMNS, "length") else "series"

    @property
    def requested_field(self) -> str:
        """The field that readers must be asked for."""
        return next((each for each in (self.field, self.prefer) if each and self.choose_column(each) == "series"), "")

    def order_documents(self, documents: Batch, lengths: pa.Array) -> pa.Array:
        """A number for each document, least for the one to keep."""
        if not self.field:
            return pa.repeat(pa.scalar(0, pa.uint64()), documents.num_rows)
        if self.field == "length":
            long = lengths.cast(pa.uint64())
            return pc.subtract(pa.scalar(LAST_ORDER, pa.uint64()), long) if self.most else long
        values = documents[self.choose_column(self.field)].to_pylist()
        return pa.array([_encode_order(parse_number(value), self.most) for value in values], pa.uint64())

    def rank_documents(self, documents: Batch, is_against: pa.Array) -> pa.Array:
        """The rank of each document: those in `--against` before all others, each by its place in `--prefer`.

        With `--prefer language=de,en`: 0 for `de` in `--against`, 1 for `en`, 2 for others there; 3 for `de` elsewhere,
        4 for `en`, null for others.
        """
        places = self._find_preferred_places(documents)
        last = len(self.preferred)
        return pc.if_else(is_against, pc.fill_null(places, last), pc.add(places, last + 1)).cast(pa.uint32())

    def _find_preferred_places(self, documents: Batch) -> pa.Array:
        """The place of each document among the values of `--prefer`; null where it has none of them."""
        if not self.prefer:
            return pa.nulls(documents.num_rows, pa.int64())
        known: dict[str, int | None] = {}
        values = documents[self.choose_column(self.prefer)].to_pylist()
        for value in values:
            if value not in known:
                known[value] = self._find_preferred_place(value)
        return pa.array([known[value] for value in values], pa.int64())

    def _find_preferred_place(self, value: str) -> int | None:
        fits = _is_from if self.prefer == "source" else str.__eq__
        return next((place for place, wanted in enumerate(self.preferred) if fits(value, wanted)), None)

    def explain_kept(self, row: dict[str, Any], size: int) -> str:
        """Why the document that is kept of so many is: `longest of 3 (4,210 characters)`."""
        of = f"of {size:,}"
        if row["rank"] is not None:
            return f"preferred {of}: {self.prefer} `{self.preferred[row['rank'] - len(self.preferred) - 1]}`"
        if self.field == "length":
            return f"{'longest' if self.most else 'shortest'} {of} ({row['length']:,} characters)"
        if not self.field:
            return f"first {of}"
        if row["order"] == LAST_ORDER:
            return f"first {of}, none of which has {_quote_field(self.field)}"
        first = self.name if self.name in KEEP_RULES else f"{'highest' if self.most else 'lowest'} {self.field}"
        return f"{first} {of} ({row['value']})"


def build_keep_rule(settings: Keeping) -> KeepRule:
    """The rule that the settings name."""
    fields: dict[str, tuple[str, bool]] = {
        "longest": ("length", True),
        "newest": ("timestamp", True),
        "oldest": ("timestamp", False),
        "first": ("", False),
        "all": ("", False),
    }
    named = re.fullmatch(r"(.+):(max|min)", settings.keep)
    if not named and settings.keep not in fields:
        raise SettingsError(
            f"unknown rule: `--keep {settings.keep}`", f"Available: {', '.join(KEEP_RULES)}, FIELD:max, FIELD:min"
        )
    field, most = (named[1], named[2] == "max") if named else fields[settings.keep]
    keep = replace(_parse_prefer(settings.prefer), name=settings.keep, field=field, most=most)
    own = {each for each in (keep.field, keep.prefer) if each and keep.choose_column(each) == "series"}
    if len(own) > 1:
        hint = f"one of them must be length or one of {', '.join(DOCUMENT_COLUMNS)}"
        message = f"`--keep` and `--prefer` cannot both use a field: `{keep.field}` and `{keep.prefer}`"
        raise SettingsError(message, hint)
    return keep


def _parse_prefer(prefer: str) -> KeepRule:
    if not prefer:
        return KeepRule()
    field, equals, values = prefer.partition("=")
    if not (field and equals and values) or field == "length":
        raise SettingsError(
            f"`--prefer {prefer}` is not a field and its values", "for example `--prefer source=books,news`"
        )
    return KeepRule(prefer=field, preferred=tuple(each.strip() for each in values.split(",")))


def complete_document_settings(settings: DocumentSettings, is_contained: bool = False) -> DocumentSettings:
    """Choose what is `auto`, and have readers give the field that documents are kept by.

    `is_contained` says that the texts of `--against` are much shorter, so that they are looked for within the others.
    """
    own, finding, matching = build_keep_rule(settings.keeping).requested_field, settings.finding, settings.matching
    if finding.finder in DENSE_FINDERS and finding.feature == DocumentSettings.finding.feature:
        finding = replace(finding, feature="vectors")
    if matching.measure == "auto":
        sets = "containment" if is_contained and finding.finder in ("auto", "join") else "jaccard"
        matching = replace(matching, measure="cosine" if finding.feature == "vectors" else sets)
    if finding.finder == "auto":
        sparse = "minhash" if matching.measure == "jaccard" else "join"
        finding = replace(finding, finder="projection" if finding.feature == "vectors" else sparse)
    reading = replace(settings.reading, series=own) if own else settings.reading
    return replace(settings, reading=reading, finding=choose_sketch_settings(finding, matching), matching=matching)


def check_values(keep: KeepRule, orders: Iterable[Sequence[int]]) -> None:
    """A rule by a field that no document has would keep by chance, unnoticed."""
    if keep.field in ("", "length"):
        return
    seen = False
    for batch in orders:
        seen = seen or len(batch) > 0
        if any(order != LAST_ORDER for order in batch):
            return
    if seen:
        hint = "name one that holds a number or a date, or keep by longest or first"
        raise InputError(f"no document has {_quote_field(keep.field)} to keep it by", hint)


def parse_number(value: str) -> float | None:
    """A number, or a date as seconds since 1970: `2021-03-04`, `2021-03-04T05:06:07+01:00`."""
    try:
        number = float(value)
    except ValueError:
        return _parse_date(value)
    return number if number == number else None  # not NaN


def _parse_date(value: str) -> float | None:
    try:
        date = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def _encode_order(number: float | None, most: bool) -> int:
    """Numbers in the order of floats, as whole ones: of -1.5, 0 and 2 the least for -1.5."""
    if number is None:
        return LAST_ORDER
    bits = int(struct.unpack("<Q", struct.pack("<d", -number if most else number))[0])
    return min(bits ^ (LAST_ORDER if bits >> 63 else 1 << 63), LAST_ORDER - 1)


def _is_from(source: str, pattern: str) -> bool:
    """Whether a file is the one named, matches it as a pattern, or stands in a folder of that name."""
    folder = pattern.rstrip("/")
    return fnmatch.fnmatchcase(source, pattern) or folder in source.split("/") or source.startswith(f"{folder}/")


def _quote_field(field: str) -> str:
    return f"a `{field}`"
