"""A segment: some documents, their sentences, the distinct texts that were new with them, their keys and matches.

    documents.parquet         every record as it was read, with its number in the segment
    sentences.parquet         the sentences of the documents, each with the number of its document
    page_aliases.parquet      other names that documents give, sentence_aliases.parquet those that sentences give
    places.arrow              where each text is: its hash, sorted, with the rows of its sentences
    ids.arrow                 a hash of the id of each document, sorted, with its number
    units.arrow               the distinct texts that no earlier segment has, in order of their hashes
    keys-G-C.arrow            the keys of some bands, sorted, with their units; G is the generation of the plan
    matches-G.arrow           the matches of these texts with each other and with those of earlier segments
    crowds-G.arrow            keys that more texts have than are all compared with each other
    removed-N.arrow           numbers of documents that were removed or replaced since

Units are numbered through all segments: those of a segment are successive, and each has its row in `units.arrow`. Files
never change. Arrow files are mapped into memory, so that opening a segment reads nothing.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold import _kernels
from twicetold.errors import RunError
from twicetold.index.manifest import FileFacts, SegmentFacts
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.columns import define_table
from twicetold.tables.files import give_to_arrow, sync_file, sync_folder
from twicetold.tables.matching import KEYS, UNIT_LETTERS, UNITS
from twicetold.tables.reading import DOCUMENTS, SENTENCES

OWNER = pa.field("owner", pa.uint32(), nullable=False)  # the number of a document in its segment
STORED_DOCUMENTS = pa.schema([OWNER, *DOCUMENTS])
STORED_SENTENCES = pa.schema([OWNER, *SENTENCES])
DOCUMENT_IDS = pa.schema([KEYS.field("key"), OWNER])
STORED_UNITS = pa.schema(
    [
        *(UNITS.field(name) for name in ("high", "low", "check", "text")),
        *(UNIT_LETTERS.field(name) for name in ("letters", "others")),
    ]
)
CROWDED_KEYS = define_table(key=pa.uint64())
KEY_COLUMN = CROWDED_KEYS
# Where each text that counts is: a half of its hash, sorted, with another hash of it, its document and its row.
TEXT_PLACES = define_table(key=pa.uint64(), check=pa.uint64(), owner=pa.uint32(), row=pa.uint32())
REMOVED_DOCUMENTS = pa.schema([OWNER])

FRONT_TABLES = ("documents", "sentences", "page_aliases", "sentence_aliases")


class ArrowSink:
    """An Arrow file that batches are added to. When it is closed the disk has it, and `facts` are its checksum."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.path = path
        self.rows = 0
        self._schema = schema
        self._file = pa.OSFile(os.fsencode(path), "wb")
        self._writer = pa.ipc.new_file(self._file, schema)

    def write(self, batch: Batch) -> None:
        if batch.num_rows:
            self.rows += batch.num_rows
            self._writer.write_batch(build_batch(batch.select(self._schema.names).columns, self._schema))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._file.close()


def write_arrow(path: Path, schema: pa.Schema, batches: Iterable[Batch]) -> int:
    """Write batches to an Arrow file, and return the number of rows."""
    with ArrowSink(path, schema) as sink:
        for batch in batches:
            sink.write(batch)
    return sink.rows


def map_arrow(path: Path) -> list[Batch]:
    """The batches of an Arrow file, mapped into memory."""
    try:
        file = pa.ipc.open_file(pa.memory_map(os.fsencode(path)))
        return [file.get_batch(number) for number in range(file.num_record_batches)]
    except (pa.ArrowException, OSError) as error:
        raise build_damage_error(path, str(error)) from None


def build_damage_error(path: Path, reason: str) -> RunError:
    return RunError(
        f"`{path}` is missing or damaged: {reason}", "restore the index from a copy, or make the index again"
    )


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
    def units(self) -> Batch:
        """The texts, a row for each unit."""
        batches = map_arrow(self.locate("units.arrow")) if self.facts.units else []
        return batches[0] if batches else build_batch([pa.array([], each.type) for each in STORED_UNITS], STORED_UNITS)

    @cached_property
    def ids(self) -> Batch:
        batches = map_arrow(self.locate("ids.arrow"))
        return batches[0] if batches else build_batch([pa.array([], each.type) for each in DOCUMENT_IDS], DOCUMENT_IDS)

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

    def read_sentence(self, row: int) -> dict[str, Any]:
        """A sentence by its row. The rows around it are kept, since neighbours are often wanted together."""
        return read_sentence_row(self.locate("sentences.parquet"), row)

    def map_keys(self, generation: int, chunk: int) -> list[Batch]:
        """The sorted keys of some bands."""
        name = name_keys_file(generation, chunk)
        if name not in self._mapped:
            self._mapped[name] = map_arrow(self.locate(name)) if self.has(name) else []
        return self._mapped[name]

    @cached_property
    def _mapped(self) -> dict[str, list[Batch]]:
        return {}

    def map_matches(self, generation: int) -> list[Batch]:
        """The matches that this segment's units brought."""
        name = name_matches_file(generation)
        return map_arrow(self.locate(name)) if self.has(name) else []

    def map_crowds(self, generation: int) -> list[Batch]:
        """The crowded keys that this segment's units brought."""
        name = name_crowds_file(generation)
        return map_arrow(self.locate(name)) if self.has(name) else []

    def take_units(self, units: pa.Array) -> Batch:
        """The rows of units, by their numbers."""
        return self.units.take(pc.subtract(units, pa.scalar(self.facts.first_unit, pa.uint32())))

    def find_documents(self, ids: pa.Array) -> pa.Array:
        """The numbers of documents whose id has one of these hashes and that were not removed."""
        asked = build_batch([ids], pa.schema([KEYS.field("key")]))
        found = _kernels.find_sorted_keys(asked, self.ids.select(["key"]))
        owners = pc.unique(self.ids["owner"].take(found["place"]))
        return owners.filter(pc.invert(pc.is_in(owners, self.removed)))


