"""The job `sentences` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from twicetold.config import complete_settings
from twicetold.jobs.base import Findings, Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.front import build_vector_readers
from twicetold.jobs.sentences.alias_file import read_alias_file
from twicetold.jobs.sentences.kinds import SENTENCE_KINDS
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import check_settings
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.run.progress import StageShare
from twicetold.text.plurals import agree, format_count, format_share
from twicetold.text.terminal import cut_title
from twicetold.views.rows import SIDES


class SentencesJob(Job):
    name = "sentences"
    help = """Find near-duplicate sentences: verified matches, clusters, and the documents that share them.

    If a run was interrupted, give the same command again: it continues after the last finished stage.

    Example: `twicetold sentences simplewiki.xml.bz2 -o run`, then `twicetold show run`
    """
    settings = SentenceSettings
    stages = (
        StageShare("front", "reading", 25),
        StageShare("units", "folding", 10),
        StageShare("matches", "matching", 45),
        StageShare("clusters", "clustering", 4),
        StageShare("members", "collecting", 4),
        StageShare("aliases", "naming", 1),
        StageShare("kinds", "classifying", 10),
        StageShare("tables", "summarising", 1),
    )
    result_tables = ("clusters", "members", "matches", "bridges", "document_pairs", "contradictions", "aliases")
    temporary_tables = (
        "units",
        "verified",
        "heads",
        "labels",
        "places",
        "drifting",
        "page_aliases",
        "sentence_aliases",
    )
    kinds = SENTENCE_KINDS
    commands = (".command:contradictions",)
    contradictions = ".contradiction_views:SentenceContradictions"
    flow = ".flow:find_repeated_sentences"
    views = ".show:SentenceViews"
    page = ".page:render_sentences_page"
    evaluator = ".evaluate:judge_sentences"
    labelled = (".label:SentenceMatchLabels", ".label:SentenceClusterLabels", ".label:ContradictionLabels")
    tuner = ".tune:tune_sentence_settings"
    remover = ".remove:RemoveSentences"

    def prepare_settings(self, settings: SentenceSettings, inputs: JobInputs) -> SentenceSettings:
        settings = complete_settings(settings)
        check_settings(settings)
        read_alias_file(settings.naming.aliases)  # raises where the file is wrong
        if settings.reading.vector_field:
            build_vector_readers(inputs.searched, settings)  # raises where a format can hold no vectors
        return settings

    def describe_findings(self, run: Run) -> Findings:
        """How much is repeated, contradictions, kinds, and the documents that share most."""
        results = run.facts["results"]
        if not results["clusters"]:
            threshold = run.facts["settings"]["sentences"]["threshold"]
            read = format_count(results["sentences"], "sentence")
            return Findings(
                [f"nothing is repeated: no two of {read} have a similarity of {threshold:g} or more"],
                f"to find less similar sentences, give a lower --threshold, such as {threshold - 0.1:.1f}",
            )
        return Findings(list(describe_repetitions(run, results)))


def describe_repetitions(run: Run, results: dict[str, Any]) -> Iterator[str]:
    """Sentences that say what is repeated."""
    clusters, largest = format_count(results["clusters"], "cluster"), max(map(int, results["sizes"]), default=0)
    yield (
        f"{format_share(results['members'], results['sentences'], 'sentence')} "
        f"{agree(results['members'], 'is', 'are')} repeated: {clusters}, the largest of {largest:,}"
    )
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in results.get("kinds", {}).items())
    found = format_count(results["contradictions"], "contradiction")
    older = f", {results['older_copies']:,} where one copy is older" if results.get("older_copies") else ""
    yield f"{found}{older}; clusters by kind: {kinds}"
    if results["recall"] is None and results["crowds"]["pairs_left_out"]:
        pairs = format_count(results["crowds"]["pairs_left_out"], "pair")
        yield f"{pairs} were not compared (--cap): the recall is not known"
    for pair in islice(read_rows(run, "document_pairs"), 1):
        names = " and ".join(f"`{cut_title(pair[f'{side}_title'] or pair[f'{side}_document'])}`" for side in SIDES)
        share = agree(results["document_pairs"], "shares", "share")
        pairs = format_count(results["document_pairs"], "pair of documents")
        yield f"{pairs} {share} sentences; most: {names}, {pair['shared']:,}"
