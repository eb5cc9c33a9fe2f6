"""Which documents are worth comparing: those that have a sentence or a run of words in common that few others have.

points        two sentences of two documents: the same, or matches, or with a run of words in common
paired        all points of two documents in one row
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating, Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select, tally
from twicetold.schema import MEETING, NUMBERS, POINTS, TALLY, UNITS, VERIFIED, WORKS
from twicetold.stages.passages import named_pairs
from twicetold.stages.passages.listing import SCORES, listed, summed
from twicetold.stages.passages.places import PLACES, Places
from twicetold.stages.verify import column_of

LEAST_SHARE = 0.75  # of the shortest passage: what two documents must have in common to be compared, in bytes


def points(load: Callable[[str], Any], settings: Locating, matching: Matching, engine: Engine) -> dict[str, Any]:
    """The tables `paired` and `meetings`: two works and all they have in common; and what was too common."""
    places, against = load("places"), bool(settings.against)
    same = Within(1.0, settings.boilerplate, against)
    lookup = engine.map(places, Units())
    near = engine.join(engine.map(load("verified"), Alike(matching.measure)), lookup, on=("left", "right"), key="unit")
    met = [engine.map(places, same), engine.map(near, Across(settings.boilerplate, against))]
    tables = {"meetings": engine.map(places, Tally(same, "sentences"))}
    if settings.by == "words":
        keys = engine.map(masked(load, engine), Runs(settings.run_words, settings.run_window))
        runs = engine.group(keys, ("key",), Places())
        few = Within(0.0, settings.boilerplate, against)
        met.append(engine.map(runs, few))
        tables["meetings"] = engine.union(tables["meetings"], engine.map(runs, Tally(few, "runs of words")))
    if settings.pairs:
        named, counts = named_pairs.given(
            settings.pairs, engine.batches(engine.map(load("works"), Select(named_pairs.NAMES)))
        )
        met.append(engine.table(named))
        tables["meetings"] = engine.union(tables["meetings"], engine.table(pa.Table.from_batches([tally(**counts)])))
    least = LEAST_SHARE * settings.min_passage if settings.by == "words" else 0.0  # a run may go on over boilerplate
    paired = Paired(least, bool(settings.pairs))
    return {"paired": engine.group(engine.union(*met), ("left", "right"), paired), **tables}


def masked(load: Callable[[str], Any], engine: Engine) -> Any:
    """Works with their boilerplate sentences."""
    wanted = engine.map(load("works"), Select(COMPARED))
    return engine.join(wanted, load("marks"), on=("number",), key="number", keep=True)


@dataclass(frozen=True)
class Within:
    """Every two documents that have the same thing."""

    similarity: float
    most: int
    against: bool
    schema: ClassVar[pa.Schema] = POINTS

    def __call__(self, places: pa.RecordBatch) -> pa.RecordBatch:
        return self.met(places)[0]

    def met(self, places: pa.RecordBatch) -> tuple[pa.RecordBatch, int]:
        """The points, and how many rows made none because they stand in too many documents."""
        return _kernels.meet_within(places, self.similarity, self.most, self.against)


@dataclass(frozen=True)
class Tally:
    """How many things were too common to bring documents together."""

    within: Within
    name: str
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, places: pa.RecordBatch) -> pa.RecordBatch:
        return tally(**{self.name: self.within.met(places)[1]})


@dataclass(frozen=True)
class Units:
    """Places as what is looked up for the two units of a match."""

    schema: ClassVar[pa.Schema] = pa.schema([UNITS.field("unit"), *[each for each in PLACES if each.name != "key"]])

    def __call__(self, places: pa.RecordBatch) -> pa.RecordBatch:
        columns = [places["key"].cast(pa.uint32()), *places.columns[1:]]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


@dataclass(frozen=True)
class Alike:
    """Matches with the similarity that counts."""

    measure: str
    schema: ClassVar[pa.Schema] = pa.schema(
        [VERIFIED.field("left"), VERIFIED.field("right"), POINTS.field("similarity")]
    )

    def __call__(self, verified: pa.RecordBatch) -> pa.RecordBatch:
        columns = [verified["left"], verified["right"], verified[column_of(self.measure)]]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


@dataclass(frozen=True)
class Across:
    """Matches to the places where they stand."""

    most: int
    against: bool
    schema: ClassVar[pa.Schema] = POINTS

    def __call__(self, matches: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.meet_across(matches, self.most, self.against)[0]


COMPARED = pa.schema([WORKS.field(name) for name in ("number", "side", "kin", "text", "cuts", "starts", "ends")])


@dataclass(frozen=True)
class Runs:
    """Works to the runs of words by which they may meet."""

    words: int
    window: int
    schema: ClassVar[pa.Schema] = MEETING

    def __call__(self, works: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.runs_of_words(works, self.words, self.window)


_POINT_LISTS = {
    "left_position": "left_positions",
    "right_position": "right_positions",
    "similarity": "similarities",
    "length": "lengths",
}
PAIRED = pa.schema(
    [
        POINTS.field("left"),
        POINTS.field("right"),
        pa.field("left_positions", NUMBERS, nullable=False),
        pa.field("right_positions", NUMBERS, nullable=False),
        pa.field("similarities", SCORES, nullable=False),
        pa.field("lengths", NUMBERS, nullable=False),
    ]
)


@dataclass(frozen=True)
class Paired:
    """Points grouped by documents, to a row for each pair that has enough in common.

    With `given`, only of those pairs that a point of similarity `named_pairs.GIVEN` names.
    """

    least: float = 0.0
    given: bool = False
    schema: ClassVar[pa.Schema] = PAIRED

    def __call__(self, points: pa.RecordBatch) -> pa.RecordBatch:
        columns = listed(points, ("left", "right"), _POINT_LISTS)
        paired = pa.RecordBatch.from_arrays([columns[name] for name in PAIRED.names], schema=PAIRED)
        if not paired.num_rows:
            return paired
        if self.given:
            return self._named(points, paired)
        return paired.filter(pc.greater_equal(summed(points["length"], paired["left_positions"]), self.least))

    def _named(self, points: pa.RecordBatch, paired: pa.RecordBatch) -> pa.RecordBatch:
        """The pairs with a point that says so, without it."""
        named = points.filter(pc.equal(points["similarity"], named_pairs.GIVEN))
        wanted = set(zip(named["left"].to_pylist(), named["right"].to_pylist(), strict=True))
        pairs = zip(paired["left"].to_pylist(), paired["right"].to_pylist(), strict=True)
        kept = paired.filter(pa.array([pair in wanted for pair in pairs], pa.bool_()))
        names = list(_POINT_LISTS.values())
        rows = [
            [point for point in zip(*lists, strict=True) if point[names.index("similarities")] != named_pairs.GIVEN]
            for lists in zip(*(kept[name].to_pylist() for name in names), strict=True)
        ]
        columns = [
            pa.array([[point[at] for point in row] for row in rows], PAIRED.field(name).type)
            for at, name in enumerate(names)
        ]
        return pa.RecordBatch.from_arrays([kept["left"], kept["right"], *columns], schema=PAIRED)
