"""features -> candidates -> verify -> cluster: the stages that jobs share, and what all do around their stages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from twicetold import registry
from twicetold.config import ComparisonSettings, JobSettings, check_values, list_files
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.finders.base import Finder
from twicetold.jobs.front import build_vector_readers
from twicetold.matching import input_vectors, verify
from twicetold.matching.clusters.cohere import find_cores
from twicetold.matching.clusters.members import number_unit_clusters
from twicetold.matching.fold import IdentifySentences, fold_identified_sentences
from twicetold.readers.inputs import Input
from twicetold.run import Run

TableLoader = Callable[[str], Table]  # a table of the run by its name


@dataclass(frozen=True)
class Stages:
    """The stages of a run. A stage makes its tables, or keeps them where they are there and undamaged."""

    run: Run
    engine: Engine
    temporary: Collection[str] = ()  # tables that are removed when the run is finished

    def make(self, name: str, make: Callable[[], Mapping[str, Table]]) -> None:
        """Make the tables that `make` gives, by name, as the stage `name`."""
        self.run.run_stage(name, make, self.engine, self.temporary)

    def load(self, table: str) -> Table:
        """A table that an earlier stage made."""
        return self.engine.load(self.run.locate_table(table))


def check_settings(settings: ComparisonSettings) -> None:
    """Says what is wrong with the settings before a folder is made and hours are spent on them."""
    check_values(settings)
    build_finder(settings, 1000)


def list_settings_files(settings: JobSettings) -> list[str]:
    """The files that settings name: what is in them is part of what a run is known by."""
    return [each for each in list_files(settings) if Path(each).is_file()]


def match_and_cluster(stages: Stages, settings: ComparisonSettings, inputs: Sequence[Input]) -> Finder:
    """The stages from sentences to clusters, which several jobs have; gives the finder that they used."""
    load, engine = stages.load, stages.engine
    stages.make("units", lambda: {"units": fold_sentences(load("sentences"), settings, engine)})
    vectors = (
        (lambda: read_input_vectors(inputs, load("sentences"), settings, engine))
        if settings.reading.vector_field
        else None
    )
    finder = fit_finder(stages, settings, vectors)
    stages.make("matches", lambda: match_units(load("units"), finder, settings, engine))
    stages.make("clusters", lambda: cluster_units(load("units"), load("verified"), finder, settings, engine))
    return finder


def fold_sentences(sentences: Table, settings: ComparisonSettings, engine: Engine) -> Table:
    """The distinct texts among sentences."""
    return fold_identified_sentences(engine.map(sentences, IdentifySentences(settings.folding)), engine)


def build_finder(settings: ComparisonSettings, units: int) -> Finder:
    """The finder that the settings name, made definite for this many units."""
    finder: Finder = registry.load_class("finder", settings.finding.finder).from_settings(
        settings.finding, settings.matching, units
    )
    return finder


def fit_finder(
    stages: Stages, settings: ComparisonSettings, build_lexicon: Callable[[], Table] | None = None
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
    found = finder.find_candidates(units, engine)
    return verify.verify_candidates(found.pairs, units, finder.feature, settings.matching, engine) | found.tallies


def cluster_units(
    units: Table, verified: Table, finder: Finder, settings: ComparisonSettings, engine: Engine
) -> dict[str, Table]:
    """cluster: the tables `heads` and `labels`."""
    cores = find_cores(units, verified, finder.feature, settings.matching, engine)
    return number_unit_clusters(units, cores, settings.matching.relation, engine)


def summarise_crowds(crowds: dict[str, int], candidates: int, partition: str) -> dict[str, int]:
    """What was left out; of the join also what its bounds ruled out. By term, Eq. 3 rules out all but candidates."""
    told = {"keys": 0, "pairs_left_out": 0} | crowds
    if "pairs" not in crowds:
        return told
    untold = crowds["pairs"] - candidates - told["pairs_left_out"] if partition == "term" else 0
    return {"pruned_by_eq2": 0, "pruned_by_eq3": max(untold, 0)} | told
