"""The job `passages` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from typing import Any

from twicetold.config import complete_settings
from twicetold.jobs.base import Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.passages.kinds import PASSAGE_KINDS
from twicetold.jobs.passages.pairs_file import read_pair_lines
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.stages import check_settings
from twicetold.text.plurals import format_count


class PassagesJob(Job):
    name = "passages"
    help = """Find passages that two documents share, located to the character in both: copies, quotations, summaries.

    Example: `twicetold passages essays --against sources -o run`, then `twicetold show run`
    """
    settings = PassageSettings
    result_tables = ("passages", "document_pairs", "matches", "boilerplate")
    temporary_tables = ("works", "units", "verified", "heads", "labels", "places", "marks", "paired", "located")
    main_table = "passages"
    kinds = PASSAGE_KINDS
    flow = ".flow:find_shared_passages"
    views = ".show:PassageViews"
    page = ".page:render_passages_page"
    evaluator = ".evaluate:judge_passages"
    remover = ".remove:RemovePassages"

    def prepare_settings(self, settings: PassageSettings, inputs: JobInputs) -> PassageSettings:
        settings = complete_settings(settings)
        check_settings(settings)
        if settings.locating.pairs:
            read_pair_lines(settings.locating.pairs)  # raises where the file is wrong
        return settings

    def summarise(self, results: dict[str, Any]) -> str:
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
