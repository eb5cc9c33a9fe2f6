"""Numbers with their nouns and verbs, as people read them."""

from __future__ import annotations


def format_count(number: int, what: str) -> str:
    """`(1, "match")` -> `1 match`, `(2000, "match")` -> `2,000 matches`, `(2, "pair of documents")` -> `2 pairs ...`"""
    noun, of, rest = what.partition(" of ")
    return f"{number:,} {noun if number == 1 else _make_plural(noun)}{of}{rest}"


def _make_plural(noun: str) -> str:
    """`match` -> `matches`, `copy` -> `copies`, `key` -> `keys`; `series` stays."""
    if noun.endswith("series"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("ch") else f"{noun}s"


def make_singular(what: str) -> str:
    """`matches` -> `match`, `copies` -> `copy`, `documents` -> `document`"""
    if what.endswith("ies") and not what.endswith("series"):
        return f"{what.removesuffix('ies')}y"
    return what.removesuffix("es") if what.endswith("ches") else what.removesuffix("s")


def format_share(number: int, total: int, what: str) -> str:
    """`(123, 820, "record")` -> `123 of 820 records (15 %)`"""
    return f"{number:,} of {format_count(total, what)} ({format_percent(number, total)})"


def format_percent(number: float, total: float) -> str:
    """Two digits that count, and no false 0 or 100: `(121, 1319)` -> `9.2 %`, `(1, 100000)` -> `under 0.1 %`"""
    percent = 100 * number / total if total else 0.0
    if 0 < percent < 0.1:
        return "under 0.1 %"
    if 99.5 <= percent < 100:
        return "over 99 %"
    return f"{percent:.1f} %" if 0 < percent < 10 else f"{percent:.0f} %"


def agree(number: int, one: str, several: str) -> str:
    """The verb for a number: `(1, "is", "are")` -> `is`"""
    return one if number == 1 else several
