"""What passages say on each side, with some words before and after, from the sentences of their documents.

asked       the passages of each document, a row for each document
excerpts    their texts, a row for each passage; the work is done by `src/passages/excerpts.rs`

Documents are joined to lists of passages rather than passages to documents, so that the text of a document with a
thousand passages is moved a few times.
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
from twicetold.tables.matching import NUMBER_LIST
from twicetold.tables.sentence_lists import SENTENCE_LISTS

SIDES = ("left", "right")
LOT = 256  # passages of a document that are cut at once: of 10,000 characters each, these are 2.5 MB
_PLACE_COLUMNS = ("first", "last", "start", "end")
_DOCUMENT_COLUMNS = pa.schema(
    [SENTENCE_LISTS.field(name) for name in ("number", "timestamp", "text", "cuts", "starts", "ends")]
)


def add_excerpts(passages: Table, works: Table, engine: Engine) -> Table:
    """Passages with `left_text`, `left_before`, `left_after`, `left_timestamp`, and the same of the right side."""
    texts = engine.map(works, SelectColumns(_DOCUMENT_COLUMNS))
    excerpts = []
    for side in SIDES:
        asked = engine.group(engine.map(passages, ListPassagePlaces(side)), ("number", "lot"), gather_passage_places)
        excerpts.append(engine.map(engine.join(asked, texts, on=("number",), key="number"), CutExcerpts(side)))
    for excerpt in excerpts:
        passages = engine.join(passages, excerpt, on=("passage",), key="passage")
    return passages


_PASSAGE_PLACES = pa.schema(
    [
        SENTENCE_LISTS.field("number"),
        PASSAGES.field("passage").with_name("lot"),
        PASSAGES.field("passage"),
        *(PASSAGES.field(f"left_{name}").with_name(name) for name in _PLACE_COLUMNS),
    ]
)


@dataclass(frozen=True)
class ListPassagePlaces:
    """Where passages are in the document of one side."""

    side: str
    schema: ClassVar[pa.Schema] = _PASSAGE_PLACES

    def __call__(self, passages: Batch) -> Batch:
        lots = pc.divide(passages["passage"], pa.scalar(LOT, pa.uint32()))
        columns = [passages[self.side], lots, passages["passage"]]
        columns += [passages[f"{self.side}_{name}"] for name in _PLACE_COLUMNS]
        return build_batch(columns, _PASSAGE_PLACES)


_LISTED_COLUMNS = {name: name for name in _PASSAGE_PLACES.names[2:]}


@make_step(
    pa.schema([*list(_PASSAGE_PLACES)[:2], *(pa.field(name, NUMBER_LIST, nullable=False) for name in _LISTED_COLUMNS)])
)
def gather_passage_places(places: Batch) -> Batch:
    """Places grouped by document and lot, to a row with lists for each lot."""
    columns = group_into_lists(places, ("number", "lot"), _LISTED_COLUMNS)
    return build_named_batch(columns, gather_passage_places.schema)


@dataclass(frozen=True)
class CutExcerpts:
    """Documents with the places of their passages to what these say."""

    side: str

    @property
    def schema(self) -> pa.Schema:
        return pa.schema(
            [PASSAGES.field("passage"), *(PASSAGES.field(f"{self.side}_{name}") for name in EXCERPT_COLUMNS)]
        )

    def __call__(self, documents: Batch) -> Batch:
        found = _kernels.cut_passage_excerpts(documents)
        texts = {name: found[name] for name in ("text", "before", "after")}
        texts["timestamp"] = documents["timestamp"].take(found["row"])
        return build_batch([found["passage"], *(texts[name] for name in EXCERPT_COLUMNS)], self.schema)
