"""Passages around what two documents have in common, without bringing both documents together whole.

windows   groups of points, and the chunks of both documents around each
chunks    documents cut into stretches of sentences
raw       the passages in each window
settled   of a pair's passages those that stay, with the boilerplate that the two share besides

A pair that shares one paragraph moves a few kilobytes, however long its documents are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.jobs.passages.tables import POINTS
from twicetold.matching.document_sentences import cut_texts, number_list_items
from twicetold.matching.lists import SCORE_LIST, group_into_lists
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import NUMBER_LIST
from twicetold.tables.sentence_lists import SENTENCE_LISTS

CHUNK, CHUNK_BITS = 16, 24  # sentences of a chunk, and bits of its number: as `src/passages/windows.rs` has them


def locate_in_windows(load: Callable[[str], Any], settings: Locating, least: int, engine: Engine) -> Table:
    """Pairs with their raw passages and the frames of both documents, as `Settle` takes them."""
    wanted = engine.map(load("paired"), ListWindowChunks(settings.max_gap))
    chunks = engine.map(load("works"), cut_into_chunks)
    given = engine.join(wanted, chunks, on=("chunk",), key="chunk")
    # Pairs are saved in order, so on this machine no text is sorted: it was half of the work.
    raw = engine.group(given, ("left", "right", "group"), LocateInWindows(settings), in_order=True)
    passed = engine.group(raw, ("left", "right"), group_passages_by_pair, in_order=True)
    works = engine.join(
        engine.map(load("works"), SelectColumns(_FRAME_COLUMNS)), load("marks"), on=("number",), key="number", keep=True
    )
    return engine.join(passed, engine.map(works, BuildDocumentFrames(least)), on=("left", "right"), key="number")


def _define_column(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


_PAIR_COLUMNS = (POINTS.field("left"), POINTS.field("right"))
_TEXT_COLUMNS = tuple(SENTENCE_LISTS.field(name) for name in ("text", "cuts", "starts", "ends"))
WINDOW_CHUNKS = pa.schema(
    [
        *_PAIR_COLUMNS,
        _define_column("group", pa.uint32()),
        _define_column("side", pa.uint32()),
        _define_column("chunk", pa.uint64()),
        _define_column("left_positions", NUMBER_LIST),  # the points of the group, on its first row alone
        _define_column("right_positions", NUMBER_LIST),
        _define_column("windows", NUMBER_LIST),  # the window of each
    ]
)
CHUNKS = pa.schema([_define_column("chunk", pa.uint64()), *_TEXT_COLUMNS])


@dataclass(frozen=True)
class ListWindowChunks:
    """Pairs to the chunks that their groups of points need."""

    max_gap: int
    schema: ClassVar[pa.Schema] = WINDOW_CHUNKS

    def __call__(self, paired: Batch) -> Batch:
        return _kernels.plan_windows(paired, self.max_gap)


@make_step(CHUNKS)
def cut_into_chunks(works: Batch) -> Batch:
    """Works cut into chunks; a chunk's key is the number of its work and its own."""
    parents, positions = number_list_items(works["cuts"])
    firsts = pc.indices_nonzero(pc.equal(pc.bit_wise_and(positions, CHUNK - 1), 0)).cast(pa.int32())
    offsets = pa.concat_arrays([firsts, pa.array([len(parents)], pa.int32())])
    numbers = works["number"].take(parents.take(firsts)).cast(pa.uint64())
    own = pc.divide(positions.take(firsts), CHUNK).cast(pa.uint64())
    keys = pc.bit_wise_or(pc.shift_left(numbers, pa.scalar(CHUNK_BITS, pa.uint64())), own)
    lists = {
        name: pa.ListArray.from_arrays(offsets, pc.list_flatten(works[name]), type=NUMBER_LIST)
        for name in ("cuts", "starts", "ends")
    }
    columns = {"chunk": keys, "text": cut_texts(works["text"], _sum_chunk_bytes(lists["cuts"])), **lists}
    return build_named_batch(columns, CHUNKS)


def _sum_chunk_bytes(cuts: pa.ListArray) -> pa.Array:
    """The bytes of each chunk; none is empty."""
    totals = pc.cumulative_sum(pc.list_flatten(cuts).cast(pa.int64()))
    ends = totals.take(pc.subtract(pc.cumulative_sum(pc.list_value_length(cuts)), 1))
    return pc.subtract(ends, pa.concat_arrays([pa.array([0], pa.int64()), ends]).slice(0, len(ends)))


_SPAN_NAMES = ("first", "last", "start", "end")
RAW_PASSAGES = pa.schema(
    [
        *_PAIR_COLUMNS,
        *(_define_column(f"{side}_{name}", pa.uint32()) for side in ("left", "right") for name in _SPAN_NAMES),
        _define_column("sentences", pa.uint32()),
        _define_column("similarity", pa.float64()),
    ]
)


@dataclass(frozen=True)
class LocateInWindows:
    """The chunks of each window, together, to the passages in it."""

    settings: Locating
    schema: ClassVar[pa.Schema] = RAW_PASSAGES

    def __call__(self, given: Batch) -> Batch:
        return _kernels.locate_in_windows(given, self.settings)


_PASSAGE_LISTS = {
    **{f"{side}_{name}": f"{side}_{name}s" for side in ("left", "right") for name in _SPAN_NAMES},
    "sentences": "sentences",
    "similarity": "similarities",
}
PAIR_PASSAGES = pa.schema(
    [
        *_PAIR_COLUMNS,
        *(_define_column(new, SCORE_LIST if new == "similarities" else NUMBER_LIST) for new in _PASSAGE_LISTS.values()),
    ]
)


@make_step(PAIR_PASSAGES)
def group_passages_by_pair(raw: Batch) -> Batch:
    """Passages grouped by their documents, to a row for each pair."""
    columns = group_into_lists(raw, ("left", "right"), _PASSAGE_LISTS)
    return build_named_batch(columns, PAIR_PASSAGES)


_FRAME_COLUMNS = pa.schema(
    [SENTENCE_LISTS.field("number"), SENTENCE_LISTS.field("document"), SENTENCE_LISTS.field("title"), *_TEXT_COLUMNS]
)
FRAMES = pa.schema(
    [
        SENTENCE_LISTS.field("number"),
        _define_column("begin", pa.uint32()),
        _define_column("finish", pa.uint32()),
        *(
            _define_column(name, NUMBER_LIST)
            for name in ("shorts", "crowd_positions", "crowds", "crowd_starts", "crowd_ends")
        ),
        SENTENCE_LISTS.field("document"),
        SENTENCE_LISTS.field("title"),
    ]
)


@dataclass(frozen=True)
class BuildDocumentFrames:
    """Works to what of them is needed besides texts: names, length, boilerplate, sentences too short to be matched."""

    least: int
    schema: ClassVar[pa.Schema] = FRAMES

    def __call__(self, works: Batch) -> Batch:
        framed = _kernels.outline_documents(works, self.least)
        return build_batch([*framed.columns, works["document"], works["title"]], FRAMES)
