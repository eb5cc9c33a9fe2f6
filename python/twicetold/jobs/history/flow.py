"""The job `history`: where every repeated sentence was written first, and which page took it from which."""

from __future__ import annotations

from typing import Any

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.jobs.flow import Stages, TableLoader
from twicetold.jobs.history.clusters import summarise_trees
from twicetold.jobs.history.contradictions import trace_contradictions
from twicetold.jobs.history.events import find_copy_events
from twicetold.jobs.history.lives import walk_pages
from twicetold.jobs.history.members import collect_lives
from twicetold.jobs.history.read import count_record_outcomes, keep_rejected_parts, read_revision_parts
from twicetold.jobs.history.settings import HistorySettings
from twicetold.jobs.history.tables import LIVES, REVISIONS
from twicetold.jobs.history.trees import build_trees
from twicetold.jobs.stages import match_and_cluster
from twicetold.run import Run


def trace_history(stages: Stages[HistorySettings]) -> dict[str, Any]:
    """Find who copied whom, from the revisions of pages.

    front      read -> cut -> walk: what is new in each revision, then the life of every sentence of every page
    units      sentences that read the same are one unit
    matches    units that share keys become candidates; the candidates that are similar enough become matches
    clusters   matches hold units together
    members    the lives of every cluster, in order of time
    events     where each sentence that arrived on a page came from, or that no page had it
    trees      how the sentences of a cluster came from each other
    tables     contradictions traced to the edit that made them, `clusters`, `lives` and `revisions`
    """
    load, settings, engine = stages.load, stages.settings, stages.engine
    stages.make("front", lambda: read_and_walk(stages))
    match_and_cluster(stages)  # units, matches, clusters
    stages.make("members", lambda: collect_lives(load, settings.folding, engine))
    stages.make("events", lambda: {"events": find_events(load, settings, engine)})
    stages.make("trees", lambda: {"trees": build_trees(load("placed"), load("events"), engine)})
    stages.make("tables", lambda: build_tables(load, find_newest_time(stages.run), engine))
    return summarise_history_run(stages)


def read_and_walk(stages: Stages[HistorySettings]) -> dict[str, Table]:
    """read -> cut -> walk, and what came of the records, all made in one pass."""
    settings, engine = stages.settings, stages.engine
    parts = read_revision_parts(stages.inputs.searched, settings, engine)
    return {
        "outcomes": engine.map(parts, count_record_outcomes),
        "rejects": engine.map(parts, keep_rejected_parts),
        **walk_pages(parts, settings, engine),
    }


def find_events(load: TableLoader, settings: HistorySettings, engine: Engine) -> Table:
    """The table `events`."""
    tables = load("placed"), load("all_revisions"), load("copy_notes")
    return find_copy_events(*tables, settings.tracing.min_confidence, engine)


def find_newest_time(run: Run) -> str:
    """When the newest revision of all pages was saved."""
    return max((max(batch["timestamp"].to_pylist(), default="") for batch in run.read_batches("pages")), default="")


def build_tables(load: TableLoader, newest: str, engine: Engine) -> dict[str, Table]:
    """What a user reads besides events and trees."""
    return {
        "contradictions": trace_contradictions(load("trees"), newest, engine),
        "clusters": summarise_trees(load("trees"), engine),
        "lives": engine.map(load("all_lives"), SelectColumns(LIVES)),
        "revisions": engine.map(load("all_revisions"), SelectColumns(REVISIONS)),
    }


def summarise_history_run(stages: Stages[HistorySettings]) -> dict[str, Any]:
    """The figures of a run, for `run.json`."""
    run = stages.run
    kinds = run.count_values("events", "kind")
    return {
        "pages": run.count_rows("pages"),
        "revisions": run.sum_column("pages", "revisions"),
        "changing_revisions": run.count_rows("revisions"),
        **stages.count_rows("lives", "units", "clusters"),
        "copies": sum(count for kind, count in kinds.items() if kind != "none"),
        "events": kinds,
        **stages.count_rows("contradictions"),
        "traced": run.count_values("contradictions", "traced"),
    }
