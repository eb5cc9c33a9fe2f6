"""Facts that no longer agree, from the table `contradictions`: which are wanted, and how each reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pyarrow.dataset as ds

from twicetold.errors import RunError, SettingsError
from twicetold.jobs.sentences.disagreements import list_facts
from twicetold.run import Run
from twicetold.run.finished import read_rows, require_table
from twicetold.text.terminal import escape_controls
from twicetold.views.nearest import correct_case, suggest_names
from twicetold.views.rows import SIDES, Row, list_names, match_name

DRIFTS = ("contradiction", "update", "dated-update")
DATED = "dated-update"  # each side names its own date: one copy is older, and nothing is contradicted
_FILTERED = ("document", "title", "text")  # columns of a side that a filter looks at
TextPair = tuple[str, str]
DifferingParts = list[tuple[str, bool]]  # stretches of a text, and whether each is what differs


@dataclass(frozen=True)
class ContradictionFilter:
    """The options of `twicetold contradictions`."""

    limit: int | None = None
    min_confidence: float = 0.0
    drift: str = ""
    document: str | None = None
    unlisted: bool = False  # those, too, that are too uncertain to be listed
    ignored: frozenset[TextPair] = frozenset()  # texts that people have judged already

    def check_values(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise SettingsError(f"`--limit` must be 1 or more, not {self.limit}", "for example --limit 10")
        if not 0 <= self.min_confidence <= 1:
            message = f"`--min-confidence` must be between 0 and 1, not {self.min_confidence:g}"
            raise SettingsError(message, "for example --min-confidence 0.8")
        if self.drift and self.drift not in DRIFTS:
            raise SettingsError(f"unknown drift: `{self.drift}`", f"give one of: {', '.join(DRIFTS)}")

    @property
    def condition(self) -> ds.Expression:
        """What a row of `contradictions` must be."""
        wanted = ds.field("confidence") >= self.min_confidence
        if not self.unlisted:
            wanted &= ds.field("listed")
        if self.drift:
            wanted &= ds.field("drift") == self.drift
        if self.document is not None:
            names = [f"{side}_{name}" for side in SIDES for name in ("title", "document")]
            of_it = [ds.field(name) == self.document for name in names]
            wanted &= of_it[0] | of_it[1] | of_it[2] | of_it[3]
        return wanted


def list_contradictions(run: Run, row_filter: ContradictionFilter) -> Iterator[Row]:
    """The contradictions, the most certain first, then pairs of which one copy is older; at most `limit` of each."""
    for name, condition in (("contradiction", ds.field("drift") != DATED), ("older_copy", ds.field("drift") == DATED)):
        yield from _list_rows(run, row_filter, name, condition)
    hidden = 0 if row_filter.unlisted else _count_unlisted(run, row_filter)
    if hidden:
        yield {"row": "unlisted", "left_out": hidden}


def _list_rows(run: Run, row_filter: ContradictionFilter, name: str, condition: ds.Expression) -> Iterator[Row]:
    there = left_out = 0
    for row in read_rows(run, "contradictions", row_filter.condition & condition):
        if identify_texts(row) in row_filter.ignored:
            continue
        if there == row_filter.limit:
            left_out += 1
        else:
            there += 1
            yield {"row": name, **row}
    if left_out:
        what = "contradictions" if name == "contradiction" else "older pairs"
        yield {"row": "more", "what": what, "left_out": left_out}


def _count_unlisted(run: Run, row_filter: ContradictionFilter) -> int:
    """How many would be shown besides, if all were asked for."""
    condition = replace(row_filter, unlisted=True).condition & ~ds.field("listed")
    columns = ["listed", "confidence", "drift", *(f"{side}_{name}" for side in SIDES for name in _FILTERED)]
    rows = read_rows(run, "contradictions", condition, columns)
    return sum(identify_texts(row) not in row_filter.ignored for row in rows)


def identify_texts(row: Row) -> TextPair:
    """The two texts of an entry in one order, whatever their white space: what it is known by in other runs."""
    left, right = sorted(" ".join(escape_controls(str(row[f"{side}_text"])).split()) for side in SIDES)
    return left, right


def find_document_name(run: Run, name: str) -> str:
    """The name of a document as the run has it; an error that suggests others where there is none."""
    found = correct_case(run, name)
    if (
        "documents" in run.tables
        and next(read_rows(run, "documents", match_name(found), ["document", "title"]), None) is None
    ):
        hint = suggest_names(name, list_names(run, "documents"), "give a title or an id as the input has it")
        raise RunError(f"`{run.folder}` has no document `{name}`", hint)
    return found


def require_contradictions(run: Run) -> None:
    """Says so where a run has no contradictions to tell of, as it is older than they are."""
    if "contradictions" not in run.tables:
        hint = "it was made by an older twicetold: run the command that made it again, with --force"
        raise RunError(f"`{run.folder}` has no table `contradictions`", hint)
    require_table(run, "contradictions")


def mark_differences(row: Row, side: str) -> DifferingParts:
    """A side's text in stretches: `[("Frozen in ", False), ("1905", True), (".", False)]`"""
    text, parts, at = row[f"{side}_text"], [], 0
    for start, end in sorted((change[f"{side}_start"], change[f"{side}_end"]) for change in list_facts(row["changes"])):
        start, end = max(start, at), min(end, len(text))
        if start < end:
            parts += [(text[at:start], False), (text[start:end], True)]
            at = end
    return [part for part in [*parts, (text[at:], False)] if part[0]]


def format_values(row: Row) -> str:
    """What differs, as text: `left 1984; right 1985`; further ones after a bar."""
    return " | ".join(
        f"left {change['left'] or '-'}; right {change['right'] or '-'}" for change in list_facts(row["changes"])
    )


def format_places(row: Row) -> str:
    """The further places of an entry, as text: `left Orrin, Ice 4; right Norland 2`."""
    return "; ".join(f"{place['side']} {format_further_place(place)}" for place in row["places"])


def format_further_place(place: Row) -> str:
    section = f" [{place['section']}]" if place["section"] else ""
    return f"{place['title'] or place['document']}{section} {place['position']}"
