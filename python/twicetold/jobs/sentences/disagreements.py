"""One entry per disagreement.

Matches of one cluster, or of the same two documents, that set the same values against each other are one entry, with
all its places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.views.rows import SIDES, Row

MOST_PLACES = 100  # further places of an entry
PLACE_NAMES = ("document", "title", "section", "position")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


def list_facts(changes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes that cannot both hold; where none is said to be so, all of them."""
    changes = list(changes)
    return [change for change in changes if change["disagrees"]] or changes


def join_values(changes: Iterable[dict[str, Any]], side: str) -> str:
    """The values of one side as a text that is compared: `401 | 12`."""
    return " | ".join(" ".join(change[side].casefold().split()) for change in list_facts(changes))


def name_fact(drift: str, changes: list[dict[str, Any]]) -> str:
    """A name for the two values, whichever stands first. What is dated on each side is never one with what is not."""
    values = sorted(join_values(changes, side) for side in SIDES)
    return "\x1f".join([*values, "dated" if drift == "dated-update" else ""])


def find_newer_date(changes: list[dict[str, Any]]) -> str:
    """Which side names the later year for what it says: `left`, `right`, or "" where that is not told."""
    dates = [change for change in changes if change["kind"] == "date"]
    years = [[int(year) for change in dates for year in _YEAR.findall(change[side])] for side in SIDES]
    if not years[0] or not years[1] or max(years[0]) == max(years[1]):
        return ""
    return "left" if max(years[0]) > max(years[1]) else "right"


def merge_groups(batch: Batch, by: tuple[str, ...]) -> Batch:
    """The first row of each group, with the places of the others. The rows come in order of `by`, then of certainty."""
    rows = batch.to_pylist()
    merged = [_merge_rows(list(group)) for _, group in groupby(rows, key=lambda row: [row[name] for name in by])]
    return build_batch_of_rows(merged, batch.schema)


def _merge_rows(rows: list[Row]) -> Row:
    entry = rows[0]
    seen = {_read_place(entry, side) for side in SIDES}
    places: list[Row] = []
    for place in _list_places(rows):
        key = tuple(place[name] for name in PLACE_NAMES)
        if key not in seen and len(places) < MOST_PLACES:
            seen.add(key)
            places.append(place)
    return entry | {"places": places}


def _list_places(rows: list[Row]) -> Iterator[Row]:
    """Every place of the rows, each with the side of the entry whose value it has."""
    own = join_values(rows[0]["changes"], "left")
    for row in rows:
        turned = join_values(row["changes"], "left") != own
        sides = ("right", "left") if turned else SIDES
        if row is not rows[0]:
            for side, of_entry in zip(SIDES, sides, strict=True):
                yield {"side": of_entry, **dict(zip(PLACE_NAMES, _read_place(row, side), strict=True))}
        for place in row["places"]:
            yield place | {"side": sides[SIDES.index(place["side"])]}


def _read_place(row: Row, side: str) -> tuple[Any, ...]:
    return tuple(row[f"{side}_{name}"] for name in PLACE_NAMES)
