"""Passages in noisy text equal their plain version; noise of letters and blanks hides no passage."""

import random

import pyarrow as pa
from benchmarks.noise_corpus import add_noise
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import noisy as plain
from tests.runs.essays import essay

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.tables.matching import NUMBER_LIST

BEYOND = 2**32 - 1  # the position of a point that only letters made
PHRASES = [
    "the harbour was closed at noon",
    "nobody on the pier knew why",
    "ships lay outside and waited",
    "the keeper wrote it in his book",
    "été 1905, at",
    "closed at noon",
]
TEXTS = st.lists(st.sampled_from(PHRASES), max_size=5).map(", ".join)


@given(left=TEXTS, right=TEXTS, seed=st.integers(0, 999), rate=st.sampled_from([0.0, 0.08, 0.2]), either=st.booleans())
def test_noisy_passages_equal_their_plain_version(left, right, seed, rate, either):
    draw = random.Random(seed)
    left, right = add_noise(left, rate, draw)[0], add_noise(right, rate, draw)[0]
    found = [tuple(row.values()) for row in locate(left, right, 40, either).to_pylist()]
    assert found == plain.locate(left, right, 40, either)


@given(seed=st.integers(0, 10**6), rate=st.sampled_from([0.02, 0.1, 0.15]))
def test_a_copy_is_found_in_spite_of_noise(seed, rate):
    draw = random.Random(seed)
    shared = " ".join(essay(3))[:500]
    left, places = add_noise(f"{' '.join(essay(1))} {shared} {' '.join(essay(2))}", rate, draw)
    start = places[len(" ".join(essay(1))) + 1]
    right, _ = add_noise(shared, rate, draw)
    rows = locate(left, right, 120, either=True).to_pylist()
    best = max(rows, key=lambda row: row["left_end"] - row["left_start"])
    assert abs(best["left_start"] - start) < 60
    assert abs(best["left_end"] - start - 500) < 100


def locate(left, right, least, either):
    """The places of the passages that letters alone show."""
    kinds = {"text": pa.string(), "cuts": NUMBER_LIST, "starts": NUMBER_LIST, "ends": NUMBER_LIST}
    columns = {}
    for side, text in (("left", left), ("right", right)):
        values = [text, [len(text.encode())], [0], [len(text)]]
        columns |= {f"{side}_{name}": pa.array([value], kinds[name]) for name, value in zip(kinds, values, strict=True)}
        columns |= {f"{side}_{name}": pa.array([None], NUMBER_LIST) for name in ("crowd_positions", "crowds")}
        columns[f"{side}_positions"] = pa.array([[BEYOND]], NUMBER_LIST)
    columns["similarities"] = pa.array([[0.0]], pa.list_(pa.field("item", pa.float64(), nullable=False)))
    batch = pa.RecordBatch.from_pydict(columns)
    found = _kernels.locate_passages(batch, Locating(noise="ocr", min_passage=least, thorough=0), 16, either)
    return found.select(["left_start", "left_end", "right_start", "right_end", "similarity"])
