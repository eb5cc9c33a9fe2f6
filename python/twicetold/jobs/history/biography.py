"""The biography of a page: where its sentences came from, and where they went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow.dataset as ds

from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row


@dataclass(frozen=True)
class PageExchange:
    """How many sentences two pages have from each other, in one direction, and when the first and the last came."""

    document: str
    title: str
    sentences: int
    first: str
    last: str


@dataclass(frozen=True)
class PageBiography:
    """A row of `pages` and its rows of `events`, in order of time."""

    page: Row
    came: list[Row] = field(default_factory=list)
    went: list[Row] = field(default_factory=list)
    unknown: list[Row] = field(default_factory=list)  # that other pages had before, without a source inside

    @property
    def written(self) -> int:
        """Sentences that nobody is known to have copied."""
        return int(self.page["sentences"]) - len(self.came)


def read_biography(run: Run, page: Row) -> PageBiography:
    """What came to a page and went from it."""
    return read_biographies(run, [page])[0]


def read_biographies(run: Run, pages: Sequence[Row]) -> list[PageBiography]:
    """The same of several pages; the table is read once."""
    found = {page["document"]: PageBiography(page) for page in pages}
    names = sorted(found)
    if not names:
        return []
    among = ds.field("target_document").isin(names) | ds.field("source_document").isin(names)
    for row in read_rows(run, "events", among):
        if (target := found.get(row["target_document"])) is not None:
            (target.unknown if row["kind"] == NO_SOURCE else target.came).append(row)
        if (source := found.get(row["source_document"])) is not None:
            source.went.append(row)
    return list(found.values())


def list_busiest_pages(run: Run, most: int) -> list[Row]:
    """The pages that exchanged most sentences with others, as rows of `pages`."""
    counts = Counter[str]()
    sides = ("source_document", "target_document")
    for row in read_rows(run, "events", ds.field("kind") != NO_SOURCE, ["kind", *sides]):
        counts.update(row[side] for side in sides)
    chosen = sorted(counts, key=lambda name: (-counts[name], name))[:most]
    if not chosen:
        return []
    rows = {row["document"]: row for row in read_rows(run, "pages", ds.field("document").isin(sorted(chosen)))}
    return [rows[name] for name in chosen if name in rows]


def sum_exchanges(rows: Sequence[Row], way: str) -> list[PageExchange]:
    """Events by the other page, most sentences first; `way` is `came` or `went`."""
    side = "source" if way == "came" else "target"
    groups: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        groups.setdefault((row[f"{side}_document"], row[f"{side}_title"]), []).append(row["target_timestamp"])
    found = [PageExchange(*name, len(times), min(times), max(times)) for name, times in groups.items()]
    return sorted(found, key=lambda each: (-each.sentences, each.document))
