"""Numbers with their nouns, as people read them."""

from __future__ import annotations


def format_count(number: int, what: str) -> str:
    """`(1, "match")` -> `1 match`, `(2000, "match")` -> `2,000 matches`"""
    ending = "" if number == 1 else "es" if what.endswith("ch") else "s"
    return f"{number:,} {what}{ending}"
