"""Threads and pairs of them that somebody labelled: what weights are learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from twicetold import flow
from twicetold.config import Settings
from twicetold.engines.local import Local
from twicetold.errors import InputError
from twicetold.evaluate import truth as truths
from twicetold.readers.inputs import Input
from twicetold.stages.threads.fields import FIELDS, Normal
from twicetold.tune.learning import Labels

CHANCE_PAIRS = 5_000
FEWEST = 20  # labelled pairs of each sort: with fewer nothing can be told


@dataclass(frozen=True)
class Labelled:
    """Pairs of threads: the texts of each field in normal form, and whether they are duplicates."""

    engine: Local
    units: dict[str, pa.Table]  # the distinct texts of each field of all threads
    left: pa.RecordBatch
    right: pa.RecordBatch
    labels: Labels
    unknown: int  # pairs with a thread that was not read
    chance: tuple[pa.RecordBatch, pa.RecordBatch]  # both sides of pairs that chance brought together

    def sides(self, field: str) -> tuple[pa.Array, pa.Array]:
        return self.left[field], self.right[field]

    def presence(self, field: str) -> float:
        """The share of pairs in which both threads have the field."""
        both = [pc.not_equal(side, "") for side in self.sides(field)]
        return float(pc.mean(pc.and_(*both).cast(pa.float64())).as_py() or 0.0)


def labelled(inputs: Sequence[Input], truth: Path, settings: Settings) -> Labelled:
    """The threads of files and the pairs of a truth."""
    engine = Local(settings.machine)
    read = engine.collect(flow.asked(inputs, settings, engine))["threads"]
    tables = engine.collect(flow.field_units(engine.table(read), settings, engine))
    normal = pa.Table.from_batches([Normal(settings.folding)(batch) for batch in read.to_batches()])
    pairs, unknown = _numbered(truth, read)
    if not pairs:
        raise InputError(f"`{truth}`: none of its pairs is among the threads", "left and right are ids of threads")
    left, right = (_taken(normal, [pair[side] for pair in pairs]) for side in (0, 1))
    labels = np.array([duplicate for _, _, duplicate in pairs], dtype=bool)
    for count, what in ((labels.sum(), "duplicates"), ((~labels).sum(), "pairs that are none")):
        if count < FEWEST:
            raise InputError(f"`{truth}`: {count} {what}", f"at least {FEWEST} are needed to learn anything")
    units = {name: tables[f"units_{name}"] for name in FIELDS}
    return Labelled(engine, units, left, right, labels, unknown, _by_chance(normal))


def _taken(normal: pa.Table, rows: list[int]) -> pa.RecordBatch:
    return normal.take(pa.array(rows, pa.int64())).combine_chunks().to_batches()[0]


def _by_chance(normal: pa.Table) -> tuple[pa.RecordBatch, pa.RecordBatch]:
    """Pairs of two different threads, the same ones each time."""
    random = np.random.default_rng(1)
    left = random.integers(0, normal.num_rows, CHANCE_PAIRS)
    right = (left + random.integers(1, max(normal.num_rows, 2), CHANCE_PAIRS)) % normal.num_rows
    return _taken(normal, left.tolist()), _taken(normal, right.tolist())


def _numbered(truth: Path, threads: pa.Table) -> tuple[list[tuple[int, int, bool]], int]:
    """Pairs by the rows of their threads, and how many have a thread that is not there."""
    read = truths.read(truth)
    read.sort("pairs")
    rows: dict[Any, int] = {}
    for row, name in enumerate(threads["document"].to_pylist()):
        rows.setdefault(name, row)
    pairs = read.pairs(complete=False)
    found = [
        (rows[pair.left], rows[pair.right], pair.duplicate)
        for pair in pairs
        if pair.left in rows and pair.right in rows
    ]
    return found, len(pairs) - len(found)
