"""The job `threads`: questions that were asked twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.config import check_values, convert_to_dict
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows
from twicetold.jobs.front import record_outcomes
from twicetold.jobs.stages import Stages, list_settings_files
from twicetold.jobs.threads import clusters, scores
from twicetold.jobs.threads.aspects import SettledAspect, compute_recall, name_lexicons, settle_aspects, summarise_field
from twicetold.jobs.threads.fields import FIELDS, NormaliseThreads, SelectReadThreads
from twicetold.jobs.threads.fields import THREAD_ORDER as THREAD_NAMES
from twicetold.jobs.threads.fields import fold_field as units_of_field
from twicetold.jobs.threads.gather import ConvertWholeThreads
from twicetold.jobs.threads.read import read_posts, read_threads
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import ORDERED_THREADS
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.readers.inputs import Input
from twicetold.run import Run

FIELD_UNIT_TABLES = tuple(f"units_{name}" for name in FIELDS)
THREAD_RESULT_TABLES = ("clusters", "members", "matches", "bridges")
THREAD_TEMPORARY_TABLES = (*FIELD_UNIT_TABLES, "pairs", "scored", "heads", "labels")


def run_threads_job(
    inputs: Sequence[Input], output: str | Path | None, settings: ThreadSettings, engine: Engine, force: bool = False
) -> Run:
    """Find threads that ask the same question.

    front       posts are gathered to threads: a question, its description, an answer
    units       the distinct texts of each field; an aspect that must know the corpus gets a lexicon of them
    candidates  threads that are alike enough in some aspect to reach the threshold at all
    scores      every candidate compared in all aspects
    clusters    stars: every member of a cluster matches its core
    tables      `clusters`, `members`, `matches`, `bridges`
    """
    check_values(settings)
    settle_aspects(settings)  # raises where an aspect is wrong
    files = [found.path for found in inputs]
    with Run.open(output, "threads", convert_to_dict(settings), files, list_settings_files(settings), force) as run:
        if run.is_finished:
            return run
        stages = Stages(run, engine, THREAD_TEMPORARY_TABLES)
        load, threshold, normalise = stages.load, settings.matching.threshold, NormaliseThreads(settings.folding)
        stages.make("front", lambda: read_ordered_threads(inputs, settings, engine))
        stages.make("units", lambda: fold_all_fields(load("threads"), settings, engine))
        aspects = fit_aspects(stages, settings)
        stages.make("candidates", lambda: {"pairs": scores.find_thread_candidates(load, aspects, engine)})
        stages.make(
            "scores", lambda: scores.score_pairs(load("pairs"), load("threads"), normalise, aspects, threshold, engine)
        )
        stages.make("clusters", lambda: clusters.cluster_threads(load("scored"), engine))
        stages.make("tables", lambda: clusters.build_thread_tables(load, engine))
        run.record_results(summarise_threads_run(run, aspects, settings))
        return run.finish(*THREAD_RESULT_TABLES, "threads", clear=THREAD_TEMPORARY_TABLES)


def read_ordered_threads(inputs: Sequence[Input], settings: ThreadSettings, engine: Engine) -> dict[str, Table]:
    """read: the threads in order, and what could not be read. What is a thread already need not be brought together."""
    if any(found.reader_name == "stackexchange" for found in inputs):
        every = read_threads(inputs, settings, engine)
    else:
        every = engine.map(read_posts(inputs, settings, engine), ConvertWholeThreads())
    numbered = engine.group(
        engine.map(every, SelectReadThreads()), THREAD_NAMES, PassRows(ORDERED_THREADS), number="number"
    )
    return {**record_outcomes(every, engine), "threads": numbered}


def fold_all_fields(threads: Table, settings: ThreadSettings, engine: Engine) -> dict[str, Table]:
    """The distinct texts of each field, a table for each: `units_question` and so on."""
    return {f"units_{name}": units_of_field(threads, name, settings.folding, engine) for name in FIELDS}


def fit_aspects(stages: Stages, settings: ThreadSettings) -> tuple[SettledAspect, ...]:
    """The aspects in which threads are compared; those that must know the corpus are fitted to a lexicon, a table."""
    run, engine = stages.run, stages.engine
    aspects = settle_aspects(settings, {name: run.count_rows(f"units_{name}") for name in FIELDS})

    def fit_aspect(aspect: SettledAspect, lexicon: str) -> SettledAspect:
        if not aspect.feature.needs_lexicon:
            return aspect
        units, count = f"units_{aspect.field}", run.count_rows(f"units_{aspect.field}")
        stages.make(lexicon, lambda: {lexicon: aspect.feature.build_lexicon(stages.load(units), count, engine)})
        return aspect.fit_to_lexicon(run.read_batches(lexicon), count)

    return tuple(map(fit_aspect, aspects, name_lexicons(aspects)))


def summarise_threads_run(run: Run, aspects: Sequence[SettledAspect], settings: ThreadSettings) -> dict[str, Any]:
    """The figures of a run of `threads`."""
    judged = run.sum_counts("judged")
    return {
        "threads": run.count_rows("threads"),
        "fields": {
            name: summarise_field(name, aspects) | {"distinct": run.count_rows(f"units_{name}")} for name in FIELDS
        },
        "finder": settings.finding.finder,
        "recall": compute_recall(aspects),
        "candidates": judged.get("candidates", 0),
        **{name: run.count_rows(name) for name in ("matches", "bridges", "clusters", "members")},
        "sizes": count_cluster_sizes(run.read_batches("clusters")),
    }
