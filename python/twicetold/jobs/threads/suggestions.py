"""The table `suggestions`: for each thread the others most like it, and whether the forum knows already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
    find_precision,
    make_pair_keys,
    measure_chance,
    sample_chance,
)
from twicetold.jobs.threads.collection import Collection, name_both_sides
from twicetold.jobs.threads.duplicate_links import read_links
from twicetold.jobs.threads.ranking import HIGHEST_SCORE, list_shares, rank_rows, sum_score
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import BEST_THREADS, KNOWN_LINKS, SUGGESTIONS, THREAD_SCORES
from twicetold.run import Run
from twicetold.tables.batches import Batch, build_batch, build_named_batch

MEASURED_RANKS = (1, 5, 10)
SCORE_DIGITS = 6
_PAIR_LINKS = pa.schema([KNOWN_LINKS.field("pair"), KNOWN_LINKS.field("known")])


def rank_threads(stages: Stages[ThreadSettings], collection: Collection) -> Calibration:
    """Make `found` and `links`: the threads most like each. Gives what their scores mean in this forum."""
    settings, engine, run = stages.settings, stages.engine, stages.run
    ranker = collection.build_ranker(stages)
    stages.make("found", lambda: {"found": ranker.find_threads(engine)})
    stages.make("links", lambda: {"links": engine.load_rows(collect_links(stages, collection))})
    threads, others = run.count_rows("threads"), collection.threads
    pairs = threads * (threads - 1) // 2 if collection.is_same else threads * others
    sample = sample_chance(collection.read_terms, others, ranker.count_frequencies(), settings.suggesting.meaning)
    chance, scores = measure_chance(sample, threads, pairs, run.read_batches("found"), collection.is_same)
    return calibrate_scores(chance, scores, settings.suggesting.precision, settings.matching.threshold)


def name_suggestions(levels: tuple[float, ...], stages: Stages[ThreadSettings], collection: Collection) -> Table:
    """Found threads with their names, ranks and links, in order."""
    engine: Engine = stages.engine
    links = engine.map(stages.load("links"), SelectColumns(_PAIR_LINKS))
    paired = engine.map(stages.load("found"), AddPairKeys(collection.is_same))
    known = engine.join(paired, links, on=("pair",), key="pair", keep=True)
    named = name_both_sides(known, ("thread", "other"), stages, collection)
    build = BuildSuggestions(levels, stages.settings.suggesting.meaning)
    built = engine.map(named, build)
    return engine.map(engine.group(built, ("thread", "rank"), PassRows(build.schema)), SelectColumns(SUGGESTIONS))


@dataclass(frozen=True)
class AddPairKeys:
    """Found threads with a key of the two, by which links are looked up."""

    is_same: bool
    schema: ClassVar[pa.Schema] = pa.schema([*BEST_THREADS, pa.field("pair", pa.uint64())])

    def __call__(self, found: Batch) -> Batch:
        return build_batch([*found.columns, make_pair_keys(found, self.is_same)], self.schema)


@dataclass(frozen=True)
class KeepRankedMatches:
    """Found threads to the pairs that reach the threshold; a pair that was found from both sides comes twice."""

    least: float
    meaning: str = "none"
    is_same: bool = True
    schema: ClassVar[pa.Schema] = THREAD_SCORES

    def __call__(self, found: Batch) -> Batch:
        score = scale_score(sum_score(found), 1.0)
        low, high = found["thread"], found["other"]
        if self.is_same:
            low, high = pc.min_element_wise(low, high), pc.max_element_wise(low, high)
        none = pa.nulls(found.num_rows, pa.float64())
        asked = scale_score(found["asked"], list_shares(self.meaning)[1])
        batch = build_batch([low, high, asked, *[none] * 4, score], THREAD_SCORES)
        return batch.filter(pc.greater_equal(score, self.least))


@make_step(THREAD_SCORES)
def keep_distinct_pairs(scored: Batch) -> Batch:
    """Pairs in order, each once."""
    ranks = rank_rows(pc.bit_wise_or(pc.shift_left(scored["left"].cast(pa.uint64()), 32), scored["right"]))
    return build_batch(scored.filter(pc.equal(ranks, 1)).columns, THREAD_SCORES)


def select_ranked_matches(threshold: float, stages: Stages[ThreadSettings], collection: Collection) -> Table:
    """The pairs among the suggestions that reach the threshold."""
    engine, meaning = stages.engine, stages.settings.suggesting.meaning
    kept = engine.map(stages.load("found"), KeepRankedMatches(threshold, meaning, collection.is_same))
    return engine.group(kept, ("left", "right"), keep_distinct_pairs)


@dataclass(frozen=True)
class BuildSuggestions:
    """Ranked threads as a user reads them."""

    levels: tuple[float, ...]
    meaning: str = "none"
    schema: ClassVar[pa.Schema] = pa.schema([pa.field("thread", pa.uint32(), nullable=False), *SUGGESTIONS])

    def __call__(self, joined: Batch) -> Batch:
        score = scale_score(sum_score(joined), 1.0)
        whole, asked, title, meaning = list_shares(self.meaning)
        no_meaning = pa.nulls(joined.num_rows, pa.float64())
        columns = {
            "thread": joined["thread"],
            "document": joined["thread_document"],
            "title": joined["thread_title"],
            "rank": joined["rank"],
            "other_document": joined["other_document"],
            "other_title": joined["other_title"],
            "score": score,
            "whole": scale_score(joined["whole"], whole),
            "question": scale_score(joined["asked"], asked),
            "words": scale_score(joined["title"], title),
            "meaning": scale_score(joined["meaning"], meaning) if meaning else no_meaning,
            "precision": find_precision(score, self.levels),
            "known": pc.fill_null(joined["known"], ""),
        }
        return build_named_batch(columns, self.schema)


def scale_score(score: pa.Array, share: float) -> pa.Array:
    """A score, or the part of it that has this share, between 0 and 1."""
    scaled = pc.divide(score.cast(pa.float64()), HIGHEST_SCORE * share)
    return pc.round(pc.min_element_wise(scaled, 1.0), SCORE_DIGITS)


def collect_links(stages: Stages[ThreadSettings], collection: Collection) -> pa.Table:
    """What dumps and the field `duplicate_of` say of two threads that are both there."""
    settings, run = stages.settings, stages.run
    named = read_links(stages.inputs.searched, settings.reading, settings.machine.worker_count)
    for batch in run.read_batches("threads"):
        marked = batch.filter(pc.not_equal(batch["duplicate_of"], ""))
        for document, others in zip(marked["document"].to_pylist(), marked["duplicate_of"].to_pylist(), strict=True):
            named.update({(document, other): "duplicate" for other in others.split("\n") if other != document})
    wanted = sorted({document for pair in named for document in pair})
    numbers = _find_numbers(run.read_batches("threads"), wanted)
    others = numbers if collection.is_same else _find_numbers(collection.read_threads(), wanted)
    rows: dict[int, tuple[str, str, str]] = {}
    for (left, right), known in sorted(named.items()):
        for one, two in ((left, right), (right, left)):
            if one in numbers and two in others:
                numbered = numbers[one], others[two]
                high, low = sorted(numbered) if collection.is_same else numbered
                pair = high << 32 | low
                if pair not in rows or (known == "duplicate" and rows[pair][2] != known):
                    rows[pair] = left, right, known
    columns = [list(rows), *([row[place] for row in rows.values()] for place in range(3))]
    return pa.table(columns, schema=KNOWN_LINKS).sort_by("pair")


def _find_numbers(threads: Iterable[Batch], wanted: Sequence[str]) -> dict[str, int]:
    """The numbers of threads by their ids; of two with one id the first counts."""
    numbers: dict[str, int] = {}
    among = pa.array(wanted, pa.string())
    for batch in threads if wanted else ():
        found = batch.filter(pc.is_in(batch["document"], among))
        for document, number in zip(found["document"].to_pylist(), found["number"].to_pylist(), strict=True):
            numbers.setdefault(document, number)
    return numbers


def measure_suggestions(run: Run, top: int, is_same: bool) -> dict[str, Any]:
    """How many suggestions there are, and how many of the forum's own links are among them.

    Within one collection a link counts once in each direction.
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
            shares = {most: sum(rank <= most for rank in ranks) / (count * (1 + is_same)) for most in MEASURED_RANKS}
            recalls = {str(most): round(share, 4) for most, share in shares.items() if most <= top}
            facts[f"known_{name}"] = {"pairs": count, "recall": recalls}
    return facts
