"""features -> candidates -> verify -> cluster: the stages that jobs share, and what all do around their stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from twicetold import registry
from twicetold.config import Settings
from twicetold.engines.base import Engine
from twicetold.finders.base import Finder
from twicetold.flow.front import vectors_in
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.stages import clustering, folding, given_vectors, verify
from twicetold.stages.folding import Identify, fold

Load = Callable[[str], Any]  # a table of the run, for the engine
Stage = Callable[[str, Sequence[str], Callable[[], dict[str, Any]]], None]  # makes tables, or keeps those there

MATCHED = ("verified", "judged", "crowds")
NAMED = ("heads", "labels")


def at_work(run: Run, engine: Engine, passing: Sequence[str]) -> tuple[Load, Stage]:
    """What a job does its stages with. Tables that are `passing` go when it is finished."""

    def load(table: str) -> Any:
        return engine.load(run.path(table))

    def stage(name: str, names: Sequence[str], make: Callable[[], dict[str, Any]]) -> None:
        run.stage(name, names, make, engine, passing)

    return load, stage


def check(settings: Settings) -> None:
    """Says what is wrong with the settings before a folder is made and hours are spent on them."""
    verify.check(settings.matching)
    folding.check(settings.folding)
    finder_of(settings, 1000)


def consulted(settings: Settings) -> list[str]:
    """The files that settings name: what is in them is part of what a run is known by."""
    named = [settings.locating.pairs, settings.finding.word_weights, settings.finding.vectors]
    named += [aspect.source for aspect in settings.threading.aspects]
    return [each for each in dict.fromkeys(named) if each and Path(each).is_file()]


def resemblance(
    run: Run,
    load: Load,
    stage: Stage,
    settings: Settings,
    engine: Engine,
    inputs: Sequence[Input],
) -> Finder:
    """The stages from sentences to clusters, which several jobs begin with; and the finder that they used."""
    stage("units", ("units",), lambda: {"units": units(load("sentences"), settings, engine)})
    own = (lambda: given(inputs, load("sentences"), settings, engine)) if settings.reading.vector_field else None
    finder = knowing_finder(run, load, stage, settings, engine, own)
    stage("matches", MATCHED, lambda: match(load("units"), finder, settings, engine))
    stage("clusters", NAMED, lambda: clusters(load("units"), load("verified"), finder, settings, engine))
    return finder


def units(sentences: Any, settings: Settings, engine: Engine) -> Any:
    """The distinct texts among sentences."""
    return fold(engine.map(sentences, Identify(settings.folding)), engine)


def finder_of(settings: Settings, units: int) -> Finder:
    """The finder that the settings name, made definite for this many units."""
    finder: Finder = registry.load("finder", settings.finding.finder).settled(
        settings.finding, settings.matching, units
    )
    return finder


def knowing_finder(
    run: Run,
    load: Load,
    stage: Stage,
    settings: Settings,
    engine: Engine,
    own: Callable[[], Any] | None = None,
) -> Finder:
    """The finder for the units of a run, with a feature that knows the corpus, where it must; or what `own` gives."""
    count = run.rows("units")
    finder = finder_of(settings, count)
    if not finder.feature.needs_lexicon:
        return finder
    words = own or (lambda: finder.feature.lexicon(load("units"), count, engine))
    stage("lexicon", ("lexicon",), lambda: {"lexicon": words()})
    return finder.fitted(run.batches("lexicon"), count)


def fitted(finder: Finder, units: Any, count: int, engine: Engine) -> Finder:
    """The finder with a feature that knows the corpus, for those who have no folder to keep the lexicon in."""
    if not finder.feature.needs_lexicon:
        return finder
    words = finder.feature.lexicon(units, count, engine)
    return finder.fitted((batch for (batch,) in engine.batches(words)), count)


def given(inputs: Sequence[Input], sentences: Any, settings: Settings, engine: Engine) -> Any:
    """The vectors that stand in the inputs, which are read again for them, each with the text that it is of."""
    vectors = engine.read(vectors_in(inputs, settings))
    return given_vectors.of_texts(vectors, sentences, settings.folding, engine)


def match(units: Any, finder: Finder, settings: Settings, engine: Engine) -> dict[str, Any]:
    """features -> candidates -> verify: the tables MATCHED."""
    found = finder.candidates(units, engine)
    return verify.verify(found.pairs, units, finder.feature, settings.matching, engine) | found.tallies


def clusters(units: Any, verified: Any, finder: Finder, settings: Settings, engine: Engine) -> dict[str, Any]:
    """cluster: the tables `heads` and `labels`."""
    found = clustering.cores(units, verified, finder.feature, settings.matching, engine)
    return clustering.number(units, found, settings.matching.relation, engine)


def told_of(crowds: dict[str, int], candidates: int, partition: str) -> dict[str, int]:
    """What was left out; of the join also what its bounds ruled out. By term, Eq. 3 rules out all but candidates."""
    told = {"keys": 0, "pairs_left_out": 0} | crowds
    if "pairs" not in crowds:
        return told
    untold = crowds["pairs"] - candidates - told["pairs_left_out"] if partition == "term" else 0
    return {"pruned_by_eq2": 0, "pruned_by_eq3": max(untold, 0)} | told
