"""The job `sentences`: near-duplicate sentences, what they are, and which no longer agree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.config import complete_settings, convert_to_dict
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.finders.base import Finder
from twicetold.jobs.front import build_vector_readers, read_and_split
from twicetold.jobs.sentences import contradictions, kinds
from twicetold.jobs.sentences import matches as matching
from twicetold.jobs.sentences.document_pairs import count_document_pairs
from twicetold.jobs.sentences.members import collect_members
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.tables import SENTENCE_MATCHES
from twicetold.jobs.stages import (
    Stages,
    TableLoader,
    check_settings,
    list_settings_files,
    match_and_cluster,
    summarise_crowds,
)
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.readers.inputs import Input
from twicetold.run import Run

SENTENCE_RESULT_TABLES = ("clusters", "members", "matches", "bridges", "document_pairs", "contradictions")
SENTENCE_TEMPORARY_TABLES = ("units", "verified", "heads", "labels", "drifting")


def run_sentences_job(
    inputs: Sequence[Input], output: str | Path | None, settings: SentenceSettings, engine: Engine, force: bool = False
) -> Run:
    """Find near-duplicate sentences, say what each repetition is, and which copies no longer agree.

    front      read -> clean -> split: `documents` and their `sentences`
    units      sentences that read the same are one unit
    matches    units that share keys become candidates, and the candidates that are similar enough `matches`
    clusters   units held together by matches; who resembles no core leaves its cluster, and a bridge is reported
    members    every sentence of every cluster
    kinds      a copy, a template, a copy-edit, a citation, or two versions of a fact
    tables     `clusters` with their kinds, and `contradictions`
    """
    settings = complete_settings(settings)
    check_settings(settings)
    if settings.reading.vector_field:
        build_vector_readers(inputs, settings)  # raises where a format can hold no vectors
    files = [found.path for found in inputs]
    with Run.open(output, "sentences", convert_to_dict(settings), files, list_settings_files(settings), force) as run:
        if run.is_finished:
            return run
        stages = Stages(run, engine, SENTENCE_TEMPORARY_TABLES)
        load = stages.load
        stages.make("front", lambda: read_and_split(inputs, settings, engine))
        finder = match_and_cluster(stages, settings, inputs)  # units, matches, clusters
        stages.make(
            "members",
            lambda: {"members": collect_members(load("sentences"), load("labels"), settings.folding, engine)},
        )
        stages.make("kinds", lambda: build_kind_tables(load, settings, engine))
        stages.make("tables", lambda: build_summary_tables(load, engine))
        run.record_results(summarise_sentences_run(run, finder))
        return run.finish(*SENTENCE_RESULT_TABLES, clear=SENTENCE_TEMPORARY_TABLES)


def build_kind_tables(load: TableLoader, settings: SentenceSettings, engine: Engine) -> dict[str, Table]:
    """Say what each match is and why: `matches`, `bridges`, `document_pairs`, and `drifting` for the next stage."""
    members = load("members")
    pairs = count_document_pairs(members, settings.matching.document_limit, engine)
    inside, bridges = matching.split_matches_and_bridges(load("verified"), load("units"), load("labels"), engine)
    classified = engine.map(matching.add_match_context(inside, members, pairs, engine), kinds.ClassifyMatches())
    return {
        "matches": engine.map(classified, SelectColumns(SENTENCE_MATCHES)),
        "bridges": bridges,
        "document_pairs": pairs,
        "drifting": engine.map(classified, contradictions.KeepDriftMatches()),
    }


def build_summary_tables(load: TableLoader, engine: Engine) -> dict[str, Table]:
    """What a user reads first: `clusters` and `contradictions`."""
    return {
        "clusters": kinds.classify_clusters(load("heads"), load("members"), load("matches"), engine),
        "contradictions": contradictions.find_contradictions(load("drifting"), load("documents"), engine),
    }


def summarise_sentences_run(run: Run, finder: Finder) -> dict[str, Any]:
    """The figures of a run, for `run.json`."""
    judged, crowds, settled = run.sum_counts("judged"), run.sum_counts("crowds"), finder.facts
    matched = judged.pop("accepted", 0)
    candidates = matched + sum(judged.values())
    return {
        **{name: run.count_rows(name) for name in ("documents", "sentences", "units")},
        **settled,
        "candidates": candidates,
        "rejected": dict(sorted(judged.items())),
        "crowds": summarise_crowds(crowds, candidates, settled.get("partition", "")),
        "collisions": run.sum_column("units", "collided"),
        **{
            name: run.count_rows(name)
            for name in ("matches", "bridges", "clusters", "members", "document_pairs", "contradictions")
        },
        "sizes": count_cluster_sizes(run.read_batches("clusters")),
    }
