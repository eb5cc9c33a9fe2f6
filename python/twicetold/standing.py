"""Documents to what is compared: their texts without markup, numbered in the order in which they would be kept.

whole       documents to their texts in normal form, with what orders them
folded      documents of one text, known by the first of them
units       the distinct texts

The order matters twice: who comes first is kept, and where a key is crowded, the finder compares all with the first.
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
from twicetold.fields import identified
from twicetold.finders.join_steps import TEXTS
from twicetold.folding import how_of
from twicetold.keeping import Keep
from twicetold.schema import FOLDED, SENTENCES, STANDING, UNITS

ORDER = ("side", "preferred", "order", "source", "at", "place", "document", "title", "revision")
_TEXT = UNITS.field("text")
_CLEAN = pa.schema([_TEXT])
WHOLE = pa.schema([*[each for each in STANDING if each.name != "number"], _TEXT])
NUMBERED = pa.schema([STANDING.field("number"), *WHOLE])
NUMBER_TEXT = pa.schema([STANDING.field("number"), _TEXT])
IDENTITY = ("high", "low", "check")
_COUNT = pa.uint32()


def standing(documents: Any, step: Whole, engine: Engine) -> dict[str, Any]:
    """The tables `standing` and `texts`: who is compared, and with what text."""
    ordered = engine.group(engine.map(documents, step), ORDER, Same(NUMBERED), number="number")
    return {"standing": engine.map(ordered, Select(STANDING)), "texts": engine.map(ordered, Select(NUMBER_TEXT))}


def units(load: Callable[[str], Any], sided: bool, engine: Engine) -> dict[str, Any]:
    """The tables `folded` and `units`. With `sided`, only what stands on both sides is there twice."""
    known = engine.map(load("standing"), Select(HASHED))
    folded = engine.group(known, IDENTITY, Fold(sided))
    firsts = engine.map(folded, Firsts())
    return {"folded": folded, "units": engine.map(engine.join(load("texts"), firsts, ("number",), "number"), Units())}


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


HASHED = pa.schema([*[STANDING.field(name) for name in IDENTITY], STANDING.field("number"), STANDING.field("side")])


@dataclass(frozen=True)
class Fold:
    """Documents grouped by their hashes, each with the first of its group; they come in order of their numbers."""

    sided: bool
    schema: ClassVar[pa.Schema] = FOLDED

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        numbers, sides = groups["number"], groups["side"]
        ends = _ends(groups)
        starts = pa.concat_arrays([pa.array([0], pa.int32()), ends])
        first, last = starts.slice(0, len(ends)), pc.subtract(ends, 1)
        least, most = (sides.take(first), sides.take(last)) if self.sided else (first, last)
        shared = pc.less(least, most)  # what stands in `--against` comes first
        groups_of = pc.list_parent_indices(pa.ListArray.from_arrays(starts, numbers))
        columns = [numbers, numbers.take(first).take(groups_of), sides, shared.take(groups_of)]
        return pa.RecordBatch.from_arrays(columns, schema=FOLDED)


def _ends(groups: pa.RecordBatch) -> pa.Array:
    """The row after the last of each group."""
    rows = groups.num_rows
    changes = pa.repeat(False, max(rows - 1, 0))
    for name in IDENTITY:
        changes = pc.or_(changes, pc.not_equal(groups[name].slice(1), groups[name].slice(0, max(rows - 1, 0))))
    inner = pc.add(pc.indices_nonzero(changes).cast(pa.int32()), pa.scalar(1, pa.int32()))
    return pa.concat_arrays([inner, pa.array([rows] if rows else [], pa.int32())])


@dataclass(frozen=True)
class Firsts:
    """The documents that stand for a text."""

    schema: ClassVar[pa.Schema] = pa.schema([FOLDED.field("number"), FOLDED.field("side")])

    def __call__(self, folded: pa.RecordBatch) -> pa.RecordBatch:
        return folded.filter(pc.equal(folded["number"], folded["unit"])).select(self.schema.names)


@dataclass(frozen=True)
class Units:
    """Their texts, under the name that finders know."""

    schema: ClassVar[pa.Schema] = TEXTS

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays([joined["number"], joined["text"]], schema=TEXTS)
