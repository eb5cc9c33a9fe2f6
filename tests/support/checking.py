"""An engine that checks the promises of every step that a job runs, on the batches that the job gives it.

A step keeps its promises if the declared columns are the real ones, the same batch gives the same rows, it survives
pickling, an empty batch gives no row, and a batch may be cut: anywhere by `map`, between two groups by `group`.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from twicetold.engines.graph import Table
from twicetold.engines.local import Local
from twicetold.engines.steps import PassRows, SelectColumns, Step
from twicetold.finders.join_steps import BucketFeatures, JoinCells
from twicetold.jobs.sentences.kinds import keep_first_members, weigh_kinds
from twicetold.jobs.sentences.matches import CLUSTER_COUNTS
from twicetold.matching.in_pairs import ListKeys
from twicetold.tables.batches import Batch
from twicetold.tables.matching import LEXICON
from twicetold.tables.reading import OUTCOMES, TALLY

_BATCHES = 2  # of each step are checked: the rest would only take time
_ROWS = 400  # of a batch are enough to cut

# They summarise a batch, and the step after them sums up. Where a batch was cut is seen in their rows, not in the digest.
_SUMMARIES = (BucketFeatures, JoinCells, ListKeys)
_SUMMARY_FUNCTIONS = (keep_first_members, weigh_kinds)

# Tables of counts of a batch, with the column that is summed up afterwards.
_COUNTS = {TALLY: "count", OUTCOMES: "records", LEXICON: "units", CLUSTER_COUNTS: "cluster_pairs"}


@dataclass(frozen=True)
class CheckedStep:
    """A step that is checked on its first batches. `by` are the columns of its groups, if it is the step of a `group`."""

    step: Step
    by: tuple[str, ...] | None
    checked: dict[str, int] = field(compare=False, hash=False)

    @property
    def schema(self) -> pa.Schema:
        return self.step.schema

    def __call__(self, batch: Batch) -> Batch:
        name = _name_step(self.step)
        if batch.num_rows > 1 and self.checked.get(name, 0) < _BATCHES:
            self.checked[name] = self.checked.get(name, 0) + 1
            check_promises(self.step, self._take_first_groups(batch), self.by)
        return self.step(batch)

    def _take_first_groups(self, batch: Batch) -> Batch:
        ends = [*find_cuts(batch, self.by), batch.num_rows]
        return batch.slice(0, next((end for end in ends if end >= _ROWS), batch.num_rows))


@dataclass
class CheckingEngine(Local):
    """The local engine with every step checked. `checked` has the steps by name."""

    checked: dict[str, int] = field(default_factory=dict)

    def map(self, table: Table, step: Step) -> Table:
        return super().map(table, self._wrap_step(step, None))

    def group(self, table: Table, by: Sequence[str], step: Step, **options: Any) -> Table:
        return super().group(table, by, self._wrap_step(step, tuple(by)), **options)

    def _wrap_step(self, step: Step, by: tuple[str, ...] | None) -> Step:
        return step if isinstance(step, SelectColumns | PassRows) else CheckedStep(step, by, self.checked)


def _name_step(step: Step) -> str:
    return getattr(step, "__qualname__", type(step).__qualname__)


def check_promises(step: Step, batch: Batch, by: tuple[str, ...] | None = None) -> None:
    """Fail where a step breaks a promise on this batch."""
    result, name = step(batch), _name_step(step)
    assert result.schema.equals(step.schema), f"{name}: the declared columns are the real ones"
    assert _hold_the_same(step(batch), result), f"{name}: the same input gives the same output"
    assert _hold_the_same(pickle.loads(pickle.dumps(step))(batch), result), f"{name}: it survives pickling"
    assert step(batch.slice(0, 0)).num_rows == 0, f"{name}: an empty batch gives an empty batch"
    is_summary = isinstance(step, _SUMMARIES) or step in _SUMMARY_FUNCTIONS
    cuts = [] if is_summary else list(find_cuts(batch, by))
    for cut in {*cuts[:2], *cuts[len(cuts) // 2 :][:1], *cuts[-1:]}:
        parts = pa.concat_batches([step(batch.slice(0, cut)), step(batch.slice(cut))])
        assert _hold_the_same(parts, result), f"{name}: cutting the batch at {cut} changes nothing"


def find_cuts(batch: Batch, by: tuple[str, ...] | None) -> Iterator[int]:
    """The rows before which a batch may be cut."""
    if by is None:
        yield from range(1, batch.num_rows)
        return
    keys = list(zip(*(batch[name].to_pylist() for name in by), strict=True))
    yield from (at for at in range(1, len(keys)) if keys[at] != keys[at - 1])


def _hold_the_same(one: Batch, two: Batch) -> bool:
    """Whether two batches hold the same rows, in any order; what counts a batch is summed, as the step after it does.

    NaN is compared as text: for Arrow it does not equal itself. That the order does not matter is checked by the digest.
    """
    if one.equals(two):
        return True
    count = _COUNTS.get(one.schema)
    return one.schema.equals(two.schema) and _sum_rows(one, count) == _sum_rows(two, count)


def _sum_rows(batch: Batch, count: str | None) -> dict[str, int]:
    total: dict[str, int] = {}
    for row in batch.to_pylist():
        number = row.pop(count) if count else 1
        total[repr(row)] = total.get(repr(row), 0) + number
    return total
