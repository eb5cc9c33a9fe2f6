"""How every chart looks, and how it becomes SVG, PNG or a page.

One definition serves them all. Lines and letters have the colour of the text around them (`currentColor`), so a chart
reads on a light page and on a dark one; what is saved to a file gets a white ground. The colours of the marks are those
of `text/colours.py`.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.errors import MissingPackage, SettingsError
from twicetold.run.files import publish_file
from twicetold.text.colours import BLUE
from twicetold.text.terminal import escape_controls

CHART_SUFFIXES = (".html", ".png", ".svg")
WIDTH, HEIGHT, BAR_HEIGHT = 560, 300, 22
LONGEST_TEXT = 300  # characters of a text in a chart

STEP_COLOURS = ("#0b4f7d", "#2b83ba", "#67b3d6", "#e0a340", "#d55e00", "#93401c")  # from alike to apart

_INK = "currentColor"
_FONT = "sans-serif"
_INK_ON_WHITE = "#333333"


def import_altair() -> Any:
    """The package, which is an extra."""
    return _import_package("altair", "altair")


def prepare_rows(table: pa.Table) -> list[dict[str, Any]]:
    """The rows of a table for a chart: what texts hold cannot run, break the file, or fill the screen."""
    return [
        {name: escape_text(value) if isinstance(value, str) else value for name, value in row.items()}
        for row in table.to_pylist()
    ]


def escape_text(text: str) -> str:
    """A text as a chart may hold it: `"<b>\\x1b"` -> `‹b>\\x1b`, the control character as letters.

    Altair writes texts into a script as they are, where `</script>` would end it; and XML has no control characters.
    """
    cut = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    return re.sub(r"<(?=[/!?A-Za-z])", "‹", re.sub("[\ufdd0-\ufdef\ufffe\uffff]", "\ufffd", escape_controls(cut)))


def format_percentage(share: float, places: int = 0) -> str:
    """`0.384` -> `38 %`"""
    return f"{100 * share:.{places}f} %"


def shorten_text(text: str, longest: int) -> str:
    """A text that leaves room for the chart, cut where a word ends if one does: `short("Lake Orrin", 8)` -> `Lake …`"""
    if len(text) <= longest:
        return text
    cut = text[: longest - 2]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[longest // 2 :] else cut} …"


def build_count_axis() -> Any:
    """An axis of counts."""
    return import_altair().Axis(format=",d", tickMinStep=1)


def apply_theme(chart: Any, title: str, finding: str, question: str) -> Any:
    """The chart with its title, if it is to have one, and the looks that all charts share."""
    heading = {"title": {"text": title, **({"subtitle": finding} if finding else {})}} if title else {}
    axis = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 320, "tickCount": 6}
    lines = {"domainColor": _INK, "tickColor": _INK, "gridColor": _INK}
    faint = {"domainOpacity": 0.4, "tickOpacity": 0.4, "gridOpacity": 0.12}
    text = {"labelColor": _INK, "titleColor": _INK}
    legend = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 320}
    return chart.properties(
        description=question,
        background="transparent",
        padding=_PADDING,
        usermeta={"embedOptions": _EMBED_OPTIONS},
        **heading,
    ).configure(
        font=_FONT,
        view={"stroke": None},
        title={
            "anchor": "start",
            "frame": "bounds",
            "offset": 14,
            "fontSize": 15,
            "color": _INK,
            "subtitleColor": _INK,
            "subtitleFontSize": 12,
        },
        axis={**axis, **lines, **faint, **text},
        legend={**legend, **text, "orient": "bottom", "symbolType": "square", "columnPadding": 36},
        text={"color": _INK, "fontSize": 12},
        bar={"color": BLUE},
        point={"color": BLUE},
    )


# Labels are measured with the letters of one font and drawn with those of another, which may be a seventh wider.
_PADDING = {"left": 34, "right": 24, "top": 8, "bottom": 8}
_EMBED_OPTIONS = {"renderer": "svg", "actions": False}


def draw_empty_chart() -> Any:
    """The chart of an answer without rows."""
    package = import_altair()
    said = package.Data(values=[{"said": "nothing to show: the run has none"}])
    return package.Chart(said, width=WIDTH, height=60).mark_text().encode(text="said:N")


_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


def render_svg(chart: Any, *, alone: bool = False) -> str:
    """The chart as SVG, to stand in a page and take its colours from there; `alone` gives it its own."""
    draw = _import_package("vl_convert", "vl-convert-python").vegalite_to_svg
    spec = _build_spec(chart, alone)
    try:
        drawn = str(draw(spec))
    except ValueError:  # Vega cut a long label inside a character that is two for it
        drawn = str(draw(json.loads(_TWO_UNITS.sub("\ufffd", json.dumps(spec, ensure_ascii=False)))))
    return drawn.replace(_INK, _INK_ON_WHITE) if alone else drawn


def render_png(chart: Any) -> bytes:
    """The chart on white, two pixels to a point."""
    return bytes(_import_package("vl_convert", "vl-convert-python").svg_to_png(render_svg(chart, alone=True), scale=2))


def render_html(chart: Any) -> str:
    """A page with the chart in it that needs nothing from the network, light or dark as the reader has it."""
    spec = json.dumps(_build_spec(chart, alone=False), ensure_ascii=False)
    safe = re.sub("[<>&\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", spec)
    script = _import_package("vl_convert", "vl-convert-python").javascript_bundle()
    head, middle, foot = _PAGE_TEMPLATE.split("%%")
    return f"{head}{script}{middle}{safe}{foot}"


_PAGE_TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;
 script-src 'unsafe-inline' 'unsafe-eval'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>twicetold</title>
<style>
:root { color-scheme: light dark; color: #333; background: #fff; }
@media (prefers-color-scheme: dark) { :root { color: #ddd; background: #181a1b; } }
body { margin: 1rem; } #chart { max-width: 100%; overflow-x: auto; }
</style>
<script>%%</script>
</head>
<body>
<main id="chart"></main>
<script>vegaEmbed("#chart", %%)</script>
</body>
</html>
"""


def save_chart(chart: Any, path: str | Path) -> None:
    """Write the chart as one `.html`, `.png` or `.svg` file, which needs nothing from the network and appears whole."""
    content = render_bytes(chart, check_suffix(path))
    with publish_file(Path(path)) as part:
        part.write_bytes(content)


def render_bytes(chart: Any, suffix: str) -> bytes:
    """What a file with this suffix holds."""
    return (
        render_png(chart)
        if suffix == ".png"
        else (render_html(chart) if suffix == ".html" else render_svg(chart, alone=True)).encode()
    )


def check_suffix(path: str | Path) -> str:
    """The suffix of a path, if a chart can be written to it."""
    suffix = Path(path).suffix.lower()
    if suffix not in CHART_SUFFIXES:
        raise SettingsError(
            f"`{path}`: a chart cannot be written in this format", f"end it in {', '.join(CHART_SUFFIXES)}"
        )
    return suffix


def _build_spec(chart: Any, alone: bool) -> dict[str, Any]:
    spec: dict[str, Any] = chart.to_dict()
    return spec | {"background": "white"} if alone else spec


def _import_package(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPackage(package, "charts") from error
