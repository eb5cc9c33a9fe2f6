"""Whole texts in memory to which of them stay: the stages of the job `documents` without files.

Texts are read twice: once for their keys and sketches, and those that may be alike once more to be compared. Nothing is
held of them in between, so that a corpus takes little more memory than the list it stands in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local, LocalLimits
from twicetold.engines.steps import SelectColumns, make_step, sum_tallies
from twicetold.errors import SettingsError
from twicetold.finders.join_steps import UNIT_TEXTS
from twicetold.finders.sketches import add_sketches
from twicetold.jobs.documents.keep_rule import complete_document_settings
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.documents.similar_documents import match_documents
from twicetold.jobs.stages import build_finder, check_settings, fit_finder_in_memory
from twicetold.matching.clusters.keep_first import KeepFirst
from twicetold.matching.fold import identify_texts
from twicetold.matching.similarity import Comparison
from twicetold.memory.frames import convert_to_pandas, convert_to_polars
from twicetold.memory.texts import TextSequence
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, concat_batches
from twicetold.tables.matching import IDENTIFIED_SENTENCES, MATCH_LINKS, PAIRS, SKETCHES
from twicetold.text.plurals import format_count

BATCH_TEXTS = 256
SIDES = ("left", "right")
TEXT_HASHES = pa.schema(
    [UNIT_TEXTS.field("unit"), IDENTIFIED_SENTENCES.field("high"), IDENTIFIED_SENTENCES.field("low")]
)
TEXT_SIZES = pa.schema([*TEXT_HASHES, UNIT_TEXTS.field("unit").with_name("length")])
_NUMBER_TYPE = pa.uint32()


@dataclass(frozen=True)
class UniqueTexts:
    """Which texts to keep. Texts are named by their number in the order given, from 0."""

    kept: list[bool]  # whether each text is kept; `df[found.kept]` chooses rows of pandas
    repeats: pa.Array  # the number of the text that it repeats, where it is removed
    similarity: pa.Array  # its similarity to the text that it repeats
    matches: pa.Table  # left, right, similarity; of identical texts one stands for all
    facts: dict[str, Any]  # distinct texts, candidates, the share of true pairs that the settings should find
    texts: TextSequence = field(repr=False)  # the texts as they were given

    @property
    def why(self) -> list[str]:
        """Why each text is kept or removed, in words: `repeats text 0 (jaccard 0.93)`."""
        return explain_choices(self.repeats.to_pylist(), self.similarity.to_pylist(), self.facts)

    def to_arrow(self) -> pa.Table:
        """A row for each text: whether it is kept, what it repeats, how similar that is, and why."""
        texts = self.texts if isinstance(self.texts, pa.Array | pa.ChunkedArray) else pa.array(self.texts, pa.string())
        names = ["text", "kept", "repeats", "similarity", "why"]
        return pa.table([texts, pa.array(self.kept, pa.bool_()), self.repeats, self.similarity, self.why], names)

    def to_pandas(self) -> Any:
        """A data frame of pandas with the rows of `to_arrow`."""
        return convert_to_pandas(self.to_arrow())

    def to_polars(self) -> Any:
        """A data frame of polars with the rows of `to_arrow`."""
        return convert_to_polars(self.to_arrow())

    def __repr__(self) -> str:
        return f"UniqueTexts({format_count(len(self.kept), 'text')}: {sum(self.kept):,} kept)"


def explain_choices(repeats: list[int | None], similarity: list[float | None], facts: dict[str, Any]) -> list[str]:
    """Say of each text why it is kept or removed."""
    sizes = Counter(number for number in repeats if number is not None)
    said = []
    for number, (other, how) in enumerate(zip(repeats, similarity, strict=True)):
        if other is not None:
            said.append(f"repeats text {other} ({facts['measure']} {how:.2f})")
        elif sizes[number]:
            said.append(f"{facts['keep']} of {sizes[number] + 1:,}")
        else:
            said.append("repeats no other text")
    return said


def find_unique_texts(texts: TextSequence, settings: DocumentSettings) -> UniqueTexts:
    """The near-duplicates among texts, by the same settings as files, and which of them stay."""
    settings = complete_document_settings(settings)
    check_settings(settings)
    keep, engine, folding = choose_keep_rule(settings), Local(settings.machine), settings.folding
    every = normalise_listed_texts(texts, pa.arange(0, len(texts)).cast(_NUMBER_TYPE), None, folding, engine)
    finder = fit_finder_in_memory(
        build_finder(settings, len(texts)), engine.map(every, SelectColumns(UNIT_TEXTS)), len(texts), engine
    )
    looking = add_sketches(finder)
    wanted = {"known": engine.map(every, measure_texts)}
    if looking:
        wanted["sketches"] = looking.compute_sketches(engine.map(every, SelectColumns(UNIT_TEXTS)), engine)
    first = engine.collect(wanted)
    order = KeepOrder.from_sizes(first["known"], keep)
    if looking:
        candidates = looking.find_candidates(engine.load_rows(order.renumber_sketches(first["sketches"])), engine)
    else:
        candidates = finder.find_candidates(
            engine.map(
                normalise_listed_texts(texts, order.distinct_numbers, order, folding, engine), SelectColumns(UNIT_TEXTS)
            ),
            engine,
        )
    found = engine.collect({"pairs": candidates.pairs, **candidates.tallies})
    pairs = found["pairs"]
    matching = settings.matching
    comparison = Comparison(finder.feature, matching.measure, matching.threshold)
    joined = PairsWithTexts(texts, pairs, order, NormaliseTexts(folding), engine.limits)
    met = engine.load_batches(joined.schema, joined.list_batches)
    matches = engine.collect(match_documents(met, comparison, engine))["verified"]
    facts = {"distinct": len(order.distinct_numbers), **(looking or finder).facts, "candidates": pairs.num_rows}
    crowds = sum_tallies(found["crowds"]) if "crowds" in found else {}
    facts |= {"crowds": {"keys": 0, "pairs_left_out": 0} | crowds, "keep": keep, "measure": matching.measure}
    return order.choose_unique_texts(matches, texts, facts)


def choose_keep_rule(settings: DocumentSettings) -> str:
    """Texts alone tell of themselves where they stand and how long they are."""
    keep = settings.keeping.keep
    if keep not in ("longest", "first") or settings.keeping.prefer:
        hint = 'use `keep="longest"` or `keep="first"`; `twicetold.documents` knows dates and fields'
        wanted = settings.keeping.prefer or keep
        raise SettingsError(f"`unique` cannot keep by `{wanted}`: plain texts have no fields", hint)
    return keep


def normalise_listed_texts(
    texts: TextSequence, numbers: pa.Array, order: KeepOrder | None, folding: Folding, engine: Local
) -> Table:
    """The texts of these numbers in normal form, with the columns of HASHED and TEXTS."""
    places = order.places.take(numbers) if order else numbers
    listed = ListedTexts(texts, places, numbers)
    return engine.map(engine.load_batches(UNIT_TEXTS, listed.list_batches), NormaliseTexts(folding))


@dataclass(frozen=True, eq=False)
class ListedTexts:
    """Texts of a list, each with its number."""

    texts: TextSequence
    places: pa.Array
    numbers: pa.Array

    def list_batches(self) -> Iterator[MakeBatch]:
        return (partial(self.read_batch, first, BATCH_TEXTS) for first in range(0, len(self.places), BATCH_TEXTS))

    def read_batch(self, first: int = 0, count: int | None = None) -> Batch:
        """So many from this one on, or all."""
        places, numbers = (each.slice(first, count) for each in (self.places, self.numbers))
        if isinstance(self.texts, pa.Array | pa.ChunkedArray):
            found = pc.fill_null(self.texts.take(places).cast(pa.string()), "")
            texts = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
        else:
            texts = _kernels.list_texts(self.texts, places)
        return build_batch([numbers, texts], UNIT_TEXTS)


@dataclass(frozen=True, eq=False)
class PairsWithTexts:
    """Pairs with their texts, in an order in which few texts serve many pairs; as a shared join gives them."""

    texts: TextSequence
    pairs: pa.Table
    order: KeepOrder
    normal: NormaliseTexts
    limits: LocalLimits
    schema: ClassVar[pa.Schema] = pa.schema(
        [*PAIRS, *(UNIT_TEXTS.field("text").with_name(f"{side}_text") for side in SIDES)]
    )

    def list_batches(self) -> Iterator[MakeBatch]:
        sides = left, right = [_flatten_column(self.pairs[side]) for side in SIDES]
        sizes = (self.limits.shared_batch_bytes, self.limits.max_shared_batch_rows)
        order, ends = _kernels.arrange_pairs(left, right, self.order.lengths, *sizes)
        for start, end in pairwise([0, *ends]):
            yield partial(self._join_texts, [side.take(order.slice(start, end - start)) for side in sides])

    def _join_texts(self, sides: list[pa.Array]) -> Batch:
        both = pa.concat_arrays(sides).dictionary_encode()
        listed = ListedTexts(self.texts, self.order.places.take(both.dictionary), both.dictionary)
        texts = self.normal(listed.read_batch())["text"]
        places = (both.indices.slice(0, len(sides[0])), both.indices.slice(len(sides[0])))
        columns = [*sides, *(pa.DictionaryArray.from_arrays(each, texts) for each in places)]
        batch: Batch = pa.RecordBatch.from_arrays(columns, names=self.schema.names)
        return batch


@dataclass(frozen=True)
class NormaliseTexts:
    """Texts in normal form, with their hashes; those with nothing in them are gone."""

    folding: Folding
    schema: ClassVar[pa.Schema] = pa.schema([*TEXT_HASHES, UNIT_TEXTS.field("text")])

    def __call__(self, texts: Batch) -> Batch:
        found = identify_texts(texts["text"], self.folding)
        columns = [texts["unit"], found["high"], found["low"], found["text"]]
        return build_batch(columns, self.schema).filter(pc.not_equal(found["text"], ""))


@make_step(TEXT_SIZES)
def measure_texts(normal: Batch) -> Batch:
    """What is remembered of a text, copied: a column that a kernel gave holds on to all others of its batch."""
    copies = [pa.concat_arrays([normal[name], normal[name].slice(0, 0)]) for name in TEXT_HASHES.names]
    lengths = pc.utf8_length(normal["text"]).cast(_NUMBER_TYPE)
    return build_batch([*copies, lengths], TEXT_SIZES)


@dataclass(frozen=True)
class KeepOrder:
    """Texts numbered in the order in which they would be kept."""

    places: pa.Array  # of each number the place of its text
    firsts: pa.Array  # of each number the first that has the same text
    lengths: pa.Array  # of each number the characters of its text

    @classmethod
    def from_sizes(cls, known: pa.Table, keep: str) -> KeepOrder:
        length = [("length", "descending")] if keep == "longest" else []
        ordered = known.take(pc.sort_indices(known, sort_keys=[*length, ("unit", "ascending")])).combine_chunks()
        rows = ordered.append_column("number", pa.arange(0, ordered.num_rows).cast(_NUMBER_TYPE))
        alike = rows.take(pc.sort_indices(rows, sort_keys=[(name, "ascending") for name in ("high", "low", "number")]))
        begins = _mark_changes(alike["high"], alike["low"])
        group = pc.subtract(pc.cumulative_sum(begins.cast(pa.int64())), 1)
        numbers = alike["number"].combine_chunks()
        firsts = numbers.filter(begins).take(group)
        return cls(
            _flatten_column(ordered["unit"]), firsts.take(pc.sort_indices(numbers)), _flatten_column(ordered["length"])
        )

    @property
    def distinct_numbers(self) -> pa.Array:
        """The numbers that stand for a text."""
        return pc.unique(self.firsts)

    def renumber_sketches(self, sketches: pa.Table) -> pa.Table:
        """Sketches by number instead of place, one for each distinct text."""
        numbers = pc.index_in(_flatten_column(sketches["unit"]), self.places).cast(_NUMBER_TYPE)
        own = pc.equal(self.firsts.take(numbers), numbers)
        named = sketches.set_column(0, SKETCHES.field("unit"), numbers)
        return named.filter(own)

    def choose_unique_texts(self, matches: pa.Table, texts: TextSequence, facts: dict[str, Any]) -> UniqueTexts:
        """What matches say of the texts."""
        links = concat_batches(matches.to_batches() or [build_batch_of_rows([], matches.schema)])
        component = pa.repeat(pa.scalar(0, pa.uint32()), links.num_rows)
        settled = KeepFirst()(build_batch([component, *links.columns], MATCH_LINKS))
        found = pc.index_in(self.firsts, settled["unit"])
        core = pc.coalesce(settled["core"].take(found), self.firsts)
        similarity = pc.fill_null(settled["similarity"].take(found), 1.0)
        own = pc.index_in(pa.arange(0, len(texts)).cast(_NUMBER_TYPE), self.places)
        goes = pc.not_equal(core, pa.arange(0, len(core)).cast(_NUMBER_TYPE)).take(own)
        repeats = pc.if_else(goes, self.places.take(core).take(own), None)
        alike = pc.if_else(goes, similarity.take(own), None)
        kept = pc.invert(pc.fill_null(goes, False)).to_pylist()
        facts = facts | {"removed": kept.count(False)}
        return UniqueTexts(kept, repeats, alike, self._renumber_matches(matches), facts, texts)

    def _renumber_matches(self, matches: pa.Table) -> pa.Table:
        """Matches by place, the earlier one on the left."""
        left, right = (self.places.take(_flatten_column(matches[side])) for side in SIDES)
        columns = [pc.min_element_wise(left, right), pc.max_element_wise(left, right), matches["similarity"]]
        placed = pa.Table.from_arrays(columns, schema=matches.schema)
        return placed.sort_by([("left", "ascending"), ("right", "ascending")])


def _mark_changes(*columns: pa.ChunkedArray) -> pa.Array:
    """Of rows in order, which are not as the one before."""
    rows = len(columns[0])
    if not rows:
        return pa.nulls(0, pa.bool_())
    same = [pc.equal(each.slice(1), each.slice(0, rows - 1)) for each in map(_flatten_column, columns)]
    return pa.concat_arrays([pa.repeat(True, 1), pc.invert(pc.and_(*same))])


def _flatten_column(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece."""
    combined = column.combine_chunks()
    return combined if isinstance(combined, pa.Array) else pa.concat_arrays(combined.chunks)
