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
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from twicetold import _kernels
from twicetold.engines.graph import GroupNode, JoinNode, Table
from twicetold.engines.spark import tasks
from twicetold.engines.spark.local_work import RegroupRows, UnpackBlocks
from twicetold.engines.spark.part_writer import PartWriter
from twicetold.engines.spark.parts import PartFile, build_part_node
from twicetold.engines.spark.parts import read_batches as batches_of
from twicetold.engines.steps import build_tally, make_step
from twicetold.errors import RunError
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, concat_batches
from twicetold.tables.matching import COMPONENTS, PAIRS
from twicetold.tables.reading import TALLY

if TYPE_CHECKING:
    from twicetold.engines.spark.work import SparkWork

CHUNK_PAIRS = 1 << 21  # that a task joins at once, or as many as `alone_pairs`
MIN_CHUNK_PAIRS = 64
MAX_ROUNDS = 100

UnitArray = npt.NDArray[np.uint32]


def find_components(work: SparkWork, pairs: Table) -> list[PartFile]:
    """Part files of COMPONENTS. `work.notes` gets the number of rounds."""
    every = work.store_table(pairs)
    if every.steps:
        every = Table(build_part_node(work.compute_parts(pairs), PAIRS))
    count = work.count_rows(every)
    left, rounds = _run_rounds(work, every) if count > work.limits.alone_pairs else (every, 0)
    few = work.count_rows(left) <= work.limits.alone_pairs
    found = _find_in_one_task(work, left) if few else _write_labels(work, left)
    if left is not every:
        check_components(work, every, Table(build_part_node(found, COMPONENTS)), count)
    work.notes["components"] = {"pairs": count, "rounds": rounds, "units": sum(part.rows for part in found)}
    return found


def _run_rounds(work: SparkWork, pairs: Table) -> tuple[Table, int]:
    """Turns until nothing changes, or little enough is left for one task."""
    before = None
    most = work.limits.alone_pairs
    chunk = min(max(most, MIN_CHUNK_PAIRS), CHUNK_PAIRS)
    for number in range(MAX_ROUNDS):
        if work.count_rows(pairs) <= most:
            return pairs, number
        stored, _ = work.locate_stored_rows(pairs)
        both = tasks.ApplySteps(ContractPairs(stored, chunk), (mirror_pairs,))
        turned = work.spread_by_hash(work.create_task_frame(len(stored.tasks)), both, ("left",))
        again = work.spread_by_hash(turned, ApplyStar(apply_large_star, SORTED_PAIRS), ("left",))
        writer = PartWriter.write_scratch([(), (fingerprint_pairs,)], [PAIRS, TALLY], work.folder)
        job = tasks.build_write_task(ApplyStar(apply_small_star, SORTED_PAIRS), writer)
        parts, prints = work.run_write_job(again, job, 2)
        pairs, now = Table(build_part_node(parts, PAIRS)), _sum_part_tallies(prints)
        if now == before:
            return pairs, number + 1
        before = now
    raise RunError(f"components did not settle in {MAX_ROUNDS} rounds", "please report this as a bug")


def _sum_part_tallies(parts: Sequence[PartFile]) -> Counter[str]:
    """What tasks counted, together."""
    total: Counter[str] = Counter()
    for batch in batches_of(parts):
        for row in batch.to_pylist():
            total[row["name"]] += row["count"]
    return total


# ---- the stars ----


def _find_least(
    batches: Iterator[Batch], least_of: Callable[[UnitArray, UnitArray], UnitArray]
) -> Iterator[tuple[UnitArray, UnitArray, UnitArray, npt.NDArray[np.bool_]]]:
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


def apply_large_star(batches: Iterator[Batch]) -> Iterator[Batch]:
    """Pairs both ways, to pairs with the larger unit on the left."""
    for left, right, least, _ in _find_least(batches, np.minimum):
        larger = right > left
        yield _build_pairs(right[larger], least[larger])


def apply_small_star(batches: Iterator[Batch]) -> Iterator[Batch]:
    """Pairs with the larger unit on the left, to pairs with the least on the left."""
    for left, right, least, begins in _find_least(batches, lambda _, right: right):
        other = right != least
        yield _build_pairs(np.concatenate([least[begins], least[other]]), np.concatenate([left[begins], right[other]]))


def _build_pairs(left: UnitArray, right: UnitArray) -> Batch:
    return build_batch([pa.array(left, pa.uint32()), pa.array(right, pa.uint32())], PAIRS)


