"""Numbers as people write them: `135.8M` sentences, `42GB`, `25 min`."""

from __future__ import annotations

import re
from decimal import Decimal

from twicetold.errors import SettingsError

_COUNTS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9, "t": 10**12}
_BYTES = {"": 1, "b": 1} | {
    letter + suffix: base ** (power + 1)
    for power, letter in enumerate("kmgt")
    for suffix, base in (("", 1000), ("b", 1000), ("ib", 1024))
}


def parse_count(text: str) -> int:
    """`"135.8M"` -> 135800000; `"50,000"`, `"50_000"`, `"2.5k"`, `"1B"` work as well."""
    return _parse_quantity(text, _COUNTS, "a number such as 50000, 2.5k or 135.8M")


def parse_bytes(text: str) -> int:
    """`"42GB"` -> 42000000000; `"4GiB"` -> 4294967296; a number without a unit is an error, unless it is 0."""
    number = text.strip()
    if re.fullmatch(r"[0-9][0-9,._]*", number) and number != "0":
        raise SettingsError(f"the size `{number}` needs a unit", f"use {number}GB or {number}MB")
    return _parse_quantity(text, _BYTES, "a size such as 500MB, 42GB or 4GiB")


def _parse_quantity(text: str, units: dict[str, int], expected: str) -> int:
    found = re.fullmatch(r"([0-9][0-9,_]*(?:\.[0-9]+)?)\s*([A-Za-z]*)", text.strip())
    if found is None or found[2].lower() not in units:
        raise SettingsError(f"`{text}` is not a number that can be read", f"give {expected}")
    return int(Decimal(found[1].replace(",", "").replace("_", "")) * units[found[2].lower()])


def shorten_count(value: float) -> str:
    """Three digits and a unit: `135800000` -> `136M`, `0.0123` -> `0.0123`"""
    for unit, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k")):
        if value >= 0.9995 * unit:
            return f"{value / unit:.3g}{letter}"
    return f"{value:.3g}" if value >= 1e-4 or value == 0 else f"{value:.0e}"


def format_bytes(value: float) -> str:
    """`1500000000` -> `1.5 GB`"""
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if value >= 0.9995 * unit:
            return f"{value / unit:.3g} {name}"
    return f"{value:.0f} B"


def format_seconds(value: float) -> str:
    """`93` -> `1.6 min`; `0.031` -> `0.03 s`"""
    if value >= 5400:
        return f"{value / 3600:.1f} h"
    if value >= 90:
        return f"{value / 60:.1f} min"
    return f"{value:.1f} s" if value >= 1 else f"{value:.2g} s"


def format_clock(seconds: float) -> str:
    """`41` -> `0:41`; `3723` -> `1:02:03`"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
