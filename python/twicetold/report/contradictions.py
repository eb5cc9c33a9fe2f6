"""The facts that no longer agree, as a page shows them: both sentences, what differs, which is newer, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from twicetold.report.links import NOWHERE, Home, Name, homes, safe_url
from twicetold.report.marking import Parts, Text, known, marked
from twicetold.run import Run
from twicetold.run.finished import scan

ROWS = 64  # made into Python objects at a time
HEADLINE = 3  # facts over a contradiction,
HEADLINE_CHARACTERS = 60  # each so long,
OTHERS = 8  # changes under it,
CHARACTERS = 200  # and these so long
SIDES = ("left", "right")

Row = dict[str, Any]


@dataclass(frozen=True)
class Side:
    """One of the two sentences, and where it stands."""

    place: Row
    text: Text
    parts: Parts
    language: str
    newer: bool


@dataclass(frozen=True)
class Contradiction:
    """A row of `contradictions`, its two sides, the facts that stand over them, and what else differs."""

    row: Row
    sides: list[Side]
    headline: list[Row]
    others: list[Row]
    more_differences: int


def contradictions(run: Run, most: int) -> Iterator[Contradiction]:
    """The first of them, most certain first."""
    rows = [_shortened(row) for row in _first(run, most)]
    known = homes(run, (_name(row, side) for row in rows for side in SIDES))
    return (_shown(row, known) for row in rows)


def _first(run: Run, most: int) -> Iterator[Row]:
    if most <= 0 or "contradictions" not in run.tables:
        return
    for batch in scan(run, "contradictions"):
        for start in range(0, min(batch.num_rows, most), ROWS):
            yield from batch.slice(start, min(ROWS, most - start)).to_pylist()
        most -= batch.num_rows
        if most <= 0:
            return


def _shortened(row: Row) -> Row:
    return row | {f"{side}_text": Text.cut(row[f"{side}_text"]) for side in SIDES}


def _name(row: Row, side: str) -> Name:
    return row[f"{side}_document"], row[f"{side}_title"]


def _shown(row: Row, known: dict[Name, Home]) -> Contradiction:
    parts = marked(row["left_text"], row["right_text"], row["changes"])
    sides = [_side(row, name, each, known) for name, each in zip(SIDES, parts, strict=True)]
    facts = [change for change in row["changes"] if change["disagrees"]]
    headline, others = facts[:HEADLINE], facts[HEADLINE:]
    others += [change for change in row["changes"] if not change["disagrees"]]
    told = [_difference(change, CHARACTERS) for change in others[:OTHERS]]
    return Contradiction(
        row, sides, [_difference(change, HEADLINE_CHARACTERS) for change in headline], told, len(others) - len(told)
    )


def _side(row: Row, name: str, parts: Parts, known: dict[Name, Home]) -> Side:
    wanted = ("document", "title", "section", "position", "revision", "timestamp", "copies")
    place = {each: row[f"{name}_{each}"] for each in wanted} | {"url": safe_url(row[f"{name}_url"])}
    home = known.get(_name(row, name), NOWHERE)
    return Side(place, row[f"{name}_text"], parts, home.language, row["newer"] == name)


def _difference(change: Row, characters: int) -> Row:
    values = {side: Text.cut(change[side], characters) for side in SIDES}
    return {"kind": known(change["kind"]), "disagrees": change["disagrees"], **values}
