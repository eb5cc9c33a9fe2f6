"""The keys of an index: planned, written in few bytes, and paired with those that are stored.

Only half of each key is stored. So what is found by it may be there by chance: pairs are compared text by text, and the
whole keys of those that match are computed again; so are those that decide whether a key is crowded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.engines.graph import MakeBatch
from twicetold.engines.local import Local
from twicetold.finders.minhash import ComputeKeys, MinHash
from twicetold.index.arrow_files import ArrowSink, write_arrow
from twicetold.index.jobs import load_indexed_job
from twicetold.index.segments import CROWDED_KEYS, Segment, collect_crowded_keys, name_keys_file, name_starts_file
from twicetold.jobs.stages import build_finder
from twicetold.tables.batches import Batch, build_batch, concat_batches
from twicetold.tables.matching import KEYS, PAIRS, UNITS

BANDS_AT_A_TIME = 8  # keys in one file: 5.6 million for 0.7 million texts
TEXTS_IN_A_BATCH = 8192
MATCHES_AT_A_TIME = 1 << 15
UNIT_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])
KEY_STARTS = pa.schema([pa.field("start", pa.uint32(), nullable=False)])


@dataclass(frozen=True)
class KeyPlan:
    """How texts become keys and keys become matches, for a number of texts."""

    settings: ComparisonSettings
    size_class: int
    generation: int

    @cached_property
    def finder(self) -> MinHash:
        finder = build_finder(self.settings, self.size_class)
        if not isinstance(finder, MinHash):
            raise TypeError(f"an index has no {type(finder).__name__}")  # `check_index_settings` refuses others
        return replace(finder, least=self.least)

    @property
    def least(self) -> float:
        """The edit similarity that letters must allow; 0 where another measure decides."""
        matching = self.settings.matching
        return matching.threshold if matching.measure == "edit" else 0.0

    @cached_property
    def key_steps(self) -> list[ComputeKeys]:
        """The steps from texts to keys, each for some of the bands; every segment has a file for each of them."""
        step = self.finder.key_step
        bands = step.numbers[1] if step.method == "bands" else 1
        return step.split(math.ceil(bands / BANDS_AT_A_TIME))

    def finds_the_same(self, other: KeyPlan) -> bool:
        """Whether two plans make the same keys."""
        return self.finder.key_step == other.finder.key_step

    @property
    def band_ends(self) -> list[int]:
        """The number behind the last band of each part of the keys."""
        whole = self.finder.key_step
        every = whole.numbers[1] if whole.method == "bands" else whole.numbers[2]
        return [step.bands[1] if step.bands else every for step in self.key_steps]


class KeyWriter:
    """Writes the sorted keys of some bands of a segment; `names` are the files."""

    def __init__(self, segment: Segment, plan: KeyPlan, chunk: int) -> None:
        self.names = [name_keys_file(plan.generation, chunk)]
        self._folder = segment.folder
        self._starts = name_starts_file(plan.generation, chunk)
        facts, bands = segment.facts, max(1, math.ceil(plan.band_ends[-1] / len(plan.key_steps)))
        self._packer = _kernels.KeyPacker(facts.first_unit, facts.units, facts.units * bands)
        empty = self._packer.pack(build_batch([pa.array([], each.type) for each in KEYS], KEYS))
        self._sink = ArrowSink(segment.locate(self.names[0]), empty.schema)

    def write(self, keys: Batch) -> None:
        self._sink.write(self._packer.pack(keys))

    def __enter__(self) -> Self:
        self._sink.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._sink.__exit__(kind, error, _)
        if error is None and (starts := self._packer.finish()):
            write_arrow(self._folder / self._starts, KEY_STARTS, [starts])
            self.names.append(self._starts)


class KeyPairer:
    """Pairs the texts of a new segment, the last one, with each other and with those of earlier ones."""

    def __init__(self, segments: Sequence[Segment], plan: KeyPlan) -> None:
        self._segments = segments
        self._plan = plan
        self._first_new = segments[-1].facts.first_unit
        self._units = [each.units for each in segments]
        self._known = build_batch([collect_crowded_keys(segments[:-1], plan.generation)], CROWDED_KEYS)

    def pair(self, keys: Batch, chunk: int) -> Iterator[tuple[Batch, Batch]]:
        """Pairs of texts that may share one of these keys, and the keys that are crowded."""
        plan = self._plan
        crowd = plan.settings.finding.crowd
        stored = [each.open_keys(plan.generation, chunk) for each in self._segments[:-1]]
        found, crowded, doubtful = _kernels.pair_new_keys(keys, stored, self._known, self._units, crowd, plan.least)
        yield found, crowded
        if doubtful.num_rows:
            rows = self._find_whole_keys(keys, doubtful, plan.key_steps[chunk])
            yield _kernels.pair_whole_keys(rows, self._first_new, self._units, crowd, plan.least)

    def _find_whole_keys(self, new: Batch, doubtful: Batch, step: ComputeKeys) -> Batch:
        """Who really has the keys that may be crowded, in order."""
        wanted = pc.unique(doubtful["key"])
        stored = [step(make()) for make in take_texts(self._segments, pc.unique(doubtful["unit"]))]
        held = [each.filter(pc.is_in(each["key"], wanted)) for each in (new, *stored)]
        ordered = pa.Table.from_batches(held).sort_by([(name, "ascending") for name in KEYS.names])
        return build_batch([ordered[name].combine_chunks() for name in KEYS.names], KEYS)


def drop_chance_matches(matches: pa.Table, segments: Sequence[Segment], plan: KeyPlan) -> pa.Table:
    """The matches whose two texts share a whole key; those of two new texts were paired by whole keys."""
    is_new = pc.greater_equal(matches["left"], segments[-1].facts.first_unit)
    older = matches.filter(pc.invert(is_new))
    kept = [matches.filter(is_new)]
    for start in range(0, older.num_rows, MATCHES_AT_A_TIME):
        part = older.slice(start, MATCHES_AT_A_TIME)
        wanted = pc.unique(pa.chunked_array([*part["left"].chunks, *part["right"].chunks]))
        texts = concat_batches([make() for make in take_texts(segments, wanted)])
        kept.append(part.filter(mark_sharing_pairs(part, pa.array([], pa.uint64()), texts, plan)))
    return pa.concat_tables(kept)


def mark_sharing_pairs(matches: pa.Table, crowded: pa.Array, texts: Batch, plan: KeyPlan) -> pa.Array:
    """Whether the two texts of each match share a whole key that is not crowded."""
    marks = pa.repeat(pa.scalar(False), matches.num_rows)
    if not matches.num_rows:
        return marks
    wanted = pc.unique(pa.chunked_array([*matches["left"].chunks, *matches["right"].chunks]))
    own = texts.filter(pc.is_in(texts["unit"], wanted))
    keys = plan.finder.key_step(own)
    # Every text has as many keys, one for each band, in the same order.
    bands = keys.num_rows // own.num_rows
    left, right = (pc.multiply(pc.index_in(matches[side].combine_chunks(), own["unit"]), bands) for side in PAIRS.names)
    for band in range(bands):
        of_left, of_right = (keys["key"].take(pc.add(rows, band)) for rows in (left, right))
        free = pc.invert(pc.is_in(of_left, crowded))
        marks = pc.or_(marks, pc.and_(pc.equal(of_left, of_right), free))
    return marks


def keep_likely_matches(matches: pa.Table, segments: Sequence[Segment], plan: KeyPlan, engine: Local) -> pa.Table:
    """The matches of stored texts that a run of the index's job would find, of those that share a key."""
    wanted = pc.unique(pa.chunked_array([*matches["left"].chunks, *matches["right"].chunks], pa.uint32()))
    job = load_indexed_job(plan.settings.job)
    texts = partial(engine.load_batches, UNIT_TEXTS, lambda: take_texts(segments, wanted))
    return job.keep_likely_matches(matches, texts, plan, engine)


def take_texts(segments: Iterable[Segment], units: pa.Array) -> Iterator[MakeBatch]:
    """The texts of units, by their numbers, segment by segment, some at a time."""
    for segment in segments:
        first, end = segment.facts.first_unit, segment.facts.first_unit + segment.facts.units
        own = units.filter(pc.and_(pc.greater_equal(units, first), pc.less(units, end)))
        for start in range(0, len(own), TEXTS_IN_A_BATCH):
            yield partial(_take_texts, segment, own.slice(start, TEXTS_IN_A_BATCH))


def _take_texts(segment: Segment, units: pa.Array) -> Batch:
    return build_batch([units, segment.take_texts(units)], UNIT_TEXTS)
