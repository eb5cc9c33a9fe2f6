"""The job `threads` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from twicetold.config import check_values
from twicetold.jobs.base import Findings, Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.threads.aspects import settle_aspects
from twicetold.jobs.threads.fields import FIELDS
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.run import Run
from twicetold.run.progress import StageShare
from twicetold.text.plurals import agree, format_count, format_share


class ThreadsJob(Job):
    name = "threads"
    help = """Find questions that were asked twice: threads with similar questions, descriptions and answers.

    Example: `twicetold threads ai.stackexchange.com.7z -o run --weights 0.5 0.2 0.3`
    """
    settings = ThreadSettings
    record_noun = "thread"
    stages = (
        StageShare("front", "reading", 20),
        StageShare("units", "folding", 10),
        StageShare("candidates", "finding pairs", 40),
        StageShare("scores", "comparing", 20),
        StageShare("clusters", "clustering", 5),
        StageShare("tables", "summarising", 5),
    )
    result_tables = ("clusters", "members", "matches", "bridges", "threads")
    temporary_tables = (*(f"units_{name}" for name in FIELDS), "pairs", "scored", "heads", "labels")
    main_table = "matches"
    commands = (".command:gather",)
    flow = ".flow:find_repeated_questions"
    views = ".show:ThreadViews"
    page = ".page:render_threads_page"
    evaluator = ".evaluate:judge_threads"
    labelled = (".label:ThreadMatchLabels",)
    tuner = ".tune:tune_thread_settings"

    def prepare_settings(self, settings: ThreadSettings, inputs: JobInputs) -> ThreadSettings:
        check_values(settings)
        settle_aspects(settings)  # raises where an aspect is wrong
        return settings

    def describe_findings(self, run: Run) -> Findings:
        """How many threads ask what another asks."""
        results = run.facts["results"]
        threshold = run.facts["settings"]["threads"]["threshold"]
        read = format_count(results["threads"], "thread")
        if not results["clusters"]:
            return Findings(
                [f"no question is asked twice: no two of {read} reach a score of {threshold:g}"],
                f"to find less similar threads, give a lower --threshold, such as {threshold / 2:g}, "
                "or learn settings from known duplicates with `twicetold tune`",
            )
        clusters, largest = format_count(results["clusters"], "cluster"), max(map(int, results["sizes"]), default=0)
        members = results["members"]
        share = format_share(members, results["threads"], "thread")
        return Findings(
            [
                f"{share} {agree(members, 'asks', 'ask')} what another asks: "
                f"{clusters}, the largest of {largest:,}; {format_count(results['matches'], 'match')}",
            ]
        )
