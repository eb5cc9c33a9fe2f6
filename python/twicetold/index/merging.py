"""All segments into one, without the documents that were removed and the texts that no sentence says any more.

Nothing is read, split, hashed or compared again: rows are copied, and keys and matches get the new numbers of texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import ComparisonSettings
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local
from twicetold.index.answer import KeepLiveRows, renumber_matches
from twicetold.index.arrow_files import write_arrow
from twicetold.index.building import BASE_FILES, write_ids, write_places, write_sentences, write_units
from twicetold.index.keys import KeyPlan, KeyWriter
from twicetold.index.manifest import SegmentFacts
from twicetold.index.segments import (
    CROWDED_KEYS,
    DOCUMENT_IDS,
    Segment,
    add_files,
    collect_crowded_keys,
    find_units,
    name_crowds_file,
    name_matches_file,
)
from twicetold.jobs.stages import fold_sentences
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import UNIT_MATCHES

KEYS_AT_A_TIME = 1 << 19
UPPER_HALVES = 1 << 16  # keys are merged by ranges of their upper 16 bits
_NEW_NUMBERS = pa.schema([pa.field("unit", pa.uint32())])


@dataclass(frozen=True)
class SegmentMerger:
    """Merges the segments of an index into a new one, which belongs to the index when the manifest names it."""

    settings: ComparisonSettings
    plan: KeyPlan
    engine: Local

    def merge(self, segments: Sequence[Segment], folder: Path) -> Segment:
        """Write the new segment into a folder."""
        folder.mkdir(parents=True)
        owners = number_owners(segments)
        documents = self._copy_rows(("documents", "page_aliases", "sentence_aliases"), segments, owners, folder)
        sentences = write_sentences(folder, self._select_live("sentences", segments, owners), self.engine)
        merged = Segment(folder, SegmentFacts(folder.name, documents, sentences, 0, 0))
        write_ids(folder, self._select_live_ids(segments, owners), self.engine)
        write_places(merged, self.settings, self.engine)
        numbers, units = self._copy_units(segments, merged)
        merged = Segment(folder, replace(merged.facts, units=units))
        generation = self.plan.generation
        names = ["documents.parquet", "page_aliases.parquet", "sentence_aliases.parquet", *BASE_FILES]
        for chunk in range(len(self.plan.key_steps)):
            with KeyWriter(merged, self.plan, chunk) as writer:
                for keys in self._merge_keys(segments, chunk, numbers):
                    writer.write(keys)
            names += writer.names
        names += [name_matches_file(generation), name_crowds_file(generation)]
        stored = (batch for segment in segments for batch in segment.map_matches(generation))
        write_arrow(folder / names[-2], UNIT_MATCHES, (renumber_matches(batch, numbers) for batch in stored))
        crowded = build_batch([collect_crowded_keys(segments, generation)], CROWDED_KEYS)
        write_arrow(folder / names[-1], CROWDED_KEYS, [crowded])
        return Segment(folder, add_files(folder, merged.facts, names))

    def _copy_rows(
        self, names: Sequence[str], segments: Sequence[Segment], owners: Sequence[pa.Array], folder: Path
    ) -> int:
        """Copy the rows of live documents, with the new numbers of these; gives the number of documents."""
        paths = {name: folder / f"{name}.parquet" for name in names}
        rows = [
            self.engine.save({path: self._select_live(name, segments, owners)})[path] for name, path in paths.items()
        ]
        return rows[0]

    def _select_live(self, name: str, segments: Sequence[Segment], owners: Sequence[pa.Array]) -> Table:
        """The rows of live documents in a table, with the new numbers of these."""
        tables = []
        for segment, own in zip(segments, owners, strict=True):
            table = segment.load(name, self.engine)
            live = self.engine.map(table, KeepLiveRows(frozenset(segment.removed.to_pylist()), table.schema))
            tables.append(self.engine.map(live, _RenumberOwners(own, table.schema)))
        return self.engine.union(*tables)

    def _select_live_ids(self, segments: Sequence[Segment], owners: Sequence[pa.Array]) -> Table:
        makers: list[MakeBatch] = [
            partial(renumber_ids, batch, own)
            for segment, own in zip(segments, owners, strict=True)
            for batch in segment.ids
        ]
        return self.engine.load_batches(DOCUMENT_IDS, lambda: makers)

    def _copy_units(self, segments: Sequence[Segment], merged: Segment) -> tuple[pa.Array, int]:
        """Copy the texts that sentences say still, in order of their hashes; gives the new number of each old text."""
        kept: list[pa.Array] = []

        def yield_known() -> Iterator[Batch]:
            sentences = merged.load("sentences", self.engine)
            for (units,) in self.engine.stream_batches(fold_sentences(sentences, self.settings, self.engine)):
                old = find_units(segments, units)
                # Two texts of one hash: the one that is there now may have no keys, and then `answer` says so.
                kept.append(old.drop_null())
                yield units.filter(pc.is_valid(old))

        count = write_units(merged.folder, yield_known())
        old = pa.chunked_array(kept, pa.uint32()).combine_chunks()
        total = sum(segment.facts.units for segment in segments)
        return pc.index_in(pa.arange(0, total).cast(pa.uint32()), old).cast(pa.uint32()), count

    def _merge_keys(self, segments: Sequence[Segment], chunk: int, numbers: pa.Array) -> Iterator[Batch]:
        """The keys of all segments in order, by the new numbers of their texts, some at a time."""
        stored = [each.open_keys(self.plan.generation, chunk) for each in segments]
        asked = build_batch([numbers], _NEW_NUMBERS)
        parts = 1 + sum(map(len, stored)) // KEYS_AT_A_TIME
        cuts = [UPPER_HALVES * part // parts for part in range(parts + 1)]
        for start, end in pairwise(cuts):
            yield _kernels.merge_keys(stored, asked, start, end)


def number_owners(segments: Sequence[Segment]) -> list[pa.Array]:
    """For each segment the new number of each document, null for one that was removed."""
    found, first = [], 0
    for segment in segments:
        places = pa.arange(0, segment.facts.documents).cast(pa.uint32())
        kept = places.filter(pc.invert(pc.is_in(places, segment.removed)))
        found.append(pc.add(pc.index_in(places, kept), first).cast(pa.uint32()))
        first += len(kept)
    return found


def renumber_ids(ids: Batch, numbers: pa.Array) -> Batch:
    """Ids with the new numbers of their documents, without those of documents that have none."""
    owners = numbers.take(ids["owner"])
    live = pc.is_valid(owners)
    columns = [ids["key"].filter(live), owners.filter(live), ids["document"].filter(live)]
    return build_batch(columns, DOCUMENT_IDS)


@dataclass(frozen=True, eq=False)
class _RenumberOwners:
    numbers: pa.Array
    schema: pa.Schema

    def __call__(self, rows: Batch) -> Batch:
        return build_batch([self.numbers.take(rows["owner"]), *rows.columns[1:]], self.schema)
