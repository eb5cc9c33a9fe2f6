"""Documents to what is compared: their texts without markup, numbered in the order in which they would be kept.

whole       documents to their texts in normal form, with what orders them
folded      documents of one text, known by the first of them
units       the distinct texts

The order matters twice: who comes first is kept, and where a key is crowded, the finder compares all with the first.
Only what orders documents is sorted: texts stay where they are, and find their numbers by a hash and their place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.cleaners.base import apply_by_markup, load_cleaner
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.finders.join_steps import UNIT_TEXTS
from twicetold.jobs.documents.keep_rule import KeepRule
from twicetold.jobs.documents.tables import DOCUMENT_UNITS, ORDERED_DOCUMENTS
from twicetold.matching.fold import identify_texts
from twicetold.readers.places import parse_place_numbers
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import UNITS

_TEXT_FIELD = UNITS.field("text")
CLEAN_TEXTS = pa.schema([_TEXT_FIELD])
NORMALISED_DOCUMENTS = pa.schema([*[each for each in ORDERED_DOCUMENTS if each.name != "number"], _TEXT_FIELD])
UNNUMBERED_DOCUMENTS = pa.schema([each for each in ORDERED_DOCUMENTS if each.name != "number"])
_IDENTITY_COLUMNS = ("source", "place", "revision")  # what tells a document from all others
DOCUMENT_TEXTS = pa.schema(
    [ORDERED_DOCUMENTS.field("high"), *[ORDERED_DOCUMENTS.field(name) for name in _IDENTITY_COLUMNS], _TEXT_FIELD]
)
_COUNT = pa.uint32()


def order_documents(documents: Table, step: NormaliseDocuments, engine: Engine) -> dict[str, Table]:
    """The tables `standing` and `texts`: who is compared, and with what text."""
    whole = engine.map(documents, step)
    ordered = engine.group(
        engine.map(whole, SelectColumns(UNNUMBERED_DOCUMENTS)),
        step.keep.sort_columns,
        PassRows(ORDERED_DOCUMENTS),
        number="number",
    )
    return {"standing": ordered, "texts": engine.map(whole, SelectColumns(DOCUMENT_TEXTS))}


def fold_documents(load: Callable[[str], Any], has_against: bool, engine: Engine) -> dict[str, Table]:
    """The tables `folded` and `units`. With `sided`, only what stands on both sides is there twice."""
    known = engine.map(load("standing"), SelectColumns(DOCUMENT_HASHES))
    firsts = engine.group(known, ("high",), keep_first_documents)
    found = engine.map(engine.join(load("texts"), firsts, on=("high",), key="high"), select_unit_texts)
    return {"folded": engine.group(known, ("high",), FoldDocuments(has_against)), "units": found}


@dataclass(frozen=True)
class NormaliseDocuments:
    """Documents that were read, as they are compared; one without any text is left out."""

    keep: KeepRule
    cleaner: str = "auto"
    against: frozenset[str] = frozenset()  # the sources that stand in `--against`
    folding: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = NORMALISED_DOCUMENTS

    def __call__(self, documents: Batch) -> Batch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        clean = apply_by_markup(read, self.cleaner, clean_texts, CLEAN_TEXTS)["text"]
        normal = identify_texts(clean, self.folding)
        has_text = pc.not_equal(normal["text"], "")
        read, normal = read.filter(has_text), normal.filter(has_text)
        lengths = pc.utf8_length(normal["text"]).cast(_COUNT)
        columns = {
            name: read[name] for name in ("source", "place", "document", "title", "revision", "url", "timestamp")
        }
        columns |= {name: normal[name] for name in ("high", "low", "check", "text")}
        columns["is_against"] = pc.is_in(read["source"], pa.array(sorted(self.against), pa.string()))
        columns["rank"] = self.keep.rank_documents(read, columns["is_against"])
        columns["order"] = self.keep.order_documents(read, lengths)
        columns["value"] = self._select_values(read)
        columns["at"], columns["length"] = parse_place_numbers(read["place"]), lengths
        return build_named_batch(columns, NORMALISED_DOCUMENTS)

    def _select_values(self, read: Batch) -> pa.Array:
        field = self.keep.field
        return pa.repeat("", read.num_rows) if field in ("", "length") else read[self.keep.choose_column(field)]


def clean_texts(markup: str, documents: Batch) -> Batch:
    """The texts of documents, their blocks a line each; plain ones as they are."""
    if markup == "plain":
        return documents.select(["text"])
    blocks = load_cleaner(markup)(documents)["blocks"]
    texts = pa.ListArray.from_arrays(_compute_offsets(blocks), pc.struct_field(pc.list_flatten(blocks), "text"))
    return build_batch([pc.binary_join(texts, "\n")], CLEAN_TEXTS)


def _compute_offsets(lists: pa.ListArray) -> pa.Array:
    """Where each list begins among the items of all, and where the last ends."""
    return pa.concat_arrays(
        [pa.array([0], pa.int32()), pc.cumulative_sum(pc.list_value_length(lists)).cast(pa.int32())]
    )


DOCUMENT_HASHES = pa.schema(
    [ORDERED_DOCUMENTS.field(name) for name in ("high", "number", "is_against", "low", "check", *_IDENTITY_COLUMNS)]
)


@dataclass(frozen=True)
class FoldDocuments:
    """Documents grouped by half of their hash and in order, each with the first of those that have its text.

    A text that shares this half but not the rest of the hash with the first is left out: it is compared with nobody.
    """

    has_against: bool
    schema: ClassVar[pa.Schema] = DOCUMENT_UNITS

    def __call__(self, groups: Batch) -> Batch:
        first = groups.take(_find_first_rows(groups["high"]))
        same = pc.and_(*(pc.equal(groups[name], first[name]) for name in ("low", "check")))
        numbers, against, units = (
            each.filter(same) for each in (groups["number"], groups["is_against"], first["number"])
        )
        runs = pc.run_end_encode(units)
        starts = _find_bounds(runs).slice(0, len(runs.values))
        last = pc.subtract(runs.run_ends, 1)
        # What is in `--against` comes first, so that the ends of a group tell whether it has both.
        shared = pc.not_equal(against.take(starts), against.take(last)) if self.has_against else pc.less(starts, last)
        columns = [numbers, units, against, shared.take(_number_groups(runs))]
        return build_batch(columns, DOCUMENT_UNITS)


def _find_bounds(runs: pa.RunEndEncodedArray) -> pa.Array:
    """Where groups begin, and where the last ends."""
    return pa.concat_arrays([pa.array([0], pa.int32()), runs.run_ends.cast(pa.int32())])


def _number_groups(runs: pa.RunEndEncodedArray) -> pa.Array:
    """The number of each row's group."""
    rows = pa.array(range(len(runs)), pa.uint32())
    return pc.list_parent_indices(pa.ListArray.from_arrays(_find_bounds(runs), rows))


