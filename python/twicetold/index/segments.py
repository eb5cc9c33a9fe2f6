"""A segment: some documents, their sentences, the distinct texts that were new with them, their keys and matches.

    documents.parquet         every record as it was read, with its number in the segment
    sentences.arrow           the sentences of the documents, each with the number of its document, 128 in a batch
    page_aliases.parquet      other names that documents give, sentence_aliases.parquet those that sentences give
    places.arrow              where each text is: its hash, sorted, with the rows of its sentences
    ids.arrow                 a hash of the id of each document, sorted, with the id and its number
    units.arrow               the distinct texts that no earlier segment has, in order of their hashes
    keys-G-C.arrow            the keys of some bands, sorted and packed; G is the generation of the plan
    starts-G-C.arrow          where the keys with each of the upper 16 bits start, if there are many
    matches-G.arrow           the matches of these texts with each other and with those of earlier segments
    crowds-G.arrow            keys that more texts have than are all compared with each other
    removed-N.arrow           numbers of documents that were removed or replaced since

Units are numbered through all segments: those of a segment are successive, and each has its row in `units.arrow`. Files
never change. Arrow files are mapped into memory, so that opening a segment reads nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import MakeBatch, Table
from twicetold.index.arrow_files import build_damage_error, map_arrow, open_arrow, write_arrow
from twicetold.index.manifest import FileFacts, SegmentFacts
from twicetold.tables.batches import Batch, build_batch, concat_batches
from twicetold.tables.columns import define_table
from twicetold.tables.files import sync_file, sync_folder
from twicetold.tables.matching import KEYS, UNIT_LETTERS, UNITS
from twicetold.tables.reading import DOCUMENTS, SENTENCES

OWNER = pa.field("owner", pa.uint32(), nullable=False)  # the number of a document in its segment
STORED_DOCUMENTS = pa.schema([OWNER, *DOCUMENTS])
STORED_SENTENCES = pa.schema([OWNER, *SENTENCES])
DOCUMENT_IDS = pa.schema([KEYS.field("key"), OWNER, DOCUMENTS.field("document")])
STORED_UNITS = pa.schema(
    [
        *(UNITS.field(name) for name in ("high", "text")),
        *(UNIT_LETTERS.field(name) for name in ("letters", "others")),
    ]
)
CROWDED_KEYS = define_table(key=pa.uint64())
KEY_COLUMN = CROWDED_KEYS
# Where each text that counts is: a half of its hash, sorted, with another hash of it, its document and its row.
TEXT_PLACES = define_table(key=pa.uint64(), check=pa.uint64(), owner=pa.uint32(), row=pa.uint32())
REMOVED_DOCUMENTS = pa.schema([OWNER])

FRONT_TABLES = ("documents", "sentences", "page_aliases", "sentence_aliases")
SENTENCES_TOGETHER = 128  # in a batch of the file: to read one decompresses so many
ROWS_TOGETHER = 1 << 16  # in a batch of other files
SENTENCE_BATCHES = 64  # of a file in a batch for an engine


@dataclass(frozen=True)
class Segment:
    """A segment in its folder, opened for reading."""

    folder: Path
    facts: SegmentFacts

    def locate(self, name: str) -> Path:
        return self.folder / name

    def has(self, name: str) -> bool:
        return name in self.facts.files

    def check_files(self) -> None:
        """Raise an error where a file is not as it was written."""
        for name, facts in self.facts.files.items():
            path = self.locate(name)
            try:
                found = FileFacts.measure(path)
            except OSError as error:
                raise build_damage_error(path, error.strerror or str(error)) from None
            if found != facts:
                raise build_damage_error(path, "its checksum is wrong")

    def check_sizes(self) -> None:
        """Raise an error where a file is not there or has another size."""
        for name, facts in self.facts.files.items():
            path = self.locate(name)
            size = path.stat().st_size if path.is_file() else -1
            if size != facts.bytes:
                raise build_damage_error(path, f"it has {size:,} bytes, not {facts.bytes:,}" if size >= 0 else "gone")

    @cached_property
    def unit_batches(self) -> list[Batch]:
        """The texts, a row for each unit."""
        return map_arrow(self.locate("units.arrow"))

    @cached_property
    def units(self) -> _kernels.StoredUnits:
        """The texts, ready to be found and taken."""
        return _kernels.StoredUnits(self.facts.first_unit, self.unit_batches)

    @cached_property
    def ids(self) -> list[Batch]:
        """A hash of the id of each document, sorted, with the id."""
        return map_arrow(self.locate("ids.arrow"))

    @cached_property
    def removed(self) -> pa.Array:
        """The numbers of documents that were removed or replaced."""
        if not self.facts.removed_file:
            return pa.array([], pa.uint32())
        return pa.concat_arrays([each["owner"] for each in map_arrow(self.locate(self.facts.removed_file))])

    @cached_property
    def places(self) -> list[Batch]:
        """Where each text is."""
        return map_arrow(self.locate("places.arrow"))

    @cached_property
    def _sentences(self) -> Any:
        return open_arrow(self.locate("sentences.arrow"))

    def read_sentence(self, row: int) -> dict[str, Any]:
        """A sentence by its row."""
        batch = self._sentences.get_batch(row // SENTENCES_TOGETHER)
        (found,) = batch.slice(row % SENTENCES_TOGETHER, 1).to_pylist()
        return dict(found)

    def list_sentence_batches(self) -> Iterator[tuple[int, MakeBatch]]:
        """Functions that read the sentences, a batch each, with the row that each begins with."""
        for first in range(0, self._sentences.num_record_batches, SENTENCE_BATCHES):
            end = min(first + SENTENCE_BATCHES, self._sentences.num_record_batches)
            yield first * SENTENCES_TOGETHER, partial(self._read_sentence_batches, first, end)

    def _read_sentence_batches(self, first: int, end: int) -> Batch:
        return concat_batches([self._sentences.get_batch(number) for number in range(first, end)])

    def load(self, name: str, engine: Engine) -> Table:
        """One of the tables FRONT_TABLES."""
        if name == "sentences":
            return engine.load_batches(STORED_SENTENCES, lambda: [make for _, make in self.list_sentence_batches()])
        return engine.load(self.locate(f"{name}.parquet"))

    def open_keys(self, generation: int, chunk: int) -> _kernels.StoredKeys:
        """The keys of some bands."""
        name, starts = name_keys_file(generation, chunk), name_starts_file(generation, chunk)
        if name not in self._opened:
            batches = map_arrow(self.locate(name)) if self.has(name) else []
            (first,) = map_arrow(self.locate(starts)) if self.has(starts) else (None,)
            self._opened[name] = _kernels.StoredKeys(self.facts.first_unit, first, batches)
        return self._opened[name]

    @cached_property
    def _opened(self) -> dict[str, _kernels.StoredKeys]:
        return {}

    def map_matches(self, generation: int) -> list[Batch]:
        """The matches that this segment's units brought."""
        name = name_matches_file(generation)
        return map_arrow(self.locate(name)) if self.has(name) else []

    def map_crowds(self, generation: int) -> list[Batch]:
        """The crowded keys that this segment's units brought."""
        name = name_crowds_file(generation)
        return map_arrow(self.locate(name)) if self.has(name) else []

    def take_texts(self, units: pa.Array) -> pa.Array:
        """The texts of units, by their numbers."""
        return self.units.take_texts(build_batch([units], _ASKED_UNITS))

    def find_documents(self, ids: pa.Array) -> tuple[pa.Array, pa.Array]:
        """The documents with these ids that were not removed: which row asked for each, and its number."""
        hashes = build_batch([hash_ids(ids)], KEY_COLUMN)
        rows, owners = [], []
        for batch in self._find_id_batches(hashes["key"].to_pylist()):
            found = _kernels.find_sorted_keys(hashes, batch.select(["key"]))
            same = pc.equal(ids.take(found["asked"]), batch["document"].take(found["place"]))
            rows.append(found["asked"].filter(same))
            owners.append(batch["owner"].take(found["place"].filter(same)))
        asked = pa.chunked_array(rows, pa.uint32()).combine_chunks()
        found_owners = pa.chunked_array(owners, pa.uint32()).combine_chunks()
        if not len(found_owners) or not len(self.removed):
            return asked, found_owners
        live = pc.invert(pc.is_in(found_owners, self.removed))
        return asked.filter(live), found_owners.filter(live)

    @cached_property
    def _last_id_hashes(self) -> list[int]:
        return [batch["key"][batch.num_rows - 1].as_py() for batch in self.ids]

    def _find_id_batches(self, hashes: Iterable[int]) -> list[Batch]:
        """The batches of ids that may have these hashes."""
        lasts = self._last_id_hashes
        numbers: set[int] = set()
        for each in hashes:
            first = bisect_left(lasts, each)
            numbers.update(range(first, min(bisect_right(lasts, each, first) + 1, len(lasts))))
        return [self.ids[number] for number in sorted(numbers)]


