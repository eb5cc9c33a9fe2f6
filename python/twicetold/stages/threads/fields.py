"""Threads to fields: the three texts of each, and what is compared with what.

asked       threads, a row each, numbered
normal      their fields in normal form, as they are compared
units       the distinct texts of one field, each with the threads that have it
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.schema import ASKED, IDENTIFIED, NUMBERS, SENTENCES, UNITS
from twicetold.stages.folding import how_of

FIELDS = ("question", "description", "answer")

_NUMBER = ASKED.field("number")
NORMAL = pa.schema([_NUMBER, *[ASKED.field(name) for name in FIELDS]])
NAMES = ("document", "title", "source", "place")  # what tells threads apart, and orders them
UNNUMBERED = pa.schema([each for each in ASKED if each.name != "number"])
# A distinct text of a field, and the numbers of the threads that have it.
FIELD_UNITS = pa.schema([UNITS.field("unit"), UNITS.field("text"), pa.field("threads", NUMBERS, nullable=False)])


@dataclass(frozen=True)
class Asked:
    """The threads that were read, without their numbers."""

    schema: ClassVar[pa.Schema] = UNNUMBERED

    def __call__(self, threads: pa.RecordBatch) -> pa.RecordBatch:
        read = threads.filter(pc.equal(threads["status"], "read"))
        columns = [read["text" if name == "question" else name] for name in UNNUMBERED.names]
        return pa.RecordBatch.from_arrays(columns, schema=UNNUMBERED)


@dataclass(frozen=True)
class Normal:
    """Threads to the normal forms of their fields; "" where there is nothing."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = NORMAL

    def __call__(self, asked: pa.RecordBatch) -> pa.RecordBatch:
        columns = [self._normal(asked[name]) for name in FIELDS]
        return pa.RecordBatch.from_arrays([asked["number"], *columns], schema=NORMAL)

    def _normal(self, texts: pa.Array) -> pa.Array:
        rows = pa.array(range(len(texts)), pa.uint32())
        found = identified(rows, texts, self.settings)
        places = pc.index_in(rows, value_set=found["position"])
        return pc.fill_null(found["text"].take(places), "")


def identified(numbers: pa.Array, texts: pa.Array, settings: Folding) -> pa.RecordBatch:
    """Texts in normal form with their hashes; `position` is the number of each. Those with nothing in them are gone."""
    none = pa.repeat("", len(texts))
    columns = {
        "text": texts,
        "position": numbers,
        "start": numbers,
        "end": numbers,
        "block": pa.repeat("prose", len(texts)),
    }
    sentences = pa.RecordBatch.from_arrays([columns.get(name, none) for name in SENTENCES.names], schema=SENTENCES)
    return _kernels.identify(sentences, *how_of(replace(settings, blocks=(), min_characters=1, min_aside=1)))


_HASHED = pa.schema([IDENTIFIED.field("high"), IDENTIFIED.field("low"), IDENTIFIED.field("text"), _NUMBER])


@dataclass(frozen=True)
class OfField:
    """Threads that have a field, with its text in normal form and the hash of that."""

    name: str
    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = _HASHED

    def __call__(self, asked: pa.RecordBatch) -> pa.RecordBatch:
        found = identified(asked["number"], asked[self.name], self.settings)
        return pa.RecordBatch.from_arrays([found[name] for name in ("high", "low", "text", "position")], schema=_HASHED)


@dataclass(frozen=True)
class FieldUnits:
    """Texts of a field, grouped and numbered as units, to one row each with its threads."""

    schema: ClassVar[pa.Schema] = FIELD_UNITS

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        runs = pc.run_end_encode(groups["unit"])
        ends = runs.run_ends.cast(pa.int32())
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])
        threads = pa.ListArray.from_arrays(offsets, groups["number"].cast(pa.uint64()), type=NUMBERS)
        texts = groups["text"].take(offsets.slice(0, len(ends)))
        return pa.RecordBatch.from_arrays([runs.values, texts, threads], schema=FIELD_UNITS)


def units(asked: Any, name: str, settings: Folding, engine: Engine) -> Any:
    """The distinct texts of a field. The text itself is part of what they are grouped by, so no hash can err."""
    wanted = engine.map(asked, Select(pa.schema([_NUMBER, ASKED.field(name)])))
    return engine.group(
        engine.map(wanted, OfField(name, settings)), ("high", "low", "text"), FieldUnits(), number="unit"
    )
