"""What changed between two texts, word by word, and texts that are safe to print."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twicetold.show.words import changes
from twicetold.terminal import safe_json, visible

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
        ("a  b", "a b", "a[-  -]{+ +}b"),
    ],
)
def test_changes_are_told_word_by_word(old, new, marked):
    marks = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    assert "".join(marks[sign].format(text) for sign, text in changes(old, new)) == marked


@given(st.text("ab .,1湖\n"), st.text("ab .,1湖\n"))
def test_changes_add_up_to_both_texts(old, new):
    found = changes(old, new)
    assert "".join(text for sign, text in found if sign != "+") == old
    assert "".join(text for sign, text in found if sign != "-") == new


def test_texts_that_differ_everywhere_are_one_change_in_linear_time():
    old, new = "a b " * 20_000, "b c " * 20_000
    assert [sign for sign, _ in changes(old, new)] == ["-", "+", "="]


@given(st.text())
def test_visible_text_is_one_line_without_controls_and_json_reads_back(text):
    assert not [each for each in [*UNSAFE, "\n"] if each in visible(text)]
    line = safe_json(json.dumps({text: text}, ensure_ascii=False))
    assert json.loads(line) == {text: text}
    assert not [each for each in [*UNSAFE, "\n"] if each in line]