_ASKED_UNITS = pa.schema([KEYS.field("unit")])


def name_keys_file(generation: int, chunk: int) -> str:
    return f"keys-{generation}-{chunk:02}.arrow"


def name_starts_file(generation: int, chunk: int) -> str:
    return f"starts-{generation}-{chunk:02}.arrow"


def name_matches_file(generation: int) -> str:
    return f"matches-{generation}.arrow"


def name_crowds_file(generation: int) -> str:
    return f"crowds-{generation}.arrow"


def hash_ids(ids: pa.Array) -> pa.Array:
    """A hash of each id of a document."""
    named = pa.RecordBatch.from_arrays([ids, pa.repeat("", len(ids))], names=["document", "title"])
    return _kernels.hash_documents(named, "document", "title")


def find_units(segments: Iterable[Segment], units: Batch) -> pa.Array:
    """The numbers of texts that segments have, by `high` and `text`; null for a text that is in none."""
    asked = units.select(["high", "text"])
    found = pa.nulls(units.num_rows, pa.uint32())
    for segment in segments:
        hits = segment.units.find_units(asked)
        if hits.num_rows:
            # Where each row of the units is among the hits; most are not.
            index = pc.index_in(pa.arange(0, units.num_rows).cast(pa.uint32()), hits["asked"])
            found = pc.coalesce(hits["unit"].take(index), found)
    return found


