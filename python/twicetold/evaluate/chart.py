"""The precision-recall curve as a chart: a line for each field, and where the run itself stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twicetold.analyses import charts
from twicetold.evaluate.resolve import Row
from twicetold.text.colours import BLUE, GREEN, GREY, ORANGE, PINK

QUESTION = "How much of what was found is right, and how much of what is true was found, along the score?"
COLOURS = (BLUE, ORANGE, GREEN, PINK, GREY)
COMBINED_FIELD = "combined"
FIGURES = ("score", "precision", "recall", "f1")


def draw_curve_chart(rows: Sequence[Row]) -> Any:
    """An Altair chart of the rows `point` and `measures`. Points without a precision are left out."""
    known = [(place, row) for place, row in enumerate(rows) if row.get("precision") is not None]
    points, ends = (
        [_build_point(row, place) for place, row in known if row["row"] == sort] for sort in ("point", "measures")
    )
    drawn = _draw_layers(points, ends) if points else charts.draw_empty_chart()
    return charts.apply_theme(drawn, "Precision and recall", describe_measures(rows), QUESTION)


def describe_measures(rows: Sequence[Row]) -> str:
    """The first measures in a sentence."""
    first = next((row for row in rows if row["row"] == "measures"), None)
    if first is None or first["precision"] is None:
        return ""
    said = f"the run: precision {first['precision']:.3f}, recall {first['recall']:.3f}, F1 {first['f1']:.3f}"
    return f"{said}, plagdet {first['plagdet']:.3f}" if "plagdet" in first else said


def _build_point(row: Row, place: int) -> Row:
    told = {name: row.get(name) for name in FIGURES}
    return {"field": charts.escape_text(row["field"] or COMBINED_FIELD), "place": place, **told}


def _draw_layers(points: Sequence[Row], ends: Sequence[Row]) -> Any:
    altair = charts.import_altair()
    fields = list(dict.fromkeys(point["field"] for point in points))
    scale = altair.Scale(domain=fields, range=[COLOURS[number % len(COLOURS)] for number in range(len(fields))])
    legend = None if len(fields) == 1 else altair.Legend(title="compared by")
    share = altair.Scale(domain=[0, 1])
    encoded = {
        "x": altair.X("recall:Q", scale=share, axis=altair.Axis(format=".1f")),
        "y": altair.Y("precision:Q", scale=share, axis=altair.Axis(format=".1f")),
        "color": altair.Color("field:N", scale=scale, legend=legend),
        "tooltip": ["field:N", *(altair.Tooltip(f"{name}:Q", format=".3f") for name in FIGURES)],
    }
    line = altair.Chart(altair.Data(values=list(points))).mark_line(point=True).encode(**encoded, order="place:Q")
    end = altair.Chart(altair.Data(values=list(ends))).mark_point(size=140, filled=False).encode(**encoded)
    return (line + end).properties(width=charts.WIDTH, height=charts.HEIGHT)
