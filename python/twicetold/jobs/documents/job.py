"""The job `documents` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from dataclasses import replace

from twicetold.jobs.base import Findings, Job
from twicetold.jobs.documents.findings import describe_against, describe_duplicates, explain_no_duplicates
from twicetold.jobs.documents.keep_rule import complete_document_settings
from twicetold.jobs.documents.overlaps import must_locate_overlaps
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.stages import check_settings
from twicetold.run import Run
from twicetold.run.progress import StageShare
from twicetold.text.plurals import format_count


class DocumentsJob(Job):
    name = "documents"
    help = """Find near-duplicate documents: verified matches, clusters, and which document of each is kept, and why.

    Example: `twicetold documents corpus -o run --keep newest`, then `twicetold apply run -o clean`
    """
    settings = DocumentSettings
    record_noun = "whole document"
    next_step = "twicetold report {run}, or twicetold apply {run} --dry-run"
    stages = (
        StageShare("front", "reading", 45),
        StageShare("units", "folding", 18),
        StageShare("candidates", "finding pairs", 17),
        StageShare("matches", "comparing", 9),
        StageShare("clusters", "clustering", 3),
        StageShare("tables", "summarising", 7),
        StageShare("variants", "collecting", 1),
    )
    result_tables = ("clusters", "members", "matches", "bridges", "overlaps")
    temporary_tables = (
        *("standing", "texts", "folded", "units", "sketches", "candidates", "verified", "heads", "labels"),
        *("paired", "wanted", "works"),
    )
    flow = ".flow:find_duplicate_documents"
    views = ".show:DocumentViews"
    page = ".page:render_documents_page"
    evaluator = ".evaluate:judge_documents"
    remover = ".remove:RemoveDocuments"

    def prepare_settings(self, settings: DocumentSettings, inputs: JobInputs) -> DocumentSettings:
        # The field of `--keep` is read as the series, which is not a setting of this job.
        check_settings(replace(complete_document_settings(settings), reading=settings.reading))
        must_locate_overlaps(settings.keeping.locate, inputs)  # raises where the input cannot be read twice
        return settings

    def describe_findings(self, run: Run) -> Findings:
        """How many documents repeat others; with `--against`, how much of the other set is in this one."""
        results = run.facts["results"]
        if not results["clusters"]:
            return explain_no_duplicates(results)
        lines = describe_against(results) if "against" in results else describe_duplicates(results)
        if results["crowds"]["pairs_left_out"]:
            pairs = format_count(results["crowds"]["pairs_left_out"], "pair")
            lines.append(f"{pairs} of crowded keys were not compared; `--finder join` compares all")
        return Findings(lines)
