"""The job `passages` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

from twicetold.config import complete_settings
from twicetold.jobs.base import Findings, Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.passages.exact import check_exact
from twicetold.jobs.passages.kinds import PASSAGE_KINDS
from twicetold.jobs.passages.pairs_file import read_pair_lines
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.stages import check_settings
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.run.progress import StageShare, StageShares
from twicetold.text.plurals import agree, format_count
from twicetold.text.terminal import cut_title
from twicetold.views.rows import SIDES

EXACT_STAGES = (
    StageShare("front", "reading", 30),
    StageShare("repeats", "finding repeats", 40),
    StageShare("located", "locating", 20),
    StageShare("passages", "summarising", 10),
)


class PassagesJob(Job):
    name = "passages"
    help = """Find passages that two documents share, located to the character in both: copies, quotations, summaries.

    Example: `twicetold passages essays --against sources -o run`, then `twicetold show run`
    """
    settings = PassageSettings
    stages = (
        StageShare("front", "reading", 20),
        StageShare("units", "folding", 8),
        StageShare("matches", "matching", 32),
        StageShare("clusters", "clustering", 4),
        StageShare("places", "finding boilerplate", 6),
        StageShare("points", "pairing documents", 16),
        StageShare("located", "locating", 13),
        StageShare("passages", "summarising", 1),
        StageShare("links", "linking places", 4),
        StageShare("families", "gathering families", 10),
    )
    result_tables = ("passages", "document_pairs", "matches", "boilerplate", "families", "members")
    temporary_tables = (
        *("works", "units", "verified", "heads", "labels", "places", "marks", "paired", "located"),
        *("family_places", "linked", "left_over", "repeats"),
    )
    main_table = "passages"
    kinds = PASSAGE_KINDS
    flow = ".flow:find_shared_passages"
    views = ".show:PassageViews"
    page = ".page:render_passages_page"
    evaluator = ".evaluate:judge_passages"
    labelled = (".label:PassageLabels",)
    remover = ".remove:RemovePassages"
    formats: ClassVar[Mapping[str, str]] = {
        "passim": ".interchange:write_passim",
        "tei": ".interchange:write_tei",
        "graphml": ".interchange:write_graphml",
        "gexf": ".interchange:write_gexf",
        "iiif": ".annotations:write_iiif",
    }

    def list_stages(self, settings: PassageSettings) -> StageShares:
        if settings.locating.exact:
            return EXACT_STAGES
        return self.stages if settings.locating.families else self.stages[:-2]

    def prepare_settings(self, settings: PassageSettings, inputs: JobInputs) -> PassageSettings:
        settings = complete_settings(settings)
        check_settings(settings)
        check_exact(settings.locating)
        if settings.locating.pairs:
            read_pair_lines(settings.locating.pairs)  # raises where the file is wrong
        return settings

    def describe_findings(self, run: Run) -> Findings:
        """How many passages are shared, of which kinds, and by which documents most."""
        results, missed = run.facts["results"], describe_missed_pairs(run.facts["results"])
        documents = format_count(results["documents"], "document")
        exact = run.facts["settings"]["passages"].get("exact")
        if not results["passages"] and exact:
            return Findings(
                [f"nothing is repeated: no stretch of {describe_length(exact)} occurs twice in {documents}"],
                "to find shorter stretches, give a lower --exact; to find edited copies, leave it out",
            )
        if not results["passages"]:
            compared = format_count(results["compared"], "pair")
            return Findings(
                [*missed, f"no passage is shared: {compared} of {documents} had enough in common to be compared"],
                "to find shorter or more freely reworded passages, give a lower --threshold or --min-sentences 1",
            )
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in results["kinds"].items())
        pairs = format_count(results["document_pairs"], "pair of documents")
        share = agree(results["document_pairs"], "shares", "share")
        lines = [*missed, f"{pairs} of {documents} {share} {format_count(results['passages'], 'passage')}: {kinds}"]
        for pair in islice(read_rows(run, "document_pairs"), 1):
            names = " and ".join(f"`{cut_title(pair[f'{side}_title'] or pair[f'{side}_document'])}`" for side in SIDES)
            lines.append(f"most: {names}, {format_count(pair['characters'], 'character')}")
        return Findings(lines)


def describe_length(exact: str) -> str:
    """What `--exact` asks for: `100 characters`, `20 words`."""
    return format_count(int(exact.removesuffix("w")), "word" if exact.endswith("w") else "character")


def describe_missed_pairs(results: dict[str, Any]) -> list[str]:
    """A line for the named pairs that were not read, where there are any."""
    pairs = results.get("pairs", {"missed": 0})
    if not pairs["missed"]:
        return []
    named = format_count(pairs["named"], "named pair")
    return [
        f"{pairs['missed']:,} of {named} {agree(pairs['missed'], 'was', 'were')} not read: {'; '.join(pairs['first'])}"
    ]
