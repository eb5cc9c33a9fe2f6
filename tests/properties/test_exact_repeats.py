"""`passages --exact` on random small texts: what the plain version gives, and what deduplicate-text-datasets finds."""

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.oracles.exact import Document, find_passages, find_repeated_characters, list_windows
from tests.support.examples import examples

from twicetold.config import Locating, Machine
from twicetold.engines.local import Local
from twicetold.jobs.passages.exact import find_repeats, locate_repeats
from twicetold.tables.sentence_lists import SENTENCE_LISTS, WHOLE_TEXT

PIECES = st.sampled_from(
    [
        "mill",
        "lake",
        "old",
        "a",
        "é",
        "湖",
        "水",
        "e\u0301",
        " ",
        " ",
        " ",
        "  ",
        "\n",
        ". ",
        ", ",
        " (",
        ") ",
        "-",
        "…",
    ]
)
PHRASES = st.lists(PIECES, min_size=1, max_size=12).map("".join)


@st.composite
def corpora(draw):
    """Documents made of a few phrases, so that much of them is repeated, also within a document."""
    phrases = draw(st.lists(PHRASES, min_size=1, max_size=4))
    text = st.lists(st.one_of(st.sampled_from(phrases), PIECES), max_size=9).map("".join)
    document = st.builds(Document, text, st.sampled_from([0, 0, 0, 5, 6]), st.booleans())
    return draw(st.lists(document, min_size=1, max_size=5))


def run(documents, exact, against=False):
    """The stages in memory, to `(source, copy, source_start, copy_start, length)`."""
    rows = [
        {"number": at, "document": str(at), "title": "", "is_against": each.is_against, "source": "", "place": ""}
        | {
            "series": "",
            "kin": each.kin,
            "timestamp": "",
            "text": "",
            "cuts": [],
            "starts": [],
            "ends": [],
            "blocks": [],
        }
        | {"whole": each.text}
        for at, each in enumerate(documents)
    ]
    engine = Local(Machine(workers=1))
    tables = {"works": engine.load_rows(pa.Table.from_pylist(rows, pa.schema([*SENTENCE_LISTS, *WHOLE_TEXT])))}
    settings = Locating(exact=exact, against=("them",) if against else ())
    tables |= {
        name: engine.load_rows(rows)
        for name, rows in engine.collect(find_repeats(tables.get, settings, engine)).items()
    }
    located = engine.collect(locate_repeats(tables.get, settings, engine))["located"].to_pylist()
    source, copy = ("right", "left") if against else ("left", "right")
    for row in located:
        texts = [documents[row[side]].text[row[f"{side}_start"] : row[f"{side}_end"]] for side in (source, copy)]
        assert texts[0] == texts[1]
    return {
        (row[source], row[copy], row[f"{source}_start"], row[f"{copy}_start"], row["left_end"] - row["left_start"])
        for row in located
    }


@examples(100)
@given(corpora(), st.sampled_from(["4", "7", "12", "1w", "2w", "4w"]), st.booleans())
def test_what_is_found_is_what_the_plain_version_finds(documents, exact, against):
    least, by_words = int(exact.removesuffix("w")), exact.endswith("w")
    assert run(documents, exact, against) == find_passages(documents, least, by_words, against)


@examples(60)
@given(corpora(), st.sampled_from([4, 7, 12]))
@example([Document("é湖mill湖mill湖mill")], 4)
@example([Document("é湖mill湖mill")], 4)
@example([Document("e\u0301湖mill湖mill湖mill")], 4)  # an accent before what is repeated
@example([Document("e\u0301湖mill湖mill")], 4)
@example([Document("millmill mill"), Document("millmill-mill")], 4)  # two windows with a gap between them
def test_every_window_that_occurred_before_is_in_a_passage_and_none_is_that_google_would_not_find(documents, least):
    documents = [each._replace(kin=0) for each in documents]
    found = run(documents, str(least))
    covered = [set() for _ in documents]
    for source, copy, source_start, copy_start, length in found:
        covered[source] |= set(range(source_start, source_start + length))
        covered[copy] |= set(range(copy_start, copy_start + length))
    seen = {}
    for number, document in enumerate(documents):
        for start, end in list_windows(document.text, least, by_words=False):
            first = seen.setdefault(document.text[start:end], (number, start))
            if first != (number, start):
                assert set(range(start, end)) <= covered[number]
                assert set(range(first[1], first[1] + end - start)) <= covered[first[0]]
    repeated = find_repeated_characters([each.text for each in documents], least)
    assert all(own <= google for own, google in zip(covered, repeated, strict=True))


@pytest.mark.parametrize("text", ["湖" * 3000, "ab " * 3000, "- " * 3000, "mill lake " * 600, ""])
def test_a_text_that_only_repeats_itself_takes_no_more_than_its_length(text):
    assert len(run([Document(text), Document(text)], "20")) <= 2
