"""Which documents are worth comparing: those that have a sentence or a run of words in common that few others have.

occurrences   every sentence that counts, under its unit
crowds        units of clusters that stand in too many documents: boilerplate, which brings nobody together
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
from twicetold.schema import HEADS, LABELS, MEETING, NUMBERS, POINTS, TALLY, UNITS, VERIFIED, WORKS
from twicetold.stages.passages import named_pairs
from twicetold.stages.passages.works import Occurrences
from twicetold.stages.verify import column_of

LEAST_SHARE = 0.75  # of the shortest passage: what two documents must have in common to be compared, in bytes


def placed(load: Callable[[str], Any], occurrences: Occurrences, settings: Locating, engine: Engine) -> dict[str, Any]:
    """The tables `places`, where each unit stands, and `marks`, the sentences of each work that are boilerplate."""
    counts = engine.map(load("heads"), Select(_CROWD_HEADS))
    crowded = engine.map(
        engine.join(load("labels"), counts, on=("cluster",), key="cluster"), Crowded(settings.boilerplate)
    )
    units = engine.map(load("units"), Looked())
    met = engine.map(engine.join(engine.map(load("works"), occurrences), units, on=("high",), key="high"), Known())
    marked = engine.map(engine.join(met, crowded, on=("unit",), key="unit", keep=True), Marked())
    texts = engine.map(load("units"), Select(_TEXTS))
    said = engine.map(engine.join(crowded, texts, on=("unit",), key="unit"), Said())
    return {
        "places": engine.group(engine.map(marked, Free()), ("key",), Places()),
        "boilerplate": engine.group(engine.group(said, ("crowd",), Examples()), _EXAMPLES.names, Select(BOILERPLATE)),
        "marks": engine.group(engine.map(marked, Boilerplate()), ("number",), Marks()),
    }


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


# ---- who stands where ----

_CROWD_HEADS = pa.schema([LABELS.field("cluster"), HEADS.field("documents"), HEADS.field("size")])
_CROWDED = pa.schema(
    [
        LABELS.field("unit"),
        pa.field("crowd", pa.uint32(), nullable=False),
        HEADS.field("documents"),
        HEADS.field("size"),
    ]
)


@dataclass(frozen=True)
class Crowded:
    """The units of clusters that stand in too many documents."""

    most: int
    schema: ClassVar[pa.Schema] = _CROWDED

    def __call__(self, labels: pa.RecordBatch) -> pa.RecordBatch:
        many = labels.filter(pc.greater(labels["documents"], self.most))
        return pa.RecordBatch.from_arrays(
            [many[name] for name in ("unit", "cluster", "documents", "size")], schema=_CROWDED
        )


@dataclass(frozen=True)
class Looked:
    """What units are found again by, under names that do not clash with those of occurrences."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [
            UNITS.field("high"),
            UNITS.field("unit"),
            *(UNITS.field(name).with_name(f"unit_{name}") for name in ("low", "check")),
        ]
    )

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        columns = [units[name.removeprefix("unit_")] for name in self.schema.names]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])
# What stands in too many documents, the commonest first.
BOILERPLATE = pa.schema(
    [HEADS.field("documents"), pa.field("sentences", pa.uint32(), nullable=False), UNITS.field("text")]
)
_SAID = pa.schema([_CROWDED.field("crowd"), *BOILERPLATE])
_EXAMPLES = pa.schema([pa.field("order", pa.uint32(), nullable=False), *_SAID])


@dataclass(frozen=True)
class Said:
    """What a crowd says, once for each of its texts."""

    schema: ClassVar[pa.Schema] = _SAID

    def __call__(self, crowded: pa.RecordBatch) -> pa.RecordBatch:
        columns = [crowded[name] for name in ("crowd", "documents", "size", "text")]
        return pa.RecordBatch.from_arrays(columns, schema=_SAID)


@dataclass(frozen=True)
class Examples:
    """Of each crowd the first of its texts, with a column that sorts the commonest first."""

    schema: ClassVar[pa.Schema] = _EXAMPLES

    def __call__(self, said: pa.RecordBatch) -> pa.RecordBatch:
        firsts = pc.run_end_encode(said["crowd"]).run_ends if said.num_rows else pa.array([], pa.int32())
        starts = pa.concat_arrays([pa.array([0], pa.int32()), firsts.cast(pa.int32())]).slice(0, len(firsts))
        own = said.take(starts)
        order = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), own["documents"])
        return pa.RecordBatch.from_arrays([order, *own.columns], schema=_EXAMPLES)


_PLACE = tuple(MEETING.field(name) for name in ("number", "position", "side", "kin", "length"))
_KNOWN = pa.schema([UNITS.field("unit"), *_PLACE])


