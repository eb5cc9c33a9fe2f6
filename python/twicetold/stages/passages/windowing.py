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
from twicetold.engines.steps import Select
from twicetold.schema import NUMBERS, POINTS, WORKS
from twicetold.stages.passages.listing import SCORES, listed
from twicetold.stages.passages.works import pieces, positions_in

CHUNK, CHUNK_BITS = 16, 24  # sentences of a chunk, and bits of its number: as `src/passages/windows.rs` has them


def settled_pairs(load: Callable[[str], Any], settings: Locating, least: int, engine: Engine) -> Any:
    """Pairs with their raw passages and the frames of both documents, as `Settle` takes them."""
    wanted = engine.map(load("paired"), Windows(settings.max_gap))
    chunks = engine.map(load("works"), Chunks())
    given = engine.join(wanted, chunks, on=("chunk",), key="chunk")
    raw = engine.group(given, ("left", "right", "group"), InWindows(settings))
    passed = engine.group(raw, ("left", "right"), Passed())
    works = engine.join(
        engine.map(load("works"), Select(_FRAMED)), load("marks"), on=("number",), key="number", keep=True
    )
    return engine.join(passed, engine.map(works, Frames(least)), on=("left", "right"), key="number")


def _column(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


_PAIR = (POINTS.field("left"), POINTS.field("right"))
_TEXTS = tuple(WORKS.field(name) for name in ("text", "cuts", "starts", "ends"))
WANTED = pa.schema(
    [
        *_PAIR,
        _column("group", pa.uint32()),
        _column("side", pa.uint32()),
        _column("chunk", pa.uint64()),
        _column("left_positions", NUMBERS),  # the points of the group, on its first row alone
        _column("right_positions", NUMBERS),
    ]
)
CHUNKS = pa.schema([_column("chunk", pa.uint64()), *_TEXTS])


@dataclass(frozen=True)
class Windows:
    """Pairs to the chunks that their groups of points need."""

    max_gap: int
    schema: ClassVar[pa.Schema] = WANTED

    def __call__(self, paired: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.windows(paired, self.max_gap)


@dataclass(frozen=True)
class Chunks:
    """Works cut into chunks; a chunk's key is the number of its work and its own."""

    schema: ClassVar[pa.Schema] = CHUNKS

    def __call__(self, works: pa.RecordBatch) -> pa.RecordBatch:
        parents, positions = positions_in(works["cuts"])
        firsts = pc.indices_nonzero(pc.equal(pc.bit_wise_and(positions, CHUNK - 1), 0)).cast(pa.int32())
        offsets = pa.concat_arrays([firsts, pa.array([len(parents)], pa.int32())])
        numbers = works["number"].take(parents.take(firsts)).cast(pa.uint64())
        own = pc.divide(positions.take(firsts), CHUNK).cast(pa.uint64())
        keys = pc.bit_wise_or(pc.shift_left(numbers, pa.scalar(CHUNK_BITS, pa.uint64())), own)
        lists = {
            name: pa.ListArray.from_arrays(offsets, pc.list_flatten(works[name]), type=NUMBERS)
            for name in ("cuts", "starts", "ends")
        }
        columns = {"chunk": keys, "text": pieces(works["text"], _sums(lists["cuts"])), **lists}
        return pa.RecordBatch.from_arrays([columns[name] for name in CHUNKS.names], schema=CHUNKS)


def _sums(cuts: pa.ListArray) -> pa.Array:
    """The bytes of each chunk; none is empty."""
    totals = pc.cumulative_sum(pc.list_flatten(cuts).cast(pa.int64()))
    ends = totals.take(pc.subtract(pc.cumulative_sum(pc.list_value_length(cuts)), 1))
    return pc.subtract(ends, pa.concat_arrays([pa.array([0], pa.int64()), ends]).slice(0, len(ends)))


_PLACES = ("first", "last", "start", "end")
RAW = pa.schema(
    [
        *_PAIR,
        *(_column(f"{side}_{name}", pa.uint32()) for side in ("left", "right") for name in _PLACES),
        _column("sentences", pa.uint32()),
        _column("similarity", pa.float64()),
    ]
)


@dataclass(frozen=True)
class InWindows:
    """The chunks of each window, together, to the passages in it."""

    settings: Locating
    schema: ClassVar[pa.Schema] = RAW

    def __call__(self, given: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.locate_windows(given, self.settings)


_LISTS = {
    **{f"{side}_{name}": f"{side}_{name}s" for side in ("left", "right") for name in _PLACES},
    "sentences": "sentences",
    "similarity": "similarities",
}
PASSED = pa.schema([*_PAIR, *(_column(new, SCORES if new == "similarities" else NUMBERS) for new in _LISTS.values())])


@dataclass(frozen=True)
class Passed:
    """Passages grouped by their documents, to a row for each pair."""

    schema: ClassVar[pa.Schema] = PASSED

    def __call__(self, raw: pa.RecordBatch) -> pa.RecordBatch:
        columns = listed(raw, ("left", "right"), _LISTS)
        return pa.RecordBatch.from_arrays([columns[name] for name in PASSED.names], schema=PASSED)


_FRAMED = pa.schema([WORKS.field("number"), WORKS.field("document"), WORKS.field("title"), *_TEXTS])
FRAMES = pa.schema(
    [
        WORKS.field("number"),
        _column("begin", pa.uint32()),
        _column("finish", pa.uint32()),
        *(_column(name, NUMBERS) for name in ("shorts", "crowd_positions", "crowds", "crowd_starts", "crowd_ends")),
        WORKS.field("document"),
        WORKS.field("title"),
    ]
)


@dataclass(frozen=True)
class Frames:
    """Works to what of them is needed besides texts: names, length, boilerplate, sentences too short to be matched."""

    least: int
    schema: ClassVar[pa.Schema] = FRAMES

    def __call__(self, works: pa.RecordBatch) -> pa.RecordBatch:
        framed = _kernels.frames(works, self.least)
        return pa.RecordBatch.from_arrays([*framed.columns, works["document"], works["title"]], schema=FRAMES)
