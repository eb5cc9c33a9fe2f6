"""The charts of the benchmark's page: memory and time by size, time against recall. We are the thick blue line."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from benchmarks.ahead import is_floor
from benchmarks.results import OURS, Row, Task
from twicetold.analyses.charts import HEIGHT, WIDTH, apply_theme, import_altair, render_svg
from twicetold.text.colours import BLUE

# Told apart without all colours too: each has a shape of its own besides (after Okabe and Ito, then darker ones).
COLOURS = (
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#8a8a8a",
    "#7a3e00",
    "#00513b",
    "#7b2d5b",
    "#444444",
    "#0b7d8a",
    "#a03030",
)
SHAPES = ("square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")


Looks = dict[str, tuple[str, str]]  # the colour and the shape of each name
LEGEND_COLUMNS = 4


def draw_charts(name: str, task: Task) -> dict[str, tuple[str, str]]:
    """For each file that has anything to show: the SVG, and what it shows in words."""
    rows = [row for row in task.rows if not row.failure and row.seconds > 0]
    named = assign_looks([row.name for row in rows])
    found: dict[str, tuple[str, str]] = {}
    if len({row.size for row in rows}) > 1:
        for field, said in (("seconds", "Time by size"), ("peak_mb", "Memory by size")):
            chart = draw_by_size(rows, named, field, task.items, f"{said}: {name}")
            found[f"benchmarks-{name}-{field.replace('_', '-')}.svg"] = render_svg(chart, alone=True), f"{said}, {name}"
    scored = [row for row in rows if not (math.isnan(row.recall) or is_floor(row))]
    if scored:
        size = find_fullest_size(scored)
        said = f"Time against recall at {size:,} {task.items}"
        chart = draw_by_recall([row for row in scored if row.size == size], named, said)
        found[f"benchmarks-{name}-recall.svg"] = render_svg(chart, alone=True), said
    return found


def find_fullest_size(rows: list[Row]) -> int:
    """The size at which most have figures, the largest of several: who was too slow for more is shown as well."""
    counts = Counter(row.size for row in rows)
    return max(counts, key=lambda size: (counts[size], size))


def draw_by_size(rows: list[Row], named: Looks, field: str, items: str, title: str) -> Any:
    """Both axes logarithmic: a straight line is a power of the size."""
    package = import_altair()
    label = {"seconds": "seconds", "peak_mb": "peak memory, MB"}[field]
    sizes = sorted({row.size for row in rows})
    values = [
        {"name": row.name, "size": row.size, "value": getattr(row, field), "ours": row.is_ours}
        for row in sorted(rows, key=lambda row: (row.is_ours, row.name, row.size))
        if getattr(row, field) > 0
    ]
    named = {name: look for name, look in named.items() if name in {row.name for row in rows}}
    x = package.X("size:Q", title=items, scale=package.Scale(type="log", nice=False, padding=24))
    base = package.Chart(package.Data(values=values), width=WIDTH, height=HEIGHT).encode(
        x=x.axis(values=sizes, format=",d"),
        y=package.Y("value:Q", title=label, scale=package.Scale(type="log")).axis(format="~g"),
        color=encode_colour(named),
    )
    thick = package.StrokeWidthValue(1.4, condition={"test": "datum.ours", "value": 3.5})
    lines = base.mark_line().encode(strokeWidth=thick)
    return apply_theme(lines + draw_points(base, named), title, "both axes logarithmic", title)


def draw_by_recall(rows: list[Row], named: Looks, title: str) -> Any:
    """To the left is faster, up finds more."""
    package = import_altair()
    values = [
        {"name": row.name, "seconds": row.seconds, "recall": row.recall, "ours": row.is_ours}
        for row in sorted(rows, key=lambda row: (row.is_ours, row.name))
    ]
    named = {name: look for name, look in named.items() if name in {row.name for row in rows}}
    least = min(row.recall for row in rows)
    base = package.Chart(package.Data(values=values), width=WIDTH, height=HEIGHT).encode(
        x=package.X("seconds:Q", title="seconds", scale=package.Scale(type="log", padding=24)).axis(format="~g"),
        y=package.Y(
            "recall:Q", title="recall", scale=package.Scale(domain=[math.floor(least * 20) / 20, 1], clamp=True)
        ),
        color=encode_colour(named),
    )
    return apply_theme(draw_points(base, named), title, "to the left is faster, up finds more", title)


def assign_looks(names: list[str]) -> Looks:
    """A colour and a shape for each name; ours the blue circle. By the alphabet, so that charts agree."""
    found: Looks = {}
    if OURS in names:
        found[OURS] = BLUE, "circle"
    others = sorted(set(names) - {OURS}, key=str.lower)
    for number, name in enumerate(others):
        found[name] = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
    return found


def encode_colour(named: Looks) -> Any:
    package = import_altair()
    scale = package.Scale(domain=list(named), range=[colour for colour, _ in named.values()])
    return package.Color("name:N", title=None, scale=scale, sort=list(named), legend=build_legend())


def build_legend() -> Any:
    """No wider than the chart."""
    return import_altair().Legend(columns=LEGEND_COLUMNS)


def draw_points(base: Any, named: Looks) -> Any:
    """Ours larger than the others."""
    package = import_altair()
    scale = package.Scale(domain=list(named), range=[shape for _, shape in named.values()])
    size = package.SizeValue(60, condition={"test": "datum.ours", "value": 170})
    return base.mark_point(filled=True, opacity=1).encode(
        shape=package.Shape("name:N", title=None, scale=scale, sort=list(named), legend=build_legend()), size=size
    )
