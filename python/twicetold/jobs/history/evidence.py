"""How likely it is that a sentence came from a page, and what speaks for it. Dates alone decide nothing.

Each piece of evidence adds to a score; a candidate's confidence is its share of the odds, beside the other candidates
and the possibility that none of them is the source. How well that holds is measured (docs/history.md).
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
_IMPORTING = re.compile(
    r"\b(port|ported|import|imported|importing|adapted|migrated|taken)( \w+)? from\b", re.IGNORECASE
)
_MERGING = re.compile(r"\bmerg(e|ed|ing)\b", re.IGNORECASE)


# What each piece of evidence adds to the log odds that a sentence came from a page. Set by hand for a wiki whose events
# were read, then fitted to a planted history (`python -m benchmarks.history_confidence --fit`), which moves only what
# that history knows of.
WEIGHTS = {
    "always": -1.3,
    "exact": 1.7,
    "likeness": 2.0,  # times the share of words in common above one half
    "there": 0.8,
    "moved": 1.7,
    "gone": -1.5,
    "together": 0.6,  # times the binary logarithm of the sentences, at most 4; two can be from one source outside
    "whole_page": 1.2,
    "comment_link": 4.1,
    "comment_name": 2.7,
    "comment_other": -7.0,
    "comment_copying": 0.7,
    "note": 5.0,
    "paragraph_name": 1.0,
    "one_bot": -3.8,
    "one_import": -12.0,
    "editor_wrote": 2.4,
    "editor_edited": 2.3,
    "tiny": -4.0,  # `W3C Candidate Recommendation` is on many pages, whoever wrote it
    "short": -1.2,
    "long": 0.4,
    "many_pages": -1.5,
}


class Clue(NamedTuple):
    """A piece of evidence, how much of it there is, and its reason in words; "" where none is given."""

    name: str
    reason: str = ""
    amount: float = 1.0

    @property
    def weight(self) -> float:
        return WEIGHTS[self.name] * self.amount


class Verdict(NamedTuple):
    """The most likely source, how sure that is, and why; no source where that is likeliest."""

    source: Row | None
    kind: str
    confidence: float
    why: str


def collect_evidence(row: Row) -> Iterator[Clue]:
    """What speaks for a candidate and against it."""
    yield Clue("always")
    if row["exact"]:
        yield Clue("exact", "the same words")
    else:
        yield Clue("likeness", f"{100 * row['likeness']:.0f} % of the words", row["likeness"] - 0.5)
    yield from _weigh_presence(row)
    if row["together"] > 1:
        if row["together"] > 2:
            sentences = format_count(row["together"], "sentence")
            yield Clue("together", f"{sentences} of this page in one edit", min(math.log2(row["together"]), 4.0))
        if row["target_begins"] and row["together"] >= row["target_brought"]:
            yield Clue("whole_page", "all of the new page is from there")
    yield from _weigh_comment(row)
    if row["noted"]:
        yield Clue("note", "a note says that it was copied from there")
    elif names_page(row["target_links"], row["source_title"]):
        yield Clue("paragraph_name", "the paragraph names it")
    yield from _weigh_editor(row)
    if row["words"] < 5 or " " not in row["target_text"]:
        yield Clue("tiny", "a few words, or an address")
    elif row["words"] < 7:
        yield Clue("short", "short")
    elif row["words"] >= 15:
        yield Clue("long")
    if row["pages"] > BOILERPLATE_PAGES:
        yield Clue("many_pages", f"on {row['pages']:,} pages before")


def _weigh_presence(row: Row) -> Iterator[Clue]:
    if _has_moved(row):
        yield Clue("moved", "gone from there within a day")
    elif row["alive"]:
        yield Clue("there", "there at that moment")
    else:
        yield Clue("gone", "gone from there before")


def _weigh_comment(row: Row) -> Iterator[Clue]:
    comment = row["target_comment"]
    if names_title(comment, row["source_title"], as_link=True):
        yield Clue("comment_link", "the comment links to it")
    elif names_title(comment, row["source_title"], as_link=False):
        yield Clue("comment_name", "the comment names it")
    elif _IMPORTING.search(comment):
        yield Clue("comment_other", "the comment names another source")
    if _COPYING.search(comment):
        yield Clue("comment_copying", "the comment speaks of copying")


def _weigh_editor(row: Row) -> Iterator[Clue]:
    is_same = row["target_editor_key"] != 0 and row["target_editor_key"] == row["source_editor_key"]
    if is_same and row["target_editor_kind"] == "bot":
        yield Clue("one_bot", "one bot brought both")
    elif is_same and (row["daily_edits"] or 0) >= IMPORT_EDITS:
        # What an import brings comes from outside, however much of it two pages share.
        yield Clue("one_import", f"one import of {row['daily_edits']:,} edits in a day brought both")
    elif is_same:
        yield Clue("editor_wrote", "the editor wrote it there")
    elif row["since"] and row["since"] < row["target_timestamp"]:
        yield Clue("editor_edited", "the editor had edited it")


def names_title(comment: str, title: str, as_link: bool) -> bool:
    """Whether a comment names a page: as a link `[[Title]]`, or as whole words."""
    if len(title) < 3 or not comment:
        return False
    title, comment = title.replace("_", " ").casefold(), comment.replace("_", " ").casefold()
    if as_link:
        return title in (link.strip(" :") for link in _LINK.findall(comment))
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", comment) is not None


def names_page(links: str, title: str) -> bool:
    """Whether one of the names, a line each, is a title, whatever its case."""
    return bool(links) and title.replace("_", " ").casefold() in links.casefold().split("\n")


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
