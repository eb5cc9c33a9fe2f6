"""The jobs, stage after stage. Read this first.

    read -> clean -> split -> features -> candidates -> verify -> cluster -> classify -> report
    files   text     units    numbers     pairs         matches   clusters   kinds       a page

Each function below says what happens to the rows; how they are moved is the engine's affair, what a stage does to a
batch stands in the step it names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from twicetold import (
    classify,
    clustering,
    contradictions,
    folding,
    given_vectors,
    kept,
    meeting,
    named_pairs,
    overlapping,
    registry,
    resembling,
    scoring,
    standing,
    stars,
    variants,
    verify,
)
from twicetold import locating as locate
from twicetold import matches as matching
from twicetold.config import Matching, Settings, completed, to_dict
from twicetold.document_pairs import document_pairs
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.fields import FIELDS, Asked, Normal
from twicetold.fields import NAMES as THREAD_NAMES
from twicetold.fields import units as units_of_field
from twicetold.finders.base import Finder
from twicetold.folding import Identify, fold
from twicetold.gathering import Gather, Whole, several_sites
from twicetold.keeping import check_values, compared_whole, keep_of
from twicetold.outcomes import Outcomes, Rejects, Strict, WithoutText
from twicetold.readers.base import Empty, Reader
from twicetold.readers.inputs import Input, shown
from twicetold.readers.posts import posts_of
from twicetold.readers.vectors import vectors_of
from twicetold.run import Run
from twicetold.schema import ASKED, MATCHES, PASSAGE_KINDS, POSTS, WORKS
from twicetold.splitters.sentences import Sentences
from twicetold.ways import Way, recall, told, ways_of
from twicetold.works import NAMES, UNNUMBERED, Gathered, Occurrences, Spread, check_series

FRONT = ("documents", "sentences", "rejects", "outcomes")


def front(inputs: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean -> split: any input to located sentences. The tables FRONT, promised: one pass gives them all."""
    documents = read(inputs, settings, engine)
    return {**outcomes(documents, engine), "sentences": engine.map(documents, split_of(settings))}


def read(inputs: Sequence[Input], settings: Settings, engine: Engine) -> Any:
    """The documents of files."""
    documents = engine.read([(reader_of(found, settings), found.path) for found in inputs])
    return engine.map(documents, Strict()) if settings.reading.strict else documents


def read_threads(inputs: Sequence[Input], settings: Settings, engine: Engine) -> Any:
    """The threads of files: posts, wherever they stand, brought together by their question. In order of their names."""
    return engine.group(read_posts(inputs, settings, engine), ("thread",), Gather(several_sites(inputs)))


def read_posts(inputs: Sequence[Input], settings: Settings, engine: Engine) -> Any:
    """The posts of files, or whole threads."""
    workers = settings.machine.workers
    posts = engine.read([(posts_of(reader_of(found, settings), found.path, workers), found.path) for found in inputs])
    return engine.map(posts, Strict(POSTS)) if settings.reading.strict else posts


def split_of(settings: Settings) -> Sentences:
    """The step from documents to sentences."""
    return Sentences(settings.reading.cleaner, settings.reading.language)


def outcomes(documents: Any, engine: Engine) -> dict[str, Any]:
    """Who was read, and what could not be."""
    return {
        "documents": engine.map(documents, WithoutText()),
        "rejects": engine.map(documents, Rejects()),
        "outcomes": engine.map(documents, Outcomes()),
    }


