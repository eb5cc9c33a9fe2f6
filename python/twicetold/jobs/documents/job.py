"""The job `documents` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from typing import Any

from twicetold.jobs.base import Job
from twicetold.jobs.documents.keep_rule import complete_document_settings
from twicetold.jobs.documents.overlaps import must_locate_overlaps
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.stages import check_settings
from twicetold.text.plurals import format_count


class DocumentsJob(Job):
    name = "documents"
    help = """Find near-duplicate documents: verified matches, clusters, and which document of each is kept, and why.

    Example: `twicetold documents corpus -o run --keep newest`, then `twicetold apply run -o clean`
    """
    settings = DocumentSettings
    record_noun = "whole document"
    next_step = "twicetold apply {output} --dry-run"
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
        check_settings(complete_document_settings(settings))
        must_locate_overlaps(settings.keeping.locate, inputs)  # raises where the input cannot be read twice
        return settings

    def summarise(self, results: dict[str, Any]) -> str:
        """What was found, in two lines; more where overlaps were located, or pairs of crowded keys were left out."""
        left_out = results["crowds"]["pairs_left_out"]
        lines = [
            f"{format_count(results['distinct'], 'distinct text')}; "
            f"{format_count(results['candidates'], 'pair')} compared, "
            f"{format_count(results['matches'], 'match')}, {results['bridges']:,} between clusters",
            f"{format_count(results['clusters'], 'cluster')} of {format_count(results['members'], 'document')}; "
            f"{results['kept']:,} of {results['kept'] + results['removed']:,} kept, {results['removed']:,} removed",
        ]
        if "located" in results:
            located, pairs = results["located"]["with_overlap"], format_count(results["located"]["pairs"], "pair")
            lines.append(f"{format_count(results['overlaps'], 'overlap')} located, in {located:,} of {pairs}")
        if left_out:
            lines.append(f"{format_count(left_out, 'pair')} of crowded keys not compared; `--finder join` compares all")
        return "\n".join(lines)
