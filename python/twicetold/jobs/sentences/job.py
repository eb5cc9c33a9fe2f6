"""The job `sentences` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.jobs.base import Job, JobInputs
from twicetold.jobs.sentences.flow import SENTENCE_RESULT_TABLES, SENTENCE_TEMPORARY_TABLES, run_sentences_job
from twicetold.jobs.sentences.kinds import SENTENCE_KINDS
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.run import Run
from twicetold.run.progress import StageShare, StageShares
from twicetold.tables.kinds import Kind
from twicetold.text.plurals import format_count


class SentencesJob(Job):
    name: ClassVar[str] = "sentences"
    help: ClassVar[
        str
    ] = """Find near-duplicate sentences: verified matches, clusters, and the documents that share them.

    If a run was interrupted, give the same command again: it continues after the last finished stage.

    Example: `twicetold sentences simplewiki.xml.bz2 -o run`, then `twicetold show run`
    """
    settings: ClassVar[type[JobSettings]] = SentenceSettings
    stages: ClassVar[StageShares] = {
        "front": StageShare("reading", 25),
        "units": StageShare("folding", 10),
        "matches": StageShare("matching", 45),
        "clusters": StageShare("clustering", 4),
        "members": StageShare("collecting", 4),
        "kinds": StageShare("classifying", 11),
        "tables": StageShare("summarising", 1),
    }
    result_tables: ClassVar[tuple[str, ...]] = SENTENCE_RESULT_TABLES
    temporary_tables: ClassVar[tuple[str, ...]] = SENTENCE_TEMPORARY_TABLES
    kinds: ClassVar[tuple[Kind, ...]] = SENTENCE_KINDS
    commands: ClassVar[tuple[str, ...]] = (".command:contradictions",)
    views: ClassVar[str] = ".views:SentenceViews"
    page: ClassVar[str] = ".page:render_sentences_page"
    evaluator: ClassVar[str] = ".evaluate:judge_sentences"
    tuner: ClassVar[str] = ".tune:tune_sentence_settings"
    remover: ClassVar[str] = ".remove:RemoveSentences"

    def run(
        self,
        inputs: JobInputs,
        output: str | Path | None,
        settings: SentenceSettings,
        engine: Engine,
        force: bool = False,
    ) -> Run:
        return run_sentences_job(inputs.searched, output, settings, engine, force)

    def summarise(self, results: dict[str, Any]) -> str:
        return summarise_sentence_results(results)


def summarise_sentence_results(results: dict[str, Any]) -> str:
    """What was found, in three lines; of the join, how it came to so few candidates."""
    crowds = results["crowds"]
    many = crowds["pairs_left_out"]
    left_out = (
        f", {format_count(many, 'pair')} of {format_count(crowds['keys'], 'crowded key')} left out" if many else ""
    )
    recall = "not known" if results["recall"] is None else f"{results['recall']:.1%}"
    pruned = "of {pairs:,} pairs Eq. 2 ruled out {pruned_by_eq2:,}, Eq. 3 {pruned_by_eq3:,}\n"
    return (
        f"{results['units']:,} distinct; "
        f"{format_count(results['candidates'], 'candidate')} by {results['scheme']}{left_out}, "
        f"expected recall {recall}\n{pruned.format(**crowds) if 'pairs' in crowds else ''}"
        f"{format_count(results['matches'], 'match')} in {format_count(results['clusters'], 'cluster')} of "
        f"{format_count(results['members'], 'sentence')}, {format_count(results['bridges'], 'bridge')} cut\n"
        f"sentences shared by {format_count(results['document_pairs'], 'pair')} of documents"
    )
