"""The job `threads`: questions that were asked twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.config import Settings, to_dict
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same
from twicetold.flow.finding import NAMED, Load, Stage, at_work, consulted
from twicetold.flow.front import outcomes, read_posts, read_threads
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.schema import ASKED
from twicetold.stages import clustering
from twicetold.stages.threads import scoring, stars
from twicetold.stages.threads.aspects import SettledAspect, lexicon_names, recall, settled_aspects, told
from twicetold.stages.threads.fields import FIELDS, Asked, Normal
from twicetold.stages.threads.fields import NAMES as THREAD_NAMES
from twicetold.stages.threads.fields import units as units_of_field
from twicetold.stages.threads.gathering import Whole

FIELD_UNITS = tuple(f"units_{name}" for name in FIELDS)
SCORES = ("scored", "judged")
ASKED_TWICE = ("clusters", "members", "matches", "bridges")
PARTED = (*FIELD_UNITS, "pairs", "scored", *NAMED)  # what only the stages need


def threads(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `threads`: question-and-answer threads that ask the same, as a run."""
    settled_aspects(settings)  # says what is wrong with them at once
    files = [found.path for found in inputs]
    with Run.open(output, "threads", to_dict(settings), files, consulted(settings), force) as run:
        if run.is_finished:
            return run
        load, stage = at_work(run, engine, PARTED)
        stage("front", ("documents", "rejects", "outcomes", "threads"), lambda: asked(inputs, settings, engine))
        stage("units", FIELD_UNITS, lambda: field_units(load("threads"), settings, engine))
        aspects = settled_aspects(settings, {name: run.rows(f"units_{name}") for name in FIELDS})
        named = zip(aspects, lexicon_names(aspects), strict=True)
        aspects = tuple(knowing(aspect, name, run, load, stage, engine) for aspect, name in named)
        least, normal = settings.threading.least_score, Normal(settings.folding)
        stage("candidates", ("pairs",), lambda: {"pairs": scoring.candidates(load, aspects, engine)})
        stage("scores", SCORES, lambda: scoring.scored(load("pairs"), load("threads"), normal, aspects, least, engine))
        stage("clusters", NAMED, lambda: stars.clusters(load("scored"), engine))
        stage("tables", ASKED_TWICE, lambda: stars.tables(load, engine))
        run.conclude(asked_twice(run, aspects, settings))
        return run.finish(*ASKED_TWICE, "threads", clear=PARTED)


def asked(inputs: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read: the threads in order, and what could not be read. What is a thread already need not be brought together."""
    if any(found.reader_name == "stackexchange" for found in inputs):
        every = read_threads(inputs, settings, engine)
    else:
        every = engine.map(read_posts(inputs, settings, engine), Whole())
    numbered = engine.group(engine.map(every, Asked()), THREAD_NAMES, Same(ASKED), number="number")
    return {**outcomes(every, engine), "threads": numbered}


def field_units(threads: Any, settings: Settings, engine: Engine) -> dict[str, Any]:
    """The distinct texts of each field: the tables FIELD_UNITS."""
    return {f"units_{name}": units_of_field(threads, name, settings.folding, engine) for name in FIELDS}


def knowing(aspect: SettledAspect, lexicon: str, run: Run, load: Load, stage: Stage, engine: Engine) -> SettledAspect:
    """An aspect with a feature that knows the corpus, where it must."""
    if not aspect.feature.needs_lexicon:
        return aspect
    units = f"units_{aspect.field}"
    stage(lexicon, (lexicon,), lambda: {lexicon: aspect.feature.lexicon(load(units), run.rows(units), engine)})
    return aspect.fitted(run.batches(lexicon), run.rows(units))


def asked_twice(run: Run, aspects: Sequence[SettledAspect], settings: Settings) -> dict[str, Any]:
    """The figures of a run of `threads`."""
    judged = run.tally("judged")
    return {
        "threads": run.rows("threads"),
        "fields": {name: told(name, aspects) | {"distinct": run.rows(f"units_{name}")} for name in FIELDS},
        "finder": settings.threading.thread_finder,
        "recall": recall(aspects),
        "candidates": judged.get("candidates", 0),
        **{name: run.rows(name) for name in ("matches", "bridges", "clusters", "members")},
        "sizes": clustering.sizes(run.batches("clusters")),
    }
