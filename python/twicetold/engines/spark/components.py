"""Connected components of more pairs than one machine holds: large star and small star, in turns.

After Kiveris and others, Connected Components in MapReduce and Beyond (2014). Both read pairs grouped by a unit, its
neighbours in order, so that the least comes first: a unit with 40,000 neighbours, or a billion, is a stream and never
held. Between the rounds each task joins what it has by union-find, which shortens chains by as much as a task sees.
Once few enough pairs are left (`alone_pairs`), one task finishes.

    large star   a unit links its larger neighbours to its least one
    small star   a unit links itself and its smaller neighbours to the least of them

Pairs stop changing when every unit is linked to the least of its component, and to nothing else. The result is checked
before it is used: every unit once, both ends of every pair in one component.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from twicetold import _kernels
from twicetold.engines.plan import Table
from twicetold.engines.sources import Grouped, Joined
from twicetold.engines.spark import tasks
from twicetold.engines.spark.local_work import Regrouped, Unpacked
from twicetold.engines.spark.parts import Part, filed
from twicetold.engines.spark.parts import batches as batches_of
from twicetold.engines.steps import tally
from twicetold.errors import RunError
from twicetold.schema import COMPONENTS, PAIRS, TALLY

if TYPE_CHECKING:
    from twicetold.engines.spark.work import Work

ALONE_PAIRS = 1 << 23  # one task joins these in about a gigabyte
CHUNK_PAIRS = 1 << 21  # that a task joins at once, or as many as `alone_pairs`
LEAST_CHUNK = 64
MOST_ROUNDS = 100

Numbers = npt.NDArray[np.uint32]


def components(work: Work, pairs: Table) -> list[Part]:
    """Part files of COMPONENTS. `work.notes` gets the number of rounds."""
    every = work.filed(pairs)
    if every.steps:
        every = Table(filed(work.parts(pairs), PAIRS))
    count = work.rows(every)
    left, rounds = _rounds(work, every) if count > work.limits.alone_pairs else (every, 0)
    few = work.rows(left) <= work.limits.alone_pairs
    found = _alone(work, left) if few else _labels(work, left)
    if left is not every:
        check(work, every, Table(filed(found, COMPONENTS)), count)
    work.notes["components"] = {"pairs": count, "rounds": rounds, "units": sum(part.rows for part in found)}
    return found


def _rounds(work: Work, pairs: Table) -> tuple[Table, int]:
    """Turns until nothing changes, or little enough is left for one task."""
    before = None
    most = work.limits.alone_pairs
    chunk = min(max(most, LEAST_CHUNK), CHUNK_PAIRS)
    for number in range(MOST_ROUNDS):
        if work.rows(pairs) <= most:
            return pairs, number
        stored, _ = work.at_hand(pairs)
        both = tasks.Chained(Contracted(stored, chunk), (BothWays(),))
        turned = work.by_hash(work.numbers(len(stored.tasks)), both, ("left",))
        again = work.by_hash(turned, Star(large_star, SORTED), ("left",))
        job = tasks.write(Star(small_star, SORTED), [(), (Fingerprint(),)], [PAIRS, TALLY], str(work.folder))
        parts, prints = work.write(again, job, 2)
        pairs, now = Table(filed(parts, PAIRS)), _summed(prints)
        if now == before:
            return pairs, number + 1
        before = now
    raise RunError(f"components did not settle in {MOST_ROUNDS} rounds", "please report this as a bug")


def _summed(parts: Sequence[Part]) -> Counter[str]:
    """What tasks counted, together."""
    total: Counter[str] = Counter()
    for batch in batches_of(parts):
        for row in batch.to_pylist():
            total[row["name"]] += row["count"]
    return total


# ---- the stars ----


def _least(
    batches: Iterator[pa.RecordBatch], least_of: Callable[[Numbers, Numbers], Numbers]
) -> Iterator[tuple[Numbers, Numbers, Numbers, npt.NDArray[np.bool_]]]:
    """Sorted pairs, each once, with the least of their left unit's group, and whether they begin one.

    The state between batches is one pair and one number.
    """
    last = (-1, -1)
    least_before = np.uint32(0)
    for batch in batches:
        left, right = batch["left"].to_numpy(), batch["right"].to_numpy()
        before_left, before_right = np.roll(left, 1).astype(np.int64), np.roll(right, 1).astype(np.int64)
        before_left[0], before_right[0] = last
        begins = left != before_left
        last = (int(left[-1]), int(right[-1]))
        places = np.maximum.accumulate(np.where(begins, np.arange(len(left)), -1))
        least = np.where(places >= 0, least_of(left, right)[places], least_before).astype(np.uint32)
        least_before = least[-1]
        fresh = begins | (right != before_right)
        yield left[fresh], right[fresh], least[fresh], begins[fresh]


def large_star(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Pairs both ways, to pairs with the larger unit on the left."""
    for left, right, least, _ in _least(batches, np.minimum):
        larger = right > left
        yield _pairs(right[larger], least[larger])


