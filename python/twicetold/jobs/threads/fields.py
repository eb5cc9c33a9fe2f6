"""Threads to fields: the texts of each, its tags and links, and what is compared with what.

asked       threads, a row each, numbered
normal      their fields in normal form, as they are compared
units       the distinct texts of one field, each with the threads that have it
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.jobs.threads.tables import COMPARED_FIELDS, FIELDS, ORDERED_THREADS
from twicetold.matching.fold import identify_texts
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import IDENTIFIED_SENTENCES, NUMBER_LIST, UNITS

_NUMBER = ORDERED_THREADS.field("number")
NORMAL_FIELDS = pa.schema([_NUMBER, *[ORDERED_THREADS.field(name) for name in COMPARED_FIELDS]])
THREAD_ORDER = ("document", "title", "source", "place")  # what tells threads apart, and orders them
UNNUMBERED_THREADS = pa.schema([each for each in ORDERED_THREADS if each.name != "number"])
# A distinct text of a field, and the numbers of the threads that have it.
FIELD_UNITS = pa.schema([UNITS.field("unit"), UNITS.field("text"), pa.field("threads", NUMBER_LIST, nullable=False)])


@make_step(UNNUMBERED_THREADS)
def select_read_threads(threads: Batch) -> Batch:
    """The threads that were read, without their numbers."""
    read = threads.filter(pc.equal(threads["status"], "read"))
    made = {
        "question": read["text"],
        "code": pc.utf8_trim_whitespace(pc.binary_join_element_wise(read["code"], read["answer_code"], "\n")),
    }
    columns = [made[name] if name in made else read[name] for name in UNNUMBERED_THREADS.names]
    return build_batch(columns, UNNUMBERED_THREADS)


def read_field(threads: Batch, name: str) -> pa.Array:
    """The texts of a field. A tag or an address is one word, whatever marks it has: `c++` -> `c__`"""
    if name in FIELDS:
        return threads[name]
    return pc.replace_substring(pc.replace_substring_regex(threads[name], r"[^\pL\pN\n]", "_"), "\n", " ")


@dataclass(frozen=True)
class NormaliseThreads:
    """Threads to the normal forms of their fields; "" where there is nothing."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = NORMAL_FIELDS

    def __call__(self, threads: Batch) -> Batch:
        columns = [identify_texts(read_field(threads, name), self.settings)["text"] for name in COMPARED_FIELDS]
        return build_batch([threads["number"], *columns], NORMAL_FIELDS)


_FIELD_HASHES = pa.schema(
    [IDENTIFIED_SENTENCES.field("high"), IDENTIFIED_SENTENCES.field("low"), IDENTIFIED_SENTENCES.field("text"), _NUMBER]
)


@dataclass(frozen=True)
class HashField:
    """Threads that have a field, with its text in normal form and the hash of that."""

    name: str
    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = _FIELD_HASHES

    def __call__(self, threads: Batch) -> Batch:
        found = identify_texts(read_field(threads, self.name), self.settings)
        columns = [*(found[name] for name in ("high", "low", "text")), threads["number"]]
        batch = build_batch(columns, _FIELD_HASHES)
        return batch.filter(pc.not_equal(found["text"], ""))


@make_step(FIELD_UNITS)
def fold_field_texts(groups: Batch) -> Batch:
    """Texts of a field, grouped and numbered as units, to one row each with its threads."""
    runs = pc.run_end_encode(groups["unit"])
    ends = runs.run_ends.cast(pa.int32())
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])
    threads = pa.ListArray.from_arrays(offsets, groups["number"].cast(pa.uint64()), type=NUMBER_LIST)
    texts = groups["text"].take(offsets.slice(0, len(ends)))
    return build_batch([runs.values, texts, threads], FIELD_UNITS)


def fold_field(threads: Table, name: str, settings: Folding, engine: Engine) -> Table:
    """The distinct texts of a field. The text itself is part of what they are grouped by, so no hash can err."""
    wanted = engine.map(threads, SelectColumns(pa.schema([_NUMBER, ORDERED_THREADS.field(name)])))
    return engine.group(
        engine.map(wanted, HashField(name, settings)), ("high", "low", "text"), fold_field_texts, number="unit"
    )
