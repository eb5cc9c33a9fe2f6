"""The job `documents`: near-duplicate documents, and which of them to keep."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold.config import Matching, convert_to_dict
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.finders.base import CandidateTables, Finder
from twicetold.finders.join_steps import UNIT_TEXTS
from twicetold.finders.sketches import add_sketches
from twicetold.jobs.documents import ordering, overlaps, results, similar_documents, variants
from twicetold.jobs.documents.keep_rule import build_keep_rule, check_values, complete_document_settings
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.documents.similar_documents import KeepPolicy
from twicetold.jobs.front import build_splitter, read_documents, record_outcomes
from twicetold.jobs.stages import Stages, TableLoader, check_settings, fit_finder, list_settings_files
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.matching.in_pairs import keep_rows_in_pairs
from twicetold.matching.similarity import Comparison
from twicetold.readers.inputs import Input, format_path
from twicetold.run import Run

DOCUMENT_RESULT_TABLES = ("clusters", "members", "matches", "bridges")
DOCUMENT_TEMPORARY_TABLES = (
    *("standing", "texts", "folded", "units", "sketches", "candidates", "verified", "heads", "labels"),
    *("paired", "wanted", "works"),
)


def run_documents_job(
    inputs: Sequence[Input],
    against: Sequence[Input],
    output: str | Path | None,
    settings: DocumentSettings,
    engine: Engine,
    force: bool = False,
) -> Run:
    """Find near-duplicate documents, and say which of them to keep. All documents of `against` are kept.

    front       read -> clean: the documents in the order in which they would be kept
    units       documents that read the same are one unit
    candidates  units that share keys, or resemble each other in their sketches
    matches     the candidates that are similar enough
    clusters    the first document that is kept, and those that it makes superfluous
    tables      `clusters`, `members` with the reason of each, `matches`, `bridges`
    overlaps    where two documents that match say the same, if that was asked for
    """
    original, settings = settings, complete_document_settings(settings)
    check_settings(settings)
    keep, policy = build_keep_rule(settings.keeping), KeepPolicy(bool(against), settings.keeping.keep == "all")
    every = [*inputs, *against]
    is_located = overlaps.must_locate_overlaps(settings.keeping.locate, inputs, against)
    files = [found.path for found in every]
    with Run.open(output, "documents", convert_to_dict(original), files, list_settings_files(settings), force) as run:
        if run.is_finished:
            return run
        stages = Stages(run, engine, DOCUMENT_TEMPORARY_TABLES)
        load, matching = stages.load, settings.matching
        others = frozenset(format_path(found.path) for found in against)
        normalise = ordering.NormaliseDocuments(keep, settings.reading.cleaner, others, settings.folding)
        stages.make("front", lambda: read_ordered_documents(every, normalise, settings, engine))
        check_values(keep, (batch["order"].to_pylist() for batch in run.read_batches("standing")))
        stages.make("units", lambda: ordering.fold_documents(load, policy.has_against, engine))
        finder = fit_finder(stages, settings)
        comparison = Comparison(finder.feature, matching.measure, matching.threshold)
        candidates, finder = find_candidates(stages, finder)
        stages.make(
            "candidates",
            lambda: similar_documents.select_candidates(candidates, load("folded"), policy.has_against, engine),
        )
        stages.make("matches", lambda: verify_documents(load, comparison, engine))
        stages.make(
            "clusters", lambda: similar_documents.cluster_documents(load("verified"), load("folded"), policy, engine)
        )
        explain = results.ExplainDocumentMembers(keep, policy, matching.measure)
        stages.make("tables", lambda: results.build_document_tables(load, explain, engine))
        stages.make("variants", lambda: {"variants": variants.collect_variants(load, run.count_rows("heads"), engine)})
        if is_located:
            run_overlap_stages(every, stages, settings)
        run.record_results(summarise_documents_run(run, finder, matching))
        located = ("overlaps",) if is_located else ()
        return run.finish(*DOCUMENT_RESULT_TABLES, *located, clear=DOCUMENT_TEMPORARY_TABLES)


def find_candidates(stages: Stages, finder: Finder) -> tuple[CandidateTables, Finder]:
    """The candidates among units, and the finder that found them: by sketches, where it can make them."""
    sketching = add_sketches(finder)
    if not sketching:
        return finder.find_candidates(stages.load("units"), stages.engine), finder
    stages.make("sketches", lambda: {"sketches": sketching.compute_sketches(stages.load("units"), stages.engine)})
    return sketching.find_candidates(stages.load("sketches"), stages.engine), sketching


def read_ordered_documents(
    inputs: Sequence[Input], normalise: ordering.NormaliseDocuments, settings: DocumentSettings, engine: Engine
) -> dict[str, Table]:
    """read -> clean: the documents in the order in which they would be kept, and what could not be read."""
    every = read_documents(inputs, settings, engine)
    return {**record_outcomes(every, engine), **ordering.order_documents(every, normalise, engine)}


def verify_documents(load: TableLoader, comparison: Comparison, engine: Engine) -> dict[str, Table]:
    """verify: only the texts of documents that are in a pair are moved."""
    pairs = load("candidates")
    texts = engine.map(keep_rows_in_pairs(load("units"), pairs, "unit", engine), SelectColumns(UNIT_TEXTS))
    met = engine.join(pairs, texts, on=("left", "right"), key="unit", shared=True)
    return similar_documents.match_documents(met, comparison, engine)


def run_overlap_stages(inputs: Sequence[Input], stages: Stages, settings: DocumentSettings) -> None:
    """The stages from matches to where they are in both texts, for which some documents are read again."""
    run, engine, load = stages.run, stages.engine, stages.load

    def split_paired_documents() -> Table:
        some = overlaps.select_inputs_to_read(inputs, run.read_batches("wanted"))
        documents = read_documents(some, settings, engine)
        return overlaps.split_documents_to_read(documents, load("wanted"), build_splitter(settings), engine)

    stages.make("paired", lambda: overlaps.list_overlap_pairs(load, engine))
    stages.make("works", lambda: {"works": split_paired_documents()})
    stages.make("overlaps", lambda: {"overlaps": overlaps.locate_overlaps(load, settings.locating, engine)})


def summarise_documents_run(run: Run, finder: Finder, matching: Matching) -> dict[str, Any]:
    """The figures of a run of `documents`."""
    judged, removed = run.sum_counts("judged"), run.sum_column("clusters", "removed")
    every = run.count_rows("documents")
    return {
        "documents": every,
        "without_text": every - run.count_rows("standing"),
        "collisions": run.count_rows("standing") - run.count_rows("folded"),
        "distinct": run.count_rows("units"),
        **finder.facts,
        "measure": matching.measure,
        "threshold": matching.threshold,
        "candidates": sum(judged.values()),
        "crowds": {"keys": 0, "pairs_left_out": 0} | run.sum_counts("crowds"),
        **{name: run.count_rows(name) for name in ("matches", "bridges", "clusters", "members")},
        "kept": every - removed,
        "removed": removed,
        **(overlaps.summarise_overlaps(run) if "overlaps" in run.tables else {}),
        "sizes": count_cluster_sizes(run.read_batches("clusters")),
    }
