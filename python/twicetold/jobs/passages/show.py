"""What there is to see in a run of the job `passages`: the summary, the longest, a document's, two documents'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.passages import texts
from twicetold.jobs.passages.kinds import BOILERPLATE, PASSAGE_KINDS
from twicetold.jobs.passages.texts import SIDES, name_document
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, scan_table
from twicetold.tables.kinds import order_kind_names
from twicetold.views.nearest import find_nearest_names, suggest_names
from twicetold.views.rows import Row, describe_run, note_left_out
from twicetold.views.words import compare_texts

TOP_PASSAGES = 10
MOST_SENTENCES = 3  # of each passage in a list,
BEGINNING_CHARACTERS = 240  # and at most so much of them


def summarise_run(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, its passages by kind, the documents that share most, the longest passages."""
    yield describe_run(run, ("documents", "document_pairs", "passages"))
    yield from count_passage_kinds(run)
    yield from ({"row": "pair", **pair} for pair in islice(read_rows(run, "document_pairs"), limit or TOP_PASSAGES))
    yield from list_longest_passages(run, limit or TOP_PASSAGES)


def count_passage_kinds(run: Run) -> Iterator[Row]:
    """How many passages there are of each kind, and how long they are together on the left."""
    passages, characters = Counter[str](), Counter[str]()
    for batch in scan_table(run, "passages", columns=["kind", "left_start", "left_end"]):
        lengths = pc.subtract(batch["left_end"], batch["left_start"])
        for kind, length in zip(batch["kind"].to_pylist(), lengths.to_pylist(), strict=True):
            passages[kind] += 1
            characters[kind] += length
    for kind in order_kind_names(PASSAGE_KINDS, passages):
        if passages[kind]:
            yield {
                "row": "passage_kind",
                "kind": kind,
                "passages": passages[kind],
                "characters": characters[kind],
            }


def list_longest_passages(run: Run, number: int, kind: str = "") -> Iterator[Row]:
    """So many of the longest, each with its beginning."""
    return _list_passages(run, list(islice(read_rows(run, "passages", _select_kind(kind)), number)))


def list_document_passages(run: Run, name: str, kind: str = "", limit: int | None = None) -> Iterator[Row]:
    """The passages of the document with this title or id, and whom it shares them with."""
    found = list(read_rows(run, "passages", _match_name(name, "left") | _match_name(name, "right")))
    if not found:
        raise RunError(f"`{run.folder}` has no passage of a document `{name}`", _suggest_document(run, name))
    own = [row for row in found if row["kind"] == kind or (not kind and row["kind"] != BOILERPLATE)]
    names = dict.fromkeys(
        name_document(row, side) for row in found for side in SIDES if name in name_document(row, side)
    )
    for each in names:
        there = sum(each in (name_document(row, "left"), name_document(row, "right")) for row in own)
        yield {"row": "document", "document": each[0], "title": each[1], "passages": there}
    yield from _list_passages(run, own[:limit])
    yield from note_left_out("passages", len(own), limit)


def compare_documents(run: Run, one: str, other: str, kind: str = "", limit: int | None = None) -> Iterator[Row]:
    """All that two documents share, the longest first and boilerplate last, with what differs word by word."""
    both = _match_name(one, "left") & _match_name(other, "right") | _match_name(other, "left") & _match_name(
        one, "right"
    )
    pairs = list(read_rows(run, "document_pairs", both))
    if not pairs:
        raise _explain_missing_pair(run, one, other)
    found = [row for row in read_rows(run, "passages", both) if kind in ("", row["kind"])]
    for pair in pairs:
        yield {"row": "pair", "whole": True, **pair}
        own = [row for row in found if _name_sides(row) == _name_sides(pair)]
        own.sort(key=lambda row: row["kind"] == BOILERPLATE)
        yield from _compare_passages(run, own[:limit])
        yield from note_left_out("passages", len(own), limit)


def _list_passages(run: Run, found: Sequence[Row]) -> Iterator[Row]:
    """Passages with the beginning of the left side."""
    said = texts.read_sentences(run, texts.collect_positions(found, MOST_SENTENCES))
    for row in found:
        text = texts.assemble_side(row, "left", said[name_document(row, "left")], MOST_SENTENCES).text
        yield {"row": "passage", **row, "begins": text[:BEGINNING_CHARACTERS]}


def _compare_passages(run: Run, found: Sequence[Row]) -> Iterator[Row]:
    """Passages with both texts, and what sets them apart."""
    said = texts.read_sentences(run, texts.collect_positions(found))
    for row in found:
        told = {side: texts.assemble_side(row, side, said[name_document(row, side)]) for side in SIDES}
        sides = {f"{side}_{name}": value for side in SIDES for name, value in told[side]._asdict().items()}
        found_changes = compare_texts(told["left"].text, told["right"].text)
        yield {"row": "passage", **row, **sides, "changes": found_changes}


def _select_kind(kind: str) -> ds.Expression:
    return ds.field("kind") == kind if kind else ds.field("kind") != BOILERPLATE


def _match_name(name: str, side: str) -> ds.Expression:
    return (ds.field(f"{side}_title") == name) | (ds.field(f"{side}_document") == name)


def _name_sides(row: Row) -> tuple[Any, ...]:
    return name_document(row, "left") + name_document(row, "right")


def _explain_missing_pair(run: Run, one: str, other: str) -> RunError:
    """What is wrong with two names that no pair has."""
    for name in (one, other):
        if not _list_partners(run, name):
            return RunError(f"`{run.folder}` has no passage of a document `{name}`", _suggest_document(run, name))
    partners = _list_partners(run, one)
    shown = find_nearest_names(other, partners) or partners[:3]
    listed = ", ".join(f"`{name}`" for name in shown)
    more_there = f" and {len(partners) - len(shown):,} more" if len(partners) > len(shown) else ""
    return RunError(f"`{one}` and `{other}` share no passage", f"`{one}` shares with {listed}{more_there}")


def _list_partners(run: Run, name: str) -> list[str]:
    """Whom a document shares passages with, by title or id, most shared first."""
    found: dict[str, None] = {}
    for side, across in (SIDES, SIDES[::-1]):
        for row in read_rows(run, "document_pairs", _match_name(name, side)):
            found[row[f"{across}_title"] or row[f"{across}_document"]] = None
    return list(found)


def _suggest_document(run: Run, name: str) -> str:
    otherwise = "give a title or an id as the input has it"
    if not count_rows(run, "document_pairs"):
        return "no two documents of the run share a passage"
    return suggest_names(name, _list_names(run), otherwise)


def _list_names(run: Run) -> Iterable[str]:
    """The titles and ids of all documents that share something, most of them more than once."""
    columns = [f"{side}_{name}" for name in ("title", "document") for side in SIDES]
    for batch in scan_table(run, "document_pairs", columns=columns):
        for column in columns:
            yield from pc.unique(batch[column]).to_pylist()
