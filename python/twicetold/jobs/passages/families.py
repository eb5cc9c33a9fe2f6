"""Families: one text and all places where it stands, with its best text and who copied from whom.

witnesses     places with the sentences there, and the names and dates of their documents
components    places that may be of one family: each with its most typical neighbour
families      a core, and the places that resemble it; the work is done by `src/families/`

A place that resembles no core is in no family; `run.json` says how many these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, build_tally, make_step
from twicetold.jobs.passages.kinds import PASSAGE_KIND_NAMES
from twicetold.jobs.passages.links import LINKED_PLACES, PLACE, PLACES
from twicetold.jobs.passages.tables import FAMILIES, FAMILY_MEMBERS
from twicetold.matching.lists import group_into_lists
from twicetold.matching.trees.dates import read_date
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, build_named_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import COMPONENTS, NUMBER_LIST, PAIRS
from twicetold.tables.reading import TALLY
from twicetold.tables.sentence_lists import SENTENCE_LISTS

COMPARED_CHARACTERS = 20_000  # of a place, about
NO_PARENT = 2**32 - 1  # as the kernel has it


def build_family_tables(load: Callable[[str], Any], least: int, engine: Engine) -> dict[str, Table]:
    """The tables `families` and `members`, and `left_over`: how many places are in no family."""
    linked = load("linked")
    components = engine.find_components(engine.map(linked, select_chiefs))
    witnesses = engine.join(read_witnesses(load, engine), linked, on=("place",), key="place")
    grouped = engine.map(engine.join(witnesses, components, on=("place",), key="unit"), SelectColumns(WITNESS_GROUPS))
    rows = engine.group(grouped, ("component",), GatherFamilies(least))
    families = engine.group(rows, ("order", "core", "piece"), PassRows(NUMBERED_ROWS), number="family")
    used = engine.union(engine.map(linked, MarkPlaces(False)), engine.map(rows, MarkPlaces(True)))
    return {
        "families": engine.group(families, ("family",), summarise_families),
        "members": engine.map(families, SelectColumns(FAMILY_MEMBERS)),
        "left_over": engine.group(used, ("place",), count_places_left_over),
    }


# ---- witnesses ----

_DOCUMENT_COLUMNS = pa.schema(
    [
        SENTENCE_LISTS.field(name)
        for name in ("number", "document", "title", "series", "timestamp", "text", "cuts", "starts", "ends")
    ]
)
_PLACE_LISTS = {name: name for name in PLACES.names if name != "number"}
_TEXT_COLUMNS = tuple(SENTENCE_LISTS.field(name) for name in ("text", "cuts", "starts", "ends"))
_NAME_COLUMNS = tuple(SENTENCE_LISTS.field(name) for name in ("document", "title", "series", "timestamp"))
WITNESSES = pa.schema(
    [
        *PLACE,
        *define_table(start=pa.uint32(), end=pa.uint32()),
        *_NAME_COLUMNS,
        *define_table(date=pa.string()),  # in a form that sorts
        *_TEXT_COLUMNS,
    ]
)


def read_witnesses(load: Callable[[str], Any], engine: Engine) -> Table:
    """Places with the sentences there. Documents are joined to lists of places, so that a document is moved once."""
    asked = engine.group(load("family_places"), ("number",), GatherDocumentPlaces())
    documents = engine.map(load("works"), SelectColumns(_DOCUMENT_COLUMNS))
    return engine.map(engine.join(asked, documents, on=("number",), key="number"), cut_witnesses)


@dataclass(frozen=True)
class GatherDocumentPlaces:
    """Places grouped by document, to a row with lists for each document."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [SENTENCE_LISTS.field("number"), *(pa.field(name, NUMBER_LIST, nullable=False) for name in _PLACE_LISTS)]
    )

    def __call__(self, places: Batch) -> Batch:
        return build_named_batch(group_into_lists(places, ("number",), _PLACE_LISTS), self.schema)


@make_step(WITNESSES)
def cut_witnesses(documents: Batch) -> Batch:
    """Documents with lists of their places, to a row for each place with the sentences there."""
    found = _kernels.cut_place_sentences(documents, COMPARED_CHARACTERS)
    names = {each.name: documents[each.name].take(found["row"]) for each in _NAME_COLUMNS}
    dates = pa.array([read_date(each) for each in names["timestamp"].to_pylist()], pa.string())
    columns = {name: found[name] for name in found.schema.names} | names | {"date": dates}
    return build_named_batch(columns, WITNESSES)


