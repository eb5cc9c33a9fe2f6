"""Dates in a form that sorts as text."""

from __future__ import annotations

import re

_ISO = re.compile(r"\s*(\d{4})(?:[-/.](\d{2})(?:[-/.](\d{2})([T ][\d:.]+)?)?)?(?!\d)")
_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})(?!\d)")


def read_date(timestamp: str) -> str:
    """A date so that earlier ones sort first: `1863/04/01` -> `1863-04-01`; "" where it does not begin with a year."""
    found = _COMPACT.match(timestamp) or _ISO.match(timestamp)
    if not found:
        return ""
    year, month, day, *time = found.groups()
    date = "-".join(part for part in (year, month, day) if part)
    return date + (time[0].replace(" ", "T") if time and time[0] else "")
