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
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.matching.document_sentences import ListOccurrences
from twicetold.matching.lists import group_into_lists
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import CLUSTER_HEADS, NUMBER_LIST, UNIT_LABELS, UNITS
from twicetold.tables.sentence_lists import SENTENCE_LISTS, SHARED_CONTENT


def find_places(
    load: Callable[[str], Any], occurrences: ListOccurrences, settings: Locating, engine: Engine
) -> dict[str, Table]:
    """The tables `places`, where each unit stands, and `marks`, the sentences of each work that are boilerplate."""
    counts = engine.map(load("heads"), SelectColumns(_CLUSTER_SIZES))
    crowded = engine.map(
        engine.join(load("labels"), counts, on=("cluster",), key="cluster"), KeepCrowdedUnits(settings.boilerplate)
    )
    units = engine.map(load("units"), select_unit_hashes)
    occurring = engine.map(
        engine.join(engine.map(load("works"), occurrences), units, on=("high",), key="high"), attach_units
    )
    marked = engine.map(engine.join(occurring, crowded, on=("unit",), key="unit", keep=True), attach_crowds)
    texts = engine.map(load("units"), SelectColumns(_UNIT_TEXTS))
    said = engine.map(engine.join(crowded, texts, on=("unit",), key="unit"), list_crowd_texts)
    return {
        "places": engine.group(engine.map(marked, drop_boilerplate), ("key",), list_places),
        "boilerplate": engine.group(
            engine.group(said, ("crowd",), choose_crowd_examples), _CROWD_EXAMPLES.names, SelectColumns(BOILERPLATE)
        ),
        "marks": engine.group(engine.map(marked, keep_boilerplate), ("number",), list_boilerplate),
    }


_CLUSTER_SIZES = pa.schema(
    [UNIT_LABELS.field("cluster"), CLUSTER_HEADS.field("documents"), CLUSTER_HEADS.field("size")]
)
_CROWDED_UNITS = pa.schema(
    [
        UNIT_LABELS.field("unit"),
        pa.field("crowd", pa.uint32(), nullable=False),
        CLUSTER_HEADS.field("documents"),
        CLUSTER_HEADS.field("size"),
    ]
)


@dataclass(frozen=True)
class KeepCrowdedUnits:
    """The units of clusters that stand in too many documents."""

    most: int
    schema: ClassVar[pa.Schema] = _CROWDED_UNITS

    def __call__(self, labels: Batch) -> Batch:
        many = labels.filter(pc.greater(labels["documents"], self.most))
        return build_batch([many[name] for name in ("unit", "cluster", "documents", "size")], _CROWDED_UNITS)


@make_step(
    pa.schema(
        [
            UNITS.field("high"),
            UNITS.field("unit"),
            *(UNITS.field(name).with_name(f"unit_{name}") for name in ("low", "check")),
        ]
    )
)
def select_unit_hashes(units: Batch) -> Batch:
    """What units are found again by, under names that do not clash with those of occurrences."""
    columns = [units[name.removeprefix("unit_")] for name in select_unit_hashes.schema.names]
    return build_batch(columns, select_unit_hashes.schema)


_UNIT_TEXTS = pa.schema([UNITS.field("unit"), UNITS.field("text")])
# What stands in too many documents, the commonest first.
BOILERPLATE = pa.schema(
    [CLUSTER_HEADS.field("documents"), pa.field("sentences", pa.uint32(), nullable=False), UNITS.field("text")]
)
_CROWD_TEXTS = pa.schema([_CROWDED_UNITS.field("crowd"), *BOILERPLATE])
_CROWD_EXAMPLES = pa.schema([pa.field("order", pa.uint32(), nullable=False), *_CROWD_TEXTS])


@make_step(_CROWD_TEXTS)
def list_crowd_texts(crowded: Batch) -> Batch:
    """What a crowd says, once for each of its texts."""
    columns = [crowded[name] for name in ("crowd", "documents", "size", "text")]
    return build_batch(columns, _CROWD_TEXTS)


