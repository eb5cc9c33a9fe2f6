"""The job `passages`: what two documents share, located in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from twicetold.config import complete_settings, convert_to_dict
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns
from twicetold.finders.base import Finder
from twicetold.jobs.front import build_splitter, read_documents, record_outcomes
from twicetold.jobs.passages import boilerplate, locate, pair_documents, pairs_file
from twicetold.jobs.passages.kinds import PASSAGE_KIND_NAMES
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.stages import Stages, check_settings, list_settings_files, match_and_cluster
from twicetold.matching.document_sentences import (
    DOCUMENT_ORDER,
    UNNUMBERED_SENTENCE_LISTS,
    GatherSentences,
    ListOccurrences,
    SpreadSentences,
    check_series,
)
from twicetold.readers.inputs import Input, format_path
from twicetold.run import Run
from twicetold.tables.sentence_lists import SENTENCE_LISTS

PASSAGE_RESULT_TABLES = ("passages", "document_pairs")
PASSAGE_TEMPORARY_TABLES = ("works", "units", "verified", "heads", "labels", "places", "marks", "paired", "located")


def run_passages_job(
    inputs: Sequence[Input],
    against: Sequence[Input],
    output: str | Path | None,
    settings: PassageSettings,
    engine: Engine,
    force: bool = False,
) -> Run:
    """Find the passages that two documents share, located in both. Documents of `against` are on the right side.

    front      read -> clean -> split: `documents`, each with the list of its sentences
    units      sentences that read the same are one unit; then matches and clusters of units
    places     where each unit occurs, and which text occurs in so many documents that it is boilerplate
    points     documents that share a rare sentence or run of words are worth comparing
    located    where two documents share text
    passages   the passages with their kinds, and what each two documents share
    """
    settings = complete_settings(settings)
    check_settings(settings)
    if settings.locating.pairs:
        pairs_file.read_pair_lines(settings.locating.pairs)  # raises where the file is wrong
    files = [found.path for found in [*inputs, *against]]
    with Run.open(output, "passages", convert_to_dict(settings), files, list_settings_files(settings), force) as run:
        if run.is_finished:
            return run
        stages = Stages(run, engine, PASSAGE_TEMPORARY_TABLES)
        load, least = stages.load, settings.folding.min_characters
        stages.make("front", lambda: read_sentence_lists(inputs, against, settings, engine))
        check_series(settings.reading.series, run.read_batches("documents"))
        finder = match_and_cluster(stages, settings, [*inputs, *against])  # units, matches, clusters
        how = locate.settle_locating(settings.locating, run.count_rows("documents"))
        occurrences = ListOccurrences(settings.folding)
        stages.make("places", lambda: boilerplate.find_places(load, occurrences, how, engine))
        stages.make("points", lambda: pair_documents.find_document_pairs(load, how, engine))
        stages.make("located", lambda: locate.locate_passages(load, how, least, engine))
        stages.make("passages", lambda: locate.build_passage_tables(load, engine))
        run.record_results(summarise_passages_run(run, finder))
        return run.finish(*PASSAGE_RESULT_TABLES, "matches", "boilerplate", clear=PASSAGE_TEMPORARY_TABLES)


def read_sentence_lists(
    inputs: Sequence[Input], against: Sequence[Input], settings: PassageSettings, engine: Engine
) -> dict[str, Table]:
    """read -> clean -> split: as in every job, and `works`: the documents in order, each with all its sentences."""
    documents = read_documents([*inputs, *against], settings, engine)
    right = frozenset(format_path(found.path) for found in against)
    series = (
        "none" if settings.locating.pairs else settings.reading.series
    )  # documents that the file names are compared in any case
    every = engine.map(documents, GatherSentences(build_splitter(settings), right, series))
    return {
        **record_outcomes(documents, engine),
        "sentences": engine.map(every, SpreadSentences()),
        "works": engine.group(
            engine.map(every, SelectColumns(UNNUMBERED_SENTENCE_LISTS)),
            DOCUMENT_ORDER,
            PassRows(SENTENCE_LISTS),
            number="number",
        ),
    }


def summarise_passages_run(run: Run, finder: Finder) -> dict[str, Any]:
    """The figures of a run of `passages`."""
    judged, meetings = run.sum_counts("judged"), run.sum_counts("meetings")
    kinds: Counter[str] = Counter()
    for batch in run.read_batches("passages"):
        kinds.update({row["values"]: row["counts"] for row in pc.value_counts(batch["kind"]).to_pylist()})
    return {
        **{name: run.count_rows(name) for name in ("documents", "sentences", "units")},
        **finder.facts,
        "sentence_matches": judged.get("accepted", 0),
        "too_common": {name: meetings.get(name, 0) for name in ("sentences", "runs of words")},
        "boilerplate": run.count_rows("boilerplate"),
        "compared": run.count_rows("paired"),
        **({"pairs": pairs_file.summarise_missed_pairs(meetings)} if pairs_file.PAIRS in meetings else {}),
        **{name: run.count_rows(name) for name in ("document_pairs", "passages")},
        "kinds": {kind: kinds[kind] for kind in PASSAGE_KIND_NAMES if kinds[kind]},
    }
