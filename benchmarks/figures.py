"""Formats the figures of the benchmarks."""

from __future__ import annotations

import math


def format_figure(value: float, digits: int) -> str:
    """Format a figure: `(1234.56, 1)` -> `1,234.6`; nothing for nan. A share below 1 is never rounded to 1."""
    if math.isnan(value):
        return ""
    shown = f"{value:,.{digits}f}"
    if digits and value < 1 and float(shown) == 1:
        return f"{math.floor(value * 10**digits) / 10**digits:.{digits}f}"
    return shown


def format_rate(per_second: float, unit: str) -> str:
    """Format a rate: `(21e6, "bytes")` -> `21 MB/s`; `(3.7e9, "updates")` -> `3.7 G updates/s`"""
    steps = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
    size, letter = next(((size, letter) for size, letter in steps if per_second >= size), (1.0, ""))
    shown = format_figure(per_second / size, 1 if per_second < 10 * size else 0)
    return f"{shown} {letter}B/s" if unit == "bytes" else " ".join(filter(None, (shown, letter, f"{unit}/s")))
