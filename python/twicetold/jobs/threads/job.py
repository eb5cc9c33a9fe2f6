"""The job `threads` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from twicetold.config import JobSettings, check_values
from twicetold.errors import SettingsError
from twicetold.jobs.base import Findings, Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.threads.aspects import settle_aspects
from twicetold.jobs.threads.collection import find_against_run, has_kept_terms
from twicetold.jobs.threads.ranking import load_meaning
from twicetold.jobs.threads.settings import FIELD_THRESHOLD, ThreadSettings
from twicetold.jobs.threads.tables import COMPARED_FIELDS
from twicetold.readers.inputs import find_inputs
from twicetold.run import Run
from twicetold.run.progress import StageShare, StageShares
from twicetold.text.plurals import agree, format_count, format_share
from twicetold.text.quantities import format_bytes

RANKED_STAGES = ("front", "terms", "found", "links", "scores", "suggestions", "clusters", "tables")
AGAINST_STAGES = ("front", "terms", "collection", "found", "links", "scores", "suggestions", "tables")
LEAST_BYTES, WORKER_BYTES = 400_000_000, 50_000_000  # that inputs of any size need
SMALL_INPUT_BYTES = 16_000_000  # a smaller input takes less memory than that
FIELD_STAGES = ("front", "units", "candidates", "scores", "clusters", "tables")


class ThreadsJob(Job):
    name = "threads"
    help = """Find questions that were asked twice: threads with similar questions, descriptions and answers.

    Example: `twicetold threads ai.stackexchange.com.7z -o run`, then `twicetold report run`
    """
    settings = ThreadSettings
    record_noun = "thread"
    stages = (
        StageShare("front", "reading", 20),
        StageShare("units", "folding", 10),
        StageShare("candidates", "finding pairs", 40),
        StageShare("scores", "comparing", 20),
        StageShare("terms", "counting words", 5),
        StageShare("collection", "counting words of the others", 5),
        StageShare("found", "ranking", 20),
        StageShare("links", "reading links", 1),
        StageShare("suggestions", "naming", 4),
        StageShare("clusters", "clustering", 5),
        StageShare("tables", "summarising", 5),
    )
    result_tables = ("clusters", "members", "matches", "bridges", "threads", "links", "suggestions", "collection")
    temporary_tables = (
        *(f"units_{name}" for name in COMPARED_FIELDS),
        *("pairs", "scored", "heads", "labels", "terms", "found", "against_threads", "against_terms"),
    )
    main_table = "matches"
    commands = (".command:gather",)
    flow = ".flow:find_repeated_questions"
    views = ".show:ThreadViews"
    page = ".page:render_threads_page"
    evaluator = ".evaluate:judge_threads"
    labelled = (".label:ThreadMatchLabels",)
    tuner = ".tune:tune_thread_settings"

    def list_stages(self, settings: ThreadSettings) -> StageShares:
        known = {each.name: each for each in self.stages}
        if settings.against:
            kept = ("collection",) if has_kept_terms(settings) else ()
            return tuple(known[name] for name in AGAINST_STAGES if name not in kept)
        names = RANKED_STAGES if settings.is_ranked else known if settings.suggesting.top else FIELD_STAGES
        return tuple(known[name] for name in names if name != "collection")

    def list_temporary_tables(self, settings: ThreadSettings) -> tuple[str, ...]:
        kept = ("terms",) if settings.suggesting.keep_index else ()
        return tuple(name for name in self.temporary_tables if name not in kept)

    def find_inputs(self, paths: Sequence[str], settings: JobSettings) -> JobInputs:
        collection = find_against_run(cast("ThreadSettings", settings))
        if not collection:
            return super().find_inputs(paths, settings)
        return JobInputs(find_inputs(paths, settings.reading), collection=collection)

    def prepare_settings(self, settings: ThreadSettings, inputs: JobInputs) -> ThreadSettings:
        check_values(settings)
        settle_aspects(settings)  # raises where an aspect is wrong
        _check_ranking(settings)
        _check_memory(settings, inputs)
        precision = settings.suggesting.precision
        if not 0 < precision < 1:
            raise SettingsError(
                f"`precision` must be above 0 and below 1, not {precision:g}", "for example --precision 0.8"
            )
        return settings

    def describe_findings(self, run: Run) -> Findings:
        """How many threads ask what another asks, what the forum does not know yet, and how good suggestions are."""
        results = run.facts["results"]
        threshold = results.get("threshold") or run.facts["settings"]["threads"]["threshold"] or FIELD_THRESHOLD
        read = format_count(results["threads"], "thread")
        known = _describe_known_links(results, run.facts["settings"]["threads"]["top"])
        if "collection" in results and results["matches"]:
            matched = len(run.count_values("matches", "left_document"))
            others = f"{results['collection']:,} others"
            share = format_share(matched, results["threads"], "thread")
            line = f"{share} {agree(matched, 'asks', 'ask')} what one of {others} asks"
            return Findings(
                [f"{line}: {format_count(results['matches'], 'match')}", _describe_precision(results), *known]
            )
        if not results["matches"]:
            if "expected_precision" in results:
                asked = run.facts["settings"]["threads"]["precision"]
                pairs = f"no two of {read} are so similar"
                if "collection" in results:
                    pairs = f"none of {read} is so similar to one of {results['collection']:,} others"
                line = f"{pairs} that {100 * asked:.0f} % of such matches should be right"
                advice = "next: give a lower --precision, or see what is suggested for a thread: "
                return Findings([line, *known], f"{advice}twicetold show {run.folder} --thread ID")
            return Findings(
                [f"no question is asked twice: no two of {read} reach a score of {threshold:g}", *known],
                f"to find less similar threads, give a lower --threshold, such as {threshold / 2:g}, "
                "or compare whole threads: leave out `--compare fields`",
            )
        clusters, largest = format_count(results["clusters"], "cluster"), max(map(int, results["sizes"]), default=0)
        members = results["members"]
        share = format_share(members, results["threads"], "thread")
        lines = [
            f"{share} {agree(members, 'asks', 'ask')} what another asks: "
            f"{clusters}, the largest of {largest:,}; {format_count(results['matches'], 'match')}"
        ]
        if "expected_precision" in results:
            lines.append(_describe_precision(results))
        return Findings([*lines, *known])


def _describe_precision(results: Mapping[str, Any]) -> str:
    expected = f"about {100 * results['expected_precision']:.0f} % of them should be right"
    return f"matches score {results['threshold']:.3f} or more: {expected}"


def _check_memory(settings: ThreadSettings, inputs: JobInputs) -> None:
    """Raise an error where the memory limit is below what the job needs however it spills."""
    machine = settings.machine
    size = sum(Path(path).stat().st_size for path in inputs.paths if Path(path).is_file())
    least = LEAST_BYTES + WORKER_BYTES * machine.worker_count
    if size > SMALL_INPUT_BYTES and 0 < machine.memory_bytes < least:
        workers = format_count(machine.worker_count, "worker")
        message = f"`--memory` is too small for `threads`: {format_bytes(machine.memory_bytes)} with {workers}"
        raise SettingsError(message, f"give at least {format_bytes(least)}")


def _check_ranking(settings: ThreadSettings) -> None:
    """Raise an error where settings for fields would be ignored, or nothing would be ranked."""
    if settings.against and not settings.is_ranked:
        raise SettingsError("`--against` works only with whole threads", "leave out `--compare fields`")
    unused = settings.list_unused_settings()
    if unused:
        raise SettingsError(f"`{unused[0]}` works only if fields are compared", "add `--compare fields`")
    if settings.is_ranked and not settings.suggesting.top:
        raise SettingsError("`--top 0` works only if fields are compared", "add `--compare fields`")
    if settings.suggesting.top and settings.suggesting.meaning != "none":
        load_meaning(settings.suggesting.meaning)  # raises where its package is missing


def _describe_known_links(results: Mapping[str, Any], top: int) -> list[str]:
    """How many of the forum's own links and duplicates are suggested, where it has any."""
    lines = []
    for name, noun in (("known_links", "link"), ("known_duplicates", "duplicate")):
        if name in results and top >= 5:
            found = results[name]
            pairs = format_count(found["pairs"], noun)
            lines.append(f"the forum's own {pairs}: recall@5 {found['recall']['5']:.3f}")
    return lines