@lru_cache(maxsize=64)
def open_sentences(path: Path) -> tuple[pq.ParquetFile, list[int]]:
    """A file of sentences, and where each of its row groups ends."""
    file = pq.ParquetFile(give_to_arrow(path))
    sizes = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
    return file, list(accumulate(sizes))


@lru_cache(maxsize=16)
def read_row_group(path: Path, number: int) -> pa.Table:
    return open_sentences(path)[0].read_row_group(number, use_threads=False)


def read_sentence_row(path: Path, row: int) -> dict[str, Any]:
    """A row of a file of sentences."""
    ends = open_sentences(path)[1]
    number = bisect_right(ends, row)
    first = ends[number - 1] if number else 0
    (found,) = read_row_group(path, number).slice(row - first, 1).to_pylist()
    return dict(found)


def name_keys_file(generation: int, chunk: int) -> str:
    return f"keys-{generation}-{chunk:02}.arrow"


def name_matches_file(generation: int) -> str:
    return f"matches-{generation}.arrow"


def name_crowds_file(generation: int) -> str:
    return f"crowds-{generation}.arrow"


def hash_ids(ids: pa.Array) -> pa.Array:
    """A hash of each id of a document."""
    named = pa.RecordBatch.from_arrays([ids, pa.repeat("", len(ids))], names=["document", "title"])
    return _kernels.hash_documents(named, "document", "title")


def find_units(segments: Iterable[Segment], units: Batch) -> pa.Array:
    """The numbers of texts that segments have, by `high`, `low` and `check`; null for a text that is in none."""
    asked = build_batch([units["high"]], pa.schema([KEYS.field("key")]))
    found = pa.nulls(units.num_rows, pa.uint32())
    for segment in segments:
        stored = segment.units
        hits = _kernels.find_sorted_keys(asked, build_batch([stored["high"]], asked.schema))
        rows, places = hits["asked"], hits["place"]
        if not len(rows):
            continue
        same = pc.and_(*(pc.equal(units[name].take(rows), stored[name].take(places)) for name in ("low", "check")))
        rows, places = rows.filter(same), places.filter(same)
        numbers = pc.add(places, pa.scalar(segment.facts.first_unit, pa.uint32()))
        # Where each row of the units is among the hits; most are not.
        index = pc.index_in(pa.arange(0, units.num_rows).cast(pa.uint32()), rows)
        found = pc.coalesce(numbers.take(index), found)
    return found


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
    gone = segment.find_documents(hash_ids(pa.array(ids, pa.string())))
    if not len(gone):
        return segment
    every = pa.concat_arrays([segment.removed, gone]).sort()
    name = f"removed-{serial:06}.arrow"
    batch = pa.RecordBatch.from_arrays([every], schema=REMOVED_DOCUMENTS)
    write_arrow(segment.locate(name), REMOVED_DOCUMENTS, [batch])
    facts = add_files(segment.folder, segment.facts, [name])
    files = {each: found for each, found in facts.files.items() if each != segment.facts.removed_file}
    return Segment(segment.folder, replace(facts, removed=len(every), removed_file=name, files=files))


def forget_generations(segment: Segment, generation: int) -> Segment:
    """The segment without the keys and matches of earlier plans."""
    starts = tuple(f"{name}-{generation}" for name in ("keys", "matches", "crowds"))
    files = {
        name: facts
        for name, facts in segment.facts.files.items()
        if not name.startswith(("keys-", "matches-", "crowds-"))
        or name.startswith(tuple(f"{each}{end}" for each in starts for end in "-."))
    }
    return Segment(segment.folder, replace(segment.facts, files=files))
