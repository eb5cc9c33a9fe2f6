"""The charts of the pages: lines and bars, drawn by the chart code of the package, once for light and once for dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchmarks.page_charts import COLOURS, SHAPES

from twicetold.analyses.charts import BAR_HEIGHT, HEIGHT, WIDTH, apply_theme, import_altair, render_svg
from twicetold.text.colours import BLUE

INKS = {"light": "#333333", "dark": "#dddddd"}
DASHES = ([1, 0], [6, 3])

Points = Iterable[tuple[float, float]]


def draw_lines(
    title: str,
    axes: tuple[str, str],
    lines: Mapping[str, Points],
    dashed: Sequence[str] = (),
    across_log: bool = False,
    up_log: bool = False,
    marked: bool = True,
    cycle: int = 0,
) -> Any:
    """Draw lines by name, those in `dashed` as broken lines. Colours repeat after `cycle` lines, for lines in pairs."""
    package = import_altair()
    values = [{"name": name, "x": x, "y": y} for name, points in lines.items() for x, y in points]
    names = list(lines)
    colours = [(BLUE, *COLOURS)[number % (cycle or len(COLOURS) + 1)] for number in range(len(names))]
    shapes = [("circle", *SHAPES)[number % (cycle or len(SHAPES) + 1)] for number in range(len(names))]
    legend = package.Legend(columns=min(cycle or 3, 5), columnPadding=28, symbolType="stroke", symbolSize=600)

    def scale(is_log: bool) -> dict[str, Any]:
        return {"scale": package.Scale(type="log", padding=16)} if is_log else {"scale": package.Scale(zero=False)}

    base = package.Chart(package.Data(values=values), width=WIDTH, height=HEIGHT).encode(
        x=package.X("x:Q", title=axes[0], **scale(across_log)).axis(format=",.6~g"),
        y=package.Y("y:Q", title=axes[1], **scale(up_log)).axis(format=",.6~g"),
    )

    def by_name(values: Sequence[Any], legend: Any) -> dict[str, Any]:
        return {"title": None, "sort": names, "scale": package.Scale(domain=names, range=values), "legend": legend}

    # Points have no scale of their own: their legend would hide which lines are broken.
    dashes = [DASHES[name in dashed] for name in names]
    drawn = base.mark_line(strokeWidth=2).encode(
        color=package.Color("name:N", **by_name(colours, legend)),
        strokeDash=package.StrokeDash("name:N", **by_name(dashes, legend)),
    )
    for name, colour, shape in zip(names, colours, shapes, strict=True) if marked else ():
        points = base.transform_filter(package.datum.name == name)
        drawn = drawn + points.mark_point(filled=True, opacity=1, size=45, color=colour, shape=shape)
    return apply_theme(drawn, title, "", title)


def draw_points(title: str, axes: tuple[str, str], points: Points, lines: Mapping[str, Points]) -> Any:
    """Draw points as a cloud, and lines over them."""
    package = import_altair()
    cloud = [{"x": x, "y": y} for x, y in points]
    names = list(lines)
    drawn = [{"name": name, "x": x, "y": y} for name, line in lines.items() for x, y in line]
    across, up = (package.X("x:Q", title=axes[0]), package.Y("y:Q", title=axes[1]))
    dots = package.Chart(package.Data(values=cloud), width=WIDTH, height=HEIGHT)
    dots = dots.mark_point(filled=True, size=14, opacity=0.35, color="#8a8a8a").encode(x=across, y=up)
    colours = package.Scale(domain=names, range=[BLUE, BLUE, *COLOURS[:1], *COLOURS[:1], *COLOURS[1:]][: len(names)])
    curves = package.Chart(package.Data(values=drawn), width=WIDTH, height=HEIGHT).mark_line(strokeWidth=2)
    curves = curves.encode(
        x="x:Q",
        y="y:Q",
        color=package.Color(
            "name:N", title=None, sort=names, scale=colours, legend=package.Legend(columns=2, columnPadding=28)
        ),
        detail="name:N",
    )
    return apply_theme(dots + curves, title, "", title)


def draw_bars(title: str, axis: str, bars: Mapping[str, Mapping[str, float]], share: bool = False) -> Any:
    """Draw bars by name, each made of parts that lie side by side; `share` writes the axis in per cent."""
    package = import_altair()
    parts = list(dict.fromkeys(part for bar in bars.values() for part in bar))
    values = [
        {"name": name, "part": part, "value": bar.get(part, 0), "order": order}
        for name, bar in bars.items()
        for order, part in enumerate(parts)
    ]
    colours = package.Scale(domain=parts, range=[(BLUE, *COLOURS)[number % 13] for number in range(len(parts))])
    drawn = (
        package.Chart(package.Data(values=values), width=WIDTH - 60, height={"step": BAR_HEIGHT + 6})
        .mark_bar()
        .encode(
            x=package.X("value:Q", title=axis).axis(format="~%" if share else "~s"),
            y=package.Y("name:N", title=None, sort=list(bars)),
            color=package.Color(
                "part:N", title=None, sort=parts, scale=colours, legend=package.Legend(columns=3) if parts[1:] else None
            ),
            order="order:Q",
        )
    )
    return apply_theme(drawn, title, "", title)


def render_both(chart: Any) -> dict[str, str]:
    """Render a chart as SVG for a light page and for a dark one, with a transparent background."""
    drawn = render_svg(chart)
    return {name: drawn.replace("currentColor", ink) for name, ink in INKS.items()}


def draw_dots(title: str, axes: tuple[str, str], dots: Iterable[tuple[int, int]], most: int) -> Any:
    """Draw a square matrix with a dot for each pair of numbers."""
    package = import_altair()
    values = [{"x": x, "y": y} for x, y in dots]
    scale = package.Scale(domain=[-0.5, most - 0.5], nice=False)
    drawn = package.Chart(package.Data(values=values), width=HEIGHT, height=HEIGHT)
    drawn = drawn.mark_square(size=110, opacity=1, color=BLUE).encode(
        x=package.X("x:Q", title=axes[0], scale=scale),
        y=package.Y("y:Q", title=axes[1], scale=package.Scale(domain=[most - 0.5, -0.5], nice=False)),
    )
    return apply_theme(drawn, title, "", title)