def small_star(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Pairs with the larger unit on the left, to pairs with the least on the left."""
    for left, right, least, begins in _least(batches, lambda _, right: right):
        other = right != least
        yield _pairs(np.concatenate([least[begins], least[other]]), np.concatenate([left[begins], right[other]]))


def _pairs(left: Numbers, right: Numbers) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array(left, pa.uint32()), pa.array(right, pa.uint32())], schema=PAIRS)


@dataclass(frozen=True)
class Star:
    """A star as a feed, of one that gives pairs in order."""

    turn: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]
    feed: tasks.Feed

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return self.turn(batch for batch in self.feed(batches) if batch.num_rows)


# Pairs that were gathered by their left unit, in order and each once.
SORTED = Regrouped(Unpacked(PAIRS), PAIRS, ("left", "right"), None, distinct=True)


# ---- union-find inside a task ----


def united(batch: pa.RecordBatch) -> tuple[Numbers, Numbers]:
    """Every unit of the pairs, ascending, and the least of its component; memory goes with the pairs."""
    left, right = batch["left"].to_numpy(), batch["right"].to_numpy()
    units, places = np.unique(np.concatenate([left, right]), return_inverse=True)
    kernel = _kernels.Components()
    kernel.push(_pairs(places[: len(left)].astype(np.uint32), places[len(left) :].astype(np.uint32)))
    roots = units[kernel.finish()["component"].to_numpy()]
    if not np.array_equal(roots[places[: len(left)]], roots[places[len(left) :]]):
        raise RunError("components are wrong: a pair stands in two", "please report this as a bug")
    return units, roots


def _chunks(batches: Iterator[pa.RecordBatch], most: int | None) -> Iterator[pa.RecordBatch]:
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        if most and rows >= most:
            yield pa.concat_batches(waiting)
            waiting, rows = [], 0
    if rows:
        yield pa.concat_batches(waiting)


@dataclass(frozen=True)
class Contracted:
    """Pairs of a feed, as stars of what a chunk of them joins."""

    feed: tasks.Feed
    chunk_pairs: int

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for chunk in _chunks(self.feed(batches), self.chunk_pairs):
            units, roots = united(chunk)
            linked = units != roots
            yield _pairs(roots[linked], units[linked])


@dataclass(frozen=True)
class Finished:
    """Pairs of a feed, all of them, as COMPONENTS."""

    feed: tasks.Feed

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for chunk in _chunks(self.feed(batches), None):
            units, roots = united(chunk)
            yield pa.RecordBatch.from_arrays([pa.array(units), pa.array(roots)], schema=COMPONENTS)


@dataclass(frozen=True)
class BothWays:
    """Each pair, and the same turned round."""

    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        turned = pa.RecordBatch.from_arrays([pairs["right"], pairs["left"]], schema=PAIRS)
        return pa.concat_batches([pairs, turned])


@dataclass(frozen=True)
class Fingerprint:
    """Pairs as three sums, which are the same for the same pairs in any order."""

    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        mixed = (pairs["left"].to_numpy().astype(np.uint64) << np.uint64(32)) | pairs["right"].to_numpy()
        for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(factor)
        high, low = int((mixed >> np.uint64(32)).sum()), int((mixed & np.uint64(0xFFFFFFFF)).sum())
        rows = [("pairs", pairs.num_rows), ("high", high), ("low", low)]
        return pa.RecordBatch.from_pylist([{"name": name, "count": count} for name, count in rows], TALLY)


# ---- jobs ----


def _alone(work: Work, pairs: Table) -> list[Part]:
    """All in one task, by union-find."""
    stored, _ = work.at_hand(pairs)
    job = tasks.write(Finished(stored.in_one()), [()], [COMPONENTS], str(work.folder))
    return work.write(work.numbers(1), job)[0]


def labels(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Settled pairs as COMPONENTS: the least ones themselves, and every other unit with its least."""
    for left, right, _, begins in _least(batches, np.minimum):
        units, roots = np.concatenate([left[begins], right]), np.concatenate([left[begins], left])
        yield pa.RecordBatch.from_arrays([pa.array(units), pa.array(roots)], schema=COMPONENTS)


def _labels(work: Work, pairs: Table) -> list[Part]:
    stored, _ = work.at_hand(pairs)
    frame = work.by_hash(work.numbers(len(stored.tasks)), stored, ("left",))
    return work.write(frame, tasks.write(Star(labels, SORTED), [()], [COMPONENTS], str(work.folder)))[0]


def check(work: Work, pairs: Table, found: Table, count: int) -> None:
    """Every unit once, both ends of every pair in one component; else an error, and nothing is saved."""
    twice = _summed(work.parts(Table(Grouped(found, ("unit",)), (Twice(),))))
    met = _summed(work.parts(Table(Joined(pairs, found, ("left", "right"), "unit"), (Apart(),))))
    if twice["twice"] or met["apart"] or met["met"] != count:
        raise RunError(
            f"components are wrong: {twice['twice']} units stand in two, {met['apart']} pairs in two, "
            f"{met['met']} of {count} were met",
            "please report this as a bug",
        )


@dataclass(frozen=True)
class Twice:
    """Units in order, to how many come more than once."""

    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, found: pa.RecordBatch) -> pa.RecordBatch:
        units = found["unit"].to_numpy()
        return tally(twice=int((units[1:] == units[:-1]).sum()))


@dataclass(frozen=True)
class Apart:
    """Pairs with the components of both ends, to how many there are, and how many differ."""

    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, both: pa.RecordBatch) -> pa.RecordBatch:
        differ = both["left_component"].to_numpy() != both["right_component"].to_numpy()
        return tally(met=both.num_rows, apart=int(differ.sum()))
