"""Fields to matches: which threads are worth comparing, and their scores.

A score is a weighted mean of the similarities in all aspects that see something in both threads. A mean is never above
the largest of its terms, so a pair that reaches the threshold reaches it in one aspect at least: what the exact finders
of the aspects give, each at that threshold, holds every match; what counts against only lowers a score. The proof is in
`docs/threads.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, build_tally
from twicetold.finders.join_steps import UNIT_TEXTS
from twicetold.jobs.threads import pair_threads
from twicetold.jobs.threads.aspects import SettledAspect, compute_stretch
from twicetold.jobs.threads.fields import NORMAL_FIELDS, NormaliseThreads
from twicetold.jobs.threads.tables import COMPARED_FIELDS, THREAD_SCORES
from twicetold.matching.in_pairs import keep_rows_in_pairs
from twicetold.matching.similarity import round_scores
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import PAIRS
from twicetold.tables.reading import TALLY


def find_thread_candidates(
    load: Callable[[str], Any], aspects: Sequence[SettledAspect], engine: Engine
) -> dict[str, Table]:
    """Find threads that are alike enough in an aspect that weighs something: the table `pairs`, each once, in order.

    The table `crowds` counts the pairs of texts that the finders ruled out or left out.
    """
    pairs, crowds = [], []
    for name in COMPARED_FIELDS:
        finders = [aspect.finder for aspect in aspects if aspect.field == name and aspect.weight > 0]
        if not finders:
            continue
        units = load(f"units_{name}")
        threads = engine.map(units, SelectColumns(pair_threads.UNIT_THREADS))
        for finder in finders:
            found = finder.find_candidates(engine.map(units, SelectColumns(UNIT_TEXTS)), engine)
            pairs.append(pair_threads.pair_across_texts(found.pairs, threads, engine))
            crowds.append(found.tallies["crowds"])
        pairs.append(pair_threads.pair_within_texts(threads, engine))
    distinct = engine.group(engine.union(*pairs), ("left", "right"), PassRows(PAIRS), distinct=True)
    return {"pairs": distinct, "crowds": engine.union(*crowds)}


def score_pairs(
    pairs: Table,
    threads: Table,
    normal: NormaliseThreads,
    aspects: tuple[SettledAspect, ...],
    least: float,
    engine: Engine,
    missing: str = "share",
) -> dict[str, Table]:
    """The tables `scored` and `judged`: the matches in order, and how many candidates there were."""
    wanted = keep_rows_in_pairs(engine.map(threads, SelectColumns(NORMAL_FIELDS)), pairs, "number", engine)
    with_texts = engine.join(pairs, engine.map(wanted, normal), on=("left", "right"), key="number", shared=True)
    every = engine.map(with_texts, ScoreThreadPairs(aspects, missing))
    matches = engine.map(every, KeepThreadMatches(least))
    return {
        "scored": engine.group(matches, ("left", "right"), PassRows(THREAD_SCORES)),
        "judged": engine.map(every, CountThreadCandidates(least)),
    }


@dataclass(frozen=True)
class ScoreThreadPairs:
    """Candidates with the similarity of each field and of both threads; null where there is none."""

    aspects: tuple[SettledAspect, ...]
    missing: str = "share"
    schema: ClassVar[pa.Schema] = pa.schema(
        [each.with_nullable(True) if each.name == "similarity" else each for each in THREAD_SCORES]
    )

    def __call__(self, pairs: Batch) -> Batch:
        alike = [aspect.comparison.compare_pairs(pairs, aspect.field) for aspect in self.aspects]
        terms = [pc.fill_null(each, 0.0) for each in alike] if self.missing == "zero" else alike
        score = round_scores(compute_mean(terms, [aspect.weight for aspect in self.aspects]))
        fields = [self._score_field(alike, name) for name in COMPARED_FIELDS]
        return build_batch([pairs["left"], pairs["right"], *fields, score], self.schema)

    def _score_field(self, alike: list[pa.Array], name: str) -> pa.Array:
        """The similarity of a field. Where its aspects weigh nothing, as of what is only shown, all count."""
        own = [
            (similarity, aspect.weight)
            for similarity, aspect in zip(alike, self.aspects, strict=True)
            if aspect.field == name
        ]
        if not own:
            return pa.nulls(len(alike[0]), pa.float64())
        weighs = any(weight for _, weight in own)
        return compute_mean([similarity for similarity, _ in own], [weight if weighs else 1.0 for _, weight in own])


def compute_mean(values: Sequence[pa.Array], weights: Sequence[float]) -> pa.Array:
    """The weighted mean of what is not null; null where nothing is that weighs something.

    What weighs less than 0 counts against: it is taken off, and all is scaled so that equal texts still have 1.
    """
    if len(values) == 1 and weights[0]:
        return values[0]
    total = whole = pa.repeat(0.0, len(values[0]))
    for value, weight in zip(values, weights, strict=True):
        total = pc.add(total, pc.fill_null(pc.multiply(value, weight), 0.0))
        whole = pc.add(whole, pc.if_else(pc.is_valid(value), max(weight, 0.0), 0.0))
    found = pc.divide(total, pc.if_else(pc.greater(whole, 0.0), whole, None))
    if min(weights) >= 0:
        return found
    scaled = pc.multiply(found, compute_stretch(weights))
    return pc.max_element_wise(pc.min_element_wise(scaled, 1.0, skip_nulls=False), 0.0, skip_nulls=False)


@dataclass(frozen=True)
class KeepThreadMatches:
    """The pairs that reach the threshold: the matches."""

    least: float
    schema: ClassVar[pa.Schema] = THREAD_SCORES

    def __call__(self, scored: Batch) -> Batch:
        matches = scored.filter(pc.greater_equal(scored["similarity"], self.least))
        return build_batch(matches.columns, THREAD_SCORES)


@dataclass(frozen=True)
class CountThreadCandidates:
    """How many candidates there were, and how many are matches."""

    least: float
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, scored: Batch) -> Batch:
        return build_tally(candidates=scored.num_rows, accepted=KeepThreadMatches(self.least)(scored).num_rows)
