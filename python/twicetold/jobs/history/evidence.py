"""How likely it is that a sentence came from a page, and what speaks for it. Dates alone decide nothing.

Each piece of evidence adds to a score; a candidate's confidence is its share of the odds, beside the other candidates
and the possibility that none of them is the source. The weights were set by hand, for the planted history and a wiki
whose events were read (docs/history.md).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from twicetold.jobs.history.candidates import BOILERPLATE_PAGES, SOON
from twicetold.text.plurals import format_count

Row = dict[str, Any]
NO_SOURCE = "none"
_COPYING = re.compile(r"\b(cop(y|ied|ying)|split|spun|merg(e|ed|ing)|mov(e|ed|ing)|extract(ed)?)\b", re.IGNORECASE)
IMPORT_EDITS = 100  # changes that one editor makes in a day, and nobody makes by hand
_LINK = re.compile(r"\[\[([^\]|#]+)")
_IMPORTING = re.compile(r"\b(port|ported|import|imported|importing|adapted|taken) from\b", re.IGNORECASE)
_MERGING = re.compile(r"\bmerg(e|ed|ing)\b", re.IGNORECASE)


class Clue(NamedTuple):
    """A reason in words, and what it adds to the score."""

    reason: str
    weight: float


class Verdict(NamedTuple):
    """The most likely source, how sure that is, and why; no source where that is likeliest."""

    source: Row | None
    kind: str
    confidence: float
    why: str


def collect_evidence(row: Row) -> Iterator[Clue]:
    """What speaks for a candidate and against it."""
    yield Clue("", -1.0)
    if row["exact"]:
        yield Clue("the same words", 1.8)
    else:
        yield Clue(f"{100 * row['likeness']:.0f} % of the words", 2.0 * (row["likeness"] - 0.5))
    yield from _weigh_presence(row)
    if row["together"] > 1:
        sentences = format_count(row["together"], "sentence")
        yield Clue(f"{sentences} of this page in one edit", min(math.log2(row["together"]), 4.0))
        if row["target_begins"] and row["together"] >= row["target_brought"]:
            yield Clue("all of the new page is from there", 1.0)
    yield from _weigh_comment(row)
    yield from _weigh_editor(row)
    if row["words"] < 7:
        yield Clue("short", -1.2)
    elif row["words"] >= 15:
        yield Clue("", 0.5)
    if row["pages"] > BOILERPLATE_PAGES:
        yield Clue(f"on {row['pages']:,} pages before", -1.5)


def _weigh_presence(row: Row) -> Iterator[Clue]:
    if _has_moved(row):
        yield Clue("gone from there within a day", 1.2)
    elif row["alive"]:
        yield Clue("there at that moment", 0.8)
    else:
        yield Clue("gone from there before", -0.7)


def _weigh_comment(row: Row) -> Iterator[Clue]:
    comment = row["target_comment"]
    if names_title(comment, row["source_title"], as_link=True):
        yield Clue("the comment links to it", 4.0)
    elif names_title(comment, row["source_title"], as_link=False):
        yield Clue("the comment names it", 2.5)
    elif _IMPORTING.search(comment):
        yield Clue("the comment names another source", -7.0)
    if _COPYING.search(comment):
        yield Clue("the comment speaks of copying", 0.8)


def _weigh_editor(row: Row) -> Iterator[Clue]:
    is_same = row["target_editor_key"] != 0 and row["target_editor_key"] == row["source_editor_key"]
    if is_same and row["target_editor_kind"] == "bot":
        yield Clue("one bot brought both", -3.0)
    elif is_same and (row["daily_edits"] or 0) >= IMPORT_EDITS:
        # What an import brings comes from outside, however much of it two pages share.
        yield Clue(f"one import of {row['daily_edits']:,} edits in a day brought both", -12.0)
    elif is_same:
        yield Clue("the editor wrote it there", 2.0)
    elif row["since"] and row["since"] < row["target_timestamp"]:
        yield Clue("the editor had edited it", 1.5)


def names_title(comment: str, title: str, as_link: bool) -> bool:
    """Whether a comment names a page: as a link `[[Title]]`, or as words of their own."""
    if len(title) < 3 or not comment:
        return False
    title, comment = title.replace("_", " ").casefold(), comment.replace("_", " ").casefold()
    if as_link:
        return title in (link.strip(" :") for link in _LINK.findall(comment))
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", comment) is not None


def _has_moved(row: Row) -> bool:
    return bool(-SOON <= row["gone_days"] <= SOON)


def choose_source(candidates: Sequence[Row], least: float) -> Verdict:
    """The likeliest source among candidates; none where no confidence reaches `least`."""
    weighed = [(sum(each.weight for each in collect_evidence(row)), row) for row in candidates]
    odds = [math.exp(min(score, 30.0)) for score, _ in weighed]
    total = 1.0 + sum(odds)
    ranked = sorted(
        zip(odds, (row for _, row in weighed), strict=True),
        key=lambda each: (-each[0], each[1]["source_timestamp"], each[1]["source_document"]),
    )
    best, row = ranked[0]
    confidence = round(best / total, 2)
    if confidence < least:
        return Verdict(None, NO_SOURCE, round(1 - confidence, 2), _explain_none(row))
    reasons = [each.reason for each in collect_evidence(row) if each.reason and each.weight > 0]
    return Verdict(row, _choose_kind(row), confidence, "; ".join(reasons))


def _explain_none(row: Row) -> str:
    against = [each.reason for each in collect_evidence(row) if each.reason and each.weight < 0]
    return f"no page is certain enough: {'; '.join(against)}" if against else "no page is certain enough"


def _choose_kind(row: Row) -> str:
    """A copy leaves its source as it is; of a move, the target can be new (a split), or the comment can say merge."""
    if not _has_moved(row):
        return "copy"
    if _MERGING.search(row["target_comment"]):
        return "merge"
    return "split" if row["target_begins"] else "move"
