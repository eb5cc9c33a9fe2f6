"""The job `passages`: what two documents share, located in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from twicetold.config import Settings, completed, to_dict
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.finders.base import Finder
from twicetold.flow.finding import NAMED, at_work, check, consulted, resemblance
from twicetold.flow.front import FRONT, outcomes, read, split_of
from twicetold.readers.inputs import Input, shown
from twicetold.run import Run
from twicetold.schema import PASSAGE_KINDS, WORKS
from twicetold.stages.passages import locating as locate
from twicetold.stages.passages import meeting, named_pairs, places
from twicetold.stages.passages.works import NAMES, UNNUMBERED, Gathered, Occurrences, Spread, check_series

PLACED = ("places", "marks", "boilerplate")
MET = ("paired", "meetings")
LOCATED = ("located", "matches")
SHARED = ("passages", "document_pairs")
PASSED = ("works", "units", "verified", *NAMED, "places", "marks", "paired", "located")  # what only the stages need


def passages(
    inputs: Sequence[Input],
    against: Sequence[Input],
    output: str | Path | None,
    settings: Settings,
    engine: Engine,
    force: bool = False,
) -> Run:
    """The job `passages`: what two documents share, located in both, as a run. Those in `against` are on the right."""
    settings = completed(settings)
    check(settings)
    locate.check(settings.locating)
    if settings.locating.pairs:
        named_pairs.lines_of(settings.locating.pairs)
    files = [found.path for found in [*inputs, *against]]
    with Run.open(output, "passages", to_dict(settings), files, consulted(settings), force) as run:
        if run.is_finished:
            return run
        load, stage = at_work(run, engine, PASSED)
        stage("front", (*FRONT, "works"), lambda: works(inputs, against, settings, engine))
        check_series(settings.reading.series, run.batches("documents"))
        finder = resemblance(run, load, stage, settings, engine, [*inputs, *against])
        how, least = locate.settled(settings.locating, run.rows("documents")), settings.folding.min_characters
        stage("places", PLACED, lambda: places.placed(load, Occurrences(settings.folding), how, engine))
        stage("points", MET, lambda: meeting.points(load, how, settings.matching, engine))
        stage("located", LOCATED, lambda: locate.located(load, how, least, engine))
        stage("passages", SHARED, lambda: locate.told(load, engine))
        run.conclude(shared(run, finder))
        return run.finish(*SHARED, "matches", "boilerplate", clear=PASSED)


def works(inputs: Sequence[Input], against: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean -> split: the tables FRONT, and `works`, the documents in order with all their sentences."""
    documents = read([*inputs, *against], settings, engine)
    right = frozenset(shown(found.path) for found in against)
    series = "none" if settings.locating.pairs else settings.reading.series  # who is named is compared
    every = engine.map(documents, Gathered(split_of(settings), right, series))
    return {
        **outcomes(documents, engine),
        "sentences": engine.map(every, Spread()),
        "works": engine.group(engine.map(every, Select(UNNUMBERED)), NAMES, Same(WORKS), number="number"),
    }


def shared(run: Run, finder: Finder) -> dict[str, Any]:
    """The figures of a run of `passages`."""
    judged, meetings = run.tally("judged"), run.tally("meetings")
    kinds: Counter[str] = Counter()
    for batch in run.batches("passages"):
        kinds.update({row["values"]: row["counts"] for row in pc.value_counts(batch["kind"]).to_pylist()})
    return {
        **{name: run.rows(name) for name in ("documents", "sentences", "units")},
        **finder.facts,
        "sentence_matches": judged.get("accepted", 0),
        "too_common": {name: meetings.get(name, 0) for name in ("sentences", "runs of words")},
        "boilerplate": run.rows("boilerplate"),
        "compared": run.rows("paired"),
        **({"pairs": named_pairs.missed(meetings)} if named_pairs.PAIRS in meetings else {}),
        **{name: run.rows(name) for name in ("document_pairs", "passages")},
        "kinds": {kind: kinds[kind] for kind in PASSAGE_KINDS if kinds[kind]},
    }
