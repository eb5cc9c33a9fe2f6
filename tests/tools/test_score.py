"""Recall and precision of what a finder found, and what the peers' answers are turned into."""

from __future__ import annotations

import math

import pyarrow as pa
import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("rapidfuzz")

from benchmarks import score, windows  # noqa: E402
from benchmarks.peers import base as peers  # noqa: E402
from benchmarks.truth import cut_shingles  # noqa: E402

TRUTH = pa.table({"left": pa.array([0, 2], pa.uint32()), "right": pa.array([1, 3], pa.uint32())})


def test_a_pair_too_few_costs_recall_and_one_too_many_precision() -> None:
    scored = score.score_findings(np.array([[0, 1], [1, 4], [5, 6], [0, 9]], np.uint32), TRUTH)
    assert (scored.recall, scored.precision, scored.true) == (0.5, 0.25, 2)


def test_of_a_sample_only_the_pairs_that_touch_it_count() -> None:
    scored = score.score_findings(np.array([[0, 1], [5, 6], [2, 6]], np.uint32), TRUTH, np.array([0, 2]))
    assert (scored.recall, scored.precision) == (0.5, 0.5)


def test_a_flag_is_right_on_a_text_of_a_true_pair() -> None:
    scored = score.score_findings(np.array([1, 1, 1, 0, 1, 1], bool), TRUTH)
    assert (scored.recall, scored.precision, scored.true) == (0.75, 0.6, 4)


def test_nothing_found_has_no_precision() -> None:
    scored = score.score_findings(np.zeros((0, 2), np.uint32), TRUTH)
    assert scored.recall == 0
    assert math.isnan(scored.precision)


def test_lists_of_candidates_become_pairs_once_and_without_the_text_itself() -> None:
    assert peers.pairs_of_lists([[0, 2], [1], [2, 0, 1]]).tolist() == [[0, 2], [1, 2]]
    assert peers.pairs_of_groups([[4, 2, 3], [2, 4]]).tolist() == [[2, 3], [2, 4], [3, 4]]


def test_hashed_windows_are_as_many_and_as_different_as_the_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["the same old story", "the same new story", "été à la montagne, été à la mer"]
    for chunk in (2, 100):
        monkeypatch.setattr(windows, "CHUNK", chunk)
        hashes, offsets = windows.join_parts(windows.hash_windows(texts, 5))
        parts = [set(hashes[offsets[at] : offsets[at + 1]].tolist()) for at in range(3)]
        sets = [cut_shingles(text, 5) for text in texts]
        assert [len(part) for part in parts] == [len(each) for each in sets]
        assert len(parts[0] & parts[1]) == len(sets[0] & sets[1]) > 0
        assert offsets.tolist() == [0, 14, 28, 55]


def test_texts_most_like_another_are_the_densest() -> None:
    texts = [
        "quite another matter altogether, this",
        "a story that is told and told again 1",
        "a story that is told and told again 2",
    ]
    assert windows.select_densest(texts, 2) == texts[1:]