def _find_first_rows(values: pa.Array) -> pa.Array:
    """Of each row the first of its group."""
    runs = pc.run_end_encode(values)
    return _find_bounds(runs).take(_number_groups(runs))


@make_step(
    pa.schema(
        [
            ORDERED_DOCUMENTS.field("high"),
            UNITS.field("unit"),
            *[ORDERED_DOCUMENTS.field(name).with_name(f"first_{name}") for name in _IDENTITY_COLUMNS],
        ]
    )
)
def keep_first_documents(groups: Batch) -> Batch:
    """Documents grouped by half of their hash and in order, to the first of each group, which stands for its text."""
    runs = pc.run_end_encode(groups["high"])
    first = groups.take(_find_bounds(runs).slice(0, len(runs.values)))
    columns = [first[name] for name in ("high", "number", *_IDENTITY_COLUMNS)]
    return build_batch(columns, keep_first_documents.schema)


@make_step(UNIT_TEXTS)
def select_unit_texts(joined: Batch) -> Batch:
    """Texts that found the first document of their hash: that document's own text, under the name that finders know."""
    own = pa.repeat(True, joined.num_rows)
    for name in _IDENTITY_COLUMNS:
        own = pc.and_(own, pc.equal(joined[name], joined[f"first_{name}"]))
    return build_batch([joined["unit"], joined["text"]], UNIT_TEXTS).filter(own)
