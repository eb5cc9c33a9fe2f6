"""Numbers, dates and measures, each as a reader sees it and as an editor types it.

`MARKUP` maps the text to its wikitext: `"5 km (3.1 mi)"` -> `"{{convert|5|km|mi}}"`. Only values are used whose
conversion all roundings agree on, so that a cleaner that renders `{{convert}}` has one right answer.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from twicetold.demo.words import WORDS

MARKUP: dict[str, str] = {}


def _format_rounded(value: Decimal, decimals: int) -> str:
    return f"{value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):,}"


def _build_measures(
    values: list[str], unit: str, symbol: str, other: str, other_symbol: str, factor: str, fixed: bool
) -> tuple[str, ...]:
    """Texts such as `12 km (7.5 mi)`; `fixed` writes the number of decimals into the template.

    Where it does not, the value must have no trailing zero and the result at least two significant digits.
    """
    texts = []
    for value in values:
        converted = Decimal(value) * Decimal(factor)
        decimals = 0 if fixed else max(len(value.partition(".")[2]), 1 if converted < 10 else 0)
        if (not fixed and converted < 1) or abs(converted.scaleb(decimals) % 1 - Decimal("0.5")) < Decimal("0.02"):
            continue
        text = f"{Decimal(value):,} {symbol} ({_format_rounded(converted, decimals)} {other_symbol})"
        MARKUP[text] = "{{convert|" + value + "|" + unit + "|" + other + ("|0}}" if fixed else "}}")
        texts.append(text)
    return tuple(texts)


def _list_whole_numbers(first: int, last: int, step: int = 1) -> list[str]:
    return [str(value) for value in range(first, last, step) if value % 10]


def _list_tenths(first: int, last: int, step: int) -> list[str]:
    return [f"{value // 10}.{value % 10}" for value in range(first, last, step) if value % 10]


def _register_markup(texts: list[tuple[str, str]]) -> tuple[str, ...]:
    MARKUP.update(texts)
    return tuple(text for text, _ in texts)


_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

NUMBERS: dict[str, tuple[str, ...]] = {
    "year": tuple(str(year) for year in range(1583, 2016)),
    "recent": tuple(str(year) for year in range(1988, 2016)),
    "decade": tuple(f"{year}s" for year in range(1600, 2010, 10)),
    "date": tuple(
        f"{day} {month} {year}"
        for year in range(1702, 2012, 3)
        for month, days in zip(WORDS["month"], _MONTH_DAYS, strict=True)
        for day in range(1, days + 1)
    ),
    "day": tuple(
        f"{day} {month}" for month, days in zip(WORDS["month"], _MONTH_DAYS, strict=True) for day in range(1, days + 1)
    ),
    "number": tuple(f"{number:,}" for number in range(101, 99_000, 37)),
    "small": tuple(str(number) for number in range(11, 400)),
    "percent": tuple(f"{tenths // 10}.{tenths % 10} per cent" for tenths in range(11, 989, 3)),
    "money": _register_markup(
        [
            (f"£{number:,}", f"{{{{GBP|{number:,}}}}}")
            if number % 5 == 0
            else (f"{number:,} crowns", f"{number:,}&nbsp;crowns")
            for number in range(120, 90_000, 83)
        ]
    ),
    "millions": _register_markup(
        [(f"{n // 10}.{n % 10} million", f"{n // 10}.{n % 10}&nbsp;million") for n in range(11, 899, 3)]
    ),
    "circa": _register_markup([(f"c. {year}", f"{{{{circa|{year}}}}}") for year in range(1103, 1870)]),
    "length": _build_measures(
        _list_whole_numbers(3, 390) + _list_tenths(21, 890, 4), "km", "km", "mi", "mi", "0.621371192", False
    ),
    "area": _build_measures(
        _list_whole_numbers(6, 880, 2) + _list_tenths(31, 890, 7), "km2", "km²", "sqmi", "sq mi", "0.386102159", False
    ),
    "height": _build_measures(_list_whole_numbers(3, 2400, 3), "m", "m", "ft", "ft", "3.280839895", True),
    "weight": _build_measures(_list_whole_numbers(3, 4800, 7), "kg", "kg", "lb", "lb", "2.204622622", True),
    "span": _build_measures(_list_whole_numbers(2, 98), "cm", "cm", "in", "in", "0.393700787", True),
}
