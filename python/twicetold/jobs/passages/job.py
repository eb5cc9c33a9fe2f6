"""The job `passages` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.jobs.base import Job, JobInputs, find_compared_inputs
from twicetold.jobs.passages.flow import PASSAGE_RESULT_TABLES, PASSAGE_TEMPORARY_TABLES, run_passages_job
from twicetold.jobs.passages.kinds import PASSAGE_KINDS
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.run import Run
from twicetold.run.progress import StageShare, StageShares
from twicetold.tables.kinds import Kind
from twicetold.text.plurals import format_count


class PassagesJob(Job):
    name: ClassVar[str] = "passages"
    help: ClassVar[
        str
    ] = """Find passages that two documents share, located to the character in both: copies, quotations, summaries.

    Example: `twicetold passages essays --against sources -o run`, then `twicetold show run`
    """
    settings: ClassVar[type[JobSettings]] = PassageSettings
    stages: ClassVar[StageShares] = {
        "front": StageShare("reading", 20),
        "units": StageShare("folding", 8),
        "matches": StageShare("matching", 32),
        "clusters": StageShare("clustering", 4),
        "places": StageShare("finding boilerplate", 6),
        "points": StageShare("pairing documents", 16),
        "located": StageShare("locating", 13),
        "passages": StageShare("summarising", 1),
    }
    result_tables: ClassVar[tuple[str, ...]] = PASSAGE_RESULT_TABLES
    temporary_tables: ClassVar[tuple[str, ...]] = PASSAGE_TEMPORARY_TABLES
    main_table: ClassVar[str] = "passages"
    kinds: ClassVar[tuple[Kind, ...]] = PASSAGE_KINDS
    views: ClassVar[str] = ".views:PassageViews"
    page: ClassVar[str] = ".page:render_passages_page"
    evaluator: ClassVar[str] = ".evaluate:judge_passages"
    remover: ClassVar[str] = ".remove:RemovePassages"

    def find_inputs(self, paths: Sequence[str], settings: JobSettings) -> JobInputs:
        return find_compared_inputs(paths, settings)

    def run(
        self,
        inputs: JobInputs,
        output: str | Path | None,
        settings: PassageSettings,
        engine: Engine,
        force: bool = False,
    ) -> Run:
        return run_passages_job(inputs.searched, inputs.against, output, settings, engine, force)

    def summarise(self, results: dict[str, Any]) -> str:
        return summarise_passage_results(results)


def summarise_passage_results(results: dict[str, Any]) -> str:
    """What was found, in two lines."""
    found = format_count(results["passages"], "passage"), format_count(results["document_pairs"], "pair")
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in results["kinds"].items())
    return (
        f"{describe_missed_pairs(results)}"
        f"{format_count(results['compared'], 'pair')} of documents compared; "
        f"{format_count(results['boilerplate'], 'sentence')} of boilerplate\n"
        f"{' in '.join(found)}{f': {kinds}' if kinds else ''}"
    )


def describe_missed_pairs(results: dict[str, Any]) -> str:
    """A line for the named pairs that were not there, where there are any."""
    pairs = results.get("pairs", {"missed": 0})
    if not pairs["missed"]:
        return ""
    return (
        f"{pairs['missed']:,} of {format_count(pairs['named'], 'named pair')} not there: {'; '.join(pairs['first'])}\n"
    )
