"""A new segment: its documents and sentences, the texts that the index does not have yet, their keys and matches.

What is expensive is done here, once for each new text: splitting, keys, candidates, verification. Matches of all texts
that share a key are stored, also of texts whose sentences were removed, so a removal computes nothing and a text that
comes back has its matches already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local
from twicetold.engines.steps import PassRows
from twicetold.finders.base import CandidateTables
from twicetold.finders.minhash import ComputeKeys, MinHash, count_letters
from twicetold.index.documents import (
    SplitStoredDocuments,
    find_stored_page_aliases,
    find_stored_sentence_aliases,
)
from twicetold.index.manifest import SegmentFacts
from twicetold.index.segments import (
    CROWDED_KEYS,
    DOCUMENT_IDS,
    FRONT_TABLES,
    STORED_DOCUMENTS,
    STORED_UNITS,
    TEXT_PLACES,
    Segment,
    add_files,
    find_units,
    hash_ids,
    name_crowds_file,
    name_keys_file,
    name_matches_file,
    write_arrow,
)
from twicetold.jobs.sentences.flow import build_sentence_splitter
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fold_sentences
from twicetold.matching import verify
from twicetold.matching.fold import convert_folding_settings
from twicetold.tables.batches import Batch, build_batch, concat_batches
from twicetold.tables.matching import KEYS, PAIRS, UNIT_LETTERS, UNIT_MATCHES, UNITS

SORTED_ROWS = 1 << 20  # keys in a batch of a file
BANDS_AT_A_TIME = 8  # keys in one file: 5.6 million for 0.7 million texts
_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])
_LETTERS = tuple(name for name in UNIT_LETTERS.names if name != "unit")


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


@dataclass(frozen=True)
class SegmentBuilder:
    """Builds segments in a folder; what is built belongs to the index when the manifest names it."""

    folder: Path
    settings: ComparisonSettings
    engine: Local

    def build(
        self,
        name: str,
        first_unit: int,
        frames: Sequence[Callable[[], Batch]],
        earlier: list[Segment],
        split: Callable[[Table], Table] | None = None,
    ) -> Segment:
        """Build a segment of records, each frame a batch of those to keep, without keys yet.

        `split` gives the sentences of documents, where they are not to be split here.
        """
        folder = self.folder / name
        folder.mkdir(parents=True)
        paths = {table: folder / f"{table}.parquet" for table in FRONT_TABLES}
        engine = self.engine
        batches = list(number_documents(frames))
        engine.save({paths["documents"]: engine.load_batches(STORED_DOCUMENTS, lambda: batches)})
        documents = engine.load(paths["documents"])
        sentences = split(documents) if split else self._split(documents)
        rows = engine.save(
            {
                paths["sentences"]: sentences,
                paths["page_aliases"]: engine.map(documents, find_stored_page_aliases),
                paths["sentence_aliases"]: engine.map(sentences, find_stored_sentence_aliases),
            }
        )
        count = self._write_ids(folder, documents)
        write_places(folder, self.settings, engine)
        units = self._write_new_units(folder, paths["sentences"], earlier)
        facts = SegmentFacts(name, count, rows[paths["sentences"]], first_unit, units)
        files = [path.name for path in paths.values()] + ["ids.arrow", "places.arrow", "units.arrow"]
        return Segment(folder, add_files(folder, facts, files))

    def _split(self, documents: Table) -> Table:
        return self.engine.map(
            documents, SplitStoredDocuments(build_sentence_splitter(cast(SentenceSettings, self.settings)))
        )

    def _write_ids(self, folder: Path, documents: Table) -> int:
        held = self.engine.collect({"ids": self.engine.map(documents, _SelectIds())})["ids"].combine_chunks()
        ordered = held.sort_by([("key", "ascending"), ("owner", "ascending")])
        return write_arrow(folder / "ids.arrow", DOCUMENT_IDS, ordered.combine_chunks().to_batches())

    def _write_new_units(self, folder: Path, path: Path, earlier: list[Segment]) -> int:
        """Write the texts that no earlier segment has, in order of their hashes."""
        found = []
        for (units,) in self.engine.stream_batches(fold_sentences(self.engine.load(path), self.settings, self.engine)):
            new = units.filter(pc.is_null(find_units(earlier, units)))
            if new.num_rows:
                letters = count_letters(new)
                columns = [(letters if name in _LETTERS else new)[name] for name in STORED_UNITS.names]
                found.append(build_batch(columns, STORED_UNITS))
        return write_arrow(folder / "units.arrow", STORED_UNITS, [concat_batches(found)] if found else [])

    def match(
        self, segment: Segment, earlier: list[Segment], plan: KeyPlan, known: Sequence[Batch] | None = None
    ) -> Segment:
        """Write the keys of a segment's texts, and their matches with each other and with those of earlier segments.

        Where the matches are `known`, no texts are compared.
        """
        generation, folder = plan.generation, segment.folder
        pairs = _kernels.PairSet(self.engine.compute_memory_share(0.3), self.engine.scratch, self._workers)
        crowds: list[Batch] = []
        names = []
        for chunk, step in enumerate(plan.key_steps):
            names.append(name_keys_file(generation, chunk))
            keys = self._compute_sorted_keys(segment, step)
            stored = [each for one in earlier for each in one.map_keys(generation, chunk)]
            if known is None:
                keys = self._pair_keys(keys, stored, [*earlier, segment], plan, pairs, crowds)
            else:
                keys = find_crowds(keys, self.settings.finding.crowd, crowds)
            write_arrow(folder / names[-1], KEYS, keys)
        pairs.finish()
        matches = (
            self._verify_pairs(list(iter(pairs.next, None)), [*earlier, segment], plan) if known is None else known
        )
        names += [name_matches_file(generation), name_crowds_file(generation)]
        write_arrow(folder / names[-2], UNIT_MATCHES, matches)
        write_arrow(folder / names[-1], CROWDED_KEYS, crowds)
        return Segment(folder, add_files(folder, segment.facts, names))

    @property
    def _workers(self) -> int:
        return self.engine.machine.worker_count

    def _compute_sorted_keys(self, segment: Segment, step: ComputeKeys) -> Iterator[Batch]:
        texts = self.engine.load_batches(_TEXTS, lambda: cut_texts(segment))
        keys = self.engine.map(texts, step)
        yield from sort_keys(keys, self.engine)

    def _pair_keys(
        self,
        keys: Iterable[Batch],
        stored: list[Batch],
        segments: list[Segment],
        plan: KeyPlan,
        pairs: _kernels.PairSet,
        crowds: list[Batch],
    ) -> Iterator[Batch]:
        """Pass the keys on, and pair their units on the way."""
        letters = [(each.facts.first_unit, each.units.select(_LETTERS)) for each in segments if each.facts.units]
        crowd = self.settings.finding.crowd
        for batch in keys:
            yield batch
            found, crowded = _kernels.pair_new_keys(batch, stored, letters if plan.least else [], crowd, plan.least)
            pairs.push(found)
            crowds.append(crowded)

    def _verify_pairs(self, pairs: list[Batch], segments: list[Segment], plan: KeyPlan) -> list[Batch]:
        if not pairs:
            return []
        wanted = pc.unique(pa.chunked_array([batch[side] for batch in pairs for side in PAIRS.names]))
        units = self.engine.load_batches(_TEXTS, lambda: take_texts(segments, wanted))
        candidates = CandidateTables(self.engine.load_rows(pa.Table.from_batches(pairs)), {}, plan.least)
        matching = replace(self.settings.matching, relation="any")  # which documents have a text may change
        tables = verify.verify_candidates(candidates, units, plan.finder.feature, matching, self.engine)
        found: list[Batch] = self.engine.collect({"verified": tables["verified"]})["verified"].to_batches()
        return found


def write_places(folder: Path, settings: ComparisonSettings, engine: Local) -> None:
    """Write where each text of a segment is."""
    found, first = [], 0
    for (sentences,) in engine.stream_batches(engine.load(folder / "sentences.parquet")):
        hashes = _kernels.hash_sentences(sentences, *convert_folding_settings(settings.folding))
        rows = pa.arange(first, first + sentences.num_rows).cast(pa.uint32())
        columns = [hashes["high"], hashes["check"], sentences["owner"], rows]
        found.append(build_batch(columns, TEXT_PLACES).filter(hashes["used"]))
        first += sentences.num_rows
    ordered = pa.Table.from_batches(found, TEXT_PLACES).sort_by([("key", "ascending"), ("row", "ascending")])
    write_arrow(folder / "places.arrow", TEXT_PLACES, ordered.combine_chunks().to_batches())


def sort_keys(keys: Table, engine: Local) -> Iterator[Batch]:
    """Sorted keys in large batches: the sorter gives hundreds of small ones, and each is looked through for itself."""
    held: list[Batch] = []
    rows = 0
    for (batch,) in engine.stream_batches(engine.group(keys, ("key",), PassRows(KEYS))):
        held.append(batch)
        rows += batch.num_rows
        if rows >= SORTED_ROWS:
            yield concat_batches(held)
            held, rows = [], 0
    if held:
        yield concat_batches(held)


def find_crowds(keys: Iterable[Batch], crowd: int, crowds: list[Batch]) -> Iterator[Batch]:
    """Pass sorted keys on, and note on the way which of them more than `crowd` texts have."""
    for batch in keys:
        yield batch
        # Equal keys are neighbours: more than 500 texts have one that is again there 500 rows later.
        first, last = batch["key"].slice(0, max(batch.num_rows - crowd, 0)), batch["key"].slice(crowd)
        crowds.append(build_batch([pc.unique(first.filter(pc.equal(first, last)))], CROWDED_KEYS))


def number_documents(frames: Sequence[Callable[[], Batch]]) -> Iterator[MakeBatch]:
    """Functions that read the batches, each document with its number."""
    first = 0
    for read in frames:
        rows = read().num_rows
        yield _NumberRows(read, first)
        first += rows


@dataclass(frozen=True)
class _NumberRows:
    read: Callable[[], Batch]
    first: int

    def __call__(self) -> Batch:
        batch = self.read()
        numbers = pa.arange(self.first, self.first + batch.num_rows).cast(pa.uint32())
        return build_batch([numbers, *batch.columns], STORED_DOCUMENTS)


class _SelectIds:
    """Stored documents to hashes of their ids."""

    schema = DOCUMENT_IDS

    def __call__(self, documents: Batch) -> Batch:
        return build_batch([hash_ids(documents["document"]), documents["owner"]], DOCUMENT_IDS)


TEXTS_IN_A_BATCH = 8192


def cut_texts(segment: Segment) -> Iterator[MakeBatch]:
    """The texts of a segment with their numbers, some at a time."""
    for start in range(0, segment.facts.units, TEXTS_IN_A_BATCH):
        rows = segment.units.slice(start, TEXTS_IN_A_BATCH)
        first = segment.facts.first_unit + start
        numbers = pa.arange(first, first + rows.num_rows).cast(pa.uint32())
        yield partial(build_batch, [numbers, rows["text"]], _TEXTS)


def take_texts(segments: Iterable[Segment], units: pa.Array) -> Iterator[MakeBatch]:
    """The texts of some units, segment by segment."""
    for segment in segments:
        first, end = segment.facts.first_unit, segment.facts.first_unit + segment.facts.units
        own = units.filter(pc.and_(pc.greater_equal(units, first), pc.less(units, end)))
        for start in range(0, len(own), TEXTS_IN_A_BATCH):
            part = own.slice(start, TEXTS_IN_A_BATCH)
            yield partial(_take_texts, segment, part)


def _take_texts(segment: Segment, units: pa.Array) -> Batch:
    return build_batch([units, segment.take_units(units)["text"]], _TEXTS)
