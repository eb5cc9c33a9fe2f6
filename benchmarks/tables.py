"""A task as Markdown, for the eye: a table for each size, the fastest first, and how each contender grows."""

from __future__ import annotations

import math
from collections.abc import Iterable

from benchmarks.results import Row, Task, growth

HEAD = "| {size:,} {items} | setting | seconds | CPU | peak MB | {items}/s | found | recall | precision | |"


def table(name: str, task: Task) -> str:
    """All of it."""
    parts = [f"## {name}", task.what, *(_size(task, size) for size in dict.fromkeys(row.size for row in task.rows))]
    lines = [
        f"- {each.name}: {each.small:,} to {each.large:,} in {each.seconds_ratio:.1f} times the seconds "
        f"(n^{each.exponent:.2f}) and {each.memory_ratio:.1f} times the memory"
        for each in growth(task.rows)
    ]
    return "\n\n".join([*parts, *(["\n".join(["Growth:", *lines])] if lines else [])]) + "\n"


def _size(task: Task, size: int) -> str:
    rows = [row for row in task.rows if row.size == size]
    lines = [HEAD.format(size=size, items=task.items), "|" + " --- |" * 10]
    return "\n".join([*lines, *map(line, ordered(rows))])


def ordered(rows: Iterable[Row]) -> list[Row]:
    """The fastest first, what has no figure last."""
    return sorted(rows, key=lambda row: (bool(row.failure), row.seconds if not row.failure else 0.0))


def line(row: Row) -> str:
    """`| rensa | 20 bands of 5 | 1.20 | ...`; a failure stands where the seconds would."""
    if row.failure:
        return f"| {row.name} | {row.setting} | {row.failure} | | | | | | | {row.note} |"
    times = f"{row.seconds:.2f} | {row.cpu_seconds:.2f} | {row.peak_mb:,.0f} | {row.items_per_second:,.0f}"
    right = f"{row.found:,} | {_share(row.recall)} | {_share(row.precision)}"
    note = "; ".join(filter(None, [row.note, "1 round" if row.rounds == 1 else ""]))
    return f"| {row.name} | {row.setting} | {times} | {right} | {note} |"


def _share(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.3f}"
