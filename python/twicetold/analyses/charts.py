"""How every chart looks, and how it becomes SVG, PNG or a page.

One definition serves them all. Lines and letters have the colour of the text around them (`currentColor`), so a chart
reads on a light page and on a dark one; what is saved to a file gets a white ground. The colours of the marks are told
apart by those who do not see all colours (after Okabe and Ito), and stand out from both grounds.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.errors import MissingPackage, SettingsError
from twicetold.terminal import visible

SUFFIXES = (".html", ".png", ".svg")
WIDTH, HEIGHT, BAR_HEIGHT = 560, 300, 22
LONGEST = 300  # characters of a text in a chart

BLUE, GREY = "#0072b2", "#8a8a8a"
KIND_COLOURS = {
    "identical": BLUE,
    "copyedit": "#009e73",
    "drift": "#d55e00",
    "template": "#3d9bd4",
    "reference": "#cc79a7",
    "other": GREY,
}
STEPS = ("#0b4f7d", "#2b83ba", "#67b3d6", "#e0a340", "#d55e00", "#93401c")  # from alike to apart

_INK = "currentColor"
_FONT = "sans-serif"
_ON_WHITE = "#333333"


def altair() -> Any:
    """The package, which is an extra."""
    return _package("altair", "altair")


def rows(table: pa.Table) -> list[dict[str, Any]]:
    """The rows of a table for a chart: what texts hold cannot run, break the file, or fill the screen."""
    return [
        {name: shown(value) if isinstance(value, str) else value for name, value in row.items()}
        for row in table.to_pylist()
    ]


def shown(text: str) -> str:
    """A text as a chart may hold it: `"<b>\\x1b"` -> `‹b>\\x1b`, the control character as letters.

    Altair writes texts into a script as they are, where `</script>` would end it; and XML has no control characters.
    """
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return re.sub(r"<(?=[/!?A-Za-z])", "‹", re.sub("[\ufdd0-\ufdef\ufffe\uffff]", "\ufffd", visible(cut)))


def per_cent(share: float, places: int = 0) -> str:
    """`0.384` -> `38 %`"""
    return f"{100 * share:.{places}f} %"


def short(text: str, longest: int) -> str:
    """A text that leaves room for the chart, cut where a word ends if one does: `short("Lake Orrin", 8)` -> `Lake …`"""
    if len(text) <= longest:
        return text
    cut = text[: longest - 2]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[longest // 2 :] else cut} …"


def whole_numbers() -> Any:
    """An axis of counts."""
    return altair().Axis(format=",d", tickMinStep=1)


def themed(chart: Any, title: str, finding: str, question: str) -> Any:
    """The chart with its title, and the looks that all charts share."""
    heading = {"text": title, **({"subtitle": finding} if finding else {})}
    axis = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 320, "tickCount": 6}
    lines = {"domainColor": _INK, "tickColor": _INK, "gridColor": _INK}
    faint = {"domainOpacity": 0.4, "tickOpacity": 0.4, "gridOpacity": 0.12}
    text = {"labelColor": _INK, "titleColor": _INK}
    legend = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 320}
    return chart.properties(
        title=heading, description=question, background="transparent", padding=8, usermeta={"embedOptions": _EMBED}
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
        legend={**legend, **text, "orient": "bottom", "symbolType": "square"},
        text={"color": _INK, "fontSize": 12},
        bar={"color": BLUE},
        point={"color": BLUE},
    )


_EMBED = {"renderer": "svg", "actions": False}


def nothing() -> Any:
    """The chart of an answer without rows."""
    package = altair()
    said = package.Data(values=[{"said": "nothing to show: the run has none"}])
    return package.Chart(said, width=WIDTH, height=60).mark_text().encode(text="said:N")


def svg(chart: Any, *, alone: bool = False) -> str:
    """The chart as SVG, to stand in a page and take its colours from there; `alone` gives it its own."""
    drawn = str(_package("vl_convert", "vl-convert-python").vegalite_to_svg(_spec(chart, alone)))
    return drawn.replace(_INK, _ON_WHITE) if alone else drawn


def png(chart: Any) -> bytes:
    """The chart on white, two pixels to a point."""
    return bytes(_package("vl_convert", "vl-convert-python").svg_to_png(svg(chart, alone=True), scale=2))


def html(chart: Any) -> str:
    """A page with the chart in it that needs nothing from the network, light or dark as the reader has it."""
    spec = json.dumps(_spec(chart, alone=False), ensure_ascii=False)
    safe = re.sub("[<>&\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", spec)
    script = _package("vl_convert", "vl-convert-python").javascript_bundle()
    head, middle, foot = _PAGE.split("%%")
    return f"{head}{script}{middle}{safe}{foot}"


_PAGE = """<!DOCTYPE html>
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


def save(chart: Any, path: str | Path) -> None:
    """Writes the chart as one `.html`, `.png` or `.svg` file."""
    Path(path).write_bytes(as_bytes(chart, checked(path)))


def as_bytes(chart: Any, suffix: str) -> bytes:
    """What a file with this suffix holds."""
    return png(chart) if suffix == ".png" else (html(chart) if suffix == ".html" else svg(chart, alone=True)).encode()


def checked(path: str | Path) -> str:
    """The suffix of a path, if a chart can be written to it."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise SettingsError(f"`{path}`: a chart cannot be written in this format", f"end it in {', '.join(SUFFIXES)}")
    return suffix


def _spec(chart: Any, alone: bool) -> dict[str, Any]:
    spec: dict[str, Any] = chart.to_dict()
    return spec | {"background": "white"} if alone else spec


def _package(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPackage(package, "charts") from error
