"""The job `sentences`: near-duplicate sentences, what they are, and which no longer agree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.config import Settings, completed, to_dict
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.finders.base import Finder
from twicetold.flow.finding import NAMED, Load, at_work, check, consulted, resemblance, told_of
from twicetold.flow.front import FRONT, front, vectors_in
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.schema import MATCHES
from twicetold.stages import clustering
from twicetold.stages.sentences import classify, contradictions
from twicetold.stages.sentences import matches as matching
from twicetold.stages.sentences.document_pairs import document_pairs

TOLD = ("matches", "bridges", "document_pairs", "drifting")
TABLES = ("clusters", "contradictions")
PASSING = ("units", "verified", *NAMED, "drifting")  # what only the stages need
RESULT = ("clusters", "members", "matches", "bridges", "document_pairs", "contradictions")


def sentences(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `sentences`: clusters of near-duplicate sentences, as a run."""
    settings = completed(settings)
    check(settings)
    if settings.reading.vector_field:
        vectors_in(inputs, settings)
    files = [found.path for found in inputs]
    with Run.open(output, "sentences", to_dict(settings), files, consulted(settings), force) as run:
        if run.is_finished:
            return run
        load, stage = at_work(run, engine, PASSING)
        stage("front", FRONT, lambda: front(inputs, settings, engine))
        finder = resemblance(run, load, stage, settings, engine, inputs)
        stage("members", ("members",), lambda: {"members": members(load, settings, engine)})
        stage("kinds", TOLD, lambda: kinds(load, settings, engine))
        stage("tables", TABLES, lambda: tables(load, engine))
        run.conclude(results(run, finder))
        return run.finish(*RESULT, clear=PASSING)


def members(load: Load, settings: Settings, engine: Engine) -> Any:
    """Every sentence of every cluster."""
    return clustering.members(load("sentences"), load("labels"), settings.folding, engine)


def kinds(load: Load, settings: Settings, engine: Engine) -> dict[str, Any]:
    """classify: what each match is, and why. The tables TOLD."""
    members = load("members")
    pairs = document_pairs(members, settings.matching.document_limit, engine)
    inside, bridges = matching.inside_and_between(load("verified"), load("units"), load("labels"), engine)
    classified = engine.map(matching.told(inside, members, pairs, engine), classify.Classify())
    return {
        "matches": engine.map(classified, Select(MATCHES)),
        "bridges": bridges,
        "document_pairs": pairs,
        "drifting": engine.map(classified, contradictions.Drifting()),
    }


def tables(load: Load, engine: Engine) -> dict[str, Any]:
    """What a user reads first: the tables TABLES."""
    return {
        "clusters": classify.clusters(load("heads"), load("members"), load("matches"), engine),
        "contradictions": contradictions.contradictions(load("drifting"), load("documents"), engine),
    }


def results(run: Run, finder: Finder) -> dict[str, Any]:
    """The figures of a run, for `run.json`."""
    judged, crowds, settled = run.tally("judged"), run.tally("crowds"), finder.facts
    matched = judged.pop("accepted", 0)
    candidates = matched + sum(judged.values())
    return {
        **{name: run.rows(name) for name in ("documents", "sentences", "units")},
        **settled,
        "candidates": candidates,
        "rejected": dict(sorted(judged.items())),
        "crowds": told_of(crowds, candidates, settled.get("partition", "")),
        "collisions": run.total("units", "collided"),
        **{
            name: run.rows(name)
            for name in ("matches", "bridges", "clusters", "members", "document_pairs", "contradictions")
        },
        "sizes": clustering.sizes(run.batches("clusters")),
    }
