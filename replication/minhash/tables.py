"""Figures side by side: those of the fixture, those replicated, and whether they are equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_WIDEST = 44


@dataclass(frozen=True)
class Figure:
    """One number (or short list) of a fixture, and ours."""

    name: str
    expected: Any
    replicated: Any

    @property
    def is_equal(self) -> bool:
        return self.expected == self.replicated


def compare(expected: dict[str, Any], replicated: dict[str, Any]) -> list[Figure]:
    """Pair every value of the fixture that was replicated with ours; nested names are joined by a dot.

    Values that the fixture does not have are skipped, and so is text. The keys of a histogram may be numbers here and
    are text in JSON; `hist` is one figure, since its bars mean nothing alone.
    """
    figures: list[Figure] = []
    for name, value in expected.items():
        if name not in replicated:
            continue
        if isinstance(value, dict) and name != "hist":
            inner = compare(value, replicated[name])
            figures += [Figure(f"{name}.{figure.name}", figure.expected, figure.replicated) for figure in inner]
        else:
            ours = replicated[name]
            figures.append(Figure(name, value, {str(k): v for k, v in ours.items()} if name == "hist" else ours))
    return figures


def list_left_out(expected: dict[str, Any], replicated: dict[str, Any]) -> list[str]:
    """List the names of the fixture that were not replicated, except those of text."""
    names: list[str] = []
    for name, value in expected.items():
        if name not in replicated:
            names += [name] if not isinstance(value, str) else []
        elif isinstance(value, dict) and name != "hist":
            names += [f"{name}.{inner}" for inner in list_left_out(value, replicated[name])]
    return names


def render(title: str, figures: list[Figure]) -> str:
    """Render a table as text, a line per figure."""
    rows = [("", "expected", "replicated", "equal?")]
    rows += [
        (f.name, _show_value(f.expected), _show_value(f.replicated), "yes" if f.is_equal else "NO") for f in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        f"  {name:<{widths[0]}}  {left:>{widths[1]}}  {right:>{widths[2]}}  {equal}"
        for name, left, right, equal in rows
    ]
    return "\n".join([title, *lines])


def render_columns(title: str, columns: dict[str, Any]) -> str:
    """Render dictionaries with the same keys side by side, a line per key; other values are left out."""
    tables = {name: column for name, column in columns.items() if isinstance(column, dict)}
    keys = list(next(iter(tables.values())))
    width = max(map(len, keys))
    lines = [f"  {'':<{width}}  {'  '.join(tables)}"]
    for key in keys:
        cells = "  ".join(f"{column[key]:>{len(name)}}" for name, column in tables.items())
        lines.append(f"  {key:<{width}}  {cells}")
    return "\n".join([title, *lines])


def _show_value(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{size}:{count}" for size, count in value.items()) or "none"
    if isinstance(value, list):
        text = " ".join(map(str, value))
        return text if len(text) <= _WIDEST else f"{len(value)} from {_show_value(value[0])}"
    return str(value)
