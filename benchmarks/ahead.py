"""Where a peer is ahead of us, in words: computed from the rows, so that nobody can forget to say it.

Ours is the row named `twicetold`; where a task has only variants of it, the first of them. A floor is no peer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.figures import format_figure
from benchmarks.results import OURS, Row, Task, growth


@dataclass(frozen=True)
class Measure:
    """A figure of a row: `name` as a reader says it, and how it is written."""

    field: str
    name: str
    less_is_better: bool
    digits: int
    unit: str = ""

    def of(self, row: Row) -> float:
        return float(getattr(row, self.field))

    def better(self, one: float, other: float) -> bool:
        """Whether one figure is better than another; any figure is better than none."""
        if math.isnan(one) or math.isnan(other):
            return not math.isnan(one)
        return one < other if self.less_is_better else one > other

    def versus(self, one: float, other: float) -> str:
        """`7.40 s against 2.10 s`, with as many digits as it takes to tell them apart."""
        digits = self.digits
        while one != other and digits < MOST_DIGITS and format_figure(one, digits) == format_figure(other, digits):
            digits += 1
        return f"{self.shown(one, digits)} against {self.shown(other, digits)}"

    def shown(self, value: float, digits: int) -> str:
        return "no figure" if math.isnan(value) else f"{format_figure(value, digits)}{self.unit}"


MOST_DIGITS = 12
MEASURES = (
    Measure("seconds", "time", True, 2, " s"),
    Measure("cpu_seconds", "CPU time", True, 2, " s"),
    Measure("peak_mb", "memory", True, 0, " MB"),
    Measure("recall", "recall", False, 3),
    Measure("precision", "precision", False, 3),
)
_EXPONENT = Measure("exponent", "growth", True, 2)  # n to this power


def is_floor(row: Row) -> bool:
    return row.name.startswith("floor")


def ours_at(task: Task, size: int) -> Row | None:
    """Our row at a size, if there is one."""
    own = [row for row in task.rows if row.size == size and row.is_ours]
    return next((row for row in own if row.name == OURS), own[0] if own else None)


def lines(task: Task) -> list[str]:
    """One for each peer and size, or range of sizes, where it is ahead of us in anything."""
    sizes = sorted({row.size for row in task.rows})
    return [line for size in sizes for line in at_size(task, size)] + list(growing(task))


def at_size(task: Task, size: int) -> Iterator[str]:
    """What peers do better at a size; each with what they do worse, which is most often why."""
    where = f"at {size:,} {task.items}"
    ours = ours_at(task, size)
    peers = [row for row in task.rows if row.size == size and not (row.failure or row.is_ours or is_floor(row))]
    if ours is None or ours.failure:
        if peers:
            reason = f"ours failed: {ours.failure}" if ours else "ours was not measured"
            yield f"**{', '.join(row.name for row in peers)}** {where}: has figures where {reason}."
        return
    for peer in peers:
        ahead = [each for each in MEASURES if each.better(each.of(peer), each.of(ours))]
        if ahead:
            behind = [each for each in MEASURES if each.better(each.of(ours), each.of(peer))]
            yield f"**{named(peer)}** {where}: ahead in {told(ahead, peer, ours)}{rest(behind, peer, ours)}"


def named(row: Row) -> str:
    return f"{row.name} ({row.setting})" if row.setting else row.name


def told(measures: list[Measure], peer: Row, ours: Row) -> str:
    """`memory (162 MB against 230 MB), recall (0.990 against 0.985)`"""
    return ", ".join(f"{each.name} ({each.versus(each.of(peer), each.of(ours))})" for each in measures)


def rest(behind: list[Measure], peer: Row, ours: Row) -> str:
    """What it is behind in, and its note."""
    said = f"; behind in {told(behind, peer, ours)}" if behind else "; behind in nothing"
    return f"{said}. {peer.note}" if peer.note else f"{said}."


def growing(task: Task) -> Iterator[str]:
    """Who grows more slowly than we do over the same sizes."""
    rows = [row for row in task.rows if not is_floor(row)]
    for peer in growth(row for row in rows if not row.is_ours):
        ends = [row for size in (peer.small, peer.large) if (row := ours_at(task, size))]
        ours = growth(replace(row, name=OURS) for row in ends)
        where = f"from {peer.small:,} to {peer.large:,} {task.items}"
        for name, exponent in (("time", "exponent"), ("memory", "memory_exponent")):
            theirs = getattr(peer, exponent)
            mine = getattr(ours[0], exponent) if ours else math.nan
            if _EXPONENT.better(theirs, mine):
                yield f"**{peer.name}** {where}: its {name} grows more slowly (power {_EXPONENT.versus(theirs, mine)})."
