"""Contradictions as a page shows them: both sentences, what differs, and the edit that made them disagree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from twicetold.jobs.history.diffs import find_wiki_urls, format_diff_url
from twicetold.report.differences import MarkedParts, ShortenedText, mark_differences
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES, Row

CONTRADICTIONS_AT_ONCE = 50
TEXT_CHARACTERS = 1_200


_FACT_KINDS = ("number", "date", "name", "place", "quantity", "negation")


@dataclass(frozen=True)
class TracedSide:
    """One of the two sentences: its page, and its text with what differs marked."""

    place: Row
    text: ShortenedText
    parts: MarkedParts


@dataclass(frozen=True)
class TracedItem:
    """A row of `contradictions`, its two sides, and the address of the edit's diff."""

    row: Row
    sides: list[TracedSide]
    diff: str

    @property
    def heading(self) -> str:
        """The facts that differ: `July 1947 or July 1973`. What else was reworded is marked in the texts."""
        changes = [change.partition(": ") for change in self.row["changes"]]
        facts = [values for kind, _, values in changes if kind in _FACT_KINDS]
        return "; ".join(values.replace(" -> ", " or ", 1) for values in facts) or "facts that differ"


def read_traced(run: Run, most: int) -> Iterator[TracedItem]:
    """The most certain contradictions; a few at a time."""
    rows = islice(read_rows(run, "contradictions"), most)
    while some := list(islice(rows, CONTRADICTIONS_AT_ONCE)):
        names = ("left_document", "right_document", "edit_document")
        urls = find_wiki_urls(run, (row[name] for row in some for name in names if row[name]))
        for row in some:
            left, right = (ShortenedText.cut_text(row[f"{side}_text"], TEXT_CHARACTERS) for side in SIDES)
            marked = mark_differences(left, right)
            sides = [
                TracedSide(
                    {name: row[f"{side}_{name}"] for name in ("document", "title")}
                    | {"url": urls.get(row[f"{side}_document"], "")},
                    text,
                    parts,
                )
                for side, text, parts in zip(SIDES, (left, right), marked, strict=True)
            ]
            yield TracedItem(row, sides, format_diff_url(urls.get(row["edit_document"], ""), row["edit_revision"]))
