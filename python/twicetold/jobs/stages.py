"""features -> candidates -> verify -> cluster: the stages that several jobs share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from twicetold import registry
from twicetold.config import ComparisonSettings, check_values
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.finders.base import Finder
from twicetold.finders.minhash import MinHash
from twicetold.jobs.flow import Stages
from twicetold.jobs.front import build_vector_readers
from twicetold.matching import input_vectors, verify
from twicetold.matching.clusters.cohere import find_cores, find_matched_units
from twicetold.matching.clusters.members import number_unit_clusters
from twicetold.matching.fold import IdentifySentences, check_discarding, discard_by_length, fold_identified_sentences
from twicetold.readers.inputs import Input
from twicetold.tables.matching import UNIT_PLACES

AnyComparison = TypeVar("AnyComparison", bound=ComparisonSettings)


def check_settings(settings: ComparisonSettings) -> None:
    """Raise an error where a value is wrong, or where the finder cannot work with the feature or the measure."""
    check_values(settings)
    check_discarding(settings.finding)
    build_finder(settings, 1000)


def match_and_cluster(stages: Stages[AnyComparison], *, keep_places: bool = False) -> Finder:
    """The stages from sentences to clusters, which several jobs have; gives the finder that they used.

    With `keep_places` there is also a table `places`: where the units of matches first stand.
    """
    load, engine, settings = stages.load, stages.engine, stages.settings
    stages.make("units", lambda: {"units": fold_sentences(load("sentences"), settings, engine)})
    vectors = (
        (lambda: read_input_vectors(stages.inputs.every, load("sentences"), settings, engine))
        if settings.reading.vector_field
        else None
    )
    finder = fit_finder(stages, settings, vectors)
    stages.make("matches", lambda: match_units(load("units"), finder, settings, engine))
    stages.make(
        "clusters",
        lambda: cluster_units(load("units"), load("verified"), finder, settings, engine, keep_places=keep_places),
    )
    return finder


def fold_sentences(sentences: Table, settings: ComparisonSettings, engine: Engine) -> Table:
    """The distinct texts among sentences."""
    identified = engine.map(sentences, IdentifySentences(settings.folding))
    return fold_identified_sentences(discard_by_length(identified, settings.finding, engine), engine)


def build_finder(settings: ComparisonSettings, units: int) -> Finder:
    """The finder that the settings name, made definite for this many units."""
    finder: Finder = registry.load_class("finder", settings.finding.finder).from_settings(
        settings.finding, settings.matching, units
    )
    return finder


def fit_finder(
    stages: Stages[AnyComparison], settings: ComparisonSettings, build_lexicon: Callable[[], Table] | None = None
) -> Finder:
    """The finder for the units of a run; a feature that must know the corpus is fitted to its lexicon, a table."""
    run, engine = stages.run, stages.engine
    count = run.count_rows("units")
    finder = build_finder(settings, count)
    if not finder.feature.needs_lexicon:
        return finder
    build = build_lexicon or (lambda: finder.feature.build_lexicon(stages.load("units"), count, engine))
    stages.make("lexicon", lambda: {"lexicon": build()})
    return finder.fit_to_lexicon(run.read_batches("lexicon"), count)


def fit_finder_in_memory(finder: Finder, units: Table, count: int, engine: Engine) -> Finder:
    """The finder with a feature that knows the corpus, for those who have no folder to keep the lexicon in."""
    if not finder.feature.needs_lexicon:
        return finder
    words = finder.feature.build_lexicon(units, count, engine)
    return finder.fit_to_lexicon((batch for (batch,) in engine.stream_batches(words)), count)


def read_input_vectors(
    inputs: Sequence[Input], sentences: Table, settings: ComparisonSettings, engine: Engine
) -> Table:
    """The vectors that stand in the inputs, which are read again for them, each with the text that it is of."""
    vectors = engine.read(build_vector_readers(inputs, settings))
    return input_vectors.attach_vectors(vectors, sentences, settings.folding, engine)


def match_units(units: Table, finder: Finder, settings: ComparisonSettings, engine: Engine) -> dict[str, Table]:
    """features -> candidates -> verify: the tables `verified`, `judged` and `crowds`."""
    matching = settings.matching
    if isinstance(finder, MinHash) and matching.measure == "edit":
        finder = replace(finder, least=matching.threshold)
    found = finder.find_candidates(units, engine)
    return verify.verify_candidates(found, units, finder.feature, matching, engine) | found.tallies


def cluster_units(
    units: Table,
    verified: Table,
    finder: Finder,
    settings: ComparisonSettings,
    engine: Engine,
    *,
    keep_places: bool = False,
) -> dict[str, Table]:
    """cluster: the tables `heads` and `labels`, and if wanted `places`."""
    cores = find_cores(units, verified, finder.feature, settings.matching, engine)
    tables = number_unit_clusters(units, cores, settings.matching.relation, engine)
    if keep_places:
        tables["places"] = engine.map(find_matched_units(units, verified, engine), SelectColumns(UNIT_PLACES))
    return tables


def summarise_crowds(crowds: dict[str, int], candidates: int, partition: str) -> dict[str, int]:
    """Count the pairs that were not compared: those of crowded keys, and those that the bounds of the join ruled out.

    Partitioned by term, Eq. 3 rules out every pair that is no candidate.
    """
    counts = {"keys": 0, "pairs_left_out": 0} | crowds
    if "pairs" not in crowds:
        return counts
    pruned = crowds["pairs"] - candidates - counts["pairs_left_out"] if partition == "term" else 0
    return {"pruned_by_eq2": 0, "pruned_by_eq3": max(pruned, 0)} | counts
