"""Threads and pairs of them that somebody labelled: what weights are learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.local import Local
from twicetold.errors import InputError
from twicetold.evaluate import truth as truths
from twicetold.jobs.threads.fields import NormaliseThreads
from twicetold.jobs.threads.flow import fold_all_fields, number_threads, read_every_thread
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import FIELDS
from twicetold.readers.inputs import Input
from twicetold.tables.batches import Batch
from twicetold.tune.trials import FEWEST_PAIRS, Labels

CHANCE_PAIRS = 10_000


@dataclass(frozen=True)
class LabelledThreads:
    """Pairs of threads: the texts of each field in normal form, and whether they are duplicates."""

    engine: Local
    units: dict[str, pa.Table]  # the distinct texts of each field of all threads
    left: pa.RecordBatch
    right: pa.RecordBatch
    labels: Labels
    threads: int  # how many were read
    unknown: int  # pairs with a thread that was not read
    chance: tuple[pa.RecordBatch, pa.RecordBatch]  # both sides of pairs that chance brought together

    def select_sides(self, field: str) -> tuple[pa.Array, pa.Array]:
        return self.left[field], self.right[field]

    def measure_presence(self, field: str) -> float:
        """The share of pairs in which both threads have the field."""
        both = [pc.not_equal(side, "") for side in self.select_sides(field)]
        return float(pc.mean(pc.and_(*both).cast(pa.float64())).as_py() or 0.0)


def read_labelled_threads(inputs: Sequence[Input], truth: Path, settings: ThreadSettings) -> LabelledThreads:
    """The threads of files and the pairs of a truth."""
    engine = Local(settings.machine)
    read = engine.collect({"threads": number_threads(read_every_thread(inputs, settings, engine), engine)})["threads"]
    tables = engine.collect(fold_all_fields(engine.load_rows(read), settings, engine))
    normal = pa.Table.from_batches([NormaliseThreads(settings.folding)(batch) for batch in read.to_batches()])
    pairs, unknown = _number_pairs(truth, read)
    if not pairs:
        raise InputError(f"`{truth}`: none of its pairs is in the input", "`left` and `right` must be ids of threads")
    left, right = (_take_rows(normal, [pair[side] for pair in pairs]) for side in (0, 1))
    labels = np.array([duplicate for _, _, duplicate in pairs], dtype=bool)
    for count, what in ((labels.sum(), "duplicates"), ((~labels).sum(), "pairs that are not duplicates")):
        if count < FEWEST_PAIRS:
            message = f"`{truth}` has too few {what} that are in the input: {count}"
            raise InputError(message, f"give at least {FEWEST_PAIRS}")
    units = {name: tables[f"units_{name}"] for name in FIELDS}
    return LabelledThreads(engine, units, left, right, labels, normal.num_rows, unknown, _draw_chance_pairs(normal))


def _take_rows(normal: pa.Table, rows: list[int]) -> Batch:
    batch: Batch = normal.take(pa.array(rows, pa.int64())).combine_chunks().to_batches()[0]
    return batch


def _draw_chance_pairs(normal: pa.Table) -> tuple[Batch, Batch]:
    """Pairs of two different threads, the same ones each time."""
    random = np.random.default_rng(1)
    left = random.integers(0, normal.num_rows, CHANCE_PAIRS)
    right = (left + random.integers(1, max(normal.num_rows, 2), CHANCE_PAIRS)) % normal.num_rows
    return _take_rows(normal, left.tolist()), _take_rows(normal, right.tolist())


def _number_pairs(truth: Path, threads: pa.Table) -> tuple[list[tuple[int, int, bool]], int]:
    """Pairs by the rows of their threads, and how many have a thread that is not there."""
    read = truths.read_truth(truth)
    read.require_sort("pairs")
    rows: dict[Any, int] = {}
    for row, name in enumerate(threads["document"].to_pylist()):
        rows.setdefault(name, row)
    pairs = read.list_pairs(complete=False)
    found = [
        (rows[pair.left], rows[pair.right], pair.duplicate)
        for pair in pairs
        if pair.left in rows and pair.right in rows
    ]
    return found, len(pairs) - len(found)
