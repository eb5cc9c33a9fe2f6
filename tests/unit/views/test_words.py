"""What changed between two texts, word by word, and texts that are safe to print."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

from twicetold.text.terminal import escape_controls, escape_json
from twicetold.views.words import compare_texts, limit_characters, select_side, split_into_blocks

UNSAFE = [*(chr(code) for code in [*range(32), *range(127, 160)] if code != 10), "\u202e", "\u2028", "\u2066"]


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("in May 1905.", "in May 1906.", "in May [-1905-]{+1906+}."),
        ("It is 1,200 km.", "It is 1,250 km.", "It is [-1,200-]{+1,250+} km."),
        ("a b c", "a c", "a [-b -]c"),
        ("the old town", "a new town", "[-the old-]{+a new+} town"),
        ("湖很小。", "湖很大。", "湖很[-小-]{+大+}。"),
        ("same", "same", "same"),
        ("", "new", "{+new+}"),
        ("a  b", "a b", "a [- -]b"),
    ],
)
def test_changes_are_told_word_by_word(old, new, marked):
    marks = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    assert "".join(marks[sign].format(text) for sign, text in compare_texts(old, new)) == marked


@given(st.text("ab .,1湖\n"), st.text("ab .,1湖\n"))
def test_changes_add_up_to_both_texts(old, new):
    found = compare_texts(old, new)
    assert "".join(text for sign, text in found if sign != "+") == old
    assert "".join(text for sign, text in found if sign != "-") == new


def test_texts_that_differ_everywhere_are_one_change_in_linear_time():
    old, new = "a b " * 20_000, "b c " * 20_000
    assert [sign for sign, _ in compare_texts(old, new)] == ["-", "+", "="]


LONG = [f"Sentence {number} speaks of lake {number * 7} and of its {number % 9} islands." for number in range(2_000)]


def test_a_long_text_with_few_changes_is_still_told_word_by_word():
    new = [text.replace("islands", "isles") if number % 500 == 99 else text for number, text in enumerate(LONG)]
    del new[1200:1210]
    found = compare_texts(" ".join(LONG), " ".join(new))
    changed = [text for sign, text in found if sign != "="]
    assert changed[:6] == ["islands", "isles"] * 3
    assert len("".join(changed[6:-2])) == len(" ".join(LONG[1200:1210])) + 1
    assert "".join(text for _, text in select_side(found, "-")) == " ".join(LONG)
    assert "".join(text for _, text in select_side(found, "+")) == " ".join(new)


@given(st.integers(0, 1 << 32), st.integers(2, 400))
@examples(30)
def test_changes_of_long_texts_add_up_to_both(seed, vocabulary):
    random = Random(seed)
    words = [random.choice(["湖", ".", f"word{random.randrange(vocabulary)}"]) for _ in range(700)]
    other = [word for word in words if random.random() > 0.1] + words[:300]
    old, new = " ".join(words), " ".join(other)
    found = compare_texts(old, new)
    assert "".join(text for _, text in select_side(found, "-")) == old
    assert "".join(text for _, text in select_side(found, "+")) == new


def test_blocks_end_where_a_sentence_ends_in_both_texts():
    found = compare_texts("One is here. Two is here. Three. Four!", "One is there. Two is here. Three. Four!")
    assert ["".join(text for _, text in select_side(block, "-")) for block in split_into_blocks(found, 10)] == [
        "One is here. ",
        "Two is here. ",
        "Three. Four!",
    ]
    assert split_into_blocks(compare_texts("湖很小。湖很大。", "湖很小。湖很大。"), 3) == [
        [("=", "湖很小。")],
        [("=", "湖很大。")],
    ]
    assert split_into_blocks([], 10) == []


def test_of_long_changes_the_first_characters_of_each_side_are_kept():
    assert limit_characters([("=", "abc"), ("-", "defghi"), ("+", "x"), ("=", "yz")], 5) == (
        [("=", "abc"), ("-", "de"), ("+", "x")],
        6,
    )
    assert limit_characters([("=", "abc")], 3) == ([("=", "abc")], 0)


@given(st.text())
def test_visible_text_is_one_line_without_controls_and_json_reads_back(text):
    assert not [each for each in [*UNSAFE, "\n"] if each in escape_controls(text)]
    line = escape_json(json.dumps({text: text}, ensure_ascii=False))
    assert json.loads(line) == {text: text}
    assert not [each for each in [*UNSAFE, "\n"] if each in line]
