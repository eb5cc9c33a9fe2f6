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

from twicetold.config import DENSE_FINDERS, Keeping, Settings
from twicetold.errors import InputError, SettingsError
from twicetold.finders.sketches import sketching

WAYS = ("longest", "newest", "oldest", "first", "all-but-none")
COLUMNS = ("document", "title", "url", "language", "revision", "timestamp", "contributor", "source")
LAST = 2**64 - 1  # in order: what has no value
NOT_PREFERRED = 2**32 - 1


@dataclass(frozen=True)
class Keep:
    """A rule made definite: by `field`, the least or (`most`) the largest first; "" as they stand in the input."""

    name: str = "longest"
    field: str = "length"
    most: bool = True
    prefer: str = ""  # a field,
    preferred: tuple[str, ...] = ()  # and its values, the first before the next

    def column(self, field: str) -> str:
        """The column of documents that holds a field; one that readers do not know comes as `series`."""
        return field if field in (*COLUMNS, "length") else "series"

    @property
    def own(self) -> str:
        """The field that readers must be asked for."""
        return next((each for each in (self.field, self.prefer) if each and self.column(each) == "series"), "")

    def order(self, documents: pa.RecordBatch, lengths: pa.Array) -> pa.Array:
        """A number for each document, least for the one to keep."""
        if not self.field:
            return pa.repeat(pa.scalar(0, pa.uint64()), documents.num_rows)
        if self.field == "length":
            long = lengths.cast(pa.uint64())
            return pc.subtract(pa.scalar(LAST, pa.uint64()), long) if self.most else long
        values = documents[self.column(self.field)].to_pylist()
        return pa.array([_place(number_of(value), self.most) for value in values], pa.uint64())

    def ranks(self, documents: pa.RecordBatch) -> pa.Array:
        """The place of each document among those of `--prefer`."""
        if not self.prefer:
            return pa.repeat(pa.scalar(NOT_PREFERRED, pa.uint32()), documents.num_rows)
        known: dict[str, int] = {}
        values = documents[self.column(self.prefer)].to_pylist()
        for value in values:
            if value not in known:
                known[value] = self._rank(value)
        return pa.array([known[value] for value in values], pa.uint32())

    def _rank(self, value: str) -> int:
        fits = _is_from if self.prefer == "source" else str.__eq__
        return next((rank for rank, wanted in enumerate(self.preferred) if fits(value, wanted)), NOT_PREFERRED)

    def why(self, row: dict[str, Any], size: int) -> str:
        """Why the document that is kept of so many is: `longest of 3 (4,210 characters)`."""
        of = f"of {size:,}"
        if row["preferred"] != NOT_PREFERRED:
            return f"preferred {of}: {self.prefer} `{self.preferred[row['preferred']]}`"
        if self.field == "length":
            return f"{'longest' if self.most else 'shortest'} {of} ({row['length']:,} characters)"
        if not self.field:
            return f"first {of} ({row['source']}, {row['place']})"
        if row["order"] == LAST:
            return f"first {of}, none of which has {_article(self.field)}"
        first = self.name if self.name in WAYS else f"{'highest' if self.most else 'lowest'} {self.field}"
        return f"{first} {of} ({row['value']})"


def keep_of(settings: Keeping) -> Keep:
    """The rule that the settings name."""
    fields: dict[str, tuple[str, bool]] = {
        "longest": ("length", True),
        "newest": ("timestamp", True),
        "oldest": ("timestamp", False),
        "first": ("", False),
        "all-but-none": ("", False),
    }
    named = re.fullmatch(r"(.+):(max|min)", settings.keep)
    if not named and settings.keep not in fields:
        raise SettingsError(
            f"unknown rule: `--keep {settings.keep}`", f"Available: {', '.join(WAYS)}, FIELD:max, FIELD:min"
        )
    field, most = (named[1], named[2] == "max") if named else fields[settings.keep]
    keep = replace(_preferring(settings.prefer), name=settings.keep, field=field, most=most)
    own = {each for each in (keep.field, keep.prefer) if each and keep.column(each) == "series"}
    if len(own) > 1:
        hint = f"one of them must be length or one of {', '.join(COLUMNS)}"
        raise SettingsError(f"--keep by `{keep.field}` and --prefer by `{keep.prefer}`", hint)
    return keep


def _preferring(prefer: str) -> Keep:
    if not prefer:
        return Keep()
    field, equals, values = prefer.partition("=")
    if not (field and equals and values) or field == "length":
        raise SettingsError(f"`--prefer {prefer}`", "name a field and its values: `source=books,news`")
    return Keep(prefer=field, preferred=tuple(each.strip() for each in values.split(",")))


def compared_whole(settings: Settings) -> Settings:
    """The settings of a finder as this job wants them, with readers that give the field that is kept by."""
    keeping, own = settings.keeping, keep_of(settings.keeping).own
    feature, finder, measure = _ways(keeping)
    finding = replace(settings.finding, finder=finder, feature=feature, shingle=keeping.document_shingle)
    finding = replace(finding, partition=keeping.document_partition, crowd=keeping.document_crowd)
    finding = replace(finding, recall=keeping.document_recall)
    matching = replace(settings.matching, measure=measure, threshold=keeping.document_threshold, relation="any")
    reading = replace(settings.reading, series=own) if own else settings.reading
    return replace(settings, reading=reading, finding=sketching(finding, matching), matching=matching)


def _ways(keeping: Keeping) -> tuple[str, str, str]:
    """Feature, finder and measure, where they were left open."""
    dense = keeping.document_finder in DENSE_FINDERS
    feature = "vectors" if dense and keeping.document_feature == Keeping.document_feature else keeping.document_feature
    measure = keeping.document_measure or ("cosine" if feature == "vectors" else "jaccard")
    if measure == "edit":
        hint = "it is of sentences: give jaccard or containment"
        raise SettingsError("whole documents by edit similarity", hint)
    usual = "projection" if feature == "vectors" else "minhash" if measure == "jaccard" else "join"
    return feature, keeping.document_finder or usual, measure


def check_values(keep: Keep, orders: Iterable[Sequence[int]]) -> None:
    """A rule by a field that no document has would keep by chance, unnoticed."""
    if keep.field in ("", "length"):
        return
    seen = False
    for batch in orders:
        seen = seen or len(batch) > 0
        if any(order != LAST for order in batch):
            return
    if seen:
        hint = "name one that holds a number or a date, or keep by longest or first"
        raise InputError(f"no document has {_article(keep.field)} to keep it by", hint)


def number_of(value: str) -> float | None:
    """A number, or a date as seconds since 1970: `2021-03-04`, `2021-03-04T05:06:07+01:00`."""
    try:
        number = float(value)
    except ValueError:
        return _seconds(value)
    return number if number == number else None  # not NaN


def _seconds(value: str) -> float | None:
    try:
        date = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def _place(number: float | None, most: bool) -> int:
    """Numbers in the order of floats, as whole ones: of -1.5, 0 and 2 the least for -1.5."""
    if number is None:
        return LAST
    bits = int(struct.unpack("<Q", struct.pack("<d", -number if most else number))[0])
    return min(bits ^ (LAST if bits >> 63 else 1 << 63), LAST - 1)


def _is_from(source: str, wanted: str) -> bool:
    """Whether a file is the one named, matches it as a pattern, or stands in a folder of that name."""
    folder = wanted.rstrip("/")
    return fnmatch.fnmatchcase(source, wanted) or folder in source.split("/") or source.startswith(f"{folder}/")


def _article(field: str) -> str:
    return f"a `{field}`"