def collect_crowded_keys(segments: Sequence[Segment], generation: int) -> pa.Array:
    """The keys that are crowded, or were, in order."""
    found = [batch["key"] for segment in segments for batch in segment.map_crowds(generation)]
    return pc.unique(pa.chunked_array(found, pa.uint64())).sort() if found else pa.array([], pa.uint64())


def select_live(segment: Segment, batch: Batch) -> Batch:
    """The rows of documents that are there still."""
    if not len(segment.removed):
        return batch
    return batch.filter(pc.invert(pc.is_in(batch["owner"], segment.removed)))


def add_files(folder: Path, facts: SegmentFacts, names: Iterable[str]) -> SegmentFacts:
    """Facts with the checksums of new files, which the disk has when this returns."""
    found = {}
    for name in names:
        sync_file(folder / name)
        found[name] = FileFacts.measure(folder / name)
    sync_folder(folder)
    sync_folder(folder.parent)
    return replace(facts, files={**facts.files, **found})


def mark_removed(segment: Segment, ids: Sequence[str], serial: int) -> Segment:
    """The segment without the documents that have these ids."""
    _, gone = segment.find_documents(pa.array(ids, pa.string()))
    if not len(gone):
        return segment
    every = pc.unique(pa.concat_arrays([segment.removed, gone])).sort()
    name = f"removed-{serial:06}.arrow"
    batch = pa.RecordBatch.from_arrays([every], schema=REMOVED_DOCUMENTS)
    write_arrow(segment.locate(name), REMOVED_DOCUMENTS, [batch])
    facts = add_files(segment.folder, segment.facts, [name])
    files = {each: found for each, found in facts.files.items() if each != segment.facts.removed_file}
    return Segment(segment.folder, replace(facts, removed=len(every), removed_file=name, files=files))


_GENERATED = ("keys", "starts", "matches", "crowds")


def forget_generations(segment: Segment, generation: int) -> Segment:
    """The segment without the keys and matches of earlier plans."""
    starts = tuple(f"{name}-{generation}" for name in _GENERATED)
    files = {
        name: facts
        for name, facts in segment.facts.files.items()
        if not name.startswith(tuple(f"{each}-" for each in _GENERATED))
        or name.startswith(tuple(f"{each}{end}" for each in starts for end in "-."))
    }
    return Segment(segment.folder, replace(segment.facts, files=files))
