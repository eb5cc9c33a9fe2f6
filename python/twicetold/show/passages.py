"""What there is to see in a run of the job `passages`: the summary, the longest, a document's, two documents'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count, rows, scan
from twicetold.schema import PASSAGE_KINDS
from twicetold.show import passage_texts
from twicetold.show.nearest import meant, nearest
from twicetold.show.passage_texts import SIDES, document
from twicetold.show.views import Row, more, run_row
from twicetold.show.words import changes_of_long

FIRST = 10
SENTENCES = 3  # of each passage in a list,
CHARACTERS = 240  # and at most so much of them
BOILERPLATE = "boilerplate"  # is no finding: only where it is asked for


def summary(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, its passages by kind, the documents that share most, the longest passages."""
    yield run_row(run, ("documents", "document_pairs", "passages"))
    yield from kinds(run)
    yield from ({"row": "pair", **pair} for pair in islice(rows(run, "document_pairs"), limit or FIRST))
    yield from longest(run, limit or FIRST)


def kinds(run: Run) -> Iterator[Row]:
    """How many passages there are of each kind, and how long they are together on the left."""
    passages, characters = Counter[str](), Counter[str]()
    for batch in scan(run, "passages", columns=["kind", "left_start", "left_end"]):
        lengths = pc.subtract(batch["left_end"], batch["left_start"])
        for kind, length in zip(batch["kind"].to_pylist(), lengths.to_pylist(), strict=True):
            passages[kind] += 1
            characters[kind] += length
    for kind in [*PASSAGE_KINDS, *sorted({*passages} - {*PASSAGE_KINDS})]:
        if passages[kind]:
            yield {
                "row": "passage_kind",
                "kind": kind,
                "passages": passages[kind],
                "characters": characters[kind],
            }


def longest(run: Run, number: int, kind: str = "") -> Iterator[Row]:
    """So many of the longest, each with its beginning."""
    return _listed(run, list(islice(rows(run, "passages", _of_kind(kind)), number)))


def of_document(run: Run, name: str, kind: str = "", limit: int | None = None) -> Iterator[Row]:
    """The passages of the document with this title or id, and whom it shares them with."""
    found = list(rows(run, "passages", _names(name, "left") | _names(name, "right")))
    if not found:
        raise RunError(f"`{run.folder}` has no passage of a document `{name}`", _hint(run, name))
    own = [row for row in found if row["kind"] == kind or (not kind and row["kind"] != BOILERPLATE)]
    names = dict.fromkeys(document(row, side) for row in found for side in SIDES if name in document(row, side))
    for each in names:
        there = sum(each in (document(row, "left"), document(row, "right")) for row in own)
        yield {"row": "document", "document": each[0], "title": each[1], "passages": there}
    yield from _listed(run, own[:limit])
    yield from more("passages", len(own), limit)


def of_pair(run: Run, one: str, other: str, kind: str = "", limit: int | None = None) -> Iterator[Row]:
    """All that two documents share, the longest first and boilerplate last, with what differs word by word."""
    both = _names(one, "left") & _names(other, "right") | _names(other, "left") & _names(one, "right")
    pairs = list(rows(run, "document_pairs", both))
    if not pairs:
        raise _no_pair(run, one, other)
    found = [row for row in rows(run, "passages", both) if kind in ("", row["kind"])]
    for pair in pairs:
        yield {"row": "pair", "whole": True, **pair}
        own = [row for row in found if _sides(row) == _sides(pair)]
        own.sort(key=lambda row: row["kind"] == BOILERPLATE)
        yield from _compared(run, own[:limit])
        yield from more("passages", len(own), limit)


def _listed(run: Run, found: Sequence[Row]) -> Iterator[Row]:
    """Passages with the beginning of the left side."""
    said = passage_texts.read(run, passage_texts.wanted(found, SENTENCES))
    for row in found:
        text = passage_texts.told(row, "left", said[document(row, "left")], SENTENCES).text
        yield {"row": "passage", **row, "begins": text[:CHARACTERS]}


def _compared(run: Run, found: Sequence[Row]) -> Iterator[Row]:
    """Passages with both texts, and what sets them apart."""
    said = passage_texts.read(run, passage_texts.wanted(found))
    for row in found:
        told = {side: passage_texts.told(row, side, said[document(row, side)]) for side in SIDES}
        sides = {f"{side}_{name}": value for side in SIDES for name, value in told[side]._asdict().items()}
        found_changes = changes_of_long(told["left"].text, told["right"].text)
        yield {"row": "passage", **row, **sides, "changes": found_changes}


def _of_kind(kind: str) -> ds.Expression:
    return ds.field("kind") == kind if kind else ds.field("kind") != BOILERPLATE


def _names(name: str, side: str) -> ds.Expression:
    return (ds.field(f"{side}_title") == name) | (ds.field(f"{side}_document") == name)


def _sides(row: Row) -> tuple[Any, ...]:
    return document(row, "left") + document(row, "right")


def _no_pair(run: Run, one: str, other: str) -> RunError:
    """What is wrong with two names that no pair has."""
    for name in (one, other):
        if not _partners(run, name):
            return RunError(f"`{run.folder}` has no passage of a document `{name}`", _hint(run, name))
    partners = _partners(run, one)
    shown = nearest(other, partners) or partners[:3]
    listed = ", ".join(f"`{name}`" for name in shown)
    more_there = f" and {len(partners) - len(shown):,} more" if len(partners) > len(shown) else ""
    return RunError(f"`{one}` and `{other}` share no passage", f"`{one}` shares with {listed}{more_there}")


def _partners(run: Run, name: str) -> list[str]:
    """Whom a document shares passages with, by title or id, most shared first."""
    found: dict[str, None] = {}
    for side, across in (SIDES, SIDES[::-1]):
        for row in rows(run, "document_pairs", _names(name, side)):
            found[row[f"{across}_title"] or row[f"{across}_document"]] = None
    return list(found)


def _hint(run: Run, name: str) -> str:
    otherwise = "give a title or an id as the input has it"
    if not count(run, "document_pairs"):
        return "no two documents of the run share a passage"
    return meant(name, _known(run), otherwise)


def _known(run: Run) -> Iterable[str]:
    """The titles and ids of all documents that share something, most of them more than once."""
    columns = [f"{side}_{name}" for name in ("title", "document") for side in SIDES]
    for batch in scan(run, "document_pairs", columns=columns):
        for column in columns:
            yield from pc.unique(batch[column]).to_pylist()
