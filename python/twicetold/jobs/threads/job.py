"""The job `threads` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.jobs.base import Job, JobInputs
from twicetold.jobs.threads.flow import THREAD_RESULT_TABLES, THREAD_TEMPORARY_TABLES, run_threads_job
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.run import Run
from twicetold.run.progress import StageShare, StageShares
from twicetold.text.plurals import format_count


class ThreadsJob(Job):
    name: ClassVar[str] = "threads"
    help: ClassVar[
        str
    ] = """Find questions that were asked twice: threads with similar questions, descriptions and answers.

    Example: `twicetold threads ai.stackexchange.com.7z -o run --weights 0.5 0.2 0.3`
    """
    settings: ClassVar[type[JobSettings]] = ThreadSettings
    record_noun: ClassVar[str] = "thread"
    stages: ClassVar[StageShares] = {
        "front": StageShare("reading", 20),
        "units": StageShare("folding", 10),
        "candidates": StageShare("finding pairs", 40),
        "scores": StageShare("comparing", 20),
        "clusters": StageShare("clustering", 5),
        "tables": StageShare("summarising", 5),
    }
    result_tables: ClassVar[tuple[str, ...]] = THREAD_RESULT_TABLES
    temporary_tables: ClassVar[tuple[str, ...]] = THREAD_TEMPORARY_TABLES
    main_table: ClassVar[str] = "matches"
    commands: ClassVar[tuple[str, ...]] = (".command:gather",)
    views: ClassVar[str] = ".views:ThreadViews"
    page: ClassVar[str] = ".page:render_threads_page"
    evaluator: ClassVar[str] = ".evaluate:judge_threads"
    tuner: ClassVar[str] = ".tune:tune_thread_settings"

    def run(
        self,
        inputs: JobInputs,
        output: str | Path | None,
        settings: ThreadSettings,
        engine: Engine,
        force: bool = False,
    ) -> Run:
        return run_threads_job(inputs.searched, output, settings, engine, force)

    def summarise(self, results: dict[str, Any]) -> str:
        return summarise_thread_results(results)


def summarise_thread_results(results: dict[str, Any]) -> str:
    """What was found, in two lines."""
    distinct = ", ".join(format_count(field["distinct"], name) for name, field in results["fields"].items())
    return (
        f"{distinct} that differ; {format_count(results['candidates'], 'pair')} compared, "
        f"{format_count(results['matches'], 'match')}\n{format_count(results['clusters'], 'cluster')} of "
        f"{format_count(results['members'], 'thread')}, {format_count(results['bridges'], 'bridge')} cut"
    )
