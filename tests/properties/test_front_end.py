"""Any text, however marked up: no crash, offsets that slice, and the same answer however it is cut."""

import pyarrow as pa
import pytest
from benchmarks.cases import build_document
from hypothesis import given
from hypothesis import strategies as st

from twicetold import registry
from twicetold.splitter import SplitIntoSentences

TOKENS = st.sampled_from(
    [
        "{{",
        "}}",
        "[[",
        "]]",
        "|",
        "=",
        "==",
        "'''",
        "''",
        "<ref>",
        "</ref>",
        "<!--",
        "-->",
        "{|",
        "|}",
        "|-",
        "*",
        "#",
        ":",
        ";",
        "<nowiki>",
        "</nowiki>",
        "&amp;",
        "&#8211;",
        "-{",
        "}-",
        "__TOC__",
        "convert",
        "nowrap",
        "lang|fr|mot",
        "File:A.jpg",
        "thumb",
        "5|km|mi",
        "<p>",
        "</p>",
        "<div>",
        "<li>",
        "<script>",
        "</script>",
        "<b>",
        ".",
        "!",
        "?",
        "。",
        "？",
        "…",
        "”",
        "“",
        "(",
        ")",
        "[",
        "]",
        "1.",
        "U.S.",
        "Dr.",
        "e.g.",
        "J.",
        "3.5",
        "湖",
        "é",
        "Ω",
        "\u202e",
        "\x00",
        "word",
        "Word",
        "WORD",
    ]
)
TEXTS = st.lists(st.one_of(TOKENS, st.sampled_from([" ", "\n", "\n\n", "\r\n", "\t"])), max_size=60).map("".join)
MARKUPS = registry.list_names("cleaner")


@pytest.mark.parametrize("markup", MARKUPS)
@given(text=TEXTS)
def test_every_sentence_has_its_place(markup, text):
    rows = SplitIntoSentences()(build_document(text, markup, title="Title", language="en")).to_pylist()
    assert [row["position"] for row in rows] == list(range(len(rows)))
    for row in rows:
        assert 0 <= row["start"] < row["end"] <= len(text)
        assert row["text"] == row["text"].strip() != ""
        if markup == "plain":
            assert text[row["start"] : row["end"]] == row["text"]


@pytest.mark.parametrize("markup", MARKUPS)
@given(texts=st.lists(TEXTS, min_size=2, max_size=5), data=st.data())
def test_cutting_a_batch_anywhere_changes_nothing(markup, texts, data):
    batch = pa.concat_batches([build_document(text, markup, document=str(at)) for at, text in enumerate(texts)])
    cut = data.draw(st.integers(0, len(texts)))
    parts = [SplitIntoSentences()(batch.slice(0, cut)), SplitIntoSentences()(batch.slice(cut))]
    assert pa.concat_batches(parts).equals(SplitIntoSentences()(batch))


@given(text=TEXTS)
def test_plain_text_loses_no_letter(text):
    rows = SplitIntoSentences()(build_document(text, "plain")).to_pylist()
    letters = [character for character in text if character.isalnum()]
    assert [character for row in rows for character in row["text"] if character.isalnum()] == letters
