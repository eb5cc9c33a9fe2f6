"""How likely a score is right in this very forum, and which threshold gives the precision that is asked for.

Two threads that have nothing to do with each other still share words, and the more threads there are, the more such
pairs reach any score. So every two of a sample of the forum's own threads are compared, and the tail of their scores
says how many wrong pairs to expect among all pairs of the forum:

    wrong(s) = pairs * 0.05 * exp(-(s - q5) / (TAIL * b)),    b = (q5 - q20) / ln 4

where q5 and q20 are the scores that 5 % and 20 % of the sample reach, which true duplicates hardly change. By chance
alone TAIL would be 1: questions about one subject are more alike than that. 1.85 was fitted to the labels of english-se
and to pairs of ai.stackexchange that were read.
The precision at a score is what is left: 1 - wrong(s) / found(s).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.jobs.threads.ranking import HIGHEST_SCORE, build_index, sum_score
from twicetold.tables.batches import Batch

TAIL = 1.85
SAMPLED_THREADS = 1000
FEWEST_THREADS, FEW_SCORES = 50, (0.1, 0.15)  # of fewer threads the scores by chance are taken to be these
LEVELS = 100  # steps of the precision curve
NEVER = 2.0  # a score that nothing reaches
COMMON, RARE = 0.2, 0.05  # shares of chance pairs


@dataclass(frozen=True)
class Chance:
    """The scores that 20 % and 5 % of chance pairs reach, where so many pairs can be found."""

    pairs: int
    common: float
    rare: float

    def count_wrong(self, score: float) -> float:
        """How many wrong pairs of the whole forum to expect at this score or above."""
        scale = max(TAIL * (self.rare - self.common) / math.log(COMMON / RARE), 1e-6)
        return self.pairs * RARE * math.exp(-max(score - self.rare, 0.0) / scale)


@dataclass(frozen=True)
class Calibration:
    """What scores mean in a forum. `levels` has the lowest score of each percent of precision."""

    chance: Chance
    levels: tuple[float, ...]
    threshold: float
    precision: float  # to expect of pairs at the threshold and above

    @property
    def facts(self) -> dict[str, Any]:
        """For `run.json`."""
        return {
            "threshold": self.threshold,
            "expected_precision": round(self.precision, 4),
            "pair_threshold": self.chance.rare,
            "chance": {"20 %": self.chance.common, "5 %": self.chance.rare},
        }


def sample_chance(
    read_terms: Callable[[], Iterable[Batch]],
    threads: int,
    pairs: int,
    frequencies: _kernels.ThreadFrequencies,
    meaning: str = "none",
) -> Chance:
    """The scores of every two of up to a thousand of these threads, taken at even distances."""
    step = max(-(-threads // SAMPLED_THREADS), 1)
    parts = []
    first = 0
    for batch in read_terms():
        places = pa.array(range(-first % step, batch.num_rows, step), pa.int64())
        parts.append(batch.take(places))
        first += batch.num_rows
    if threads < FEWEST_THREADS:
        return Chance(pairs, *FEW_SCORES)
    sample = pa.Table.from_batches(parts).combine_chunks().to_batches()
    count = sample[0].num_rows
    found = build_index(frequencies, iter(sample), meaning).find_best(sample[0], count, True)
    scores = pc.array_sort_indices(sum_score(found), order="descending")
    ordered = sum_score(found).take(scores)

    def find_quantile(share: float) -> float:
        place = int(share * count * (count - 1))
        return round(ordered[place].as_py() / HIGHEST_SCORE, 6) if place < len(ordered) else 0.0

    return Chance(pairs, *(find_quantile(share) for share in (COMMON, RARE)))


def calibrate_scores(chance: Chance, scores: Sequence[float], precision: float, threshold: float = 0.0) -> Calibration:
    """The precision of found pairs by their scores, and the threshold for the one asked for, or what it gives.

    `scores` are those of distinct pairs. Without a pair that is good enough nothing reaches the threshold.
    """
    ordered = sorted(scores, reverse=True)
    curve = [
        (max(0.0, 1 - chance.count_wrong(score) / found), score)
        for found, score in enumerate(ordered, 1)
        if found == len(ordered) or ordered[found] < score  # the last of equals
    ]
    levels, best = [NEVER] * (LEVELS + 1), 0
    for reached, score in reversed(curve):
        for level in range(best, int(reached * LEVELS) + 1):
            levels[level] = score
        best = max(best, int(reached * LEVELS) + 1)
    good = [(score, reached) for reached, score in curve if reached >= precision]
    chosen, expected = min(good, default=(NEVER, precision))
    if threshold:
        above = [reached for reached, score in curve if score >= threshold]
        chosen, expected = threshold, above[-1] if above else 1.0
    return Calibration(chance, tuple(levels), chosen, expected)


def choose_tuned_threshold(chance: Chance, duplicates: Sequence[float], precision: float) -> tuple[float, float]:
    """The lowest score at which known duplicates outnumber wrong pairs of the whole forum as asked, and the precision.

    A forum has more duplicates than those that are labelled, so the precision is at least this.
    """
    chosen = NEVER, precision
    for found, score in enumerate(sorted(duplicates, reverse=True), 1):
        reached = found / (found + chance.count_wrong(score))
        if reached >= precision:
            chosen = score, reached
    return chosen


def collect_pair_scores(found: Iterable[Batch], least: float, is_same: bool) -> list[float]:
    """The scores of distinct pairs, those of at least `least`."""
    tables = []
    for batch in found:
        score = sum_score(batch)
        kept = pc.greater_equal(score, pa.scalar(int(least * HIGHEST_SCORE), score.type))
        pair = make_pair_keys(batch, is_same)
        tables.append(pa.table([pair.filter(kept), score.filter(kept)], names=["pair", "score"]))
    if not tables:
        return []
    whole = pa.concat_tables(tables).group_by("pair").aggregate([("score", "max")])
    return [round(score / HIGHEST_SCORE, 6) for score in whole["score_max"].to_pylist()]


def make_pair_keys(found: Batch, is_same: bool) -> pa.Array:
    """A key of two threads; if both are of one collection, it is the same in both directions."""
    high, low = found["thread"], found["other"]
    if is_same:
        high, low = pc.min_element_wise(high, low), pc.max_element_wise(high, low)
    return pc.bit_wise_or(pc.shift_left(high.cast(pa.uint64()), pa.scalar(32, pa.uint64())), low.cast(pa.uint64()))


def find_precision(scores: pa.Array, levels: Sequence[float]) -> pa.Array:
    """The precision to expect of pairs that score at least as much as each of these."""
    percents = pa.repeat(pa.scalar(0, pa.int64()), len(scores))
    for score in islice(levels, 1, None):
        percents = pc.add(percents, pc.greater_equal(scores, score).cast(pa.int64()))
    return pc.divide(percents.cast(pa.float64()), float(LEVELS))
