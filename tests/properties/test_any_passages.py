"""Runs equal their plain version on any matrix; passages stay inside their documents on any text."""

from itertools import pairwise

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import passages as reference_passages
from tests.oracles.alignment import Align, Document, alignable

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.tables.matching import NUMBER_LIST

PLACES = st.integers(0, 14)
MATCHES = st.lists(st.tuples(PLACES, PLACES, st.sampled_from([0.5, 0.75, 1.0])), max_size=40)
SHORT = st.lists(PLACES, unique=True, max_size=6).map(sorted)


@given(matches=MATCHES, least=st.integers(0, 4), gap=st.integers(0, 3), left_short=SHORT, right_short=SHORT)
def test_runs_equal_their_plain_version(matches, least, gap, left_short, right_short):
    rows = _kernels.find_match_runs(matrix(matches, left_short, right_short), least, gap).to_pylist()
    runs = [tuple(row.values())[1:] for row in rows]
    assert runs == reference_passages.diagonals(matches, least, gap, left_short, right_short)


@given(matches=MATCHES, gap=st.integers(0, 3))
def test_no_sentence_is_in_two_runs(matches, gap):
    rows = _kernels.find_match_runs(matrix(matches, [], []), 1, gap).to_pylist()
    taken = {(left, right) for left, right, _ in matches}
    for row in rows:
        ends = {(row["left_first"], row["right_first"]), (row["left_last"], row["right_last"])}
        assert ends <= taken
    firsts = [row["left_first"] for row in rows]
    assert len(firsts) == len(set(firsts))


def matrix(matches, left_short, right_short):
    columns = {"left": NUMBER_LIST, "right": NUMBER_LIST, "similarity": pa.list_(pa.float64())}
    columns |= {"left_short": NUMBER_LIST, "right_short": NUMBER_LIST}
    values = [[each[at] for each in matches] for at in range(3)] + [left_short, right_short]
    arrays = [pa.array([value], kind) for value, kind in zip(values, columns.values(), strict=True)]
    return pa.RecordBatch.from_arrays(arrays, list(columns))


WORDS = st.sampled_from(
    ["the", "river", "Köln", "e\u0301t\u00e9", "ran", "茶", "屋", "12", "-", "\x00", "\u200b", "𝒳", "of", "a"]
)
TEXT = st.lists(WORDS, max_size=30).map(" ".join)
TEXTS = st.lists(TEXT, max_size=12)


@given(left=TEXTS, right=TEXTS, longer=st.integers(0, 3))
def test_passages_stay_inside_their_documents_and_apart_on_the_left(left, right, longer):
    settings = Locating(min_passage=1, evidence=0.5, summary_evidence=0.5, consistency=0.0)
    sides = [sentences(left * (1 + longer), 0), sentences(right, 7)]
    rows = Align(settings)(alignable([(Document.of(sides[0]), Document.of(sides[1]))])).to_pylist()
    for row in rows:
        for side, own in zip(("left", "right"), sides, strict=True):
            first, last = own[row[f"{side}_first"]], own[row[f"{side}_last"]]
            assert first[1] <= row[f"{side}_start"] <= first[2]
            assert last[1] <= row[f"{side}_end"] <= last[2]
            assert row[f"{side}_start"] < row[f"{side}_end"]
        assert 0 <= row["similarity"] <= 1
    for one, two in pairwise(rows):
        assert one["left_end"] <= two["left_start"]


def sentences(texts, start):
    """Sentences with a blank between them; one whose markup was dropped stands for more of the document than it has."""
    placed = []
    for text in texts:
        placed.append((text, start, start + len(text) + 2))
        start += len(text) + 3
    return placed
