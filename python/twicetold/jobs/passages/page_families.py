"""Families as a page shows them: best text, timeline, copies with what each has otherwise; and who took from whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pyarrow.dataset as ds

from twicetold.jobs.passages.spans import read_stretch_texts
from twicetold.matching.trees import read_date
from twicetold.report.differences import MarkedParts, mark_changed_words
from twicetold.report.page import EXCERPT_CHARACTERS, shorten_text
from twicetold.run import Run
from twicetold.run.finished import read_rows, scan_table
from twicetold.views.rows import Row
from twicetold.views.words import compare_texts, limit_characters, select_side

COPIES_PER_FAMILY = 40  # copies of a family whose texts are on the page
COPY_CHARACTERS = 3_000  # of each of them, and of the best text
FAMILIES_AT_ONCE = 25  # families that are in memory; for each lot the tables are read once
TAKEN_ROWS = 20  # rows of the table of series


@dataclass(frozen=True)
class CopyItem:
    """A row of `members`, its text with what differs from the best text marked, and how much was left out."""

    row: Row
    parts: MarkedParts
    left_out: int


@dataclass(frozen=True)
class TimelineDot:
    """Copies on a timeline: where they are, from 0 to 100, the year, and how many."""

    place: float
    year: str
    copies: int


@dataclass(frozen=True)
class FamilyItem:
    """A row of `families` and all that the page shows of it."""

    row: Row
    copies: list[CopyItem]
    timeline: list[TimelineDot]
    series: list[str]

    @property
    def excerpt(self) -> str:
        return shorten_text(self.row["text"], EXCERPT_CHARACTERS)

    @property
    def copies_left_out(self) -> int:
        return int(self.row["size"]) - len(self.copies)

    @property
    def years(self) -> tuple[str, str]:
        """The first and the last year of a dated copy; empty where there is none."""
        return read_date(self.row["first_date"])[:4], read_date(self.row["last_date"])[:4]


@dataclass(frozen=True)
class TakenCount:
    """How often one series took text from another."""

    source: str
    taker: str
    copies: int


def read_families(run: Run, most: int) -> Iterator[FamilyItem]:
    """The largest families of the run, a few at a time; none where it has no such table."""
    if "families" not in run.tables:
        return
    found = islice(read_rows(run, "families"), most)
    while some := list(islice(found, FAMILIES_AT_ONCE)):
        yield from _read_some_families(run, some)


def _read_some_families(run: Run, some: list[Row]) -> Iterator[FamilyItem]:
    members: dict[int, list[Row]] = {row["family"]: [] for row in some}
    for row in read_rows(run, "members", ds.field("family").isin(sorted(members))):
        members[row["family"]].append(row)
    shown = [row for own in members.values() for row in own[:COPIES_PER_FAMILY]]
    said = read_stretch_texts(run, [(row["document"], (row["start"], row["end"])) for row in shown])
    for row in some:
        own = members[row["family"]]
        copies = [
            _build_copy(row, each, said[each["document"], (each["start"], each["end"])])
            for each in own[:COPIES_PER_FAMILY]
        ]
        series = sorted({each["series"] for each in own if each["series"]})
        yield FamilyItem(row, copies, build_timeline([each["timestamp"] for each in own]), series)


def _build_copy(family: Row, row: Row, text: str) -> CopyItem:
    changes, left_out = limit_characters(compare_texts(family["text"], text), COPY_CHARACTERS)
    return CopyItem(row, mark_changed_words(select_side(changes, "+")), left_out)


def build_timeline(timestamps: list[str]) -> list[TimelineDot]:
    """The years of dated copies, each with its place between the first and the last."""
    years = Counter(date[:4] for each in timestamps if (date := read_date(each)))
    first, last = min(years, default="0"), max(years, default="0")
    width = max(int(last) - int(first), 1)
    return [
        TimelineDot(round(100 * (int(year) - int(first)) / width, 2), year, copies)
        for year, copies in sorted(years.items())
    ]


def count_taken(run: Run) -> list[TakenCount]:
    """Which series took text from which, most first, by the likely parents of copies."""
    if "members" not in run.tables:
        return []
    counts: Counter[tuple[str, str]] = Counter()
    columns = ["family", "member", "series", "parent"]
    family, series = None, list[str]()
    later: list[tuple[int, str]] = []
    for batch in scan_table(run, "members", columns=columns):
        for number, _, name, parent in zip(*(batch[column].to_pylist() for column in columns), strict=True):
            if number != family:
                _count_parents(counts, series, later)
                family, series, later = number, [], []
            series.append(name)
            if parent is not None:
                later.append((parent, name))
    _count_parents(counts, series, later)
    found = [TakenCount(*names, copies) for names, copies in counts.items()]
    return sorted(found, key=lambda each: (-each.copies, each.source, each.taker))[:TAKEN_ROWS]


def _count_parents(counts: Counter[tuple[str, str]], series: list[str], later: list[tuple[int, str]]) -> None:
    """Add the parents of one family, whose members are in order of their numbers."""
    for parent, name in later:
        if parent < len(series) and series[parent] and name and series[parent] != name:
            counts[series[parent], name] += 1
