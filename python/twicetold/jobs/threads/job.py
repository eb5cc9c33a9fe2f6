"""The job `threads` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from typing import Any

from twicetold.config import check_values
from twicetold.jobs.base import Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.threads.aspects import settle_aspects
from twicetold.jobs.threads.fields import FIELDS
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.text.plurals import format_count


class ThreadsJob(Job):
    name = "threads"
    help = """Find questions that were asked twice: threads with similar questions, descriptions and answers.

    Example: `twicetold threads ai.stackexchange.com.7z -o run --weights 0.5 0.2 0.3`
    """
    settings = ThreadSettings
    record_noun = "thread"
    result_tables = ("clusters", "members", "matches", "bridges", "threads")
    temporary_tables = (*(f"units_{name}" for name in FIELDS), "pairs", "scored", "heads", "labels")
    main_table = "matches"
    commands = (".command:gather",)
    flow = ".flow:find_repeated_questions"
    views = ".show:ThreadViews"
    page = ".page:render_threads_page"
    evaluator = ".evaluate:judge_threads"
    tuner = ".tune:tune_thread_settings"

    def prepare_settings(self, settings: ThreadSettings, inputs: JobInputs) -> ThreadSettings:
        check_values(settings)
        settle_aspects(settings)  # raises where an aspect is wrong
        return settings

    def summarise(self, results: dict[str, Any]) -> str:
        """What was found, in two lines."""
        distinct = ", ".join(format_count(field["distinct"], name) for name, field in results["fields"].items())
        return (
            f"{distinct} that differ; {format_count(results['candidates'], 'pair')} compared, "
            f"{format_count(results['matches'], 'match')}\n{format_count(results['clusters'], 'cluster')} of "
            f"{format_count(results['members'], 'thread')}, {format_count(results['bridges'], 'bridge')} cut"
        )
