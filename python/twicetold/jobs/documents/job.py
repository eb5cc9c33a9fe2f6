"""The job `documents` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.jobs.base import Job, JobInputs, find_compared_inputs
from twicetold.jobs.documents.flow import DOCUMENT_RESULT_TABLES, DOCUMENT_TEMPORARY_TABLES, run_documents_job
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.run import Run
from twicetold.run.progress import StageShare, StageShares
from twicetold.text.plurals import format_count


class DocumentsJob(Job):
    name: ClassVar[str] = "documents"
    help: ClassVar[
        str
    ] = """Find near-duplicate documents: verified matches, clusters, and which document of each is kept, and why.

    Example: `twicetold documents corpus -o run --keep newest`, then `twicetold apply run -o clean`
    """
    settings: ClassVar[type[JobSettings]] = DocumentSettings
    record_noun: ClassVar[str] = "whole document"
    next_step: ClassVar[str] = "twicetold apply {output} --dry-run"
    stages: ClassVar[StageShares] = {
        "front": StageShare("reading", 45),
        "units": StageShare("folding", 18),
        "candidates": StageShare("finding pairs", 17),
        "matches": StageShare("comparing", 9),
        "clusters": StageShare("clustering", 3),
        "tables": StageShare("summarising", 7),
        "variants": StageShare("collecting", 1),
    }
    result_tables: ClassVar[tuple[str, ...]] = DOCUMENT_RESULT_TABLES
    temporary_tables: ClassVar[tuple[str, ...]] = DOCUMENT_TEMPORARY_TABLES
    views: ClassVar[str] = ".views:DocumentViews"
    page: ClassVar[str] = ".page:render_documents_page"
    evaluator: ClassVar[str] = ".evaluate:judge_documents"
    remover: ClassVar[str] = ".remove:RemoveDocuments"

    def find_inputs(self, paths: Sequence[str], settings: JobSettings) -> JobInputs:
        return find_compared_inputs(paths, settings)

    def run(
        self,
        inputs: JobInputs,
        output: str | Path | None,
        settings: DocumentSettings,
        engine: Engine,
        force: bool = False,
    ) -> Run:
        return run_documents_job(inputs.searched, inputs.against, output, settings, engine, force)

    def summarise(self, results: dict[str, Any]) -> str:
        return summarise_document_results(results)


def summarise_document_results(results: dict[str, Any]) -> str:
    """What was found, in two lines; more where overlaps were located, or a key was too crowded for all of its pairs."""
    left_out = results["crowds"]["pairs_left_out"]
    lines = [
        f"{format_count(results['distinct'], 'distinct text')}; "
        f"{format_count(results['candidates'], 'pair')} compared, "
        f"{format_count(results['matches'], 'match')}, {results['bridges']:,} between clusters",
        f"{format_count(results['clusters'], 'cluster')} of {format_count(results['members'], 'document')}; "
        f"{results['kept']:,} of {results['kept'] + results['removed']:,} kept, {results['removed']:,} removed",
    ]
    if "located" in results:
        pairs, located = results["located"]["pairs"], results["located"]["with_overlap"]
        lines.append(
            f"{format_count(results['overlaps'], 'overlap')} located, in {located:,} of {format_count(pairs, 'pair')}"
        )
    if left_out:
        lines.append(f"{format_count(left_out, 'pair')} of crowded keys not compared; `--finder join` compares all")
    return "\n".join(lines)
