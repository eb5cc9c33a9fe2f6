"""All segments into one, without the documents that were removed and the texts that no sentence says any more.

Nothing is read, split, hashed or compared again: rows are copied, and keys and matches get the new numbers of texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import ComparisonSettings
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.local import Local
from twicetold.index.answer import KeepLiveRows, renumber_matches
from twicetold.index.building import KeyPlan, sort_keys, write_places
from twicetold.index.crowds import collect_crowded_keys
from twicetold.index.manifest import SegmentFacts
from twicetold.index.segments import (
    CROWDED_KEYS,
    DOCUMENT_IDS,
    FRONT_TABLES,
    STORED_UNITS,
    Segment,
    add_files,
    find_units,
    name_crowds_file,
    name_keys_file,
    name_matches_file,
    write_arrow,
)
from twicetold.jobs.stages import fold_sentences
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import KEYS, UNIT_MATCHES


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
        rows = {name: self._copy_rows(name, segments, owners, folder) for name in FRONT_TABLES}
        write_arrow(folder / "ids.arrow", DOCUMENT_IDS, self._merge_ids(segments, owners))
        write_places(folder, self.settings, self.engine)
        numbers, units = self._copy_units(segments, folder)
        generation = self.plan.generation
        names = [f"{name}.parquet" for name in FRONT_TABLES] + ["ids.arrow", "places.arrow", "units.arrow"]
        for chunk in range(len(self.plan.key_steps)):
            names.append(name_keys_file(generation, chunk))
            write_arrow(folder / names[-1], KEYS, self._merge_keys(segments, chunk, numbers))
        names += [name_matches_file(generation), name_crowds_file(generation)]
        stored = (batch for segment in segments for batch in segment.map_matches(generation))
        write_arrow(folder / names[-2], UNIT_MATCHES, (renumber_matches(batch, numbers) for batch in stored))
        crowded = build_batch([collect_crowded_keys(segments, generation)], CROWDED_KEYS)
        write_arrow(folder / names[-1], CROWDED_KEYS, [crowded])
        facts = SegmentFacts(folder.name, rows["documents"], rows["sentences"], 0, units)
        return Segment(folder, add_files(folder, facts, names))

    def _copy_rows(self, name: str, segments: Sequence[Segment], owners: Sequence[pa.Array], folder: Path) -> int:
        """Copy the rows of live documents, with the new numbers of these."""
        path = folder / f"{name}.parquet"
        tables = []
        for segment, own in zip(segments, owners, strict=True):
            table: Table = self.engine.load(segment.locate(path.name))
            live = self.engine.map(table, KeepLiveRows(frozenset(segment.removed.to_pylist()), table.schema))
            tables.append(self.engine.map(live, _RenumberOwners(own, table.schema)))
        return self.engine.save({path: self.engine.union(*tables)})[path]

    def _merge_ids(self, segments: Sequence[Segment], owners: Sequence[pa.Array]) -> list[Batch]:
        parts = []
        for segment, own in zip(segments, owners, strict=True):
            numbers = own.take(segment.ids["owner"])
            live = pc.is_valid(numbers)
            parts.append(build_batch([segment.ids["key"].filter(live), numbers.filter(live)], DOCUMENT_IDS))
        merged = pa.Table.from_batches(parts).sort_by([("key", "ascending"), ("owner", "ascending")])
        batches: list[Batch] = merged.combine_chunks().to_batches()
        return batches

    def _copy_units(self, segments: Sequence[Segment], folder: Path) -> tuple[pa.Array, int]:
        """Copy the texts that sentences say still, in order of their hashes; gives the new number of each old text."""
        sentences = self.engine.load(folder / "sentences.parquet")
        kept = []
        for (units,) in self.engine.stream_batches(fold_sentences(sentences, self.settings, self.engine)):
            kept.append(find_units(segments, units))
        old = pa.chunked_array(kept, pa.uint32()).combine_chunks()
        # Two texts of one hash: the one that is there now may have no keys, and then `answer` says so.
        old = old.drop_null()
        rows = [segment.units for segment in segments if segment.facts.units]
        taken = pa.Table.from_batches(rows, STORED_UNITS).take(old).combine_chunks()
        count = write_arrow(folder / "units.arrow", STORED_UNITS, taken.to_batches())
        total = sum(segment.facts.units for segment in segments)
        return pc.index_in(pa.arange(0, total).cast(pa.uint32()), old).cast(pa.uint32()), count

    def _merge_keys(self, segments: Sequence[Segment], chunk: int, numbers: pa.Array) -> Iterator[Batch]:
        stored = [each for segment in segments for each in segment.map_keys(self.plan.generation, chunk)]
        makers: list[MakeBatch] = [partial(renumber_keys, batch, numbers) for batch in stored]
        keys = self.engine.load_batches(KEYS, lambda: makers)
        yield from sort_keys(keys, self.engine)


def number_owners(segments: Sequence[Segment]) -> list[pa.Array]:
    """For each segment the new number of each document, null for one that was removed."""
    found, first = [], 0
    for segment in segments:
        places = pa.arange(0, segment.facts.documents).cast(pa.uint32())
        kept = places.filter(pc.invert(pc.is_in(places, segment.removed)))
        found.append(pc.add(pc.index_in(places, kept), first).cast(pa.uint32()))
        first += len(kept)
    return found


def renumber_keys(keys: Batch, numbers: pa.Array) -> Batch:
    """Keys with the new numbers of their texts, without those of texts that have none."""
    units = numbers.take(keys["unit"])
    live = pc.is_valid(units)
    return build_batch([keys["key"].filter(live), units.filter(live)], KEYS)


@dataclass(frozen=True, eq=False)
class _RenumberOwners:
    numbers: pa.Array
    schema: pa.Schema

    def __call__(self, rows: Batch) -> Batch:
        return build_batch([self.numbers.take(rows["owner"]), *rows.columns[1:]], self.schema)
