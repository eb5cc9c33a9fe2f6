"""The job `sentences` as the menu knows it, and what it says when it is finished."""

from __future__ import annotations

from typing import Any

from twicetold.config import complete_settings
from twicetold.jobs.base import Job
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.front import build_vector_readers
from twicetold.jobs.sentences.kinds import SENTENCE_KINDS
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import check_settings
from twicetold.text.plurals import format_count


class SentencesJob(Job):
    name = "sentences"
    help = """Find near-duplicate sentences: verified matches, clusters, and the documents that share them.

    If a run was interrupted, give the same command again: it continues after the last finished stage.

    Example: `twicetold sentences simplewiki.xml.bz2 -o run`, then `twicetold show run`
    """
    settings = SentenceSettings
    result_tables = ("clusters", "members", "matches", "bridges", "document_pairs", "contradictions")
    temporary_tables = ("units", "verified", "heads", "labels", "drifting")
    kinds = SENTENCE_KINDS
    commands = (".command:contradictions",)
    flow = ".flow:find_repeated_sentences"
    views = ".show:SentenceViews"
    page = ".page:render_sentences_page"
    evaluator = ".evaluate:judge_sentences"
    tuner = ".tune:tune_sentence_settings"
    remover = ".remove:RemoveSentences"

    def prepare_settings(self, settings: SentenceSettings, inputs: JobInputs) -> SentenceSettings:
        settings = complete_settings(settings)
        check_settings(settings)
        if settings.reading.vector_field:
            build_vector_readers(inputs.searched, settings)  # raises where a format can hold no vectors
        return settings

    def summarise(self, results: dict[str, Any]) -> str:
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
