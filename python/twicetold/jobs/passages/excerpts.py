"""What passages say on each side, with some words before and after, from the sentences of their documents.

asked       the passages of each document, a row for every few of them
cut         their texts, a row for each side of a passage; the work is done by `src/passages/excerpts.rs`
excerpts    the texts of both sides, a row for each passage

Documents are joined to lists of passages rather than passages to documents, so that the text of a document with a
thousand passages is moved a few times. What passages say is sorted, not looked up: it is larger than the documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.jobs.passages.tables import EXCERPT_COLUMNS, PASSAGES
from twicetold.matching.lists import group_into_lists
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import NUMBER_LIST
from twicetold.tables.sentence_lists import SENTENCE_LISTS

SIDES = ("left", "right")
LOT = 64  # passages of a document that are cut at once: of 10,000 characters each, these are 0.6 MB
_PLACE_COLUMNS = ("first", "last", "start", "end")
_DOCUMENT_COLUMNS = pa.schema(
    [SENTENCE_LISTS.field(name) for name in ("number", "timestamp", "text", "cuts", "starts", "ends")]
)


def add_excerpts(passages: Table, works: Table, engine: Engine) -> Table:
    """Passages with `left_text`, `left_before`, `left_after`, `left_timestamp`, and the same of the right side.

    The passages are in order of their numbers, and so is what is returned.
    """
    texts = engine.map(works, SelectColumns(_DOCUMENT_COLUMNS))
    places = engine.union(*(engine.map(passages, ListPassagePlaces(side)) for side in SIDES))
    asked = engine.group(places, ("number",), gather_passage_places)
    cut = engine.map(engine.join(asked, texts, on=("number",), key="number"), cut_excerpts)
    excerpts = engine.group(cut, ("passage",), pair_excerpt_sides)
    return engine.join(excerpts, passages, on=("passage",), key="passage")


_SIDE = define_table(side=pa.uint32())  # 0 for the left one
_PASSAGE_PLACES = pa.schema(
    [
        SENTENCE_LISTS.field("number"),
        PASSAGES.field("passage"),
        *_SIDE,
        *(PASSAGES.field(f"left_{name}").with_name(name) for name in _PLACE_COLUMNS),
    ]
)


@dataclass(frozen=True)
class ListPassagePlaces:
    """Where passages are in the document of one side."""

    side: str
    schema: ClassVar[pa.Schema] = _PASSAGE_PLACES

    def __call__(self, passages: Batch) -> Batch:
        side = pa.repeat(pa.scalar(SIDES.index(self.side), pa.uint32()), passages.num_rows)
        columns = [passages[self.side], passages["passage"], side]
        columns += [passages[f"{self.side}_{name}"] for name in _PLACE_COLUMNS]
        return build_batch(columns, _PASSAGE_PLACES)


_LISTED_COLUMNS = {name: name for name in _PASSAGE_PLACES.names[1:]}


@make_step(
    pa.schema(
        [
            SENTENCE_LISTS.field("number"),
            *define_table(lot=pa.uint32()),
            *(pa.field(name, NUMBER_LIST, nullable=False) for name in _LISTED_COLUMNS),
        ]
    )
)
def gather_passage_places(places: Batch) -> Batch:
    """Places grouped by document, to rows with lists, each of up to `LOT` of them."""
    rows = pa.array(range(places.num_rows), pa.uint32())
    runs = pc.run_end_encode(places["number"]) if places.num_rows else None
    if runs:
        starts = pa.concat_arrays([pa.array([0], pa.uint32()), runs.run_ends.cast(pa.uint32())]).slice(
            0, len(runs.run_ends)
        )
        of_each = pa.RunEndEncodedArray.from_arrays(runs.run_ends, starts)
        rows = pc.subtract(rows, pc.run_end_decode(of_each))
    lots = pc.divide(rows, pa.scalar(LOT, pa.uint32()))
    numbered = build_batch([lots, *places.columns], pa.schema([*define_table(lot=pa.uint32()), *places.schema]))
    columns = group_into_lists(numbered, ("number", "lot"), _LISTED_COLUMNS)
    return build_named_batch(columns, gather_passage_places.schema)


_CUT_EXCERPTS = pa.schema(
    [PASSAGES.field("passage"), *_SIDE, *(PASSAGES.field(f"left_{name}").with_name(name) for name in EXCERPT_COLUMNS)]
)


@make_step(_CUT_EXCERPTS)
def cut_excerpts(documents: Batch) -> Batch:
    """Documents with the places of their passages to what these say."""
    found = _kernels.cut_passage_excerpts(documents)
    texts = {name: found[name] for name in ("text", "before", "after")}
    texts["timestamp"] = documents["timestamp"].take(found["row"])
    sides = pc.list_flatten(documents["side"]).cast(pa.uint32())
    return build_batch([found["passage"], sides, *(texts[name] for name in EXCERPT_COLUMNS)], _CUT_EXCERPTS)


@make_step(
    pa.schema(
        [
            PASSAGES.field("passage"),
            *(PASSAGES.field(f"{side}_{name}") for side in SIDES for name in EXCERPT_COLUMNS),
        ]
    )
)
def pair_excerpt_sides(cut: Batch) -> Batch:
    """What passages say, their two sides one after the other, to a row for each."""
    rows = [pa.array(range(side, cut.num_rows, 2), pa.uint32()) for side in range(2)]
    columns = [cut[name].take(side) for side in rows for name in EXCERPT_COLUMNS]
    return build_batch([cut["passage"].take(rows[0]), *columns], pair_excerpt_sides.schema)
