"""The table `suggestions`: for each thread the others most like it, and whether the forum knows already."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.jobs.flow import Stages
from twicetold.jobs.threads.calibration import (
    Calibration,
    calibrate_scores,
    collect_pair_scores,
    find_precision,
    make_pair_keys,
    sample_chance,
)
from twicetold.jobs.threads.duplicate_links import read_links
from twicetold.jobs.threads.ranking import HIGHEST_SCORE, SHARES, Ranker, count_thread_terms, rank_rows, sum_score
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import BEST_THREADS, KNOWN_LINKS, ORDERED_THREADS, SUGGESTIONS, THREAD_SCORES
from twicetold.run import Run
from twicetold.tables.batches import Batch, build_batch, build_named_batch

MEASURED_RANKS = (1, 5, 10)
SCORE_DIGITS = 6
_NAMES = pa.schema([ORDERED_THREADS.field(name) for name in ("number", "document", "title")])
_PAIRED_THREADS = pa.schema([*BEST_THREADS, pa.field("pair", pa.uint64())])
_PAIR_LINKS = pa.schema([KNOWN_LINKS.field("pair"), KNOWN_LINKS.field("known")])


def rank_threads(stages: Stages[ThreadSettings]) -> Calibration:
    """Make `terms`, `found` and `links`: the threads most like each. Gives what their scores mean in this forum."""
    load, settings, engine, run = stages.load, stages.settings, stages.engine, stages.run
    stages.make("terms", lambda: {"terms": engine.map(load("threads"), count_thread_terms)})
    read_terms = partial(run.read_batches, "terms")
    ranker = Ranker(read_terms, read_terms, settings.suggesting.top, True, settings.machine.memory)
    stages.make("found", lambda: {"found": ranker.find_threads(engine)})
    stages.make("links", lambda: {"links": engine.load_rows(collect_links(stages))})
    chance = sample_chance(read_terms, run.count_rows("threads"), ranker.count_frequencies())
    scores = collect_pair_scores(run.read_batches("found"), chance.rare)
    return calibrate_scores(chance, scores, settings.suggesting.precision, settings.matching.threshold)


def name_suggestions(found: Table, levels: tuple[float, ...], stages: Stages[ThreadSettings]) -> Table:
    """Found threads with their names, ranks and links, in order."""
    engine: Engine = stages.engine
    names = engine.map(stages.load("threads"), SelectColumns(_NAMES))
    links = engine.map(stages.load("links"), SelectColumns(_PAIR_LINKS))
    paired = engine.join(engine.map(found, add_pair_keys), links, on=("pair",), key="pair", keep=True)
    build = BuildSuggestions(levels)
    named = engine.map(engine.join(paired, names, on=("thread", "other"), key="number"), build)
    return engine.map(engine.group(named, ("thread", "rank"), PassRows(build.schema)), SelectColumns(SUGGESTIONS))


@make_step(_PAIRED_THREADS)
def add_pair_keys(found: Batch) -> Batch:
    """Found threads with a key of the two that is the same in both directions."""
    return build_batch([*found.columns, make_pair_keys(found)], _PAIRED_THREADS)


@dataclass(frozen=True)
class KeepRankedMatches:
    """Found threads to the pairs that reach the threshold; a pair that was found from both sides comes twice."""

    least: float
    schema: ClassVar[pa.Schema] = THREAD_SCORES

    def __call__(self, found: Batch) -> Batch:
        score = scale_score(sum_score(found), 1.0)
        low, high = (choose(found["thread"], found["other"]) for choose in (pc.min_element_wise, pc.max_element_wise))
        none = pa.nulls(found.num_rows, pa.float64())
        asked = scale_score(found["asked"], SHARES[1])
        batch = build_batch([low, high, asked, none, none, score], THREAD_SCORES)
        return batch.filter(pc.greater_equal(score, self.least))


@make_step(THREAD_SCORES)
def keep_distinct_pairs(scored: Batch) -> Batch:
    """Pairs in order, each once."""
    ranks = rank_rows(pc.bit_wise_or(pc.shift_left(scored["left"].cast(pa.uint64()), 32), scored["right"]))
    return build_batch(scored.filter(pc.equal(ranks, 1)).columns, THREAD_SCORES)


def select_ranked_matches(found: Table, threshold: float, engine: Engine) -> Table:
    """The pairs among the suggestions that reach the threshold."""
    return engine.group(engine.map(found, KeepRankedMatches(threshold)), ("left", "right"), keep_distinct_pairs)


@dataclass(frozen=True)
class BuildSuggestions:
    """Ranked threads as a user reads them."""

    levels: tuple[float, ...]
    schema: ClassVar[pa.Schema] = pa.schema([pa.field("thread", pa.uint32(), nullable=False), *SUGGESTIONS])

    def __call__(self, joined: Batch) -> Batch:
        score = scale_score(sum_score(joined), 1.0)
        parts = zip(("whole", "question", "words"), ("whole", "asked", "title"), SHARES, strict=True)
        columns = {
            "thread": joined["thread"],
            "document": joined["thread_document"],
            "title": joined["thread_title"],
            "rank": joined["rank"],
            "other_document": joined["other_document"],
            "other_title": joined["other_title"],
            "score": score,
            **{name: scale_score(joined[part], share) for name, part, share in parts},
            "precision": find_precision(score, self.levels),
            "known": pc.fill_null(joined["known"], ""),
        }
        return build_named_batch(columns, self.schema)


def scale_score(score: pa.Array, share: float) -> pa.Array:
    """A score, or the part of it that has this share, between 0 and 1."""
    scaled = pc.divide(score.cast(pa.float64()), HIGHEST_SCORE * share)
    return pc.round(pc.min_element_wise(scaled, 1.0), SCORE_DIGITS)


def collect_links(stages: Stages[ThreadSettings]) -> pa.Table:
    """What dumps and the field `duplicate_of` say of two threads that are both there."""
    settings, run = stages.settings, stages.run
    named = read_links(stages.inputs.every, settings.reading, settings.machine.worker_count)
    numbers: dict[str, int] = {}
    for batch in run.read_batches("threads"):
        marked = batch.filter(pc.not_equal(batch["duplicate_of"], ""))
        for document, others in zip(marked["document"].to_pylist(), marked["duplicate_of"].to_pylist(), strict=True):
            named.update({(document, other): "duplicate" for other in others.split("\n") if other != document})
    wanted = pa.array(sorted({document for pair in named for document in pair}), pa.string())
    for batch in run.read_batches("threads") if len(wanted) else ():
        found = batch.filter(pc.is_in(batch["document"], wanted))
        for document, number in zip(found["document"].to_pylist(), found["number"].to_pylist(), strict=True):
            numbers.setdefault(document, number)
    rows: dict[int, tuple[str, str, str]] = {}
    for (left, right), known in sorted(named.items()):
        if left in numbers and right in numbers:
            low, high = sorted((numbers[left], numbers[right]))
            pair = low << 32 | high
            if known == "duplicate" or pair not in rows:
                rows[pair] = left, right, known
    columns = [list(rows), *([row[place] for row in rows.values()] for place in range(3))]
    return pa.table(columns, schema=KNOWN_LINKS).sort_by("pair")


def measure_suggestions(run: Run, top: int) -> dict[str, Any]:
    """How many suggestions there are, and how many of the forum's own links are among them.

    A link counts once in each direction.
    """
    facts: dict[str, Any] = {"suggestions": run.count_rows("suggestions")}
    links = run.count_values("links", "known")
    for kinds, name in ((("duplicate", "linked"), "links"), (("duplicate",), "duplicates")):
        count = sum(links.get(kind, 0) for kind in kinds)
        if count:
            ranks = [
                rank
                for batch in run.read_batches("suggestions")
                for rank, known in zip(batch["rank"].to_pylist(), batch["known"].to_pylist(), strict=True)
                if known in kinds
            ]
            shares = {most: sum(rank <= most for rank in ranks) / (2 * count) for most in MEASURED_RANKS}
            recalls = {str(most): round(share, 4) for most, share in shares.items() if most <= top}
            facts[f"known_{name}"] = {"pairs": count, "recall": recalls}
    return facts
