"""A task as Markdown, for readers: a table for each size, the fastest first, and how each contender grows."""

from __future__ import annotations

import math
from collections.abc import Iterable

from benchmarks.results import Row, Task, growth

HEAD = "| {size:,} {items} | setting | seconds | CPU | peak MB | {items}/s | found | recall | precision | |"


def render_table(name: str, task: Task) -> str:
    """Render a task: a table for each size, and how each contender grows."""
    parts = [
        f"## {name}",
        task.what,
        *(_render_size(task, size) for size in dict.fromkeys(row.size for row in task.rows)),
    ]
    lines = [
        f"- {each.name}: {each.small:,} to {each.large:,} in {each.seconds_ratio:.1f} times the seconds "
        f"(n^{each.exponent:.2f}) and {each.memory_ratio:.1f} times the memory"
        for each in growth(task.rows)
    ]
    return "\n\n".join([*parts, *(["\n".join(["Growth:", *lines])] if lines else [])]) + "\n"


def _render_size(task: Task, size: int) -> str:
    rows = [row for row in task.rows if row.size == size]
    lines = [HEAD.format(size=size, items=task.items), "|" + " --- |" * 10]
    return "\n".join([*lines, *map(render_line, order_rows(rows))])


def order_rows(rows: Iterable[Row]) -> list[Row]:
    """Order rows from the fastest to the slowest, with failures last."""
    return sorted(rows, key=lambda row: (bool(row.failure), row.seconds if not row.failure else 0.0))


def render_line(row: Row) -> str:
    """`| rensa | 20 bands of 5 | 1.20 | ...`; a failure takes the place of the seconds."""
    if row.failure:
        return f"| {row.name} | {row.setting} | {row.failure} | | | | | | | {row.note} |"
    times = f"{row.seconds:.2f} | {row.cpu_seconds:.2f} | {row.peak_mb:,.0f} | {row.items_per_second:,.0f}"
    right = f"{row.found:,} | {_format_share(row.recall)} | {_format_share(row.precision)}"
    note = "; ".join(filter(None, [row.note, "1 round" if row.rounds == 1 else ""]))
    return f"| {row.name} | {row.setting} | {times} | {right} | {note} |"


def _format_share(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.3f}"
