"""Equal values in other words are never a contradiction, and two values never the same."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from twicetold._kernels import find_values, relate_values

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = [(10**9, "billion"), (10**6, "million"), (1000, "thousand")]
FRAMES = ["It was {}.", "({})", "They say {} of it were seen", "{}, as they say", "it was {}; then it rained"]


def in_words(number: int) -> str:
    """`205` -> `"two hundred and five"`."""
    for worth, name in SCALES:
        if number >= worth:
            rest = f" {in_words(number % worth)}" if number % worth else ""
            return f"{in_words(number // worth)} {name}{rest}"
    if number >= 100:
        return f"{SMALL[number // 100]} hundred" + (f" and {in_words(number % 100)}" if number % 100 else "")
    if number < 20:
        return SMALL[number]
    return TENS[number // 10 - 2] + (f"-{SMALL[number % 10]}" if number % 10 else "")


def number_spellings(number: int) -> list[str]:
    spellings = [f"{number:,}", str(number), in_words(number), f"{number:,}".replace(",", "\u00a0"), f"{number:,}.00"]
    for worth, name in SCALES:
        if number >= worth:
            spellings.append(f"{(Decimal(number) / worth).normalize():f} {name}")
    return spellings


def money_spellings(number: int) -> list[str]:
    scaled = [f"${spelling}" for spelling in number_spellings(number) if spelling[0].isdigit()]
    return [*scaled, f"US${number:,}", f"{in_words(number)} dollars", f"$ {number:,}", f"USD {number}"]


def percent_spellings(number: int) -> list[str]:
    return [f"{number}%", f"{number} %", f"{number} percent", f"{in_words(number)} per cent"]


def length_spellings(metres: int) -> list[str]:
    kilometres = (Decimal(metres) / 1000).normalize()
    return [
        f"{metres:,} m",
        f"{metres}m",
        f"{in_words(metres)} metres",
        f"{kilometres:f} km",
        f"{kilometres:f}-kilometer",
    ]


def duration_spellings(minutes: int) -> list[str]:
    hours, rest = divmod(minutes, 60)
    spellings = [f"{minutes} minutes", f"{in_words(minutes)}-minute", f"{minutes * 60} seconds"]
    return [*spellings, f"{hours} hours and {rest} minutes"] if hours and rest else spellings


def date_spellings(date: tuple[int, int, int]) -> list[str]:
    year, month, day = date
    name = MONTHS[month - 1]
    return [
        f"{day} {name} {year}",
        f"{name} {day}, {year}",
        f"{year}-{month:02}-{day:02}",
        f"{day} {name[:3]} {year}",
        f"Friday, {name} {day}, {year}",
        f"{year}年{month}月{day}日",
    ]


def decade_spellings(decade: int) -> list[str]:
    return [f"{decade}0s", f"the {decade}0s", f"the {decade}0's"]


def range_spellings(ends: tuple[int, int]) -> list[str]:
    low, high = ends
    return [f"{low:,}–{high:,}", f"{low:,} to {high:,}", f"between {low:,} and {high:,}", f"from {low} to {high}"]


WHOLE = (
    st.integers(0, 999)
    | st.integers(0, 10**11)
    | st.builds(lambda digits, zeros: digits * 10**zeros, st.integers(1, 9999), st.integers(0, 7))
)
DATES = st.tuples(st.integers(1000, 2099), st.integers(1, 12), st.integers(1, 28))
ENDS = st.tuples(st.integers(0, 99_999), st.integers(1, 99_999)).map(lambda ends: (ends[0], sum(ends)))
KINDS = {
    "number": (WHOLE, number_spellings),
    "money": (WHOLE, money_spellings),
    "percent": (st.integers(0, 999), percent_spellings),
    "length": (st.integers(1, 10**7), length_spellings),
    "duration": (st.integers(1, 9999), duration_spellings),
    "date": (DATES, date_spellings),
    "decade": (st.integers(100, 209), decade_spellings),
    "range": (ENDS, range_spellings),
}


@st.composite
def values(draw: st.DrawFn, kind: str) -> tuple[object, list[str]]:
    strategy, spell = KINDS[kind]
    value = draw(strategy)
    return value, spell(value)


@given(st.data(), st.sampled_from(sorted(KINDS)))
def test_equal_values_in_other_words_are_never_called_a_contradiction(data: st.DataObject, kind: str) -> None:
    _, spellings = data.draw(values(kind))
    left, right = data.draw(st.sampled_from(spellings)), data.draw(st.sampled_from(spellings))
    frames = st.sampled_from(FRAMES)
    assert relate_values(data.draw(frames).format(left), data.draw(frames).format(right)) == "equal"


@given(st.data(), st.sampled_from(sorted(KINDS)))
def test_two_values_are_never_called_equal(data: st.DataObject, kind: str) -> None:
    (left_value, lefts), (right_value, rights) = data.draw(values(kind)), data.draw(values(kind))
    left, right = data.draw(st.sampled_from(lefts)), data.draw(st.sampled_from(rights))
    there, back = relate_values(left, right), relate_values(right, left)
    assert there == back
    assert (there == "equal") == (left_value == right_value)


@given(st.data(), st.sampled_from(sorted(KINDS)), st.sampled_from(FRAMES))
def test_the_whole_spelling_is_found_in_a_sentence(data: st.DataObject, kind: str, frame: str) -> None:
    _, spellings = data.draw(values(kind))
    spelling = data.draw(st.sampled_from(spellings))
    text = frame.format(spelling)
    assert [text[start:end] for start, end, _ in find_values(text)] == [spelling]


@given(st.text() | st.text("0123456789.,-–/: $%年月万 andhure", max_size=60))
def test_spans_of_any_text_are_in_order(text: str) -> None:
    ends = [place for start, end, _ in find_values(text) for place in (start, end)]
    assert ends == sorted(ends)
    assert all(0 <= place <= len(text) for place in ends)
    assert relate_values(text, text) in ("equal", "none")


def test_no_value_is_none() -> None:
    assert relate_values("no number here", "5") == "none"
