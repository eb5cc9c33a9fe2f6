"""Whole texts in memory to which of them stay: the stages of the job `documents` without files.

Texts are read twice: once for their keys and sketches, and those that may be alike once more to be compared. Nothing is
held of them in between, so that a corpus takes little more memory than the list it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding, Settings, completed
from twicetold.engines.local import Local
from twicetold.engines.plan import Table
from twicetold.engines.sources import Opened
from twicetold.engines.sources.joined import MEETING_BYTES, PART_ROWS
from twicetold.engines.steps import Select, totals
from twicetold.errors import SettingsError
from twicetold.finders.join_steps import TEXTS
from twicetold.finders.sketches import sketched
from twicetold.flow.finding import check, finder_of, fitted
from twicetold.schema import IDENTIFIED, PAIRS, SKETCHES
from twicetold.stages.documents.keeping import compared_whole
from twicetold.stages.documents.resembling import Likeness, Settle, verified
from twicetold.stages.threads.fields import identified

Texts: TypeAlias = Sequence[str] | pa.Array | pa.ChunkedArray
BATCH_TEXTS = 256
SIDES = ("left", "right")
HASHED = pa.schema([TEXTS.field("unit"), IDENTIFIED.field("high"), IDENTIFIED.field("low")])
KNOWN = pa.schema([*HASHED, TEXTS.field("unit").with_name("length")])
_NUMBER = pa.uint32()


@dataclass(frozen=True)
class Unique:
    """Which texts stay. Texts go by their place in the order given."""

    kept: pa.Array  # of each text whether it stays
    repeats: pa.Array  # the place of the text that it repeats, where it goes
    similarity: pa.Array  # how like that one it is
    matches: pa.Table  # left, right, similarity; of identical texts one stands for all
    facts: dict[str, Any]  # distinct texts, candidates, the share of true pairs that the settings should find


def unique_texts(texts: Texts, settings: Settings) -> Unique:
    """The near-duplicates among texts, by the same settings as files, and which of them stay."""
    settings = compared_whole(completed(settings))
    check(settings)
    keep, engine, folding = rule(settings), Local(settings.machine), settings.folding
    every = units(texts, pa.arange(0, len(texts)).cast(_NUMBER), None, folding)
    finder = fitted(finder_of(settings, len(texts)), engine.map(every, Select(TEXTS)), len(texts), engine)
    looking = sketched(finder)
    wanted = {"known": engine.map(every, Known())}
    if looking:
        wanted["sketches"] = looking.sketches(engine.map(every, Select(TEXTS)), engine)
    first = engine.collect(wanted)
    order = Order.of(first["known"], keep)
    if looking:
        candidates = looking.candidates(engine.table(order.numbered(first["sketches"])), engine)
    else:
        candidates = finder.candidates(engine.map(units(texts, order.distinct, order, folding), Select(TEXTS)), engine)
    found = engine.collect({"pairs": candidates.pairs, **candidates.tallies})
    pairs = found["pairs"]
    likeness = Likeness(finder.feature, settings.matching.measure, settings.matching.threshold)
    met = Table(Meetings(texts, pairs, order, Normal(folding)))
    matches = engine.collect(verified(met, likeness, engine))["verified"]
    facts = {"distinct": len(order.distinct), **(looking or finder).facts, "candidates": pairs.num_rows}
    crowds = totals(found["crowds"]) if "crowds" in found else {}
    return order.unique(matches, len(texts), facts | {"crowds": {"keys": 0, "pairs_left_out": 0} | crowds})


def rule(settings: Settings) -> str:
    """Texts alone tell of themselves where they stand and how long they are."""
    keep = settings.keeping.keep
    if keep not in ("longest", "first") or settings.keeping.prefer:
        raise SettingsError(f"texts in memory kept by `{keep}`", "keep longest or first; `documents` has more to go by")
    return keep


def units(texts: Texts, numbers: pa.Array, order: Order | None, folding: Folding) -> Table:
    """The texts of these numbers in normal form, with the columns of HASHED and TEXTS."""
    places = order.places.take(numbers) if order else numbers
    return Table(Listed(texts, places, numbers), (Normal(folding),))


@dataclass(frozen=True, eq=False)
class Listed:
    """Texts of a list, each with its number."""

    texts: Texts
    places: pa.Array
    numbers: pa.Array
    schema: ClassVar[pa.Schema] = TEXTS
    inputs = ()
    total_bytes = None

    def open(self, engine: Local) -> Opened:
        return ((0, partial(self.batch, first, BATCH_TEXTS)) for first in range(0, len(self.places), BATCH_TEXTS))

    def batch(self, first: int = 0, count: int | None = None) -> pa.RecordBatch:
        """So many from this one on, or all."""
        places, numbers = (each.slice(first, count) for each in (self.places, self.numbers))
        if isinstance(self.texts, pa.Array | pa.ChunkedArray):
            found = pc.fill_null(self.texts.take(places).cast(pa.string()), "")
            texts = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
        else:
            texts = _kernels.list_texts(self.texts, places)
        return pa.RecordBatch.from_arrays([numbers, texts], schema=TEXTS)


@dataclass(frozen=True, eq=False)
class Meetings:
    """Pairs with their texts, in an order in which few texts serve many pairs; as a shared join gives them."""

    texts: Texts
    pairs: pa.Table
    order: Order
    normal: Normal
    schema: ClassVar[pa.Schema] = pa.schema(
        [*PAIRS, *(TEXTS.field("text").with_name(f"{side}_text") for side in SIDES)]
    )
    inputs = ()
    total_bytes = None

    def open(self, engine: Local) -> Opened:
        sides = left, right = [_flat(self.pairs[side]) for side in SIDES]
        order, ends = _kernels.arrange_pairs(left, right, self.order.lengths, MEETING_BYTES, PART_ROWS)
        for start, end in pairwise([0, *ends]):
            yield 0, partial(self._meet, [side.take(order.slice(start, end - start)) for side in sides])

    def _meet(self, sides: list[pa.Array]) -> pa.RecordBatch:
        both = pa.concat_arrays(sides).dictionary_encode()
        listed = Listed(self.texts, self.order.places.take(both.dictionary), both.dictionary)
        texts = self.normal(listed.batch())["text"]
        places = (both.indices.slice(0, len(sides[0])), both.indices.slice(len(sides[0])))
        columns = [*sides, *(pa.DictionaryArray.from_arrays(each, texts) for each in places)]
        return pa.RecordBatch.from_arrays(columns, names=self.schema.names)


@dataclass(frozen=True)
class Normal:
    """Texts in normal form, with their hashes; those with nothing in them are gone."""

    folding: Folding
    schema: ClassVar[pa.Schema] = pa.schema([*HASHED, TEXTS.field("text")])

    def __call__(self, texts: pa.RecordBatch) -> pa.RecordBatch:
        found = identified(texts["unit"], texts["text"], self.folding)
        columns = [found["position"], found["high"], found["low"], found["text"]]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


@dataclass(frozen=True)
class Known:
    """What is remembered of a text, copied: a column that a kernel gave holds on to all others of its batch."""

    schema: ClassVar[pa.Schema] = KNOWN

    def __call__(self, normal: pa.RecordBatch) -> pa.RecordBatch:
        copies = [pa.concat_arrays([normal[name], normal[name].slice(0, 0)]) for name in HASHED.names]
        lengths = pc.utf8_length(normal["text"]).cast(_NUMBER)
        return pa.RecordBatch.from_arrays([*copies, lengths], schema=KNOWN)


@dataclass(frozen=True)
class Order:
    """Texts numbered in the order in which they would be kept."""

    places: pa.Array  # of each number the place of its text
    firsts: pa.Array  # of each number the first that has the same text
    lengths: pa.Array  # of each number the characters of its text

    @classmethod
    def of(cls, known: pa.Table, keep: str) -> Order:
        length = [("length", "descending")] if keep == "longest" else []
        ordered = known.take(pc.sort_indices(known, sort_keys=[*length, ("unit", "ascending")])).combine_chunks()
        rows = ordered.append_column("number", pa.arange(0, ordered.num_rows).cast(_NUMBER))
        alike = rows.take(pc.sort_indices(rows, sort_keys=[(name, "ascending") for name in ("high", "low", "number")]))
        begins = _differs(alike["high"], alike["low"])
        group = pc.subtract(pc.cumulative_sum(begins.cast(pa.int64())), 1)
        numbers = alike["number"].combine_chunks()
        firsts = numbers.filter(begins).take(group)
        return cls(_flat(ordered["unit"]), firsts.take(pc.sort_indices(numbers)), _flat(ordered["length"]))

    @property
    def distinct(self) -> pa.Array:
        """The numbers that stand for a text."""
        return pc.unique(self.firsts)

    def numbered(self, sketches: pa.Table) -> pa.Table:
        """Sketches by number instead of place, one for each distinct text."""
        numbers = pc.index_in(_flat(sketches["unit"]), self.places).cast(_NUMBER)
        own = pc.equal(self.firsts.take(numbers), numbers)
        named = sketches.set_column(0, SKETCHES.field("unit"), numbers)
        return named.filter(own)

    def unique(self, matches: pa.Table, texts: int, facts: dict[str, Any]) -> Unique:
        """What matches say of the texts."""
        links = matches.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], matches.schema)]
        settled = Settle()(links[0])
        found = pc.index_in(self.firsts, settled["unit"])
        core = pc.coalesce(settled["core"].take(found), self.firsts)
        similarity = pc.fill_null(settled["similarity"].take(found), 1.0)
        own = pc.index_in(pa.arange(0, texts).cast(_NUMBER), self.places)
        goes = pc.not_equal(core, pa.arange(0, len(core)).cast(_NUMBER)).take(own)
        repeats = pc.if_else(goes, self.places.take(core).take(own), None)
        alike = pc.if_else(goes, similarity.take(own), None)
        kept = pc.invert(pc.fill_null(goes, False))
        return Unique(kept, repeats, alike, self._placed(matches), facts | {"removed": pc.sum(goes).as_py() or 0})

    def _placed(self, matches: pa.Table) -> pa.Table:
        """Matches by place, the earlier one on the left."""
        left, right = (self.places.take(_flat(matches[side])) for side in SIDES)
        columns = [pc.min_element_wise(left, right), pc.max_element_wise(left, right), matches["similarity"]]
        placed = pa.Table.from_arrays(columns, schema=matches.schema)
        return placed.sort_by([("left", "ascending"), ("right", "ascending")])


def _differs(*columns: pa.ChunkedArray) -> pa.Array:
    """Of rows in order, which are not as the one before."""
    rows = len(columns[0])
    if not rows:
        return pa.nulls(0, pa.bool_())
    same = [pc.equal(each.slice(1), each.slice(0, rows - 1)) for each in map(_flat, columns)]
    return pa.concat_arrays([pa.repeat(True, 1), pc.invert(pc.and_(*same))])


def _flat(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece."""
    combined = column.combine_chunks()
    return combined if isinstance(combined, pa.Array) else pa.concat_arrays(combined.chunks)