@dataclass(frozen=True)
class ApplyStar:
    """A star as a feed, of one that gives pairs in order."""

    turn: Callable[[Iterator[Batch]], Iterator[Batch]]
    feed: tasks.Feed

    def __call__(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        return self.turn(batch for batch in self.feed(batches) if batch.num_rows)


# Pairs that were gathered by their left unit, in order and each once.
SORTED_PAIRS = RegroupRows(UnpackBlocks(PAIRS), PAIRS, ("left", "right"), None, distinct=True)


# ---- union-find inside a task ----


def unite_pairs(batch: Batch) -> tuple[UnitArray, UnitArray]:
    """Every unit of the pairs, ascending, and the least of its component; memory goes with the pairs."""
    left, right = batch["left"].to_numpy(), batch["right"].to_numpy()
    units, places = np.unique(np.concatenate([left, right]), return_inverse=True)
    kernel = _kernels.Components()
    kernel.push(_build_pairs(places[: len(left)].astype(np.uint32), places[len(left) :].astype(np.uint32)))
    roots = units[kernel.finish()["component"].to_numpy()]
    if not np.array_equal(roots[places[: len(left)]], roots[places[len(left) :]]):
        raise RunError("components are wrong: a pair is in two", "please report this as a bug")
    return units, roots


def _collect_chunks(batches: Iterator[Batch], most: int | None) -> Iterator[Batch]:
    waiting: list[Batch] = []
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
class ContractPairs:
    """Pairs of a feed, as stars of what a chunk of them joins."""

    feed: tasks.Feed
    chunk_pairs: int

    def __call__(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        for chunk in _collect_chunks(self.feed(batches), self.chunk_pairs):
            units, roots = unite_pairs(chunk)
            linked = units != roots
            yield _build_pairs(roots[linked], units[linked])


@dataclass(frozen=True)
class FinishComponents:
    """Pairs of a feed, all of them, as COMPONENTS."""

    feed: tasks.Feed

    def __call__(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        for chunk in _collect_chunks(self.feed(batches), None):
            units, roots = unite_pairs(chunk)
            yield build_batch([pa.array(units), pa.array(roots)], COMPONENTS)


@make_step(PAIRS)
def mirror_pairs(pairs: Batch) -> Batch:
    """Each pair, and the same turned round."""
    turned = build_batch([pairs["right"], pairs["left"]], PAIRS)
    return concat_batches([pairs, turned])


@make_step(TALLY)
def fingerprint_pairs(pairs: Batch) -> Batch:
    """Pairs as three sums, which are the same for the same pairs in any order."""
    mixed = (pairs["left"].to_numpy().astype(np.uint64) << np.uint64(32)) | pairs["right"].to_numpy()
    for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(factor)
    high, low = int((mixed >> np.uint64(32)).sum()), int((mixed & np.uint64(0xFFFFFFFF)).sum())
    rows = [("pairs", pairs.num_rows), ("high", high), ("low", low)]
    return build_batch_of_rows([{"name": name, "count": count} for name, count in rows], TALLY)


# ---- jobs ----


def _find_in_one_task(work: SparkWork, pairs: Table) -> list[PartFile]:
    """All in one task, by union-find."""
    stored, _ = work.locate_stored_rows(pairs)
    job = tasks.build_write_task(
        FinishComponents(stored.merge_tasks()), PartWriter.write_scratch([()], [COMPONENTS], work.folder)
    )
    return work.run_write_job(work.create_task_frame(1), job)[0]


def label_units(batches: Iterator[Batch]) -> Iterator[Batch]:
    """Settled pairs as COMPONENTS: the least ones themselves, and every other unit with its least."""
    for left, right, _, begins in _find_least(batches, np.minimum):
        units, roots = np.concatenate([left[begins], right]), np.concatenate([left[begins], left])
        yield build_batch([pa.array(units), pa.array(roots)], COMPONENTS)


def _write_labels(work: SparkWork, pairs: Table) -> list[PartFile]:
    stored, _ = work.locate_stored_rows(pairs)
    frame = work.spread_by_hash(work.create_task_frame(len(stored.tasks)), stored, ("left",))
    return work.run_write_job(
        frame,
        tasks.build_write_task(
            ApplyStar(label_units, SORTED_PAIRS), PartWriter.write_scratch([()], [COMPONENTS], work.folder)
        ),
    )[0]


def check_components(work: SparkWork, pairs: Table, found: Table, count: int) -> None:
    """Every unit once, both ends of every pair in one component; else an error, and nothing is saved."""
    twice = _sum_part_tallies(work.compute_parts(Table(GroupNode(found, ("unit",)), (count_repeated_units,))))
    met = _sum_part_tallies(
        work.compute_parts(Table(JoinNode(pairs, found, ("left", "right"), "unit"), (count_split_pairs,)))
    )
    if twice["twice"] or met["apart"] or met["met"] != count:
        raise RunError(
            f"components are wrong: units in two: {twice['twice']}, pairs in two: {met['apart']}; "
            f"{met['met']} of {count} were met",
            "please report this as a bug",
        )


@make_step(TALLY)
def count_repeated_units(found: Batch) -> Batch:
    """Units in order, to how many come more than once."""
    units = found["unit"].to_numpy()
    return build_tally(twice=int((units[1:] == units[:-1]).sum()))


@make_step(TALLY)
def count_split_pairs(both: Batch) -> Batch:
    """Pairs with the components of both ends, to how many there are, and how many differ."""
    differ = both["left_component"].to_numpy() != both["right_component"].to_numpy()
    return build_tally(met=both.num_rows, apart=int(differ.sum()))
