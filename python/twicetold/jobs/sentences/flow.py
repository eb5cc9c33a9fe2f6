"""The job `sentences`: near-duplicate sentences, what they are, and which no longer agree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.finders.base import Finder
from twicetold.jobs.flow import Stages, TableLoader
from twicetold.jobs.front import build_splitter, read_documents, record_outcomes
from twicetold.jobs.sentences import aliases, contradictions, kinds
from twicetold.jobs.sentences import matches as matching
from twicetold.jobs.sentences.alias_file import read_alias_file
from twicetold.jobs.sentences.document_pairs import count_document_pairs
from twicetold.jobs.sentences.members import collect_members
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.tables import SENTENCE_MATCHES
from twicetold.jobs.stages import match_and_cluster, summarise_crowds
from twicetold.matching.clusters.base import count_cluster_sizes
from twicetold.readers.revisions import count_pages
from twicetold.splitter import SplitIntoSentences


def find_repeated_sentences(stages: Stages[SentenceSettings]) -> dict[str, Any]:
    """Find near-duplicate sentences, say what each repetition is, and which copies no longer agree.

    front      read -> clean -> split: `documents` and their `sentences`, and the other names that both mention
    units      sentences that read the same are one unit
    matches    units that share keys become candidates; the candidates that are similar enough become matches
    clusters   matches hold units together; a unit unlike the core of its cluster is taken out, its match is a bridge
    members    every sentence of every cluster
    aliases    names that are known to be of one thing
    kinds      what each match is: a copy, a template, a copy-edit, a citation, or two versions of a fact
    tables     `clusters` with their kinds, and `contradictions`
    """
    load, settings, engine = stages.load, stages.settings, stages.engine
    stages.make("front", lambda: read_and_find_aliases(stages))
    finder = match_and_cluster(stages, keep_places=True)  # units, matches, clusters
    stages.make("members", lambda: collect_members(load, settings.folding, engine))
    stages.make("aliases", lambda: {"aliases": collect_aliases(load, settings, engine)})
    stages.make("kinds", lambda: build_kind_tables(load, settings, engine))
    stages.make("tables", lambda: build_summary_tables(load, engine))
    return summarise_sentences_run(stages, finder)


def read_and_find_aliases(stages: Stages[SentenceSettings]) -> dict[str, Table]:
    """read -> clean -> split, and every mention of another name, all made in one pass."""
    settings, engine = stages.settings, stages.engine
    documents = read_documents(stages.inputs.searched, settings, engine)
    sentences = engine.map(documents, build_sentence_splitter(settings))
    return {
        **record_outcomes(documents, engine),
        "sentences": sentences,
        "page_aliases": engine.map(documents, aliases.find_page_aliases),
        "sentence_aliases": engine.map(sentences, aliases.find_sentence_aliases),
    }


def build_sentence_splitter(settings: SentenceSettings) -> SplitIntoSentences:
    """The step from documents to what is compared: sentences, or what `--unit` names."""
    return replace(build_splitter(settings), unit=settings.cutting.unit)


def collect_aliases(load: TableLoader, settings: SentenceSettings, engine: Engine) -> Table:
    """The table `aliases`, of what the corpus mentions and what the user's file adds."""
    given = read_alias_file(settings.naming.aliases)
    return aliases.collect_aliases([load("page_aliases"), load("sentence_aliases")], given, engine)


def build_kind_tables(load: TableLoader, settings: SentenceSettings, engine: Engine) -> dict[str, Table]:
    """Say what each match is and why: `matches`, `bridges`, `document_pairs`, and `drifting` for the next stage."""
    members = load("members")
    pairs = count_document_pairs(members, settings.matching.document_limit, engine)
    inside, bridges = matching.split_matches_and_bridges(load("verified"), load("places"), load("labels"), engine)
    context = matching.add_match_context(inside, members, pairs, engine)
    classified = aliases.explain_names(engine.map(context, kinds.add_match_kinds), load("aliases"), engine)
    return {
        "matches": engine.map(classified, SelectColumns(SENTENCE_MATCHES)),
        "bridges": bridges,
        "document_pairs": pairs,
        "drifting": engine.map(classified, contradictions.keep_drift_matches),
    }


def build_summary_tables(load: TableLoader, engine: Engine) -> dict[str, Table]:
    """What a user reads first: `clusters` and `contradictions`."""
    return {
        "clusters": kinds.classify_clusters(load("heads"), load("members"), load("matches"), engine),
        "contradictions": contradictions.find_contradictions(load("drifting"), load("documents"), engine),
    }


def summarise_sentences_run(stages: Stages[SentenceSettings], finder: Finder) -> dict[str, Any]:
    """The figures of a run, for `run.json`."""
    run, facts = stages.run, finder.facts
    rejected, crowds = run.sum_counts("judged"), run.sum_counts("crowds")
    candidates, pages = sum(rejected.values()), count_pages(run)
    rejected.pop("accepted", 0)
    return {
        **stages.count_rows("documents", "sentences", "units"),
        **({"documents": pages, "revisions": run.count_rows("documents")} if pages else {}),
        **facts,
        "candidates": candidates,
        "rejected": dict(sorted(rejected.items())),
        "crowds": summarise_crowds(crowds, candidates, facts.get("partition", "")),
        "collisions": run.sum_column("units", "collided"),
        **stages.count_rows("matches", "bridges", "clusters", "members", "document_pairs", "aliases"),
        **contradictions.count_contradictions(run),
        "kinds": run.count_values("clusters", "kind"),
        "sizes": count_cluster_sizes(run.read_batches("clusters", columns=["size"])),
    }
