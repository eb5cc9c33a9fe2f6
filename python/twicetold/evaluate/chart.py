"""The precision-recall curve as a chart: a line for each field, and where the run itself stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twicetold.analyses import charts
from twicetold.evaluate.known import Row

QUESTION = "How much of what was found is right, and how much of what is true was found, along the score?"
COLOURS = (charts.BLUE, "#d55e00", "#009e73", "#cc79a7", charts.GREY)  # told apart by all eyes, as in `charts`
WHOLE = "combined"


def chart(rows: Sequence[Row]) -> Any:
    """An Altair chart of the rows `point` and `measures`. Points without a precision are left out."""
    points = [
        _point(row, place) for place, row in enumerate(rows) if row["row"] == "point" and row["precision"] is not None
    ]
    ends = [
        _point(row, place)
        for place, row in enumerate(rows)
        if row["row"] == "measures" and row["precision"] is not None
    ]
    drawn = _drawn(points, ends) if points else charts.nothing()
    return charts.themed(drawn, "Precision and recall", finding(rows), QUESTION)


def finding(rows: Sequence[Row]) -> str:
    """The first measures in a sentence."""
    first = next((row for row in rows if row["row"] == "measures"), None)
    if first is None or first["precision"] is None:
        return ""
    said = f"the run: precision {first['precision']:.3f}, recall {first['recall']:.3f}, F1 {first['f1']:.3f}"
    return f"{said}, plagdet {first['plagdet']:.3f}" if "plagdet" in first else said


def _point(row: Row, place: int) -> Row:
    told = {name: row.get(name) for name in ("score", "precision", "recall", "f1")}
    return {"field": charts.shown(row["field"] or WHOLE), "place": place, **told}


def _drawn(points: Sequence[Row], ends: Sequence[Row]) -> Any:
    altair = charts.altair()
    fields = list(dict.fromkeys(point["field"] for point in points))
    scale = altair.Scale(domain=fields, range=[COLOURS[number % len(COLOURS)] for number in range(len(fields))])
    legend = None if len(fields) == 1 else altair.Legend(title="compared by")
    share = altair.Scale(domain=[0, 1])
    encoded = {
        "x": altair.X("recall:Q", scale=share, axis=altair.Axis(format=".1f")),
        "y": altair.Y("precision:Q", scale=share, axis=altair.Axis(format=".1f")),
        "color": altair.Color("field:N", scale=scale, legend=legend),
        "tooltip": ["field:N", *(altair.Tooltip(f"{name}:Q", format=".3f") for name in ("score", *_TOLD))],
    }
    line = altair.Chart(altair.Data(values=list(points))).mark_line(point=True).encode(**encoded, order="place:Q")
    end = altair.Chart(altair.Data(values=list(ends))).mark_point(size=140, filled=False).encode(**encoded)
    return (line + end).properties(width=charts.WIDTH, height=charts.HEIGHT)


_TOLD = ("precision", "recall", "f1")
