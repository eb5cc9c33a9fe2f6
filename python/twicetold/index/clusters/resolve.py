"""The clusters that texts are in now: what the stages from matches to clusters do, for some texts only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import ComparisonSettings
from twicetold.engines.local import Local
from twicetold.index.clusters.changed import TEXTS, find_live_places, take_unit_rows
from twicetold.index.clusters.naming import Text
from twicetold.index.clusters.reach import Links
from twicetold.index.crowds import correct_crowded_matches
from twicetold.index.jobs import load_indexed_job
from twicetold.index.jobs.base import IndexedJob
from twicetold.index.segments import Segment
from twicetold.matching.verify import KeepRelatedPairs
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import PAIRS, UNIT_MATCHES, UNITS


@dataclass(frozen=True)
class TextClusters:
    """Texts in clusters; a cluster is known by the number of its core."""

    clusters: dict[int, dict[Text, int]]  # the copies of its texts
    readings: dict[Text, str]


@dataclass(frozen=True)
class Resolver:
    """Resolves texts of an index into clusters."""

    segments: Sequence[Segment]
    settings: ComparisonSettings
    links: Links
    engine: Local

    def find_clusters(self, units: pa.Array) -> TextClusters:
        """The clusters of texts, which must be all that a change reaches."""
        live = self._job.order_texts(self._find_live_texts(units), self.segments, self.settings)
        matches = self._filter_related(self._find_matches(units, live["unit"].combine_chunks()), live)
        matched = pc.unique(
            pa.chunked_array([each for side in PAIRS.names for each in matches[side].chunks], pa.uint32())
        )
        places = pa.arange(0, live.num_rows).cast(pa.uint32())
        kept = pc.or_(pc.greater(live["copies"].combine_chunks(), 1), pc.is_in(places, matched))
        clustered = self._build_units(live.filter(kept), places.filter(kept))
        found = self._job.find_clusters(clustered, matches, self.settings, self.links.plan, self.engine)
        clusters: dict[int, dict[Text, int]] = defaultdict(dict)
        readings: dict[Text, str] = {}
        rows = pc.index_in(found["unit"], clustered["unit"])
        columns = [clustered[name].take(rows).to_pylist() for name in ("high", "check", "copies", "text")]
        for core, high, check, copies, text in zip(found["core"].to_pylist(), *columns, strict=True):
            clusters[core][high, check] = copies
            readings[high, check] = text
        return TextClusters(clusters, readings)

    @property
    def _job(self) -> IndexedJob:
        return load_indexed_job(self.settings.job)

    def _find_live_texts(self, units: pa.Array) -> pa.Table:
        """The texts that documents say, in order of their hashes, each with its copies and their documents."""
        hashes = take_unit_rows(self.segments, units, ["check"])
        texts = build_batch([hashes[name].combine_chunks() for name in ("high", "check")], TEXTS)
        places = find_live_places(self.segments, texts).sort_by([("text", "ascending"), ("document", "ascending")])
        counted = pc.value_counts(places["text"].combine_chunks())  # in order, because the places are
        rows, copies = pc.struct_field(counted, "values"), pc.struct_field(counted, "counts")
        ends = pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(copies).cast(pa.int32())])
        documents = pa.ListArray.from_arrays(ends, places["document"].combine_chunks(), UNITS.field("documents").type)
        columns = [*hashes.take(rows).combine_chunks().columns, copies.cast(pa.uint32()), documents]
        return pa.table(columns, names=[*hashes.schema.names, "copies", "documents"])

    def _find_matches(self, units: pa.Array, live: pa.Array) -> pa.Table:
        """The matches among texts that are there, which have their places in `live` for numbers."""
        parts = [UNIT_MATCHES.empty_table()]
        for segment in self.segments:
            for batch in segment.map_matches(self.links.plan.generation):
                own = batch.filter(pc.is_in(batch["left"], units))
                parts.append(pa.Table.from_batches([renumber_linked_matches(own, live)]))
        matches = pa.concat_tables(parts)
        if not len(self.links.crowded):
            return matches
        numbers = pc.index_in(self.links.list_all_units(), live).cast(pa.uint32())
        return correct_crowded_matches(
            matches, self.links.crowded, numbers, self.segments, self.links.plan, self.engine
        )

    def _filter_related(self, matches: pa.Table, live: pa.Table) -> pa.Table:
        relation = self.settings.matching.relation
        if relation == "any" or not matches.num_rows:
            return matches
        documents = live["documents"].combine_chunks()
        columns = {name: matches[name].combine_chunks() for name in UNIT_MATCHES.names}
        columns |= {f"{side}_documents": documents.take(columns[side]) for side in PAIRS.names}
        related = KeepRelatedPairs(relation, UNIT_MATCHES)(pa.RecordBatch.from_pydict(columns))
        return pa.Table.from_batches([related])

    def _build_units(self, live: pa.Table, places: pa.Array) -> Batch:
        """The rows of texts as the stages know them, but where they first stand."""
        texts = take_unit_rows(self.segments, live["unit"].combine_chunks(), ["text"])
        rows = pc.index_in(live["unit"].combine_chunks(), texts["unit"].combine_chunks())
        columns = {name: live[name].combine_chunks() for name in ("high", "low", "check", "copies", "documents")}
        columns |= {"unit": places, "text": texts["text"].combine_chunks().take(rows)}
        empty = {
            "document": "",
            "title": "",
            "position": pa.scalar(0, pa.uint32()),
            "collided": pa.scalar(0, pa.uint32()),
        }
        columns |= {name: pa.repeat(value, len(places)) for name, value in empty.items()}
        return build_named_batch(columns, UNITS)


def renumber_linked_matches(matches: Batch, live: pa.Array) -> Batch:
    """Matches by the places of their texts, the lower one on the left, without those of texts that have none."""
    left, right = (pc.index_in(matches[side], live).cast(pa.uint32()) for side in PAIRS.names)
    there = pc.and_(pc.is_valid(left), pc.is_valid(right))
    left, right = left.filter(there), right.filter(there)
    lower, higher = pc.min_element_wise(left, right), pc.max_element_wise(left, right)
    return build_batch([lower, higher, matches["similarity"].filter(there)], UNIT_MATCHES)
