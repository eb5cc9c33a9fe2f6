"""The job `documents`: near-duplicate documents, and which of them to keep."""

from __future__ import annotations

from typing import Any

from twicetold.config import Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.finders.base import CandidateTables, Finder
from twicetold.finders.join_steps import UNIT_TEXTS
from twicetold.finders.sketches import add_sketches
from twicetold.jobs.documents import ordering, overlaps, results, variants
from twicetold.jobs.documents.against import is_much_shorter, summarise_against
from twicetold.jobs.documents.keep_rule import KeepRule, build_keep_rule, check_values, complete_document_settings
from twicetold.jobs.documents.ordering import NormaliseDocuments
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.documents.similar_documents import (
    KeepPolicy,
    cluster_documents,
    match_documents,
    select_candidates,
)
from twicetold.jobs.flow import JobInputs, Stages, TableLoader
from twicetold.jobs.front import build_splitter, read_documents, record_outcomes
from twicetold.jobs.stages import fit_finder
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.matching.in_pairs import keep_rows_in_pairs
from twicetold.matching.similarity import Comparison


def find_duplicate_documents(stages: Stages[DocumentSettings]) -> dict[str, Any]:
    """Find near-duplicate documents, and say which of them to keep. All documents of `against` are kept.

    front       read -> clean: the documents in the order in which they would be kept
    units       documents that read the same are one unit
    candidates  units that share keys, or resemble each other in their sketches
    matches     the candidates that are similar enough
    clusters    the first document that is kept, and those that it makes superfluous
    tables      `clusters`, `members` with the reason of each, `matches`, `bridges`
    variants    the first texts of each cluster, for reading
    overlaps    where two documents that match say the same, if that was asked for
    """
    load, engine, inputs = stages.load, stages.engine, stages.inputs
    settings = complete_document_settings(stages.settings)
    keep = build_keep_rule(settings.keeping)
    policy = KeepPolicy(bool(inputs.against), settings.keeping.keep == "all")
    stages.make("front", lambda: read_ordered_documents(inputs, keep, settings, engine))
    check_values(keep, (batch["order"].to_pylist() for batch in stages.run.read_batches("standing")))
    if inputs.against and is_much_shorter(stages.run):
        settings = complete_document_settings(stages.settings, is_contained=True)
    matching = settings.matching
    stages.make("units", lambda: ordering.fold_documents(load, policy.has_against, engine))
    finder = fit_finder(stages, settings)
    comparison = Comparison(finder.feature, matching.measure, matching.threshold)
    candidates, finder = find_candidates(stages, finder)
    stages.make("candidates", lambda: select_candidates(candidates, load("folded"), policy.has_against, engine))
    stages.make("matches", lambda: verify_documents(load, comparison, engine))
    stages.make("clusters", lambda: cluster_documents(load("verified"), load("folded"), policy, engine))
    explain = results.ExplainDocumentMembers(keep, policy, matching.measure)
    stages.make("tables", lambda: results.build_document_tables(load, explain, engine))
    clusters = stages.run.count_rows("heads")
    stages.make("variants", lambda: {"variants": variants.collect_variants(load, clusters, engine)})
    if overlaps.must_locate_overlaps(settings.keeping.locate, inputs):
        run_overlap_stages(stages, settings)
    return summarise_documents_run(stages, finder, matching)


def find_candidates(stages: Stages[DocumentSettings], finder: Finder) -> tuple[CandidateTables, Finder]:
    """The candidates among units, and the finder that found them: by sketches, where it can make them."""
    sketching = add_sketches(finder)
    if not sketching:
        return finder.find_candidates(stages.load("units"), stages.engine), finder
    stages.make("sketches", lambda: {"sketches": sketching.compute_sketches(stages.load("units"), stages.engine)})
    return sketching.find_candidates(stages.load("sketches"), stages.engine), sketching


def read_ordered_documents(
    inputs: JobInputs, keep: KeepRule, settings: DocumentSettings, engine: Engine
) -> dict[str, Table]:
    """read -> clean: the documents in the order in which they would be kept, and what could not be read."""
    every = read_documents(inputs.every, settings, engine)
    normalise = NormaliseDocuments(keep, settings.reading.cleaner, inputs.against_sources, settings.folding)
    return {**record_outcomes(every, engine), **ordering.order_documents(every, normalise, engine)}


def verify_documents(load: TableLoader, comparison: Comparison, engine: Engine) -> dict[str, Table]:
    """verify: only the texts of documents that are in a pair are moved."""
    pairs = load("candidates")
    texts = engine.map(keep_rows_in_pairs(load("units"), pairs, "unit", engine), SelectColumns(UNIT_TEXTS))
    pairs_with_texts = engine.join(pairs, texts, on=("left", "right"), key="unit", shared=True)
    return match_documents(pairs_with_texts, comparison, engine)


def run_overlap_stages(stages: Stages[DocumentSettings], settings: DocumentSettings) -> None:
    """The stages from matches to where they are in both texts, for which some documents are read again."""
    run, engine, load = stages.run, stages.engine, stages.load

    def split_paired_documents() -> Table:
        some = overlaps.select_inputs_to_read(stages.inputs.every, run.read_batches("wanted"))
        documents = read_documents(some, settings, engine)
        return overlaps.split_documents_to_read(documents, load("wanted"), build_splitter(settings), engine)

    stages.make("paired", lambda: overlaps.list_overlap_pairs(load, engine))
    stages.make("works", lambda: {"works": split_paired_documents()})
    stages.make("overlaps", lambda: {"overlaps": overlaps.locate_overlaps(load, settings.locating, engine)})


def summarise_documents_run(stages: Stages[DocumentSettings], finder: Finder, matching: Matching) -> dict[str, Any]:
    """The figures of a run of `documents`."""
    run = stages.run
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
        **stages.count_rows("matches", "bridges", "clusters", "members"),
        "kept": every - removed,
        "removed": removed,
        **(summarise_against(run, stages.inputs.against_sources) if stages.inputs.against else {}),
        **(overlaps.summarise_overlaps(run) if "overlaps" in run.tables else {}),
        "sizes": count_cluster_sizes(run.read_batches("clusters")),
    }