@dataclass(frozen=True)
class Known:
    """Occurrences that were joined by one half of their hash: those whose other hashes agree, too."""

    schema: ClassVar[pa.Schema] = _KNOWN

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        same = pc.and_(pc.equal(joined["low"], joined["unit_low"]), pc.equal(joined["check"], joined["unit_check"]))
        return joined.filter(same).select(_KNOWN.names)


_MARKED = pa.schema([*_KNOWN, pa.field("crowd", pa.uint32())])


@dataclass(frozen=True)
class Marked:
    """Occurrences with their crowd, null where they have none."""

    schema: ClassVar[pa.Schema] = _MARKED

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        return joined.select(_MARKED.names)


@dataclass(frozen=True)
class Free:
    """The occurrences that are not boilerplate, under their unit."""

    schema: ClassVar[pa.Schema] = MEETING

    def __call__(self, marked: pa.RecordBatch) -> pa.RecordBatch:
        free = marked.filter(pc.is_null(marked["crowd"]))
        columns = [free["unit"].cast(pa.uint64()), *(free[each.name] for each in _PLACE)]
        return pa.RecordBatch.from_arrays(columns, schema=MEETING)


_BOILERPLATE = pa.schema([WORKS.field("number"), MEETING.field("position"), _CROWDED.field("crowd")])


@dataclass(frozen=True)
class Boilerplate:
    """The others, by work."""

    schema: ClassVar[pa.Schema] = _BOILERPLATE

    def __call__(self, marked: pa.RecordBatch) -> pa.RecordBatch:
        crowded = marked.filter(pc.is_valid(marked["crowd"]))
        return crowded.select(_BOILERPLATE.names).cast(_BOILERPLATE)


def listed(batch: pa.RecordBatch, by: tuple[str, ...], names: dict[str, str]) -> dict[str, pa.Array]:
    """Rows that are alike in `by`, which stand together, as one: the columns `by`, and lists of the others."""
    if not batch.num_rows:
        return {
            **{name: batch[name] for name in by},
            **{new: pa.array([], _lists(batch[old])) for old, new in names.items()},
        }
    rows = batch.num_rows
    changes = None
    for name in by:
        differs = pc.not_equal(batch[name].slice(1), batch[name].slice(0, rows - 1))
        changes = differs if changes is None else pc.or_(changes, differs)
    starts = (
        pc.add(pc.indices_nonzero(changes), 1).cast(pa.int32()) if changes is not None else pa.array([], pa.int32())
    )
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), starts, pa.array([rows], pa.int32())])
    firsts = offsets.slice(0, len(offsets) - 1)
    found = {name: batch[name].take(firsts) for name in by}
    for old, new in names.items():
        kind = _lists(batch[old])
        found[new] = pa.ListArray.from_arrays(offsets, batch[old].cast(kind.value_type), type=kind)
    return found


def _lists(column: pa.Array) -> pa.DataType:
    return SCORES if pa.types.is_floating(column.type) else NUMBERS


SCORES = pa.list_(pa.field("item", pa.float64(), nullable=False))
_PLACES = {"number": "numbers", "position": "positions", "side": "sides", "kin": "kins", "length": "lengths"}
PLACES = pa.schema([MEETING.field("key"), *(pa.field(new, NUMBERS, nullable=False) for new in _PLACES.values())])


@dataclass(frozen=True)
class Places:
    """Sentences grouped by what they have in common, to one row for each that stands in several."""

    schema: ClassVar[pa.Schema] = PLACES

    def __call__(self, meeting: pa.RecordBatch) -> pa.RecordBatch:
        columns = listed(meeting, ("key",), _PLACES)
        return pa.RecordBatch.from_arrays([columns[name] for name in PLACES.names], schema=PLACES)


_MARKS = {"position": "crowd_positions", "crowd": "crowds"}
MARKS = pa.schema([WORKS.field("number"), *(pa.field(new, NUMBERS, nullable=False) for new in _MARKS.values())])


@dataclass(frozen=True)
class Marks:
    """Boilerplate sentences grouped by work, to a row for each."""

    schema: ClassVar[pa.Schema] = MARKS

    def __call__(self, crowded: pa.RecordBatch) -> pa.RecordBatch:
        columns = listed(crowded, ("number",), _MARKS)
        return pa.RecordBatch.from_arrays([columns[name] for name in MARKS.names], schema=MARKS)


# ---- who meets whom ----


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


def summed(values: pa.Array, lists: pa.Array) -> pa.Array:
    """The sum of as many values as each list has, one list after the other."""
    ends = pc.cumulative_sum(pc.list_value_length(lists)).cast(pa.int64())
    totals = pc.cumulative_sum(values.cast(pa.int64())).take(pc.subtract(ends, 1))
    before = pa.concat_arrays([pa.array([0], pa.int64()), totals.slice(0, max(len(totals) - 1, 0))])
    return pc.subtract(totals, before.slice(0, len(totals)))


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
