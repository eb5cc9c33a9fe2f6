"""The job `threads`: questions that were asked twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows
from twicetold.jobs.flow import Stages
from twicetold.jobs.front import record_outcomes
from twicetold.jobs.threads import clusters, scores
from twicetold.jobs.threads.aspects import (
    SettledAspect,
    compute_recall,
    list_fields,
    name_lexicons,
    settle_aspects,
    summarise_field,
)
from twicetold.jobs.threads.collection import build_tables_against, open_collection
from twicetold.jobs.threads.fields import THREAD_ORDER, NormaliseThreads, fold_field, select_read_threads
from twicetold.jobs.threads.gather import ConvertWholeThreads
from twicetold.jobs.threads.ranking import CountThreadTerms
from twicetold.jobs.threads.read import read_posts, read_threads
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.suggestions import (
    measure_suggestions,
    name_suggestions,
    rank_threads,
    select_ranked_matches,
)
from twicetold.jobs.threads.tables import FIELDS, ORDERED_THREADS
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.readers.inputs import Input


def find_repeated_questions(stages: Stages[ThreadSettings]) -> dict[str, Any]:
    """Find threads that ask the same question.

    front       posts are gathered to threads: a question, its description, an answer
    terms       what each thread says, as counted terms
    collection  the same of what `--against` names, unless a run has kept it
    found       the threads most like each thread, by an exact ranking
    links       what the forum itself says of two threads
    suggestions the best of each thread, as a user reads them

    With `--compare fields`, matches come from these stages, and else from the suggestions:

    units       the distinct texts of each field; an aspect that must know the corpus gets a lexicon of them
    candidates  threads that are alike enough in some aspect to reach the threshold at all
    scores      every candidate compared in all aspects
    clusters    stars: every member of a cluster matches its core
    tables      `clusters`, `members`, `matches`, `bridges`
    """
    load, settings, engine = stages.load, stages.settings, stages.engine
    stages.make("front", lambda: read_both_sides(stages))
    figures = {} if settings.is_ranked else compare_fields(stages)
    figures |= rank_and_suggest(stages) if settings.suggesting.top else {}
    if not settings.against:
        stages.make("clusters", lambda: clusters.cluster_threads(load("scored"), engine))
        stages.make("tables", lambda: clusters.build_thread_tables(load, engine))
    return summarise_threads_run(stages) | figures


def rank_and_suggest(stages: Stages[ThreadSettings]) -> dict[str, Any]:
    """terms -> found -> links -> suggestions; where nothing else is asked for, their best are the matches."""
    load, engine, settings = stages.load, stages.engine, stages.settings
    count_terms = CountThreadTerms(settings.suggesting.meaning)
    stages.make("terms", lambda: {"terms": engine.map(load("threads"), count_terms)})
    collection = open_collection(stages)
    calibration = rank_threads(stages, collection)
    levels, threshold = calibration.levels, calibration.threshold
    figures: dict[str, Any] = {}
    if settings.is_ranked:
        figures = calibration.facts | describe_ranked_fields()
        stages.make("scores", lambda: {"scored": select_ranked_matches(threshold, stages, collection)})
    stages.make("suggestions", lambda: {"suggestions": name_suggestions(levels, stages, collection)})
    if settings.against:
        figures["collection"] = collection.threads
        stages.make("tables", lambda: build_tables_against(stages, collection))
    return figures | measure_suggestions(stages.run, settings.suggesting.top, collection.is_same)


def compare_fields(stages: Stages[ThreadSettings]) -> dict[str, Any]:
    """units -> candidates -> scores: threads compared field by field, as the settings say."""
    load, settings, engine, run = stages.load, stages.settings, stages.engine, stages.run
    stages.make("units", lambda: fold_all_fields(load("threads"), settings, engine))
    aspects = fit_aspects(stages)
    stages.make("candidates", lambda: scores.find_thread_candidates(load, aspects, engine))
    stages.make("scores", lambda: score_candidates(stages, aspects))
    return {
        "fields": {
            name: summarise_field(name, aspects) | {"distinct": run.count_rows(f"units_{name}")}
            for name in list_fields(settings.threading)
        },
        "finder": settings.finding.finder,
        "recall": compute_recall(aspects),
        "candidates": run.sum_counts("judged").get("candidates", 0),
        "crowds": {"pairs_left_out": 0} | run.sum_counts("crowds"),
    }


def describe_ranked_fields() -> dict[str, Any]:
    """How fields are compared where matches are suggestions: all at once, for `run.json`."""
    whole = {"weight": 1.0, "aspects": [{"weight": 1.0, "feature": "ranking", "measure": "cosine"}]}
    return {"fields": {name: whole if name == "question" else {"weight": 0.0, "aspects": []} for name in FIELDS}}


def read_both_sides(stages: Stages[ThreadSettings]) -> dict[str, Table]:
    """read: the threads, and those of the files of `--against`, each in order; and what could not be read."""
    inputs, settings, engine = stages.inputs, stages.settings, stages.engine
    every = read_every_thread(inputs.searched, settings, engine)
    if not inputs.against:
        return {**record_outcomes(every, engine), "threads": number_threads(every, engine)}
    others = read_every_thread(inputs.against, settings, engine)
    return {
        **record_outcomes(engine.union(every, others), engine),
        "threads": number_threads(every, engine),
        "against_threads": number_threads(others, engine),
    }


def read_every_thread(inputs: Sequence[Input], settings: ThreadSettings, engine: Engine) -> Table:
    """All threads, also those that cannot be used. Posts of Stack Exchange are gathered first."""
    if any(found.reader_name == "stackexchange" for found in inputs):
        return read_threads(inputs, settings, engine, with_links=settings.compares_links)
    return engine.map(read_posts(inputs, settings, engine), ConvertWholeThreads(settings.compares_links))


def number_threads(every: Table, engine: Engine) -> Table:
    """The threads that were read, in order."""
    read = engine.map(every, select_read_threads)
    return engine.group(read, THREAD_ORDER, PassRows(ORDERED_THREADS), number="number")


def fold_all_fields(threads: Table, settings: ThreadSettings, engine: Engine) -> dict[str, Table]:
    """The distinct texts of each field, a table for each: `units_question` and so on."""
    return {
        f"units_{name}": fold_field(threads, name, settings.folding, engine) for name in list_fields(settings.threading)
    }


def fit_aspects(stages: Stages[ThreadSettings]) -> tuple[SettledAspect, ...]:
    """The aspects in which threads are compared; those that must know the corpus are fitted to a lexicon, a table."""
    run, engine = stages.run, stages.engine
    fields = list_fields(stages.settings.threading)
    aspects = settle_aspects(stages.settings, {name: run.count_rows(f"units_{name}") for name in fields})

    def fit_aspect(aspect: SettledAspect, lexicon: str) -> SettledAspect:
        if not aspect.feature.needs_lexicon:
            return aspect
        units, count = f"units_{aspect.field}", run.count_rows(f"units_{aspect.field}")
        stages.make(lexicon, lambda: {lexicon: aspect.feature.build_lexicon(stages.load(units), count, engine)})
        return aspect.fit_to_lexicon(run.read_batches(lexicon), count)

    return tuple(map(fit_aspect, aspects, name_lexicons(aspects)))


def score_candidates(stages: Stages[ThreadSettings], aspects: tuple[SettledAspect, ...]) -> dict[str, Table]:
    """Compare every candidate in all aspects: the tables `scored` and `judged`."""
    load, settings = stages.load, stages.settings
    normalise, least = NormaliseThreads(settings.folding), settings.threshold
    return scores.score_pairs(
        load("pairs"), load("threads"), normalise, aspects, least, stages.engine, settings.threading.missing
    )


def summarise_threads_run(stages: Stages[ThreadSettings]) -> dict[str, Any]:
    """The figures that every run of `threads` has."""
    run = stages.run
    return {
        "threads": run.count_rows("threads"),
        **stages.count_rows("matches", "bridges", "clusters", "members"),
        "sizes": count_cluster_sizes(run.read_batches("clusters", columns=["size"])),
    }
