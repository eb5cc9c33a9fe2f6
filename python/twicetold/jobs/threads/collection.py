"""What threads are compared with: each other, the files of `--against`, or a finished run that `--against` names.

A finished run is not read from its inputs again: its table `threads` has all fields, and with `--keep-index` its table
`terms` has what the ranking counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow as pa

from twicetold.config import build_settings
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.errors import SettingsError
from twicetold.jobs.flow import Stages
from twicetold.jobs.threads.ranking import CountThreadTerms, Ranker, ReadTerms
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import (
    ORDERED_THREADS,
    THREAD_BRIDGES,
    THREAD_CLUSTERS,
    THREAD_MATCHES,
    THREAD_MEMBERS,
)
from twicetold.matching.in_pairs import keep_rows_in_pairs
from twicetold.run import Run
from twicetold.run.finished import open_finished_run
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.columns import define_table
from twicetold.tables.matching import PAIRS


@dataclass(frozen=True)
class Collection:
    """The threads that are suggested, in order of their numbers, and their terms."""

    run: Run  # that has them, as the table `table`
    table: str
    read_terms: ReadTerms
    is_same: bool  # whether they are the threads that suggestions are made for

    @property
    def threads(self) -> int:
        return self.run.count_rows(self.table)

    def read_threads(self) -> Iterable[Batch]:
        return self.run.read_batches(self.table)

    def load_threads(self, stages: Stages[ThreadSettings]) -> Table:
        return stages.engine.load(self.run.locate_table(self.table))

    def build_ranker(self, stages: Stages[ThreadSettings]) -> Ranker:
        settings = stages.settings.suggesting
        queries = partial(stages.run.read_batches, "terms")
        memory = stages.settings.machine.memory
        return Ranker(self.read_terms, queries, settings.top, self.is_same, memory, settings.meaning)


def find_against_run(settings: ThreadSettings) -> str:
    """The folder of the finished run that `--against` names, or "" for files."""
    runs = [each for each in settings.against if (Path(each) / "run.json").is_file()]
    if runs and len(settings.against) > 1:
        raise SettingsError(f"`--against {runs[0]}` is a run, but more is named", "name one run, or only files")
    if runs:
        open_finished_run(runs[0], "threads")
    return runs[0] if runs else ""


def has_kept_terms(settings: ThreadSettings) -> bool:
    """Whether the run that `--against` names has kept terms that this run can use."""
    folder = find_against_run(settings)
    return bool(folder) and _can_use_terms(Run(folder), settings)


def _can_use_terms(run: Run, settings: ThreadSettings) -> bool:
    """Vectors of another model than the one that is wanted are of no use."""
    own = build_settings(ThreadSettings, run.facts.get("settings", {}), f"{run.folder}/run.json")
    return "terms" in run.tables and own.suggesting.meaning == settings.suggesting.meaning


def open_collection(stages: Stages[ThreadSettings]) -> Collection:
    """The threads to suggest; those of `--against` get their terms as the stage `collection` unless a run kept them."""
    run, settings = stages.run, stages.settings
    if not settings.against:
        return Collection(run, "threads", partial(run.read_batches, "terms"), is_same=True)
    folder = stages.inputs.collection
    other, table = (Run(folder), "threads") if folder else (run, "against_threads")
    if folder and _can_use_terms(other, settings):
        return Collection(other, table, partial(other.read_batches, "terms"), is_same=False)
    count_terms = CountThreadTerms(settings.suggesting.meaning)
    engine, place = stages.engine, other.locate_table(table)
    stages.make("collection", lambda: {"against_terms": engine.map(engine.load(place), count_terms)})
    return Collection(other, table, partial(run.read_batches, "against_terms"), is_same=False)


def keep_suggested_threads(stages: Stages[ThreadSettings], collection: Collection) -> Table:
    """The table `collection`: those of its threads that are suggested, with their fields, in order."""
    engine = stages.engine
    pairs = engine.map(stages.load("found"), list_suggested_numbers)
    kept = keep_rows_in_pairs(collection.load_threads(stages), pairs, "number", engine)
    return engine.group(engine.map(kept, SelectColumns(ORDERED_THREADS)), ("number",), PassRows(ORDERED_THREADS))


@make_step(PAIRS)
def list_suggested_numbers(found: Batch) -> Batch:
    """The numbers of suggested threads, on both sides of a pair."""
    return build_batch([found["other"], found["other"]], PAIRS)


@dataclass(frozen=True)
class NameSide:
    """The names of threads by their numbers, for one side of a pair: `document` -> `left_document`."""

    side: str

    @property
    def schema(self) -> pa.Schema:
        names = {f"{self.side}_{name}": pa.string() for name in ("document", "title")}
        return define_table(number=pa.uint32(), **names)

    def __call__(self, threads: Batch) -> Batch:
        return build_batch([threads[name] for name in ("number", "document", "title")], self.schema)


def name_both_sides(
    rows: Table, sides: tuple[str, str], stages: Stages[ThreadSettings], collection: Collection
) -> Table:
    """Rows of numbers with the names of both threads: the first side is of this run, the second of the collection."""
    engine = stages.engine
    for side, threads in zip(sides, (stages.load("threads"), collection.load_threads(stages)), strict=True):
        rows = engine.join(rows, engine.map(threads, NameSide(side)), on=(side,), key="number")
    return rows


def build_tables_against(stages: Stages[ThreadSettings], collection: Collection) -> dict[str, Table]:
    """The tables of a run with `--against`. Its matches lead out of it, so it has no clusters."""
    engine = stages.engine
    named = name_both_sides(stages.load("scored"), ("left", "right"), stages, collection)
    build = BuildMatchesAgainst()
    matches = engine.group(engine.map(named, build), ("left", "right"), SelectColumns(THREAD_MATCHES))
    empty = {"clusters": THREAD_CLUSTERS, "members": THREAD_MEMBERS, "bridges": THREAD_BRIDGES}
    return {
        "matches": matches,
        "collection": keep_suggested_threads(stages, collection),
        **{name: engine.load_rows(schema.empty_table()) for name, schema in empty.items()},
    }


@dataclass(frozen=True)
class BuildMatchesAgainst:
    """Scored pairs with names, as a user reads them; none is in a cluster."""

    schema = pa.schema([*define_table(left=pa.uint32(), right=pa.uint32()), *THREAD_MATCHES])

    def __call__(self, named: Batch) -> Batch:
        no_cluster = pa.nulls(named.num_rows, pa.uint32())
        columns = [no_cluster if name == "cluster" else named[name] for name in self.schema.names]
        return build_batch(columns, self.schema)
