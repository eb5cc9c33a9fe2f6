"""Stretches cut out of texts, and records with the shorter text in them."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from twicetold.apply.editing import cut_spans, merge_spans, replace_csv_text, replace_json_text, trim_to_words
from twicetold.errors import InputError


def test_blanks_do_not_pile_up_where_a_sentence_was():
    text = "A lake. It froze. Nobody came."
    assert cut_spans(text, [(8, 17)]) == "A lake. Nobody came."
    assert cut_spans(text, [(0, 7)]) == "It froze. Nobody came."
    assert cut_spans(text, [(18, 30)]) == "A lake. It froze. "
    assert cut_spans(text, [(0, 7), (8, 17), (18, 30)]) == ""


def test_a_line_that_goes_takes_its_end_along():
    text = "One.\n\nTwo. Three.\n\nFour."
    assert cut_spans(text, [(6, 17)]) == "One.\n\nFour."
    assert cut_spans(text, [(6, 10), (11, 17)]) == "One.\n\nFour."
    assert cut_spans(text, [(6, 10)]) == "One.\n\nThree.\n\nFour."
    assert cut_spans(text, [(11, 17)]) == "One.\n\nTwo. \n\nFour."


def test_nothing_is_cut_in_mid_word():
    text = "the frozen lakes of the north"
    assert trim_to_words(text, 2, 13) == (4, 10)
    assert cut_spans(text, [(6, 8)]) == text
    assert cut_spans(text, [(2, 13)]) == "the lakes of the north"
    assert cut_spans("lake(cold)pier", [(4, 10)]) == "lake pier"


def test_stretches_that_overlap_or_touch_are_one():
    assert merge_spans("a lake, a river, a mill", [(8, 12), (0, 6), (7, 9), (3, 3), (11, 15), (16, 17)]) == [
        (0, 6),
        (7, 15),
        (16, 17),
    ]


SPANS = some.lists(some.tuples(some.integers(0, 40), some.integers(0, 40)), max_size=4)


@given(some.text("ab .\n", max_size=40), SPANS)
def test_what_is_left_are_whole_words_of_the_text_in_order(text, spans):
    spans = [(min(span), min(max(span), len(text))) for span in spans if min(span) < len(text)]
    rest = iter(re.findall(r"\w+", text))
    assert all(word in rest for word in re.findall(r"\w+", cut_spans(text, spans)))


@given(some.text("ab .\n", max_size=40))
def test_nothing_cut_is_nothing_changed(text):
    assert cut_spans(text, []) == cut_spans(text, [(len(text), len(text))]) == text


def test_a_line_of_json_keeps_all_else_to_the_letter():
    line = '{"id": 1.50, "body":"caf\\u00e9 x",  "n": {"a": [1e400, "caf\\u00e9 x"]}}\r\n'
    assert replace_json_text(line, "café x", "café", ["text", "body"]) == line.replace(
        'body":"caf\\u00e9 x"', 'body":"caf\\u00e9"'
    )


def test_the_field_that_was_read_is_changed_and_not_one_with_the_same_text():
    line = '{"copy": "A b.", "text": "A b."}'
    assert json.loads(replace_json_text(line, "A b.", "A", ["text"])) == {"copy": "A b.", "text": "A"}
    nested = '{"meta": {"raw": "A b."}, "n": 1}'
    assert replace_json_text(nested, "A b.", "é", ["meta.raw"]) == '{"meta": {"raw": "\\u00e9"}, "n": 1}'
    assert replace_json_text('{"text": "é b"}', "é b", "é", ["text"]) == '{"text": "é"}'


def test_half_a_character_does_not_matter():
    assert json.loads(replace_json_text('{"text": "a \\ud800 b"}', "a \ufffd b", "a \ufffd", ["text"])) == {
        "text": "a \ufffd"
    }


def test_a_row_of_csv_has_another_text():
    assert (
        replace_csv_text(
            '1,"a, ""b"" c",x\r\n',
            'a, "b" c',
            "a",
        )
        == "1,a,x\r\n"
    )
    assert replace_csv_text("1\ta b\n", "a b", "b") == "1\tb\n"
    assert replace_csv_text(f'1,"{"x" * 200_000}, y"\n', f"{'x' * 200_000}, y", "y") == "1,y\n"


@pytest.mark.parametrize(
    "make", [lambda: replace_json_text('{"a": 1}', "b", "c", []), lambda: replace_csv_text("1,2\n", "b", "c")]
)
def test_a_record_without_the_text_is_an_error(make):
    with pytest.raises(InputError, match="no field with the text"):
        make()
