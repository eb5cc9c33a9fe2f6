"""Copy events: where each sentence that arrived on a page came from, with a confidence and the reasons."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.jobs.history.candidates import count_daily_edits, find_edited_pages, fold_copy_notes, pair_arrivals
from twicetold.jobs.history.evidence import Row, Verdict, choose_source
from twicetold.jobs.history.tables import COPY_EVENTS
from twicetold.tables.batches import Batch, build_batch_of_rows

# Events before they are numbered, first what orders them.
_ORDER = ("target_timestamp", "target_document", "target_life")
UNNUMBERED_EVENTS = pa.schema(
    [COPY_EVENTS.field(name) for name in _ORDER] + [each for each in COPY_EVENTS if each.name not in (*_ORDER, "event")]
)


def find_copy_events(placed: Table, revisions: Table, notes: Table, least: float, engine: Engine) -> Table:
    """The table `events`: every arrival, with its likeliest source or none."""
    candidates = pair_arrivals(placed, engine)
    known = engine.join(candidates, find_edited_pages(revisions, engine), on=("editing",), key="editing", keep=True)
    known = engine.join(known, count_daily_edits(revisions, engine), on=("working",), key="working", keep=True)
    known = engine.join(known, fold_copy_notes(notes, engine), on=("naming",), key="naming", keep=True)
    chosen = engine.group(known, ("target_document", "target_life"), ChooseSources(least))
    return engine.group(chosen, _ORDER, SelectColumns(COPY_EVENTS), number="event")


@dataclass(frozen=True)
class ChooseSources:
    """Candidates grouped by arrival, to one event each."""

    least: float
    schema: ClassVar[pa.Schema] = UNNUMBERED_EVENTS

    def __call__(self, candidates: Batch) -> Batch:
        arrivals = groupby(candidates.to_pylist(), key=lambda row: (row["target_document"], row["target_life"]))
        rows = [_build_event(list(own), self.least) for _, own in arrivals]
        return build_batch_of_rows(rows, UNNUMBERED_EVENTS)


def _build_event(candidates: list[Row], least: float) -> dict[str, Any]:
    verdict = choose_source(candidates, least)
    target = candidates[0]
    event = {name: target[name] for name in UNNUMBERED_EVENTS.names if name.startswith("target_")}
    return (
        event
        | _describe_source(verdict)
        | {
            "kind": verdict.kind,
            "confidence": verdict.confidence,
            "why": verdict.why,
            "cluster": target["cluster"],
            "candidates": len(candidates),
        }
    )


def _describe_source(verdict: Verdict) -> dict[str, Any]:
    names = [name for name in UNNUMBERED_EVENTS.names if name.startswith("source_")]
    if verdict.source is None:
        return {name: 0 if name == "source_life" else "" for name in names} | {"together": 0}
    return {name: verdict.source[name] for name in (*names, "together")}
