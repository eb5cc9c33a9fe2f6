"""The steps of the exact join. What they do to a batch stands in `src/join/`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.steps import make_step
from twicetold.features.base import Feature, Kernel
from twicetold.finders.join_sizes import SizeRange, UnitSizes
from twicetold.measures.base import Weights, load_measure
from twicetold.tables.batches import Batch
from twicetold.tables.matching import KEYS, PAIRS, UNITS
from twicetold.tables.reading import TALLY

_U32 = pa.uint32()
UNIT_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])
# A chunk of buckets of features and what was seen there, as bytes; the last chunk is of sizes.
BUCKET_CHUNKS = pa.schema([pa.field("chunk", _U32, nullable=False), pa.field("seen", pa.binary(), nullable=False)])
# A unit in a cell, where two blocks meet; `side` 1 is that of the larger.
JOIN_CELLS = pa.schema(
    [
        pa.field("cell", pa.uint64(), nullable=False),
        *[pa.field(name, _U32, nullable=False) for name in ("side", "size", "unit")],
        UNITS.field("text"),
    ]
)
# A unit under one of its features, of which `place` are rarer; of a crowded one, pairs are made between sides 1 and 2.
POSTINGS = pa.schema(
    [KEYS.field("key"), *[pa.field(name, _U32, nullable=False) for name in ("size", "side", "unit", "place")]]
)
# A pair, or a count under its name.
PAIRS_AND_COUNTS = pa.schema([*PAIRS, *TALLY])
SIZES_CHUNK = 2**32 - 1  # the chunk of sizes
TOTALS_KEY = 2**64 - 1  # the cell or key whose rows hold sums of the whole table


@dataclass(frozen=True)
class JoinComparison:
    """What units are compared by, and which are."""

    feature: Feature
    lengths: tuple[int, int, int]  # least and most features, least weight
    measure: str
    threshold: float

    @property
    def kernel(self) -> tuple[Kernel, tuple[int, int, int], Weights | str, float]:
        return self.feature.kernel, self.lengths, load_measure(self.measure).kernel, self.threshold


@dataclass(frozen=True)
class BucketFeatures:
    """Units to what they have in each chunk of `1 << bits` buckets, and to their sizes; with 0 only those."""

    comparison: JoinComparison
    shared: bytes
    bits: int
    schema: ClassVar[pa.Schema] = BUCKET_CHUNKS

    def __call__(self, units: Batch) -> Batch:
        return _kernels.list_join_buckets(units, self.comparison.kernel, self.shared, self.bits)


@dataclass(frozen=True)
class SumBuckets:
    """Chunks summed up: a bit for each bucket seen twice, or the class of its count in a byte."""

    bits: bool
    schema: ClassVar[pa.Schema] = BUCKET_CHUNKS

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.count_join_buckets(groups, self.bits)


def fill_bucket_table(batches: Iterator[tuple[Batch, ...]], table_bytes: int) -> tuple[bytes, UnitSizes]:
    """The table of all chunks, and the sizes."""
    table, sizes = bytearray(table_bytes), UnitSizes()
    for (batch,) in batches:
        for chunk, piece in zip(batch["chunk"].to_pylist(), batch["seen"], strict=True):
            content = memoryview(piece.as_buffer())
            if chunk == SIZES_CHUNK:
                sizes = _parse_sizes(content)
            else:
                table[chunk * len(content) : (chunk + 1) * len(content)] = content
    return bytes(table), sizes


def _parse_sizes(content: memoryview) -> UnitSizes:
    entries = [content[start : start + 12] for start in range(0, len(content), 12)]
    return UnitSizes(
        tuple((int.from_bytes(each[:4], "little"), int.from_bytes(each[4:], "little")) for each in entries)
    )


@dataclass(frozen=True)
class PlaceUnitsInCells:
    """Units that may match something to the cells they have to stand in."""

    comparison: JoinComparison
    shared: bytes
    blocks: tuple[SizeRange, ...]
    schema: ClassVar[pa.Schema] = JOIN_CELLS

    def __call__(self, units: Batch) -> Batch:
        return _kernels.assign_join_cells(units, self.comparison.kernel, self.shared, self.blocks)


@dataclass(frozen=True)
class JoinCells:
    """Cells to the pairs in them that match."""

    comparison: JoinComparison
    schema: ClassVar[pa.Schema] = PAIRS_AND_COUNTS

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.find_join_matches(groups, self.comparison.kernel)


@dataclass(frozen=True)
class ListPostings:
    """Units that may match something to the lists of their rarest features; one longer than `crowd` is cut."""

    comparison: JoinComparison
    shared: bytes
    classes: bytes
    crowd: int
    short: int  # units too short for their windows to say anything, by edit similarity
    schema: ClassVar[pa.Schema] = POSTINGS

    def __call__(self, units: Batch) -> Batch:
        crowd = self.crowd, self.short
        return _kernels.list_join_postings(units, self.comparison.kernel, self.shared, self.classes, crowd)


@dataclass(frozen=True)
class PairPostings:
    """Posting lists to the pairs that may match; at most `cap` of a list, where that is not 0."""

    measure: str
    threshold: float
    cap: int
    schema: ClassVar[pa.Schema] = PAIRS_AND_COUNTS

    def __call__(self, groups: Batch) -> Batch:
        measure = load_measure(self.measure).kernel
        return _kernels.pair_join_postings(groups, measure, self.threshold, self.cap)


@make_step(PAIRS)
def select_candidate_pairs(found: Batch) -> Batch:
    """Of what was found, the pairs."""
    return found.filter(pc.equal(found["name"], "")).select(PAIRS.names)


@make_step(TALLY)
def select_candidate_counts(found: Batch) -> Batch:
    """Of what was found, the counts."""
    return found.filter(pc.not_equal(found["name"], "")).select(TALLY.names)


def build_totals(schema: pa.Schema, *counts: int) -> pa.Table:
    """Sums of the whole table (pairs, pruned by Eq. 2 ...) as rows of a group of its own, each cut into two halves."""
    rows: list[dict[str, Any]] = [
        {
            schema.names[0]: TOTALS_KEY,
            "side": which,
            "size": count >> 32,
            "unit": count & 0xFFFFFFFF,
            "text": "",
            "place": 0,
        }
        for which, count in enumerate(counts)
    ]
    return pa.Table.from_pylist(rows, schema)
