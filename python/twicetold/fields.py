"""Threads to fields: the three texts of each, and what is compared with what.

asked       threads, a row each, numbered
normal      their fields in normal form, as they are compared
units       the distinct texts of one field, each with the threads that have it
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding, Matching, Settings, Threading
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.errors import SettingsError
from twicetold.features.base import Feature
from twicetold.finders.join import Join
from twicetold.folding import how_of
from twicetold.schema import ASKED, IDENTIFIED, NUMBERS, SENTENCES, UNITS

FIELDS = ("question", "description", "answer")
MEASURES = ("jaccard", "cosine", "dice", "overlap", "containment")  # those of sets: they see when a field has nothing
HAIR = 1e-9  # by which a rounding may differ

_NUMBER = ASKED.field("number")
NORMAL = pa.schema([_NUMBER, *[ASKED.field(name) for name in FIELDS]])
NAMES = ("document", "title", "source", "place")  # what tells threads apart, and orders them
UNNUMBERED = pa.schema([each for each in ASKED if each.name != "number"])
# A distinct text of a field, and the numbers of the threads that have it.
FIELD_UNITS = pa.schema([UNITS.field("unit"), UNITS.field("text"), pa.field("threads", NUMBERS, nullable=False)])


@dataclass(frozen=True)
class Field:
    """A field and how it is compared. `weight` is its share of all weights."""

    name: str
    weight: float
    measure: str
    finder: Join

    @property
    def feature(self) -> Feature:
        return self.finder.feature

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> Field:
        return replace(self, finder=self.finder.fitted(lexicon, count))

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`."""
        return {"weight": self.weight, **self.feature.facts, "measure": self.measure}


def fields_of(settings: Settings, units: dict[str, int] | None = None) -> tuple[Field, ...]:
    """The fields as the settings want them compared, with so many distinct texts each."""
    threading = settings.threading
    return tuple(
        Field(name, weight, _named(threading, name, "measure"), _finder(name, settings, (units or {}).get(name, 1000)))
        for name, weight in zip(FIELDS, _weights(threading), strict=True)
    )


def _finder(name: str, settings: Settings, units: int) -> Join:
    """The exact join of one field, of texts of any length, at the score that is asked for, less a hair."""
    threading = settings.threading
    measure, least = _named(threading, name, "measure"), threading.least_score
    if measure not in MEASURES:
        raise SettingsError(f"unknown measure of a field: `{measure}`", f"Available: {', '.join(MEASURES)}")
    if not 0 < least <= 1:
        raise SettingsError(f"threshold {least}", "a score is above 0, up to 1")
    feature, shingle = _named(threading, name, "feature"), _named(threading, name, "shingle")
    every = replace(settings.finding, min_length=1, max_length=0, similarity=0.0, cap=0)
    finding = replace(every, finder="join", feature=feature, shingle=shingle)
    return Join.settled(finding, Matching(measure, max(least - HAIR, least / 2)), units)


def _named(threading: Threading, field: str, setting: str) -> Any:
    return getattr(threading, f"{field}_{setting}")


def _weights(threading: Threading) -> tuple[float, ...]:
    """The weights as shares: `(4, 2, 4)` -> `(0.4, 0.2, 0.4)`"""
    given = threading.weights
    if len(given) != len(FIELDS) or min(given) < 0 or not 0 < sum(given) < float("inf"):
        raise SettingsError(
            f"weights {', '.join(f'{each:g}' for each in given)}",
            f"give three numbers from 0 on, one of them above 0: of {', '.join(FIELDS)}",
        )
    return tuple(each / sum(given) for each in given)


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
