"""Facts that no longer agree, from the table `contradictions`: which are wanted, and how each reads."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.sentences.disagreements import list_facts
from twicetold.run import Run
from twicetold.run.finished import read_rows, require_table
from twicetold.views.contradictions import ContradictionFilter, identify_texts, limit_entries
from twicetold.views.nearest import correct_case, suggest_names
from twicetold.views.rows import SIDES, Row, list_names, match_name

DATED = "dated-update"  # each side names its own date: one copy is older, and nothing is contradicted
_FILTERED = ("document", "title", "text")  # columns of a side that a filter looks at
DifferingParts = list[tuple[str, bool]]  # stretches of a text, and whether each is what differs


def list_contradictions(run: Run, row_filter: ContradictionFilter) -> Iterator[Row]:
    """The contradictions, the most certain first, then pairs of which one copy is older; at most `limit` of each."""
    for name, condition in (("contradiction", ds.field("drift") != DATED), ("older_copy", ds.field("drift") == DATED)):
        yield from _list_rows(run, row_filter, name, condition)
    hidden = 0 if row_filter.unlisted else _count_unlisted(run, row_filter)
    if hidden:
        yield {"row": "unlisted", "left_out": hidden}


def _list_rows(run: Run, row_filter: ContradictionFilter, name: str, condition: ds.Expression) -> Iterator[Row]:
    wanted = row_filter.condition & condition
    rows = read_rows(run, "contradictions", wanted if row_filter.unlisted else wanted & ds.field("listed"))
    what = "contradictions" if name == "contradiction" else "older pairs"
    return limit_entries(rows, name, what, row_filter)


def _count_unlisted(run: Run, row_filter: ContradictionFilter) -> int:
    """How many would be shown besides, if all were asked for."""
    condition = row_filter.condition & ~ds.field("listed")
    columns = ["listed", "confidence", "drift", *(f"{side}_{name}" for side in SIDES for name in _FILTERED)]
    rows = read_rows(run, "contradictions", condition, columns)
    return sum(identify_texts(row) not in row_filter.ignored for row in rows)


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
