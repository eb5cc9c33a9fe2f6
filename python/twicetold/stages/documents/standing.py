"""Documents to what is compared: their texts without markup, numbered in the order in which they would be kept.

whole       documents to their texts in normal form, with what orders them
folded      documents of one text, known by the first of them
units       the distinct texts

The order matters twice: who comes first is kept, and where a key is crowded, the finder compares all with the first.
Only what orders documents is sorted: texts stay where they are, and find their numbers by a hash and their place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.cleaners.base import by_markup, cleaner_named
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.finders.join_steps import TEXTS
from twicetold.schema import FOLDED, SENTENCES, STANDING, UNITS
from twicetold.stages.documents.keeping import Keep
from twicetold.stages.folding import how_of
from twicetold.stages.threads.fields import identified

ORDER = ("side", "preferred", "order", "source", "at", "place", "document", "title", "revision")
_TEXT = UNITS.field("text")
_CLEAN = pa.schema([_TEXT])
WHOLE = pa.schema([*[each for each in STANDING if each.name != "number"], _TEXT])
UNNUMBERED = pa.schema([each for each in STANDING if each.name != "number"])
_SELF = ("source", "place", "revision")  # what tells a document from all others
STANDING_TEXTS = pa.schema([STANDING.field("high"), *[STANDING.field(name) for name in _SELF], _TEXT])
_COUNT = pa.uint32()


def standing(documents: Any, step: Whole, engine: Engine) -> dict[str, Any]:
    """The tables `standing` and `texts`: who is compared, and with what text."""
    whole = engine.map(documents, step)
    ordered = engine.group(engine.map(whole, Select(UNNUMBERED)), ORDER, Same(STANDING), number="number")
    return {"standing": ordered, "texts": engine.map(whole, Select(STANDING_TEXTS))}


def units(load: Callable[[str], Any], sided: bool, engine: Engine) -> dict[str, Any]:
    """The tables `folded` and `units`. With `sided`, only what stands on both sides is there twice."""
    known = engine.map(load("standing"), Select(HASHED))
    firsts = engine.group(known, ("high",), Firsts())
    found = engine.map(engine.join(load("texts"), firsts, on=("high",), key="high"), Units())
    return {"folded": engine.group(known, ("high",), Fold(sided)), "units": found}


@dataclass(frozen=True)
class Whole:
    """Documents that were read, as they are compared; one without any text is left out."""

    keep: Keep
    cleaner: str = "auto"
    against: frozenset[str] = frozenset()  # the sources that stand in `--against`
    folding: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = WHOLE

    def __call__(self, documents: pa.RecordBatch) -> pa.RecordBatch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        clean = by_markup(read, self.cleaner, _clean, _CLEAN)["text"]
        normal = identified(pa.array(range(read.num_rows), _COUNT), clean, self.folding)
        rows = normal["position"]
        read, lengths = read.take(rows), pc.utf8_length(normal["text"]).cast(_COUNT)
        columns = {
            name: read[name] for name in ("source", "place", "document", "title", "revision", "url", "timestamp")
        }
        columns |= {name: normal[name] for name in ("high", "low", "text")}
        columns["side"] = pa.array([each not in self.against for each in read["source"].to_pylist()]).cast(_COUNT)
        columns["preferred"], columns["order"] = self.keep.ranks(read), self.keep.order(read, lengths)
        columns["value"] = self._values(read)
        columns["at"], columns["length"] = number_in(read["place"]), lengths
        columns["check"] = _checks(normal["text"], self.folding)
        return pa.RecordBatch.from_arrays([columns[name] for name in WHOLE.names], schema=WHOLE)

    def _values(self, read: pa.RecordBatch) -> pa.Array:
        field = self.keep.field
        return pa.repeat("", read.num_rows) if field in ("", "length") else read[self.keep.column(field)]


def _clean(markup: str, documents: pa.RecordBatch) -> pa.RecordBatch:
    """The texts of documents, their blocks a line each; plain ones as they are."""
    if markup == "plain":
        return documents.select(["text"])
    blocks = cleaner_named(markup)(documents)["blocks"]
    texts = pa.ListArray.from_arrays(_offsets(blocks), pc.struct_field(pc.list_flatten(blocks), "text"))
    return pa.RecordBatch.from_arrays([pc.binary_join(texts, "\n")], schema=_CLEAN)


def _offsets(lists: pa.ListArray) -> pa.Array:
    """Where each list begins among the items of all, and where the last ends."""
    return pa.concat_arrays(
        [pa.array([0], pa.int32()), pc.cumulative_sum(pc.list_value_length(lists)).cast(pa.int32())]
    )


def number_in(places: pa.Array) -> pa.Array:
    """`line 17` -> 17; 0 where a place has no number at its end."""
    found = pc.extract_regex(places, r"(?P<number>[0-9]{1,18})$")
    return pc.fill_null(pc.struct_field(found, "number").cast(pa.uint64()), 0)


def _checks(texts: pa.Array, folding: Folding) -> pa.Array:
    """Another hash of each text."""
    none, zeros = pa.repeat("", len(texts)), pa.repeat(pa.scalar(0, _COUNT), len(texts))
    known = {"text": texts, "block": pa.repeat("prose", len(texts))}
    columns = [known.get(each.name, none if each.type == pa.string() else zeros) for each in SENTENCES]
    return _kernels.identities(pa.RecordBatch.from_arrays(columns, schema=SENTENCES), *how_of(folding))["check"]


HASHED = pa.schema([STANDING.field(name) for name in ("high", "number", "side", "low", "check", *_SELF)])


@dataclass(frozen=True)
class Fold:
    """Documents grouped by half of their hash and in order, each with the first of those that have its text.

    A text that shares this half but not the rest of the hash with the first is left out: it is compared with nobody.
    """

    sided: bool
    schema: ClassVar[pa.Schema] = FOLDED

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        first = groups.take(_first_rows(groups["high"]))
        same = pc.and_(*(pc.equal(groups[name], first[name]) for name in ("low", "check")))
        numbers, sides, units = (each.filter(same) for each in (groups["number"], groups["side"], first["number"]))
        runs = pc.run_end_encode(units)
        starts = _bounds(runs).slice(0, len(runs.values))
        # What stands in `--against` comes first, so that the ends of a group tell whether it has both.
        ends = (pc.subtract(runs.run_ends, 1), starts)
        last, head = (sides.take(each) for each in ends) if self.sided else ends
        shared = pc.less(head, last).take(_groups_of(runs))
        return pa.RecordBatch.from_arrays([numbers, units, sides, shared], schema=FOLDED)


def _bounds(runs: pa.RunEndEncodedArray) -> pa.Array:
    """Where groups begin, and where the last ends."""
    return pa.concat_arrays([pa.array([0], pa.int32()), runs.run_ends.cast(pa.int32())])


def _groups_of(runs: pa.RunEndEncodedArray) -> pa.Array:
    """The number of each row's group."""
    rows = pa.array(range(len(runs)), pa.uint32())
    return pc.list_parent_indices(pa.ListArray.from_arrays(_bounds(runs), rows))


def _first_rows(values: pa.Array) -> pa.Array:
    """Of each row the first of its group."""
    runs = pc.run_end_encode(values)
    return _bounds(runs).take(_groups_of(runs))


@dataclass(frozen=True)
class Firsts:
    """Documents grouped by half of their hash and in order, to the first of each group, which stands for its text."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [
            STANDING.field("high"),
            UNITS.field("unit"),
            *[STANDING.field(name).with_name(f"first_{name}") for name in _SELF],
        ]
    )

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        runs = pc.run_end_encode(groups["high"])
        first = groups.take(_bounds(runs).slice(0, len(runs.values)))
        columns = [first[name] for name in ("high", "number", *_SELF)]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


@dataclass(frozen=True)
class Units:
    """Texts that found the first document of their hash: that document's own text, under the name that finders know."""

    schema: ClassVar[pa.Schema] = TEXTS

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        own = pa.repeat(True, joined.num_rows)
        for name in _SELF:
            own = pc.and_(own, pc.equal(joined[name], joined[f"first_{name}"]))
        return pa.RecordBatch.from_arrays([joined["unit"], joined["text"]], schema=TEXTS).filter(own)
