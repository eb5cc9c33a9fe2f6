"""The job `history` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from twicetold.config import complete_settings
from twicetold.jobs.base import Findings, Job
from twicetold.jobs.flow import JobInputs, find_job_inputs
from twicetold.jobs.history.git import find_repositories
from twicetold.jobs.history.settings import HistorySettings
from twicetold.jobs.stages import check_settings
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.run.progress import StageShare
from twicetold.text.plurals import agree, format_count
from twicetold.text.terminal import cut_title


class HistoryJob(Job):
    name = "history"
    help = """Find which page copied from which: where a repeated sentence was written first, and how it came elsewhere.

    Reads the history of a wiki (`pages-meta-history`), of a git repository, or JSONL with a revision on each line.

    Example: `twicetold history wiki-pages-meta-history.xml.bz2 -o run`, then `twicetold show run --tree 0`
    """
    settings = HistorySettings
    record_noun = "revision"
    stages = (
        StageShare("front", "reading", 55),
        StageShare("units", "folding", 8),
        StageShare("matches", "matching", 22),
        StageShare("clusters", "clustering", 3),
        StageShare("members", "collecting", 3),
        StageShare("events", "tracing copies", 4),
        StageShare("trees", "building trees", 3),
        StageShare("tables", "tracing contradictions", 2),
    )
    result_tables = ("events", "trees", "contradictions", "clusters", "lives", "revisions", "pages")
    temporary_tables = (
        *("all_revisions", "all_lives", "sentences", "copy_notes"),
        *("units", "verified", "heads", "labels", "placed"),
    )
    main_table = "events"
    flow = ".flow:trace_history"
    views = ".show:HistoryViews"
    page = ".page:render_history_page"
    contradictions = ".contradiction_views:HistoryContradictions"

    def find_inputs(self, paths: Sequence[str], settings: Any) -> JobInputs:
        repositories, others = find_repositories(paths)
        if not repositories:
            return find_job_inputs(paths, settings)
        found = find_job_inputs(others, settings).searched if others else []
        return JobInputs(sorted([*repositories, *found], key=lambda each: each.path))

    def prepare_settings(self, settings: HistorySettings, inputs: JobInputs) -> HistorySettings:
        settings = complete_settings(settings)
        check_settings(settings)
        return settings

    def describe_findings(self, run: Run) -> Findings:
        """How many sentences were copied between pages, from where most, and what disagrees since."""
        results = run.facts["results"]
        pages, revisions = format_count(results["pages"], "page"), format_count(results["revisions"], "revision")
        if not results["copies"]:
            return Findings([f"no sentence came from another page, in {revisions} of {pages}"])
        tree = max(read_rows(run, "clusters"), key=lambda row: (row["copies"], -row["cluster"]))["cluster"]
        return Findings(list(describe_copies(run, results)), f"next: twicetold show {run.folder} --tree {tree}")


def describe_copies(run: Run, results: dict[str, Any]) -> Iterator[str]:
    """Sentences that say what was copied."""
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(results["events"].items()) if kind != "none")
    none = results["events"].get("none", 0)
    unknown = f"; {format_count(none, 'more sentence')} without a source inside" if none else ""
    yield f"{format_count(results['copies'], 'sentence')} came from another page: {kinds}{unknown}"
    most = Counter[tuple[str, str]]()
    for batch in run.read_batches("events"):
        titles = zip(batch["source_title"].to_pylist(), batch["target_title"].to_pylist(), strict=True)
        most.update(pair for pair in titles if pair[0])
    for (source, target), count in sorted(most.items(), key=lambda each: (-each[1], each[0]))[:1]:
        yield f"most: from `{cut_title(source)}` to `{cut_title(target)}`, {count:,}"
    traced = results["contradictions"] - results["traced"].get("none", 0)
    them = agree(results["contradictions"], "it", "them")
    yield f"{format_count(results['contradictions'], 'contradiction')}, {traced:,} traced to the edit that made {them}"
