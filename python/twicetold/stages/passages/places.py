"""Where each unit stands, and what stands in too many documents: boilerplate, which brings nobody together.

occurrences   every sentence that counts, under its unit
crowds        units of clusters that stand in too many documents
places        the other occurrences, a row for each unit
marks         the sentences of each work that are boilerplate
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.schema import HEADS, LABELS, MEETING, NUMBERS, UNITS, WORKS
from twicetold.stages.passages.listing import listed
from twicetold.stages.passages.works import Occurrences


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
