"""Matches of threads to clusters: stars, in which every member matches the core.

Connected components would chain: one matches the next, and the first and the last have nothing in common. Since all
matches are known, a component is taken apart by them alone: the thread with most matches is a core, those that match
it are its members, and the rest goes the same way. Then a thread that matches several cores goes to the one it is most
like. A match between two clusters is a bridge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.schema import (
    ASKED,
    COMPONENTS,
    PAIRS,
    SCORED,
    THREAD_BRIDGES,
    THREAD_CLUSTERS,
    THREAD_MATCHES,
    THREAD_MEMBERS,
)
from twicetold.stages.placing import NONE, Bridges, Placed, Shown

_COUNT = pa.uint32()
NOBODY = -1


def _numbers(*names: str) -> list[pa.Field]:
    return [pa.field(name, _COUNT, nullable=False) for name in names]


_SCORE = SCORED.field("score")
LINKS = pa.schema([COMPONENTS.field("component"), *PAIRS, _SCORE])
STARS = pa.schema([*_numbers("number", "core"), _SCORE])
# A cluster before it has its number; `order` is least for the largest.
HEADS = pa.schema([*_numbers("order", "first", "core", "size"), _SCORE.with_name("similarity")])
NUMBERED = pa.schema([*_numbers("cluster"), *HEADS])
LABELS = pa.schema([*_numbers("number", "cluster", "core"), _SCORE])


CORES = pa.schema([ASKED.field(name) for name in ("number", "document", "question")])
SHOWN = pa.schema([each for each in ASKED if each.name in (*THREAD_MEMBERS.names, "number")])


def clusters(scored: Any, engine: Engine) -> dict[str, Any]:
    """The tables `heads` and `labels`: the clusters with their numbers, and each of their threads with its."""
    components = engine.components(engine.map(scored, Select(PAIRS)))
    linked = engine.map(engine.join(scored, components, on=("left",), key="unit"), Select(LINKS))
    stars = engine.group(linked, ("component",), Stars())
    heads = engine.group(engine.group(stars, ("core",), Heads()), HEADS.names, Same(NUMBERED), number="cluster")
    numbers = engine.map(heads, Select(pa.schema([NUMBERED.field("core"), NUMBERED.field("cluster")])))
    labels = engine.map(engine.join(stars, numbers, on=("core",), key="core"), Select(LABELS))
    return {"heads": heads, "labels": labels}


def tables(load: Callable[[str], Any], engine: Engine) -> dict[str, Any]:
    """What a user reads: `clusters`, `members`, `matches`, `bridges`."""
    scored, asked, heads, labels = (load(name) for name in ("scored", "threads", "heads", "labels"))
    numbers = engine.map(labels, Select(pa.schema([LABELS.field("number"), LABELS.field("cluster")])))
    placed = engine.map(engine.join(scored, numbers, on=("left", "right"), key="number", keep=True), Placed(SCORED))
    named = engine.map(asked, Select(pa.schema([ASKED.field(name) for name in ("number", "document", "title")])))
    met = engine.map(engine.join(placed, named, on=("left", "right"), key="number"), Select(_MET))
    matches = engine.group(met, ("cluster", "left", "right"), Same(_MET))
    cores = engine.map(engine.map(asked, Select(CORES)), Cores())
    # Few threads are in a cluster: what is looked up in is the clusters, not the texts of all threads.
    told = engine.map(engine.join(cores, heads, on=("core",), key="core"), Select(THREAD_CLUSTERS))
    members = engine.map(engine.join(engine.map(asked, Select(SHOWN)), labels, on=("number",), key="number"), Members())
    return {
        "clusters": engine.group(told, ("cluster",), Same(THREAD_CLUSTERS)),
        "members": engine.group(members, ("cluster", "number"), Select(THREAD_MEMBERS)),
        "matches": engine.map(matches, Shown(THREAD_MATCHES)),
        "bridges": engine.map(matches, Bridges(THREAD_BRIDGES)),
    }


@dataclass(frozen=True)
class Graph:
    """Who matches whom, in flat arrays: a component may have millions of matches. Threads are told by their place."""

    numbers: pa.Array
    starts: memoryview[int]  # where the matches of each begin, and where the last end
    others: memoryview[int]
    scores: memoryview[float]

    @classmethod
    def of(cls, links: pa.RecordBatch) -> Graph:
        """In order of component, then of number."""
        turned = links.select(["component", "right", "left", "score"]).rename_columns(LINKS.names)
        order = [(name, "ascending") for name in ("component", "left", "right")]
        both = pa.Table.from_batches([links, turned.cast(LINKS)]).sort_by(order).combine_chunks()
        left, right, score = (both[name].combine_chunks() for name in ("left", "right", "score"))
        runs = pc.run_end_encode(left)
        starts = pa.concat_arrays([pa.array([0], pa.int32()), runs.run_ends])
        others = pc.index_in(right, value_set=runs.values)
        return cls(runs.values, flat(starts, 4).cast("i"), flat(others, 4).cast("i"), flat(score, 8).cast("d"))

    def matches(self, place: int) -> range:
        """Which of `others` and `scores` are its."""
        return range(self.starts[place], self.starts[place + 1])


def flat(values: pa.Array, width: int) -> memoryview[int]:
    """The values as they lie in memory, without a copy."""
    data = values.buffers()[1]
    whole: memoryview[int] = memoryview(data if data is not None else b"")
    return whole[values.offset * width : (values.offset + len(values)) * width].cast("B")


def chosen(graph: Graph) -> list[int]:
    """The core of each thread: the one with most matches that are not taken, of equals the first; NOBODY has none."""
    count = len(graph.numbers)
    core_of = [NOBODY] * count
    waiting = [(-len(graph.matches(place)), place) for place in range(count)]
    heapify(waiting)
    while waiting:
        most, core = heappop(waiting)
        if core_of[core] != NOBODY:
            continue
        others = [other for at in graph.matches(core) if core_of[other := graph.others[at]] == NOBODY]
        if others and len(others) < -most:
            heappush(waiting, (-len(others), core))  # some of them have gone to another core since
        elif others:
            for place in (core, *others):
                core_of[place] = core
    return core_of


def nearest(graph: Graph, core_of: list[int]) -> list[int]:
    """The same, but a thread that matches another core better goes there, unless it would leave its own alone."""
    left = Counter(core_of)
    moved = list(core_of)
    for place, core in enumerate(core_of):
        if core in (NOBODY, place) or left[core] == 2:
            continue
        cores = [
            (-graph.scores[at], other != core, other)
            for at in graph.matches(place)
            if core_of[other := graph.others[at]] == other
        ]
        moved[place] = min(cores)[-1]
        left.update({core: -1})
        left.update({moved[place]: 1})
    return moved


@dataclass(frozen=True)
class Stars:
    """Matches grouped by component, to the threads of clusters, each with its core and its score to it.

    Matches 1-2, 2-3, 3-4 -> 2 with 1 and 3; 4 matches only what is taken, and is in no cluster.
    """

    schema: ClassVar[pa.Schema] = STARS

    def __call__(self, links: pa.RecordBatch) -> pa.RecordBatch:
        graph = Graph.of(links)
        core_of = nearest(graph, chosen(graph))
        places = [place for place, core in enumerate(core_of) if core != NOBODY]
        scores = [_score(graph, place, core_of[place]) for place in places]
        cores = pa.array([core_of[place] for place in places], pa.int64())
        columns = [graph.numbers.take(pa.array(places, pa.int64())), graph.numbers.take(cores)]
        return pa.RecordBatch.from_arrays([*columns, pa.array(scores, pa.float64())], schema=STARS)


def _score(graph: Graph, place: int, core: int) -> float:
    if place == core:
        return 1.0
    return next(graph.scores[at] for at in graph.matches(place) if graph.others[at] == core)


@dataclass(frozen=True)
class Heads:
    """Threads grouped by core, to one row for each cluster."""

    schema: ClassVar[pa.Schema] = HEADS

    def __call__(self, stars: pa.RecordBatch) -> pa.RecordBatch:
        asked = [("number", "min"), ("number", "count"), ("score", "min")]
        told = pa.Table.from_batches([stars]).group_by("core", use_threads=False).aggregate(asked)
        size = told["number_count"].combine_chunks().cast(_COUNT)
        order = pc.subtract(pa.scalar(NONE, _COUNT), size)
        first, core, similarity = (told[name].combine_chunks() for name in ("number_min", "core", "score_min"))
        return pa.RecordBatch.from_arrays([order, first, core, size, similarity], schema=HEADS)


_NAMES = [each for each in THREAD_MATCHES if each.name.endswith(("_document", "_title"))]
_MET = pa.schema([*Placed(SCORED).schema, *_NAMES])


@dataclass(frozen=True)
class Cores:
    """Threads under the name that clusters know their core by."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [*_numbers("core"), ASKED.field("document"), ASKED.field("question").with_name("example")]
    )

    def __call__(self, asked: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays(
            [asked[name] for name in ("number", "document", "question")], schema=self.schema
        )


@dataclass(frozen=True)
class Members:
    """Threads of clusters with their texts."""

    schema: ClassVar[pa.Schema] = pa.schema([*THREAD_MEMBERS, ASKED.field("number")])

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        columns = {name: joined[name] for name in joined.schema.names}
        columns["core"] = pc.equal(joined["core"], joined["number"])
        return pa.RecordBatch.from_arrays([columns[name] for name in self.schema.names], schema=self.schema)
