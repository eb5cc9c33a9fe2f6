"""Kinds of random pairs: the sides may be turned, and one value written twice is never a contradiction."""

import datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.test_classify_step import match, matches

from twicetold.jobs.sentences.kinds import classify_matches

WORDS = st.sampled_from(
    [
        "The",
        "city",
        "of",
        "Ulm",
        "had",
        "not",
        "5",
        "6",
        "1905",
        "1906",
        "12",
        "million",
        "%",
        "May",
        "Anna",
        "Karl",
        ",",
        ".",
        "(",
        ")",
        "in",
        "and",
        "most",
        "river",
        "she",
        "he",
        "was",
        "built",
    ]
)
SENTENCES = st.lists(WORDS, max_size=16).map(" ".join) | st.text(max_size=30)
TITLES = st.sampled_from(["", "Ulm", "History of Ulm", "Karl (painter)", "1905 Cup", "1906 Cup"])
MIRRORED = {"addition": "removal", "removal": "addition"}


def told(*rows):
    return classify_matches(matches(*rows)).to_pylist()


def place(change):
    return change["left_start"], change["right_start"], change["left_end"], change["right_end"]


def mirrored(change):
    other = {
        name.replace("left", "@").replace("right", "left").replace("@", "right"): value
        for name, value in change.items()
    }
    return other | {"kind": MIRRORED.get(change["kind"], change["kind"])}


@given(left=SENTENCES, right=SENTENCES, titles=st.tuples(TITLES, TITLES), known=st.booleans())
def test_turning_the_sides_mirrors_the_changes_and_keeps_the_kind(left, right, titles, known):
    counts = (4, 2, 1) if known else (None, None, None)
    one, two = told(match(left, right, titles, counts), match(right, left, titles[::-1], counts))
    for column in ("kind", "drift", "confidence"):
        assert one[column] == two[column]
    assert sorted(map(mirrored, one["changes"]), key=place) == sorted(two["changes"], key=place)


SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
MONTHS = [datetime.date(2000, month, 1).strftime("%B") for month in range(1, 13)]


@st.composite
def spellings(draw):
    """Two spellings of one value."""
    number = draw(st.integers(2, 12))
    large = draw(st.integers(2, 990))
    year, month, day = draw(st.integers(1700, 2020)), draw(st.sampled_from(MONTHS)), draw(st.integers(1, 28))
    ways = draw(
        st.sampled_from(
            [
                [SMALL[number], str(number)],
                [f"{large} million", f"{large},000,000", f"{large}000000"],
                [f"{large} percent", f"{large}%", f"{large} per cent"],
                [f"{large} km", f"{large} kilometres", f"{large * 1000:,} m"],
                [f"{day} {month} {year}", f"{month} {day}, {year}"],
                [f"${large} billion", f"US${large} billion", f"$ {large},000 million"],
            ]
        )
    )
    return draw(st.permutations(ways))[:2]


FRAMES = st.sampled_from(
    ["Ulm had {} by then.", "The bridge of Ulm, {} in all, fell.", "It was {} when Anna came to Ulm."]
)


@given(values=spellings(), frame=FRAMES, titles=st.tuples(TITLES, TITLES))
def test_one_value_in_two_spellings_is_never_a_contradiction(values, frame, titles):
    (row,) = told(match(frame.format(values[0]), frame.format(values[1]), titles))
    assert row["kind"] != "drift"
    assert not any(change["disagrees"] for change in row["changes"])
    assert {change["kind"] for change in row["changes"]} <= {"wording", "punctuation"}
