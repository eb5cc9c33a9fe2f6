"""The facts that no longer agree, as a page shows them: both sentences, what differs, which is newer, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow.dataset as ds
from markupsafe import Markup

from twicetold.jobs.sentences.show_contradictions import DATED, format_further_place
from twicetold.jobs.sentences.talk_page import format_note
from twicetold.report.differences import (
    MOST_CHARACTERS,
    MarkedParts,
    ShortenedText,
    mark_differences,
    normalise_change_kind,
)
from twicetold.report.links import NO_LINK, DocumentLink, find_links, keep_web_url
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.text.terminal import escape_controls
from twicetold.views.rows import SIDES, DocumentName, Row, name_side

ROWS_AT_ONCE = 64  # made into Python objects at a time
HEADLINE_FACTS = 3  # facts over a contradiction,
HEADLINE_CHARACTERS = 60  # each so long,
MOST_OTHER_CHANGES = 8  # changes under it,
CHANGE_CHARACTERS = 200  # and these so long
REASON_CHARACTERS = 600  # characters of a reason
MOST_PLACES = 10  # further places of an entry


@dataclass(frozen=True)
class ContradictionSide:
    """One of the two sentences, and where it stands."""

    place: Row
    text: ShortenedText
    parts: MarkedParts
    language: str
    newer: bool


@dataclass(frozen=True)
class ContradictionItem:
    """A row of `contradictions`, its two sides, the facts that stand over them, and what else differs."""

    row: Row
    sides: list[ContradictionSide]
    headline: list[Row]
    others: list[Row]
    more_differences: int
    why: list[tuple[str, bool]]  # the reason in pieces, and whether each is a title
    places: list[Row]  # where else each side is said
    wikitext: Markup  # a note for a talk page, as the value of an attribute; "" where the sentences are very long


def read_contradictions(run: Run, most: int, *, dated: bool = False) -> Iterator[ContradictionItem]:
    """The first that are listed, most certain first; with `dated`, the pairs of which one copy is older."""
    rows = [_shorten_texts(row | {"wikitext": _format_wikitext(row)}) for row in _read_first_rows(run, most, dated)]
    known = find_links(run, (name_side(row, side) for row in rows for side in SIDES))
    return (_build_contradiction(row, known) for row in rows)


def _read_first_rows(run: Run, most: int, dated: bool) -> Iterator[Row]:
    if most <= 0 or "contradictions" not in run.tables:
        return
    wanted = ds.field("drift") == DATED if dated else ds.field("drift") != DATED
    for batch in scan_table(run, "contradictions", ds.field("listed") & wanted):
        for start in range(0, min(batch.num_rows, most), ROWS_AT_ONCE):
            yield from batch.slice(start, min(ROWS_AT_ONCE, most - start)).to_pylist()
        most -= batch.num_rows
        if most <= 0:
            return


def _shorten_texts(row: Row) -> Row:
    return row | {f"{side}_text": ShortenedText.cut_text(row[f"{side}_text"]) for side in SIDES}


def _build_contradiction(row: Row, links: dict[DocumentName, DocumentLink]) -> ContradictionItem:
    parts = mark_differences(row["left_text"], row["right_text"], row["changes"])
    sides = [_build_side(row, name, each, links) for name, each in zip(SIDES, parts, strict=True)]
    facts = [change for change in row["changes"] if change["disagrees"]]
    headline, others = facts[:HEADLINE_FACTS], facts[HEADLINE_FACTS:]
    others += [change for change in row["changes"] if not change["disagrees"]]
    shown = [_describe_change(change, CHANGE_CHARACTERS) for change in others[:MOST_OTHER_CHANGES]]
    return ContradictionItem(
        row,
        sides,
        [_describe_change(change, HEADLINE_CHARACTERS) for change in headline],
        shown,
        len(others) - len(shown),
        _split_reason(row["why"]),
        [{"side": place["side"], "name": format_further_place(place)} for place in row["places"][:MOST_PLACES]],
        row["wikitext"],
    )


def _split_reason(why: str) -> list[tuple[str, bool]]:
    """The reason with its titles apart: `In *Orrin*.` -> `[("In ", False), ("Orrin", True), (".", False)]`"""
    pieces = why[:REASON_CHARACTERS].split("*")
    titled = len(pieces) % 2 == 1
    return [(piece, titled and at % 2 == 1) for at, piece in enumerate(pieces if titled else [why]) if piece]


def _format_wikitext(row: Row) -> Markup:
    """A note for a talk page. Its line ends are references, since the page prints every value on one line."""
    if max(len(row[f"{side}_text"]) for side in SIDES) > MOST_CHARACTERS:
        return Markup("")
    lines = format_note(row).split("\n")
    return Markup("&#10;").join(escape_controls(line) for line in lines)


def _build_side(row: Row, name: str, parts: MarkedParts, links: dict[DocumentName, DocumentLink]) -> ContradictionSide:
    wanted = ("document", "title", "section", "position", "revision", "timestamp", "copies")
    place = {each: row[f"{name}_{each}"] for each in wanted} | {"url": keep_web_url(row[f"{name}_url"])}
    home = links.get(name_side(row, name), NO_LINK)
    return ContradictionSide(place, row[f"{name}_text"], parts, home.language, row["newer"] == name)


def _describe_change(change: Row, characters: int) -> Row:
    values = {side: ShortenedText.cut_text(change[side], characters) for side in SIDES}
    return {"kind": normalise_change_kind(change["kind"]), "disagrees": change["disagrees"], **values}