@make_step(_CROWD_EXAMPLES)
def choose_crowd_examples(said: Batch) -> Batch:
    """Of each crowd the first of its texts, with a column that sorts the commonest first."""
    firsts = pc.run_end_encode(said["crowd"]).run_ends if said.num_rows else pa.array([], pa.int32())
    starts = pa.concat_arrays([pa.array([0], pa.int32()), firsts.cast(pa.int32())]).slice(0, len(firsts))
    own = said.take(starts)
    order = pc.subtract(pa.scalar(2**32 - 1, pa.uint32()), own["documents"])
    return build_batch([order, *own.columns], _CROWD_EXAMPLES)


_PLACE_COLUMNS = tuple(SHARED_CONTENT.field(name) for name in ("number", "position", "is_against", "kin", "length"))
_UNIT_OCCURRENCES = pa.schema([UNITS.field("unit"), *_PLACE_COLUMNS])


@make_step(_UNIT_OCCURRENCES)
def attach_units(joined: Batch) -> Batch:
    """Occurrences that were joined by one half of their hash: those whose other hashes agree, too."""
    same = pc.and_(pc.equal(joined["low"], joined["unit_low"]), pc.equal(joined["check"], joined["unit_check"]))
    return joined.filter(same).select(_UNIT_OCCURRENCES.names)


_CROWD_OCCURRENCES = pa.schema([*_UNIT_OCCURRENCES, pa.field("crowd", pa.uint32())])


@make_step(_CROWD_OCCURRENCES)
def attach_crowds(joined: Batch) -> Batch:
    """Occurrences with their crowd, null where they have none."""
    return joined.select(_CROWD_OCCURRENCES.names)


@make_step(SHARED_CONTENT)
def drop_boilerplate(marked: Batch) -> Batch:
    """The occurrences that are not boilerplate, under their unit."""
    free = marked.filter(pc.is_null(marked["crowd"]))
    columns = [free["unit"].cast(pa.uint64()), *(free[each.name] for each in _PLACE_COLUMNS)]
    return build_batch(columns, SHARED_CONTENT)


_BOILERPLATE_PLACES = pa.schema(
    [SENTENCE_LISTS.field("number"), SHARED_CONTENT.field("position"), _CROWDED_UNITS.field("crowd")]
)


@make_step(_BOILERPLATE_PLACES)
def keep_boilerplate(marked: Batch) -> Batch:
    """Keep the sentences of boilerplate, by document."""
    crowded = marked.filter(pc.is_valid(marked["crowd"]))
    return build_batch([crowded[name] for name in _BOILERPLATE_PLACES.names], _BOILERPLATE_PLACES)


_PLACE_LISTS = {
    "number": "numbers",
    "position": "positions",
    "is_against": "are_against",
    "kin": "kins",
    "length": "lengths",
}
PLACES = pa.schema(
    [SHARED_CONTENT.field("key"), *(pa.field(new, NUMBER_LIST, nullable=False) for new in _PLACE_LISTS.values())]
)


@make_step(PLACES)
def list_places(meeting: Batch) -> Batch:
    """Sentences grouped by what they have in common, to one row for each that stands in several."""
    columns = group_into_lists(meeting, ("key",), _PLACE_LISTS)
    return build_named_batch(columns, PLACES)


@make_step(PLACES)
def list_shared_places(meeting: Batch) -> Batch:
    """The same without what stands in one place: most runs of words do."""
    keys = meeting["key"]
    repeats = pc.equal(keys.slice(1), keys.slice(0, max(len(keys) - 1, 0)))
    no = pa.array([False][: len(keys)], pa.bool_())
    is_shared = pc.or_(pa.concat_arrays([repeats, no]), pa.concat_arrays([no, repeats]))
    return list_places(meeting.filter(is_shared))


_MARK_LISTS = {"position": "crowd_positions", "crowd": "crowds"}
MARKS = pa.schema(
    [SENTENCE_LISTS.field("number"), *(pa.field(new, NUMBER_LIST, nullable=False) for new in _MARK_LISTS.values())]
)


@make_step(MARKS)
def list_boilerplate(crowded: Batch) -> Batch:
    """Boilerplate sentences grouped by work, to a row for each."""
    columns = group_into_lists(crowded, ("number",), _MARK_LISTS)
    return build_named_batch(columns, MARKS)
