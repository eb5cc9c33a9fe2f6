"""The views of a run of `passages`: the summary, the longest passages, those of a document, those of two documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.passages import show_families, texts
from twicetold.jobs.passages.kinds import BOILERPLATE, PASSAGE_KINDS
from twicetold.jobs.passages.show_page import ROW_RENDERERS
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, scan_table
from twicetold.tables.kinds import order_kind_names
from twicetold.views.base import RunViews, ShowOptions
from twicetold.views.nearest import find_nearest_names, suggest_names
from twicetold.views.rows import SIDES, Row, describe_run, list_names, match_name, name_side, note_left_out
from twicetold.views.words import compare_texts

TOP_PASSAGES = 10
MOST_SENTENCES = 3  # sentences of each passage in a list of passages
BEGINNING_CHARACTERS = 240  # characters of these sentences


class PassageViews(RunViews):
    """The views of a run of `passages`."""

    kind_options = ("largest", "document", "pair")
    headings: ClassVar[Mapping[str, str]] = {
        "passage_kind": "passages by kind",
        "family": "largest families: copies, and the text that most of them have",
        "pair": "characters that two documents share",
        "passage": "longest passages",
    }
    renderers = ROW_RENDERERS

    def summarise(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The run's numbers, its passages by kind, the documents that share most, the longest passages."""
        number = options.limit or TOP_PASSAGES
        yield describe_run(run, ("documents", "document_pairs", "passages"))
        yield from count_passage_kinds(run)
        yield from show_families.list_largest_families(run, number)
        yield from ({"row": "pair", **pair} for pair in islice(read_rows(run, "document_pairs"), number))
        yield from self.show_largest(run, number, options)

    def show_family(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """All copies of one text in order of their dates, each with what it has other than the best text."""
        return show_families.show_family(run, number, options.limit)

    def show_largest(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """The longest passages, each with its beginning."""
        return _list_passages(run, list(islice(read_rows(run, "passages", _select_kind(options.kind)), number)))

    def show_document(self, run: Run, name: str, options: ShowOptions) -> Iterator[Row]:
        """The passages of the document with this title or id, and the documents that it shares them with."""
        kind, limit = options.kind, options.limit
        found = list(read_rows(run, "passages", match_name(name, "left_") | match_name(name, "right_")))
        if not found:
            raise RunError(f"`{run.folder}` has no passage of a document `{name}`", _suggest_document(run, name))
        own = [row for row in found if row["kind"] == kind or (not kind and row["kind"] != BOILERPLATE)]
        names = dict.fromkeys(name_side(row, side) for row in found for side in SIDES if name in name_side(row, side))
        for each in names:
            there = sum(each in (name_side(row, "left"), name_side(row, "right")) for row in own)
            yield {"row": "document", "document": each[0], "title": each[1], "passages": there}
        yield from _list_passages(run, own[:limit])
        yield from note_left_out("passages", len(own), limit)

    def show_pair(self, run: Run, names: tuple[str, str], options: ShowOptions) -> Iterator[Row]:
        """All that two documents share, the longest first and boilerplate last, with what differs word by word."""
        both = _match_names(*names) | _match_names(*names[::-1])
        pairs = list(read_rows(run, "document_pairs", both))
        if not pairs:
            raise _explain_missing_pair(run, *names)
        found = [row for row in read_rows(run, "passages", both) if options.kind in ("", row["kind"])]
        for pair in pairs:
            yield {"row": "pair", "whole": True, **pair}
            own = [row for row in found if _name_sides(row) == _name_sides(pair)]
            own.sort(key=lambda row: row["kind"] == BOILERPLATE)
            yield from _compare_passages(run, own[: options.limit])
            yield from note_left_out("passages", len(own), options.limit)

    def explain_no_rows(self, options: ShowOptions) -> str:
        return f"no passage of the kind {options.kind}" if options.kind else "no passage"


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


def _list_passages(run: Run, found: Sequence[Row]) -> Iterator[Row]:
    """Passages with the beginning of the left side."""
    said = texts.read_sentences(run, texts.collect_positions(found, MOST_SENTENCES))
    for row in found:
        text = texts.assemble_side(row, "left", said[name_side(row, "left")], MOST_SENTENCES).text
        yield {"row": "passage", **row, "begins": text[:BEGINNING_CHARACTERS]}


def _compare_passages(run: Run, found: Sequence[Row]) -> Iterator[Row]:
    """Passages with both texts, and what sets them apart."""
    said = texts.read_sentences(run, texts.collect_positions(found))
    for row in found:
        both = {side: texts.assemble_side(row, side, said[name_side(row, side)]) for side in SIDES}
        sides = {f"{side}_{name}": value for side in SIDES for name, value in both[side]._asdict().items()}
        yield {"row": "passage", **row, **sides, "changes": compare_texts(both["left"].text, both["right"].text)}


def _select_kind(kind: str) -> ds.Expression:
    return ds.field("kind") == kind if kind else ds.field("kind") != BOILERPLATE


def _match_names(left: str, right: str) -> ds.Expression:
    return match_name(left, "left_") & match_name(right, "right_")


def _name_sides(row: Row) -> tuple[Any, ...]:
    return name_side(row, "left") + name_side(row, "right")


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
        for row in read_rows(run, "document_pairs", match_name(name, f"{side}_")):
            found[row[f"{across}_title"] or row[f"{across}_document"]] = None
    return list(found)


def _suggest_document(run: Run, name: str) -> str:
    if not count_rows(run, "document_pairs"):
        return "no two documents of the run share a passage"
    columns = [f"{side}_{name}" for name in ("title", "document") for side in SIDES]
    names = list_names(run, "document_pairs", columns)
    return suggest_names(name, names, "give a title or an id as the input has it")
