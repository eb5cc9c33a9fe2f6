"""How likely a score is right in this very forum, and which threshold gives the precision that is asked for.

Two threads that have nothing to do with each other still share words, and the more threads there are, the more such
pairs reach any score. So every two of a sample of the forum's own threads are compared, and the tail of their scores
says how many wrong pairs to expect among all pairs of the forum:

    wrong(s) = pairs * share * exp(-(s - q) / slope)

where q is the score that as many found pairs reach as there are threads (`share` of all pairs): more than most forums
have duplicates. The slope is that between q and the score that ten times as many pairs of the sample reach, times
SLOPE, since questions about one subject are more similar than chance pairs. Copies of most threads would make q
too high, so the slope is bounded by that between ten and forty times as many pairs.
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

SLOPE = 1.3  # 1.2 gives ai.stackexchange 17 matches, of which 7 are duplicates or linked; 1.3 gives 7, and 4 of them
TUNED_SLOPE = 1.5  # of learnt scores: 20 of 71 matches of english-se were wrong where 1.2 led to expect 9
STEEPEST, LEAST_SLOPE = 2.0, 0.01  # by how much a slope may exceed that of lower scores; and the lowest slope
SAMPLED_THREADS = 1000
FEWEST_THREADS = 50  # of fewer threads the scores by chance are taken to be these:
FEW_CHANCES = {"rare": 0.15, "high": 0.15, "share": 0.05, "slope": 0.0667}
LEVELS = 100  # steps of the precision curve
NEVER = 2.0  # a score that nothing reaches
RARE = 0.05  # of chance pairs


@dataclass(frozen=True)
class ChanceSample:
    """The scores above 0 of the sampled pairs, the highest first, and how many pairs were sampled."""

    scores: pa.Array
    pairs: int

    def find_score(self, share: float) -> float:
        """The score that this share of the pairs reaches."""
        place = int(share * self.pairs)
        return round(self.scores[place].as_py(), 6) if place < len(self.scores) else 0.0


@dataclass(frozen=True)
class Chance:
    """How many chance pairs reach a score: `share` of them reach `high`, and higher scores are rarer by `slope`."""

    pairs: int
    rare: float  # the score that 5 % reach
    high: float
    share: float
    slope: float

    @classmethod
    def from_sample(cls, pairs: int, share: float, sample: ChanceSample, high: float, factor: float = SLOPE) -> Chance:
        """Measure how scores thin out up to `high`, which `share` of all pairs reach, and multiply it by a factor."""
        middle, low = (sample.find_score(share * times) for times in (10, 40))
        bound = STEEPEST * max((middle - low) / math.log(4), LEAST_SLOPE)
        slope = min(factor * max((high - middle) / math.log(10), LEAST_SLOPE), bound)
        # Where copies make `high` too high, it lies where the bound on the slope leads.
        high = min(high, middle + slope * math.log(10))
        return cls(pairs, sample.find_score(RARE), round(high, 6), share, round(slope, 6))

    def count_wrong(self, score: float) -> float:
        """How many wrong pairs of the whole forum to expect at this score or above."""
        return self.pairs * min(self.share * math.exp((self.high - score) / self.slope), 1.0)


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
            "chance": {"score": self.chance.high, "share": round(self.chance.share, 6), "slope": self.chance.slope},
        }


def sample_chance(
    read_terms: Callable[[], Iterable[Batch]],
    threads: int,
    frequencies: _kernels.ThreadFrequencies,
    meaning: str = "none",
) -> ChanceSample:
    """The scores of every two of up to a thousand of these threads, taken at even distances."""
    step = max(-(-threads // SAMPLED_THREADS), 1)
    parts = []
    first = 0
    for batch in read_terms():
        places = pa.array(range(-first % step, batch.num_rows, step), pa.int64())
        parts.append(batch.take(places))
        first += batch.num_rows
    if not first:
        return ChanceSample(pa.array([], pa.float64()), 0)
    sample = pa.Table.from_batches(parts).combine_chunks().to_batches()
    count = sample[0].num_rows
    scores = sum_score(build_index(frequencies, iter(sample), meaning).find_best(sample[0], count, True, count))
    ordered = scores.take(pc.array_sort_indices(scores, order="descending")).cast(pa.float64())
    return ChanceSample(pc.divide(ordered, HIGHEST_SCORE), count * (count - 1))


def measure_chance(
    sample: ChanceSample, threads: int, pairs: int, found: Iterable[Batch], is_same: bool
) -> tuple[Chance, list[float]]:
    """How many wrong pairs to expect, and the scores of the found pairs that might be right, the highest first.

    `found` has the best of each of these threads; `pairs` is how many pairs there are in all.
    """
    if math.isqrt(sample.pairs) + 1 < FEWEST_THREADS:
        return Chance(pairs, **FEW_CHANCES), collect_pair_scores(found, FEW_CHANCES["high"], is_same)
    share = threads / max(pairs, 1)
    least = sample.find_score(10 * share)
    scores = collect_pair_scores(found, least, is_same)
    high = scores[threads - 1] if len(scores) >= threads else sample.find_score(share)
    chance = Chance.from_sample(pairs, share, sample, high)
    return chance, [score for score in scores if score >= chance.high]


def calibrate_scores(chance: Chance, scores: Sequence[float], precision: float, threshold: float = 0.0) -> Calibration:
    """The precision of found pairs by their scores, and the threshold for the one asked for, or what it gives.

    `scores` are those of distinct pairs, the highest first. Without a pair that is good enough nothing reaches the
    threshold.
    """
    curve = [
        (max(0.0, 1 - chance.count_wrong(score) / found), score)
        for found, score in enumerate(scores, 1)
        if found == len(scores) or scores[found] < score  # the last of equals
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
    """The scores of distinct pairs, those of at least `least`, the highest first."""
    tables = []
    for batch in found:
        score = sum_score(batch)
        kept = pc.greater_equal(score, pa.scalar(int(least * HIGHEST_SCORE), score.type))
        pair = make_pair_keys(batch, is_same)
        tables.append(pa.table([pair.filter(kept), score.filter(kept)], names=["pair", "score"]))
    if not tables:
        return []
    whole = pa.concat_tables(tables).group_by("pair").aggregate([("score", "max")])
    scores = whole["score_max"].sort(order="descending")
    return [round(score / HIGHEST_SCORE, 6) for score in scores.to_pylist()]


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