# ---- families ----


@make_step(PAIRS)
def select_chiefs(linked: Batch) -> Batch:
    """Places, each with its most typical neighbour, as pairs."""
    return build_batch([linked["place"], linked["chief"]], PAIRS)


WITNESS_GROUPS = pa.schema(
    [
        COMPONENTS.field("component"),
        *WITNESSES,
        *(LINKED_PLACES.field(name) for name in ("weight", "others", "kind")),
    ]
)
FAMILY_ROWS = pa.schema(
    [
        *define_table(
            order=pa.uint32(),  # least for the largest family
            core=pa.uint32(),  # what tells families apart: the place of the core,
            piece=pa.uint32(),  # and which part of it
        ),
        *[each for each in FAMILY_MEMBERS if each.name != "family"],
        *define_table(size=pa.uint32(), kind=pa.string(), text=pa.string(), place=pa.uint32()),
    ]
)
NUMBERED_ROWS = pa.schema([FAMILIES.field("family"), *FAMILY_ROWS])


@dataclass(frozen=True)
class GatherFamilies:
    """Witnesses grouped by component, to the members of families."""

    least: int
    schema: ClassVar[pa.Schema] = FAMILY_ROWS

    def __call__(self, witnesses: Batch) -> Batch:
        found = _kernels.gather_families(witnesses, self.least)
        names = ("document", "title", "timestamp", "series", "kind", "place")
        columns = {name: witnesses[name].take(found["row"]) for name in names}
        columns |= {name: found[name] for name in found.schema.names if name != "row"}
        columns["order"] = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), found["size"])
        known = pc.not_equal(found["parent"], NO_PARENT)
        columns["parent"] = pc.if_else(known, found["parent"], pa.scalar(None, pa.uint32()))
        return build_named_batch(columns, FAMILY_ROWS)


@make_step(FAMILIES)
def summarise_families(rows: Batch) -> Batch:
    """Members grouped by family, to a row for each family."""
    runs = pc.run_end_encode(rows["family"]) if rows.num_rows else None
    found, first = [], 0
    names = ("document", "title", "series", "timestamp", "similarity", "kind", "text")
    for end in runs.run_ends.to_pylist() if runs else ():
        own = rows.slice(first, end - first)
        columns = {name: own[name].to_pylist() for name in names}
        found.append({"family": rows["family"][first].as_py(), **summarise_members(columns)})
        first = end
    return build_batch_of_rows(found, FAMILIES)


def summarise_members(columns: dict[str, list[Any]]) -> dict[str, Any]:
    """What a family's row says of its members."""
    dates = [each for each in columns["timestamp"] if read_date(each)]
    kinds = Counter(columns["kind"])
    text = next(filter(None, columns["text"]), "")
    return {
        "size": len(columns["document"]),
        "documents": len(set(zip(columns["document"], columns["title"], strict=True))),
        "series": len({each for each in columns["series"] if each}),
        "first_date": dates[0] if dates else "",
        "last_date": dates[-1] if dates else "",
        "characters": len(text),
        "similarity": round(sum(columns["similarity"]) / len(columns["similarity"]), 6),
        "kind": max(PASSAGE_KIND_NAMES, key=lambda kind: kinds[kind]),
        "text": text,
    }


# ---- what is left over ----

_MARKED_PLACES = pa.schema([*PLACE, *define_table(is_member=pa.bool_())])


@dataclass(frozen=True)
class MarkPlaces:
    """Places, and whether they are of a family."""

    is_member: bool
    schema: ClassVar[pa.Schema] = _MARKED_PLACES

    def __call__(self, rows: Batch) -> Batch:
        marks = pa.repeat(pa.scalar(self.is_member), rows.num_rows)
        return build_batch([rows["place"], marks], _MARKED_PLACES)


@make_step(TALLY)
def count_places_left_over(places: Batch) -> Batch:
    """Marked places grouped by their number, to how many there are and how many are of no family."""
    members = places.filter(places["is_member"])["place"]
    every = pc.count_distinct(places["place"]).as_py()
    return build_tally(places=every, left_over=every - pc.count_distinct(members).as_py())
