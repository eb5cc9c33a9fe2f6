"""A new segment: its documents and sentences, the texts that the index does not have yet, their keys and matches.

What is expensive is done here, once for each new text: splitting, keys, candidates, verification. Matches of all texts
that share a key are stored, also of texts whose sentences were removed, so a removal computes nothing and a text that
comes back has its matches already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local
from twicetold.engines.steps import PassRows
from twicetold.finders.base import CandidateTables
from twicetold.finders.minhash import ComputeKeys, count_letters
from twicetold.index.arrow_files import cut_rows, write_arrow
from twicetold.index.documents import (
    STORED_ALIASES,
    SplitStoredDocuments,
    find_stored_page_aliases,
    find_stored_sentence_aliases,
)
from twicetold.index.jobs import load_indexed_job
from twicetold.index.keys import (
    TEXTS_IN_A_BATCH,
    UNIT_TEXTS,
    KeyPairer,
    KeyPlan,
    KeyWriter,
    drop_chance_matches,
    keep_likely_matches,
    take_texts,
)
from twicetold.index.manifest import SegmentFacts
from twicetold.index.segments import (
    CROWDED_KEYS,
    DOCUMENT_IDS,
    ROWS_TOGETHER,
    SENTENCES_TOGETHER,
    STORED_DOCUMENTS,
    STORED_SENTENCES,
    STORED_UNITS,
    TEXT_PLACES,
    Segment,
    add_files,
    find_units,
    hash_ids,
    name_crowds_file,
    name_matches_file,
)
from twicetold.jobs.stages import fold_sentences
from twicetold.matching import verify
from twicetold.matching.fold import convert_folding_settings
from twicetold.tables.batches import Batch, build_batch, concat_batches
from twicetold.tables.matching import KEYS, PAIRS, UNIT_LETTERS, UNIT_MATCHES

SORTED_ROWS = 1 << 20  # keys in a batch of a file
BASE_FILES = ("sentences.arrow", "ids.arrow", "places.arrow", "units.arrow")
_LETTERS = tuple(name for name in UNIT_LETTERS.names if name != "unit")


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
        paths = {table: folder / f"{table}.parquet" for table in ("documents", "page_aliases", "sentence_aliases")}
        engine = self.engine
        batches = list(number_documents(frames))
        count = engine.save({paths["documents"]: engine.load_batches(STORED_DOCUMENTS, lambda: batches)})
        documents = engine.load(paths["documents"])
        sentences = split(documents) if split else self._split(documents)
        rows = write_sentences(folder, sentences, engine)
        segment = Segment(folder, SegmentFacts(name, count[paths["documents"]], rows, first_unit, 0))
        stored = segment.load("sentences", engine)
        aliases = (
            engine.map(documents, find_stored_page_aliases),
            engine.map(stored, find_stored_sentence_aliases),
        )
        if not load_indexed_job(self.settings.job).has_aliases:
            aliases = (engine.load_rows(STORED_ALIASES.empty_table()),) * 2
        engine.save(dict(zip((paths["page_aliases"], paths["sentence_aliases"]), aliases, strict=True)))
        write_ids(folder, engine.map(documents, _SelectIds()), engine)
        write_places(segment, self.settings, engine)
        units = write_units(folder, self._fold_new_units(stored, earlier))
        files = [path.name for path in paths.values()] + list(BASE_FILES)
        return Segment(folder, add_files(folder, replace(segment.facts, units=units), files))

    def _split(self, documents: Table) -> Table:
        splitter = load_indexed_job(self.settings.job).build_splitter(self.settings)
        return self.engine.map(documents, SplitStoredDocuments(splitter))

    def _fold_new_units(self, sentences: Table, earlier: list[Segment]) -> Iterator[Batch]:
        """The texts that no earlier segment has, in order of their hashes."""
        for (units,) in self.engine.stream_batches(fold_sentences(sentences, self.settings, self.engine)):
            yield units.filter(pc.is_null(find_units(earlier, units)))

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
        pairer = KeyPairer([*earlier, segment], plan)
        for chunk, step in enumerate(plan.key_steps):
            with KeyWriter(segment, plan, chunk) as writer:
                for keys in self._compute_sorted_keys(segment, step):
                    writer.write(keys)
                    if known is not None:
                        crowds.append(find_crowded_keys(keys, self.settings.finding.crowd))
                        continue
                    for found, crowded in pairer.pair(keys, chunk):
                        pairs.push(found)
                        crowds.append(crowded)
            names += writer.names
        pairs.finish()
        candidates = list(iter(pairs.next, None))
        matches = self._verify_pairs(candidates, [*earlier, segment], plan) if known is None else known
        names += [name_matches_file(generation), name_crowds_file(generation)]
        write_arrow(folder / names[-2], UNIT_MATCHES, matches)
        write_arrow(folder / names[-1], CROWDED_KEYS, crowds)
        return Segment(folder, add_files(folder, segment.facts, names))

    @property
    def _workers(self) -> int:
        return self.engine.machine.worker_count

    def _compute_sorted_keys(self, segment: Segment, step: ComputeKeys) -> Iterator[Batch]:
        texts = self.engine.load_batches(UNIT_TEXTS, lambda: cut_texts(segment))
        keys = self.engine.map(texts, step)
        yield from sort_keys(keys, self.engine)

    def _verify_pairs(self, pairs: list[Batch], segments: list[Segment], plan: KeyPlan) -> Sequence[Batch]:
        if not pairs:
            return []
        wanted = pc.unique(pa.chunked_array([batch[side] for batch in pairs for side in PAIRS.names]))
        units = self.engine.load_batches(UNIT_TEXTS, lambda: take_texts(segments, wanted))
        candidates = CandidateTables(self.engine.load_rows(pa.Table.from_batches(pairs)), {}, plan.least)
        matching = replace(self.settings.matching, relation="any")  # which documents have a text may change
        tables = verify.verify_candidates(candidates, units, plan.finder.feature, matching, self.engine)
        found = self.engine.collect({"verified": tables["verified"]})["verified"]
        matches = drop_chance_matches(found, segments, plan)
        batches: list[Batch] = keep_likely_matches(matches, segments, plan, self.engine).to_batches()
        return batches


def write_sentences(folder: Path, sentences: Table, engine: Local) -> int:
    """Write the sentences of a segment, and return how many there are."""
    batches = cut_rows((batch for (batch,) in engine.stream_batches(sentences)), SENTENCES_TOGETHER)
    return write_arrow(folder / "sentences.arrow", STORED_SENTENCES, batches, "lz4")


def write_ids(folder: Path, ids: Table, engine: Local) -> None:
    """Write the ids of the documents of a segment, sorted by their hashes."""
    write_arrow(folder / "ids.arrow", DOCUMENT_IDS, sort_by_key(ids, DOCUMENT_IDS, engine))


def write_units(folder: Path, batches: Iterable[Batch]) -> int:
    """Write texts, which come in order of their hashes, and return how many there are."""
    counted = (count_stored_letters(units) for units in batches if units.num_rows)
    return write_arrow(folder / "units.arrow", STORED_UNITS, cut_rows(counted, ROWS_TOGETHER))


def count_stored_letters(units: Batch) -> Batch:
    """Units as they are stored."""
    letters = count_letters(units)
    columns = [(letters if name in _LETTERS else units)[name] for name in STORED_UNITS.names]
    return build_batch(columns, STORED_UNITS)


def write_places(segment: Segment, settings: ComparisonSettings, engine: Local) -> None:
    """Write where each text of a segment is."""
    makers = [partial(_place_texts, settings, first, read) for first, read in segment.list_sentence_batches()]
    places = engine.load_batches(TEXT_PLACES, lambda: makers)
    write_arrow(segment.folder / "places.arrow", TEXT_PLACES, sort_by_key(places, TEXT_PLACES, engine))


def _place_texts(settings: ComparisonSettings, first: int, read: MakeBatch) -> Batch:
    sentences = read()
    hashes = _kernels.hash_sentences(sentences, *convert_folding_settings(settings.folding))
    rows = pa.arange(first, first + sentences.num_rows).cast(pa.uint32())
    columns = [hashes["high"], hashes["check"], sentences["owner"], rows]
    return build_batch(columns, TEXT_PLACES).filter(hashes["used"])


def sort_by_key(table: Table, schema: pa.Schema, engine: Local) -> Iterator[Batch]:
    """The rows of a table in order of their keys, within the memory of the engine."""
    ordered = engine.group(table, ("key",), PassRows(schema))
    return cut_rows((batch for (batch,) in engine.stream_batches(ordered)), ROWS_TOGETHER)


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


def find_crowded_keys(keys: Batch, crowd: int) -> Batch:
    """The keys, which are sorted, that more than `crowd` texts have: such a key is again there so many rows later."""
    first, last = keys["key"].slice(0, max(keys.num_rows - crowd, 0)), keys["key"].slice(crowd)
    return build_batch([pc.unique(first.filter(pc.equal(first, last)))], CROWDED_KEYS)


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
        ids = documents["document"]
        return build_batch([hash_ids(ids), documents["owner"], ids], DOCUMENT_IDS)


def cut_texts(segment: Segment) -> Iterator[MakeBatch]:
    """The texts of a segment with their numbers, some at a time."""
    first = segment.facts.first_unit
    for batch in segment.unit_batches:
        for start in range(0, batch.num_rows, TEXTS_IN_A_BATCH):
            texts = batch["text"].slice(start, TEXTS_IN_A_BATCH)
            numbers = pa.arange(first + start, first + start + len(texts)).cast(pa.uint32())
            yield partial(build_batch, [numbers, texts], UNIT_TEXTS)
        first += batch.num_rows
