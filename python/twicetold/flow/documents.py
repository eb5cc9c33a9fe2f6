"""The job `documents`: near-duplicate documents, and which of them to keep."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.config import Matching, Settings, to_dict
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select
from twicetold.finders.base import Finder
from twicetold.finders.join_steps import TEXTS
from twicetold.finders.sketches import sketched
from twicetold.flow.finding import NAMED, Load, Stage, at_work, check, consulted, knowing_finder
from twicetold.flow.front import outcomes, read, split_of
from twicetold.readers.inputs import Input, shown
from twicetold.run import Run
from twicetold.stages import clustering
from twicetold.stages.compared import in_pairs
from twicetold.stages.documents import kept, overlapping, resembling, standing, variants
from twicetold.stages.documents.keeping import check_values, compared_whole, keep_of
from twicetold.stages.passages import locating

STOOD = ("documents", "rejects", "outcomes", "standing", "texts")
FOUND = ("candidates", "crowds")
JUDGED = ("verified", "judged")
ALIKE = ("clusters", "members", "matches", "bridges")
LOOKED_AT = ("paired", "wanted")
# What only the stages need.
WEIGHED = (*STOOD[3:], "folded", "units", "sketches", "candidates", "verified", *NAMED, *LOOKED_AT, "works")


def documents(
    inputs: Sequence[Input],
    against: Sequence[Input],
    output: str | Path | None,
    settings: Settings,
    engine: Engine,
    force: bool = False,
) -> Run:
    """The job `documents`: near-duplicate documents and which of them to keep, as a run; all in `against` are."""
    wanted = settings
    keep, settings = keep_of(settings.keeping), compared_whole(settings)
    check(settings)
    spared = resembling.Spared(bool(against), settings.keeping.keep == "all-but-none")
    is_located = overlapping.is_asked(settings.keeping.locate, inputs, against)
    locating.check(settings.locating)
    files = [found.path for found in [*inputs, *against]]
    with Run.open(output, "documents", to_dict(wanted), files, consulted(settings), force) as run:
        if run.is_finished:
            return run
        load, stage = at_work(run, engine, WEIGHED)
        right = frozenset(shown(found.path) for found in against)
        whole = standing.Whole(keep, settings.reading.cleaner, right, settings.folding)
        stage("front", STOOD, lambda: stood([*inputs, *against], whole, settings, engine))
        check_values(keep, (batch["order"].to_pylist() for batch in run.batches("standing")))
        stage("units", ("folded", "units"), lambda: standing.units(load, spared.sided, engine))
        finder = knowing_finder(run, load, stage, settings, engine)
        matching = settings.matching
        likeness = resembling.Likeness(finder.feature, matching.measure, matching.threshold)
        if looking := sketched(finder):
            finder = looking
            stage("sketches", ("sketches",), lambda: {"sketches": looking.sketches(load("units"), engine)})
        found = finder.candidates(load("sketches" if looking else "units"), engine)
        stage("candidates", FOUND, lambda: resembling.candidates(found, load("folded"), spared.sided, engine))
        stage("matches", JUDGED, lambda: matches(load, likeness, engine))
        stage("clusters", NAMED, lambda: resembling.clusters(load("verified"), load("folded"), spared, engine))
        told = kept.Told(keep, spared, matching.measure)
        stage("tables", ALIKE, lambda: kept.tables(load, told, engine))
        stage("variants", ("variants",), lambda: {"variants": variants.variants(load, run.rows("heads"), engine)})
        if is_located:
            overlaps([*inputs, *against], run, load, stage, settings, engine)
        run.conclude(alike(run, finder, matching))
        return run.finish(*ALIKE, *(["overlaps"] if is_located else []), clear=WEIGHED)


def stood(inputs: Sequence[Input], whole: standing.Whole, settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean: the documents in the order in which they would be kept, and what could not be read."""
    every = read(inputs, settings, engine)
    return {**outcomes(every, engine), **standing.standing(every, whole, engine)}


def matches(load: Load, likeness: resembling.Likeness, engine: Engine) -> dict[str, Any]:
    """verify: only the texts of documents that are in a pair are moved."""
    pairs = load("candidates")
    texts = engine.map(in_pairs(load("units"), pairs, "unit", engine), Select(TEXTS))
    return resembling.match(pairs, texts, likeness, engine)


def overlaps(inputs: Sequence[Input], run: Run, load: Load, stage: Stage, settings: Settings, engine: Engine) -> None:
    """The stages from matches to where they stand in both texts, for which some documents are read again."""

    def works() -> Any:
        some = overlapping.holding(inputs, run.batches("wanted"))
        return overlapping.works(read(some, settings, engine), load("wanted"), split_of(settings), engine)

    stage("paired", LOOKED_AT, lambda: overlapping.paired(load, engine))
    stage("works", ("works",), lambda: {"works": works()})
    stage("overlaps", ("overlaps",), lambda: {"overlaps": overlapping.overlaps(load, settings.locating, engine)})


def alike(run: Run, finder: Finder, matching: Matching) -> dict[str, Any]:
    """The figures of a run of `documents`."""
    judged, removed = run.tally("judged"), run.total("clusters", "removed")
    every = run.rows("documents")
    return {
        "documents": every,
        "without_text": every - run.rows("standing"),
        "collisions": run.rows("standing") - run.rows("folded"),
        "distinct": run.rows("units"),
        **finder.facts,
        "measure": matching.measure,
        "threshold": matching.threshold,
        "candidates": judged.get("candidates", 0),
        "crowds": {"keys": 0, "pairs_left_out": 0} | run.tally("crowds"),
        **{name: run.rows(name) for name in ("matches", "bridges", "clusters", "members")},
        "kept": every - removed,
        "removed": removed,
        **(overlapping.figures(run) if "overlaps" in run.tables else {}),
        "sizes": clustering.sizes(run.batches("clusters")),
    }
