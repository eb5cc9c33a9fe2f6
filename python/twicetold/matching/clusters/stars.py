"""A resolver that looks at matches alone: stars, in which every member matches the core.

Connected components would chain: one matches the next, and the first and the last have nothing in common. Since all
matches are known, a component is taken apart by them alone: the unit with most matches is a core, those that match
it are its members, and the rest goes the same way. Then a unit that matches several cores goes to the one it is most
like. A match between two clusters is a bridge.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.steps import make_step
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import MATCH_LINKS, UNIT_CORES

NO_CORE = -1


@dataclass(frozen=True)
class MatchGraph:
    """Who matches whom, in flat arrays: a component may have millions of matches. Units are told by their place."""

    numbers: pa.Array
    starts: memoryview[int]  # where the matches of each begin, and where the last end
    others: memoryview[int]
    similarities: memoryview[float]

    @classmethod
    def from_links(cls, links: Batch) -> MatchGraph:
        """In order of component, then of number."""
        turned = build_batch([links[name] for name in ("component", "right", "left", "similarity")], MATCH_LINKS)
        order = [(name, "ascending") for name in ("component", "left", "right")]
        both = pa.Table.from_batches([links, turned]).sort_by(order).combine_chunks()
        left, right, similarity = (both[name].combine_chunks() for name in ("left", "right", "similarity"))
        runs = pc.run_end_encode(left)
        starts = pa.concat_arrays([pa.array([0], pa.int32()), runs.run_ends])
        others = pc.index_in(right, value_set=runs.values)
        return cls(
            runs.values,
            view_values(starts, 4).cast("i"),
            view_values(others, 4).cast("i"),
            view_values(similarity, 8).cast("d"),
        )

    def locate_matches(self, place: int) -> range:
        """Which of `others` and `similarities` are its."""
        return range(self.starts[place], self.starts[place + 1])


def view_values(values: pa.Array, width: int) -> memoryview[int]:
    """The values as they lie in memory, without a copy."""
    data = values.buffers()[1]
    whole: memoryview[int] = memoryview(data if data is not None else b"")
    return whole[values.offset * width : (values.offset + len(values)) * width].cast("B")


def choose_cores(graph: MatchGraph) -> list[int]:
    """The core of each unit: the one with most matches that are not taken, of equals the first; NO_CORE for none."""
    count = len(graph.numbers)
    core_of = [NO_CORE] * count
    waiting = [(-len(graph.locate_matches(place)), place) for place in range(count)]
    heapify(waiting)
    while waiting:
        most, core = heappop(waiting)
        if core_of[core] != NO_CORE:
            continue
        others = [other for at in graph.locate_matches(core) if core_of[other := graph.others[at]] == NO_CORE]
        if others and len(others) < -most:
            heappush(waiting, (-len(others), core))  # some of them have gone to another core since
        elif others:
            for place in (core, *others):
                core_of[place] = core
    return core_of


def move_to_nearest(graph: MatchGraph, core_of: list[int]) -> list[int]:
    """The same, but a unit that matches another core better goes there, unless it would leave its own alone."""
    left = Counter(core_of)
    moved = list(core_of)
    for place, core in enumerate(core_of):
        if core in (NO_CORE, place) or left[core] == 2:
            continue
        cores = [
            (-graph.similarities[at], other != core, other)
            for at in graph.locate_matches(place)
            if core_of[other := graph.others[at]] == other
        ]
        moved[place] = min(cores)[-1]
        left.update({core: -1})
        left.update({moved[place]: 1})
    return moved


@make_step(UNIT_CORES)
def build_stars(links: Batch) -> Batch:
    """Matches grouped by component, to the units of clusters, each with its core and its similarity to it.

    Matches 1-2, 2-3, 3-4 -> 2 with 1 and 3; 4 matches only what is taken, and is in no cluster.
    """
    graph = MatchGraph.from_links(links)
    core_of = move_to_nearest(graph, choose_cores(graph))
    places = [place for place, core in enumerate(core_of) if core != NO_CORE]
    similarities = [_find_similarity(graph, place, core_of[place]) for place in places]
    cores = pa.array([core_of[place] for place in places], pa.int64())
    columns = [graph.numbers.take(pa.array(places, pa.int64())), graph.numbers.take(cores)]
    return build_batch([*columns, pa.array(similarities, pa.float64())], UNIT_CORES)


def _find_similarity(graph: MatchGraph, place: int, core: int) -> float:
    if place == core:
        return 1.0
    return next(graph.similarities[at] for at in graph.locate_matches(place) if graph.others[at] == core)
