"""The texts that a change can reach: all that are linked to one whose copies changed, however long the chain.

Links are the stored matches, and the keys that are crowded: who is compared there depends on all texts that have them.
Texts that no document says any more link others still, so that what a removal parts is reached as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.graph import MakeBatch
from twicetold.engines.local import Local
from twicetold.index.crowds import find_members
from twicetold.index.keys import KeyPlan
from twicetold.index.segments import Segment, collect_crowded_keys
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import PAIRS


@dataclass(frozen=True)
class Links:
    """What links the texts of an index."""

    segments: Sequence[Segment]
    plan: KeyPlan
    engine: Local

    def list_all_units(self) -> pa.Array:
        """The numbers of all texts, linked or not."""
        return pa.arange(0, sum(segment.facts.units for segment in self.segments)).cast(pa.uint32())

    def reach(self, units: pa.Array) -> pa.Array:
        """These texts and all that are linked to them."""
        components = self._components
        own = pc.unique(components.filter(pc.is_in(components["unit"], units))["component"])
        linked = components.filter(pc.is_in(components["component"], own))["unit"]
        return pc.unique(pa.chunked_array([units, *linked.chunks], pa.uint32()))

    @cached_property
    def _components(self) -> pa.Table:
        pairs = self.engine.load_batches(PAIRS, lambda: list(self._list_pairs()))
        found = self.engine.collect({"components": self.engine.find_components(pairs)})["components"]
        return found.combine_chunks()

    def _list_pairs(self) -> Iterator[MakeBatch]:
        for segment in self.segments:
            for batch in segment.map_matches(self.plan.generation):
                yield partial(batch.select, PAIRS.names)
        if len(self.crowded):
            yield self._link_crowds

    def _link_crowds(self) -> Batch:
        """Each text that has a crowded key with the first that has it."""
        members, _ = find_members(self.crowded, self.list_all_units(), self.segments, self.plan)
        first = members["unit"].take(pc.index_in(members["key"], members["key"]))
        differ = pc.not_equal(first, members["unit"])
        return build_batch([first.filter(differ), members["unit"].filter(differ)], PAIRS)

    @cached_property
    def crowded(self) -> pa.Array:
        """The keys that are crowded, or were."""
        return collect_crowded_keys(self.segments, self.plan.generation)