def split(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `split`: the sentences of all inputs, as a run."""
    files = [found.path for found in inputs]
    with Run.open(output, "split", to_dict(settings), files, force=force) as run:
        run.stage("front", FRONT, lambda: front(inputs, settings, engine), engine)
        return run.finish("documents", "sentences")


def sentences(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `sentences`: clusters of near-duplicate sentences, as a run."""
    settings = completed(settings)
    check(settings)
    if settings.reading.vector_field:
        vectors_in(inputs, settings)
    files = [found.path for found in inputs]
    with Run.open(output, "sentences", to_dict(settings), files, consulted(settings), force) as run:
        if run.is_finished:
            return run

        def load(table: str) -> Any:
            return engine.load(run.path(table))

        def stage(name: str, names: Sequence[str], make: Callable[[], dict[str, Any]]) -> None:
            run.stage(name, names, make, engine, PASSING)

        stage("front", FRONT, lambda: front(inputs, settings, engine))
        finder = resemblance(run, load, stage, settings, engine, inputs)
        stage("members", ("members",), lambda: {"members": members(load, settings, engine)})
        stage("kinds", TOLD, lambda: kinds(load, settings, engine))
        stage("tables", TABLES, lambda: tables(load, engine))
        run.conclude(results(run, finder))
        return run.finish(*RESULT, clear=PASSING)


def resemblance(
    run: Run,
    load: Callable[[str], Any],
    stage: Callable[..., None],
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


def knowing_finder(
    run: Run,
    load: Callable[[str], Any],
    stage: Callable[..., None],
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


def given(inputs: Sequence[Input], sentences: Any, settings: Settings, engine: Engine) -> Any:
    """The vectors that stand in the inputs, which are read again for them, each with the text that it is of."""
    vectors = engine.read(vectors_in(inputs, settings))
    return given_vectors.of_texts(vectors, sentences, settings.folding, engine)


def vectors_in(inputs: Sequence[Input], settings: Settings) -> list[tuple[Reader, str]]:
    """The readers of the inputs' vectors; an InputError where one can have none."""
    workers = settings.machine.workers
    return [(vectors_of(reader_of(found, settings), found.path, workers), found.path) for found in inputs]


MATCHED = ("verified", "judged", "crowds")
NAMED = ("heads", "labels")
TOLD = ("matches", "bridges", "document_pairs", "drifting")
TABLES = ("clusters", "contradictions")
PASSING = ("units", "verified", *NAMED, "drifting")  # what only the stages need
RESULT = ("clusters", "members", "matches", "bridges", "document_pairs", "contradictions")


def passages(
    inputs: Sequence[Input],
    against: Sequence[Input],
    output: str | Path | None,
    settings: Settings,
    engine: Engine,
    force: bool = False,
) -> Run:
    """The job `passages`: what two documents share, located in both, as a run. Those in `against` are on the right."""
    settings = completed(settings)
    check(settings)
    locate.check(settings.locating)
    if settings.locating.pairs:
        named_pairs.lines_of(settings.locating.pairs)
    files = [found.path for found in [*inputs, *against]]
    with Run.open(output, "passages", to_dict(settings), files, consulted(settings), force) as run:
        if run.is_finished:
            return run

        def load(table: str) -> Any:
            return engine.load(run.path(table))

        def stage(name: str, names: Sequence[str], make: Callable[[], dict[str, Any]]) -> None:
            run.stage(name, names, make, engine, PASSED)

        stage("front", (*FRONT, "works"), lambda: works(inputs, against, settings, engine))
        check_series(settings.reading.series, run.batches("documents"))
        finder = resemblance(run, load, stage, settings, engine, [*inputs, *against])
        how, least = locate.settled(settings.locating, run.rows("documents")), settings.folding.min_characters
        stage("places", PLACED, lambda: meeting.placed(load, Occurrences(settings.folding), how, engine))
        stage("points", MET, lambda: meeting.points(load, how, settings.matching, engine))
        stage("located", LOCATED, lambda: locate.located(load, how, least, engine))
        stage("passages", SHARED, lambda: locate.told(load, engine))
        run.conclude(shared(run, finder))
        return run.finish(*SHARED, "matches", "boilerplate", clear=PASSED)


PLACED = ("places", "marks", "boilerplate")
MET = ("paired", "meetings")
LOCATED = ("located", "matches")
SHARED = ("passages", "document_pairs")
PASSED = ("works", "units", "verified", *NAMED, "places", "marks", "paired", "located")  # what only the stages need


def works(inputs: Sequence[Input], against: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean -> split: the tables FRONT, and `works`, the documents in order with all their sentences."""
    documents = read([*inputs, *against], settings, engine)
    right = frozenset(shown(found.path) for found in against)
    series = "none" if settings.locating.pairs else settings.reading.series  # who is named is compared
    every = engine.map(documents, Gathered(split_of(settings), right, series))
    return {
        **outcomes(documents, engine),
        "sentences": engine.map(every, Spread()),
        "works": engine.group(engine.map(every, Select(UNNUMBERED)), NAMES, Same(WORKS), number="number"),
    }


def shared(run: Run, finder: Finder) -> dict[str, Any]:
    """The figures of a run of `passages`."""
    judged, meetings = run.tally("judged"), run.tally("meetings")
    kinds: Counter[str] = Counter()
    for batch in run.batches("passages"):
        kinds.update({row["values"]: row["counts"] for row in pc.value_counts(batch["kind"]).to_pylist()})
    return {
        **{name: run.rows(name) for name in ("documents", "sentences", "units")},
        **finder.facts,
        "sentence_matches": judged.get("accepted", 0),
        "too_common": {name: meetings.get(name, 0) for name in ("sentences", "runs of words")},
        "boilerplate": run.rows("boilerplate"),
        "compared": run.rows("paired"),
        **({"pairs": named_pairs.missed(meetings)} if named_pairs.PAIRS in meetings else {}),
        **{name: run.rows(name) for name in ("document_pairs", "passages")},
        "kinds": {kind: kinds[kind] for kind in PASSAGE_KINDS if kinds[kind]},
    }


def threads(
    inputs: Sequence[Input], output: str | Path | None, settings: Settings, engine: Engine, force: bool = False
) -> Run:
    """The job `threads`: question-and-answer threads that ask the same, as a run."""
    ways_of(settings)  # says what is wrong with them at once
    files = [found.path for found in inputs]
    with Run.open(output, "threads", to_dict(settings), files, consulted(settings), force) as run:
        if run.is_finished:
            return run

        def load(table: str) -> Any:
            return engine.load(run.path(table))

        def stage(name: str, names: Sequence[str], make: Callable[[], dict[str, Any]]) -> None:
            run.stage(name, names, make, engine, PARTED)

        stage("front", ("documents", "rejects", "outcomes", "threads"), lambda: asked(inputs, settings, engine))
        stage("units", FIELD_UNITS, lambda: field_units(load("threads"), settings, engine))
        ways = ways_of(settings, {name: run.rows(f"units_{name}") for name in FIELDS})
        ways = tuple(knowing(way, number, run, load, stage, engine) for number, way in enumerate(ways))
        least, normal = settings.threading.least_score, Normal(settings.folding)
        stage("candidates", ("pairs",), lambda: {"pairs": scoring.candidates(load, ways, engine)})
        stage("scores", SCORES, lambda: scoring.scored(load("pairs"), load("threads"), normal, ways, least, engine))
        stage("clusters", NAMED, lambda: stars.clusters(load("scored"), engine))
        stage("tables", ASKED_TWICE, lambda: stars.tables(load, engine))
        run.conclude(asked_twice(run, ways, settings))
        return run.finish(*ASKED_TWICE, "threads", clear=PARTED)


FIELD_UNITS = tuple(f"units_{name}" for name in FIELDS)
SCORES = ("scored", "judged")
ASKED_TWICE = ("clusters", "members", "matches", "bridges")
PARTED = (*FIELD_UNITS, "pairs", "scored", *NAMED)  # what only the stages need


def asked(inputs: Sequence[Input], settings: Settings, engine: Engine) -> dict[str, Any]:
    """read: the threads in order, and what could not be read. What is a thread already need not be brought together."""
    if any(found.reader_name == "stackexchange" for found in inputs):
        every = read_threads(inputs, settings, engine)
    else:
        every = engine.map(read_posts(inputs, settings, engine), Whole())
    numbered = engine.group(engine.map(every, Asked()), THREAD_NAMES, Same(ASKED), number="number")
    return {**outcomes(every, engine), "threads": numbered}


def field_units(threads: Any, settings: Settings, engine: Engine) -> dict[str, Any]:
    """The distinct texts of each field: the tables FIELD_UNITS."""
    return {f"units_{name}": units_of_field(threads, name, settings.folding, engine) for name in FIELDS}


def knowing(
    way: Way, number: int, run: Run, load: Callable[[str], Any], stage: Callable[..., None], engine: Engine
) -> Way:
    """A way with a feature that knows the corpus, where it must."""
    if not way.feature.needs_lexicon:
        return way
    name, units = f"lexicon_{number}", f"units_{way.field}"
    stage(name, (name,), lambda: {name: way.feature.lexicon(load(units), run.rows(units), engine)})
    return way.fitted(run.batches(name), run.rows(units))


def asked_twice(run: Run, ways: Sequence[Way], settings: Settings) -> dict[str, Any]:
    """The figures of a run of `threads`."""
    judged = run.tally("judged")
    return {
        "threads": run.rows("threads"),
        "fields": {name: told(name, ways) | {"distinct": run.rows(f"units_{name}")} for name in FIELDS},
        "finder": settings.threading.thread_finder,
        "recall": recall(ways),
        "candidates": judged.get("candidates", 0),
        **{name: run.rows(name) for name in ("matches", "bridges", "clusters", "members")},
        "sizes": clustering.sizes(run.batches("clusters")),
    }


def documents(
    inputs: Sequence[Input],
    against: Sequence[Input],
    output: str | Path | None,
    settings: Settings,
    engine: Engine,
    force: bool = False,
) -> Run:
    """The job `documents`: near-duplicate documents and which of them to keep, as a run; all in `against` are."""
    wanted = settings
    keep, settings = keep_of(settings.keeping), compared_whole(settings)
    check(settings)
    spared = resembling.Spared(bool(against), settings.keeping.keep == "all-but-none")
    is_located = overlapping.is_asked(settings.keeping.locate, inputs, against)
    locate.check(settings.locating)
    files = [found.path for found in [*inputs, *against]]
    with Run.open(output, "documents", to_dict(wanted), files, consulted(settings), force) as run:
        if run.is_finished:
            return run

        def load(table: str) -> Any:
            return engine.load(run.path(table))

        def stage(name: str, names: Sequence[str], make: Callable[[], dict[str, Any]]) -> None:
            run.stage(name, names, make, engine, WEIGHED)

        right = frozenset(shown(found.path) for found in against)
        whole = standing.Whole(keep, settings.reading.cleaner, right, settings.folding)
        stage("front", STOOD, lambda: stood([*inputs, *against], whole, settings, engine))
        check_values(keep, (batch["order"].to_pylist() for batch in run.batches("standing")))
        stage("units", ("folded", "units"), lambda: standing.units(load, spared.sided, engine))
        finder = knowing_finder(run, load, stage, settings, engine)
        matching = settings.matching
        likeness = resembling.Likeness(finder.feature, matching.measure, matching.threshold)
        stage("matches", MATCHED, lambda: resembling.match(load, finder, likeness, spared.sided, engine))
        stage("clusters", NAMED, lambda: resembling.clusters(load("verified"), load("folded"), spared, engine))
        told = kept.Told(keep, spared, matching.measure)
        stage("tables", ALIKE, lambda: kept.tables(load, told, engine))
        stage("variants", ("variants",), lambda: {"variants": variants.variants(load, run.rows("heads"), engine)})
        if is_located:
            overlaps([*inputs, *against], run, load, stage, settings, engine)
        run.conclude(alike(run, finder, matching))
        return run.finish(*ALIKE, *(["overlaps"] if is_located else []), clear=WEIGHED)


STOOD = ("documents", "rejects", "outcomes", "standing", "texts")
ALIKE = ("clusters", "members", "matches", "bridges")
LOOKED_AT = ("paired", "wanted")
# What only the stages need.
WEIGHED = ("standing", "texts", "folded", "units", "verified", *NAMED, *LOOKED_AT, "works")


def overlaps(
    inputs: Sequence[Input],
    run: Run,
    load: Callable[[str], Any],
    stage: Callable[..., None],
    settings: Settings,
    engine: Engine,
) -> None:
    """The stages from matches to where they stand in both texts, for which some documents are read again."""

    def works() -> Any:
        some = overlapping.holding(inputs, run.batches("wanted"))
        return overlapping.works(read(some, settings, engine), load("wanted"), split_of(settings), engine)

    stage("paired", LOOKED_AT, lambda: overlapping.paired(load, engine))
    stage("works", ("works",), lambda: {"works": works()})
    stage("overlaps", ("overlaps",), lambda: {"overlaps": overlapping.overlaps(load, settings.locating, engine)})


def stood(inputs: Sequence[Input], whole: standing.Whole, settings: Settings, engine: Engine) -> dict[str, Any]:
    """read -> clean: the documents in the order in which they would be kept, and what could not be read."""
    every = read(inputs, settings, engine)
    return {**outcomes(every, engine), **standing.standing(every, whole, engine)}


def alike(run: Run, finder: Finder, matching: Matching) -> dict[str, Any]:
    """The figures of a run of `documents`."""
    judged, removed = run.tally("judged"), run.total("clusters", "removed")
    every = run.rows("documents")
    return {
        "documents": every,
        "without_text": every - run.rows("standing"),
        "collisions": run.rows("standing") - run.rows("folded"),
        "distinct": run.rows("units"),
        **finder.facts,
        "measure": matching.measure,
        "threshold": matching.threshold,
        "candidates": judged.get("candidates", 0),
        "crowds": {"keys": 0, "pairs_left_out": 0} | run.tally("crowds"),
        **{name: run.rows(name) for name in ("matches", "bridges", "clusters", "members")},
        "kept": every - removed,
        "removed": removed,
        **(overlapping.figures(run) if "overlaps" in run.tables else {}),
        "sizes": clustering.sizes(run.batches("clusters")),
    }


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


def finder_of(settings: Settings, units: int) -> Finder:
    """The finder that the settings name, made definite for this many units."""
    finder: Finder = registry.load("finder", settings.finding.finder).settled(
        settings.finding, settings.matching, units
    )
    return finder


def units(sentences: Any, settings: Settings, engine: Engine) -> Any:
    """The distinct texts among sentences."""
    return fold(engine.map(sentences, Identify(settings.folding)), engine)


def fitted(finder: Finder, units: Any, count: int, engine: Engine) -> Finder:
    """The finder with a feature that knows the corpus, for those who have no folder to keep the lexicon in."""
    if not finder.feature.needs_lexicon:
        return finder
    words = finder.feature.lexicon(units, count, engine)
    return finder.fitted((batch for (batch,) in engine.batches(words)), count)


def match(units: Any, finder: Finder, settings: Settings, engine: Engine) -> dict[str, Any]:
    """features -> candidates -> verify: the tables MATCHED."""
    found = finder.candidates(units, engine)
    return verify.verify(found.pairs, units, finder.feature, settings.matching, engine) | found.tallies


def clusters(units: Any, verified: Any, finder: Finder, settings: Settings, engine: Engine) -> dict[str, Any]:
    """cluster: the tables `heads` and `labels`."""
    found = clustering.cores(units, verified, finder.feature, settings.matching, engine)
    return clustering.number(units, found, settings.matching.relation, engine)


def members(load: Callable[[str], Any], settings: Settings, engine: Engine) -> Any:
    """Every sentence of every cluster."""
    return clustering.members(load("sentences"), load("labels"), settings.folding, engine)


def kinds(load: Callable[[str], Any], settings: Settings, engine: Engine) -> dict[str, Any]:
    """classify: what each match is, and why. The tables TOLD."""
    members = load("members")
    pairs = document_pairs(members, settings.matching.document_limit, engine)
    inside, bridges = matching.inside_and_between(load("verified"), load("units"), load("labels"), engine)
    classified = engine.map(matching.told(inside, members, pairs, engine), classify.Classify())
    return {
        "matches": engine.map(classified, Select(MATCHES)),
        "bridges": bridges,
        "document_pairs": pairs,
        "drifting": engine.map(classified, contradictions.Drifting()),
    }


def tables(load: Callable[[str], Any], engine: Engine) -> dict[str, Any]:
    """What a user reads first: the tables TABLES."""
    return {
        "clusters": classify.clusters(load("heads"), load("members"), load("matches"), engine),
        "contradictions": contradictions.contradictions(load("drifting"), load("documents"), engine),
    }


def results(run: Run, finder: Finder) -> dict[str, Any]:
    """The figures of a run, for `run.json`."""
    judged, crowds, settled = run.tally("judged"), run.tally("crowds"), finder.facts
    matched = judged.pop("accepted", 0)
    candidates = matched + sum(judged.values())
    return {
        **{name: run.rows(name) for name in ("documents", "sentences", "units")},
        **settled,
        "candidates": candidates,
        "rejected": dict(sorted(judged.items())),
        "crowds": told_of(crowds, candidates, settled.get("partition", "")),
        "collisions": run.total("units", "collided"),
        **{
            name: run.rows(name)
            for name in ("matches", "bridges", "clusters", "members", "document_pairs", "contradictions")
        },
        "sizes": clustering.sizes(run.batches("clusters")),
    }


def told_of(crowds: dict[str, int], candidates: int, partition: str) -> dict[str, int]:
    """What was left out; of the join also what its bounds ruled out. By term, Eq. 3 rules out all but candidates."""
    told = {"keys": 0, "pairs_left_out": 0} | crowds
    if "pairs" not in crowds:
        return told
    untold = crowds["pairs"] - candidates - told["pairs_left_out"] if partition == "term" else 0
    return {"pruned_by_eq2": 0, "pruned_by_eq3": max(untold, 0)} | told


def reader_of(found: Input, settings: Settings) -> Reader:
    """The reader of a file, with the settings it needs."""
    kind = Empty if found.empty else registry.load("reader", found.reader_name)
    reader: Reader = kind(reading=settings.reading, threads=settings.machine.workers)
    return reader
