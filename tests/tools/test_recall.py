"""Synthetic pairs, and how the recall benchmark counts what was found."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pyarrow as pa
import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("rapidfuzz")

from benchmarks import recall, synthetic  # noqa: E402
from benchmarks.truth import compute_jaccard  # noqa: E402


@pytest.mark.parametrize("similarity", [0.8, 0.85, 0.9, 0.95])
def test_a_synthetic_pair_has_the_jaccard_wanted(similarity: float) -> None:
    draw = random.Random(8)
    for _ in range(50):
        assert compute_jaccard(*synthetic.pair(draw, similarity, 12), 12) == pytest.approx(similarity, abs=1e-12)


def test_synthetic_texts_are_alike_only_in_their_pairs() -> None:
    texts = synthetic.pairs([0.8, 0.9], 5, 12)
    alike = {(i, j) for i, j in combinations(range(len(texts)), 2) if compute_jaccard(texts[i], texts[j], 12) > 0}
    assert alike == {(i, i + 1) for i in range(0, 20, 2)}


def matches(*rows: tuple[int, int, float]) -> pa.Table:
    left, right, similarity = zip(*rows, strict=True)
    ids = {"left": pa.array(left, pa.uint32()), "right": pa.array(right, pa.uint32())}
    return pa.table(ids | {"jaccard": similarity, "edit_similarity": similarity})


def test_the_share_of_synthetic_pairs_found_is_counted_by_similarity() -> None:
    found = matches((0, 1, 0.8), (1, 2, 0.8), (4, 5, 0.9), (6, 7, 0.9))
    assert recall.measure_share(found, [0.8, 0.9], 2) == [0.5, 1.0]


def test_a_match_below_the_threshold_or_other_than_it_says_is_wrong() -> None:
    texts = ["abcdefghij", "abcdefghix", "abcdefxyzw"]
    assert recall.find_wrong(texts, matches((0, 1, 0.9)), "edit") == []
    assert [problem[3] for problem in recall.find_wrong(texts, matches((0, 1, 0.8), (0, 2, 0.6)), "edit")] == [0.9, 0.6]


def test_pairs_are_counted_in_their_band_and_the_last_holds_its_end() -> None:
    truth = pa.table({"similarity": [0.8, 0.84, 0.85, 1.0]})
    rows = recall.count_in_bands(truth, np.array([True, False, True, True]), np.array([0.5, 0.7, 1, 1]))
    assert [row[1] for row in rows] == [4, 2, 1, 0, 1]
    assert rows[0][2] == 0.75
    assert rows[1][2:] == pytest.approx((0.5, 0.6))
    assert math.isnan(rows[3][2])
