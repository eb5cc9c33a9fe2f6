"""What is cut out of texts: of a repeated sentence all but the first, of a passage of two documents the later.

First is what stands first in the input; what stands in `--against` is before all of it, and is never cut.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from twicetold.apply.gone import number_of
from twicetold.apply.records import Records, Span
from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import rows

Row = dict[str, Any]
Place = tuple[int, str, str]  # the number of a document in the input, its source and its place there
_SIDES = ("left", "right")


def mark(records: Mapping[str, Records], cuts: Iterable[Row]) -> None:
    """Enters what is cut from which record."""
    for row in cuts:
        own = records[row["source"]].cuts.setdefault(number_of(row["place"]), [])
        own.append((row["start"], row["end"]))


def sentences(run: Run) -> Iterator[Row]:
    """Every sentence of a cluster but the first, with the one it repeats."""
    places = _places(run, _named(run, "members", ("",)), frozenset())
    columns = ["cluster", "document", "title", "position", "start", "end", "text"]
    for _, members in groupby(rows(run, "members", columns=columns), key=lambda row: row["cluster"]):
        ordered = sorted(members, key=lambda row: (places[_key(row)], row["position"]))
        first = _told(ordered[0], places) | {"text": ordered[0]["text"]}
        for row in ordered[1:]:
            yield _told(row, places) | {"text": row["text"], "repeats": first}


def passages(run: Run, against: Collection[str]) -> Iterator[Row]:
    """The later side of each passage, where the earlier one still stands: what is cut already keeps nothing."""
    places = _places(run, _named(run, "passages", ("left_", "right_")), against)
    found = []
    columns = [f"{side}_{name}" for side in _SIDES for name in ("document", "title", "start", "end")]
    for row in rows(run, "passages", columns=[*columns, "similarity", "passage"]):
        sides = sorted((_side(row, side, places) for side in _SIDES), key=_order)
        found.append((*sides, row))
    gone: dict[Place, list[Span]] = {}
    for earlier, later, row in sorted(found, key=lambda each: (_order(each[1]), _order(each[0]), each[2]["passage"])):
        if later["source"] in against or _overlaps((earlier["start"], earlier["end"]), gone.get(earlier["at"], ())):
            continue
        gone.setdefault(later["at"], []).append((later["start"], later["end"]))
        yield _shown(later) | {"repeats": _shown(earlier), "similarity": row["similarity"]}


def _side(row: Row, side: str, places: Mapping[tuple[str, str], Place]) -> Row:
    own = {name: row[f"{side}_{name}"] for name in ("document", "title", "start", "end")}
    return _told(own, places) | {"at": places[_key(own)]}


def _order(side: Row) -> tuple[Place, int, int]:
    return side["at"], side["start"], side["end"]


def _shown(side: Row) -> Row:
    return {name: value for name, value in side.items() if name != "at"}


def _overlaps(span: Span, spans: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in spans)


def _told(row: Row, places: Mapping[tuple[str, str], Place]) -> Row:
    number = places[_key(row)]
    names = {"document": row["document"], "title": row["title"], "source": number[1], "place": number[2]}
    return names | {"start": row["start"], "end": row["end"]}


def _key(row: Row) -> tuple[str, str]:
    return row["document"], row["title"]


def _named(run: Run, table: str, sides: Iterable[str]) -> set[tuple[str, str]]:
    """The documents that a table names."""
    named = set()
    for row in rows(run, table, columns=[f"{side}{name}" for side in sides for name in ("document", "title")]):
        named |= {(row[f"{side}document"], row[f"{side}title"]) for side in sides}
    return named


def _places(run: Run, named: Collection[tuple[str, str]], against: Collection[str]) -> dict[tuple[str, str], Place]:
    """Where these documents stand."""
    places: dict[tuple[str, str], Place] = {}
    for number, row in enumerate(rows(run, "documents", columns=["document", "title", "source", "place"])):
        key = _key(row)
        if key not in named:
            continue
        if key in places:
            hint = "give --id-field one that tells all documents apart, and run the job again"
            raise RunError(f"two documents are called `{key[0]}`: it cannot be told which of them to cut", hint)
        first = -1 if row["source"] in against else number
        places[key] = first, row["source"], row["place"]
    return places
