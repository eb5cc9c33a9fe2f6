"""The job `passages`: what two documents share, located in both."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns
from twicetold.finders.base import Finder
from twicetold.jobs.flow import JobInputs, Stages
from twicetold.jobs.front import build_splitter, read_documents, read_regions, record_outcomes
from twicetold.jobs.passages import boilerplate, exact, families, links, locate, pair_documents, pairs_file
from twicetold.jobs.passages.kinds import PASSAGE_FORMS, PASSAGE_KIND_NAMES
from twicetold.jobs.passages.noise import describe_noise, estimate_noise, needs_estimate
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.stages import match_and_cluster
from twicetold.matching.document_sentences import (
    DOCUMENT_ORDER,
    UNNUMBERED_SENTENCE_LISTS,
    GatherSentences,
    ListOccurrences,
    check_series,
    list_sentences,
)
from twicetold.tables.sentence_lists import SENTENCE_LISTS, WHOLE_TEXT


def find_shared_passages(stages: Stages[PassageSettings]) -> dict[str, Any]:
    """Find the passages that two documents share, located in both. Documents of `against` are on the right side.

    front      read -> clean -> split: `documents`, each with the list of its sentences
    units      sentences that read the same are one unit; then matches and clusters of units
    places     where each unit occurs, and which text occurs in so many documents that it is boilerplate
    points     documents that share a rare sentence or run of words are worth comparing
    located    where two documents share text
    passages   the passages with their kinds, and what each two documents share
    links      places of documents where text is that stands elsewhere too
    families   one text and all its places

    With `exact`, `repeats` takes the place of the stages from `units` to `points`, and no families are gathered.
    """
    load, settings, engine = stages.load, stages.settings, stages.engine
    stages.make("front", lambda: read_sentence_lists(stages.inputs, settings, engine))
    check_series(settings.reading.series, stages.run.read_batches("documents"))
    if settings.locating.exact:
        return find_exact_passages(stages)
    finder = match_and_cluster(stages)  # units, matches, clusters
    documents = stages.run.count_rows("documents")
    estimate = estimate_noise(load("works"), documents, engine) if needs_estimate(settings.locating) else None
    rules = locate.settle_locating(settings.locating, documents, estimate is not None and estimate.is_noisy)
    occurrences = ListOccurrences(settings.folding)
    stages.make("places", lambda: boilerplate.find_places(load, occurrences, rules, engine))
    stages.make("points", lambda: pair_documents.find_document_pairs(load, rules, engine))
    stages.make("located", lambda: locate.locate_passages(load, rules, settings.folding.min_characters, engine))
    stages.make("passages", lambda: locate.build_passage_tables(load, engine))
    if settings.locating.families:
        stages.make("links", lambda: links.link_places(load, engine))
        stages.make("families", lambda: families.build_family_tables(load, settings.locating.min_passage, engine))
    return {**summarise_passages_run(stages, finder), "noise": describe_noise(rules, estimate)}


def find_exact_passages(stages: Stages[PassageSettings]) -> dict[str, Any]:
    """The stages after `front` that find what is repeated to the letter, each place with the first one."""
    load, settings, engine = stages.load, stages.settings.locating, stages.engine
    stages.make("repeats", lambda: exact.find_repeats(load, settings, engine))
    stages.make("located", lambda: exact.locate_repeats(load, settings, engine))
    stages.make("passages", lambda: locate.build_passage_tables(load, engine))
    return {
        **stages.count_rows("documents", "sentences"),
        "compared": stages.run.count_rows("repeats"),
        **stages.count_rows("document_pairs", "passages"),
        **count_kinds_and_forms(stages),
    }


def read_sentence_lists(inputs: JobInputs, settings: PassageSettings, engine: Engine) -> dict[str, Table]:
    """read -> clean -> split: as in every job, and `works`: the documents in order, each with all its sentences.

    Of inputs that say where their lines stand on pages, these are in `regions`.
    """
    documents = read_documents(inputs.every, settings, engine)
    # Documents that a file of pairs names are compared even if they are of one series.
    series = "none" if settings.locating.pairs else settings.reading.series
    with_text = bool(settings.locating.exact)
    every = engine.map(documents, GatherSentences(build_splitter(settings), inputs.against_sources, series, with_text))
    whole = WHOLE_TEXT if with_text else ()
    return {
        **record_outcomes(documents, engine),
        **read_regions(inputs.every, settings, engine),
        "sentences": engine.map(every, list_sentences),
        "works": engine.group(
            engine.map(every, SelectColumns(pa.schema([*UNNUMBERED_SENTENCE_LISTS, *whole]))),
            DOCUMENT_ORDER,
            PassRows(pa.schema([*SENTENCE_LISTS, *whole])),
            number="number",
        ),
    }


def summarise_passages_run(stages: Stages[PassageSettings], finder: Finder) -> dict[str, Any]:
    """The figures of a run of `passages`."""
    run = stages.run
    meetings = run.sum_counts("meetings")
    return {
        **stages.count_rows("documents", "sentences", "units"),
        **finder.facts,
        "sentence_matches": run.count_rows("matches"),
        "too_common": {name: meetings.get(name, 0) for name in ("sentences", "runs of words")},
        "boilerplate": run.count_rows("boilerplate"),
        "compared": run.count_rows("paired"),
        **({"pairs": pairs_file.summarise_missed_pairs(meetings)} if pairs_file.PAIRS in meetings else {}),
        **stages.count_rows("document_pairs", "passages"),
        **(summarise_families(stages) if stages.settings.locating.families else {}),
        **count_kinds_and_forms(stages),
    }


def count_kinds_and_forms(stages: Stages[PassageSettings]) -> dict[str, dict[str, int]]:
    """How many passages there are of each kind and of each form."""
    kinds: Counter[str] = Counter()
    forms: Counter[str] = Counter()
    for batch in stages.run.read_batches("passages"):
        for counter, column in ((kinds, "kind"), (forms, "form")):
            counter.update({row["values"]: row["counts"] for row in pc.value_counts(batch[column]).to_pylist()})
    return {
        "kinds": {kind: kinds[kind] for kind in PASSAGE_KIND_NAMES if kinds[kind]},
        "forms": {form: forms[form] for form in PASSAGE_FORMS if forms[form]},
    }


def summarise_families(stages: Stages[PassageSettings]) -> dict[str, Any]:
    """How many families and members there are, and how many places of passages are in none."""
    counts = stages.run.sum_counts("left_over")
    return {
        **stages.count_rows("families", "members"),
        "places": {"all": counts.get("places", 0), "in no family": counts.get("left_over", 0)},
    }
