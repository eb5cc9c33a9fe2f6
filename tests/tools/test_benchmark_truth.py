"""The exact truth of the benchmarks, against comparing every pair one by one."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("rapidfuzz")

from benchmarks import texts as source  # noqa: E402
from benchmarks import truth  # noqa: E402


@pytest.fixture(scope="module")
def alike() -> list[str]:
    """Sentences of made-up words, each with a few copies edited more and more; short ones and an accented one too."""
    draw = random.Random(5)
    words = ["".join(draw.choices("aeioulnrst", k=draw.randint(2, 7))) for _ in range(60)]
    texts = ["ab", "abc", "abcd", "été à la mer, été à la montagne", "été à la mer, hiver à la montagne"]
    for _ in range(40):
        text = " ".join(draw.choices(words, k=draw.randint(3, 20)))
        for edits in (0, 1, 3, 6, 12):
            copy = list(text)
            for _ in range(edits):
                copy[draw.randrange(len(copy))] = draw.choice(["", "z", "qq"])
            texts.append("".join(copy))
    return list(dict.fromkeys(texts))


def rows(table: object) -> list[tuple[int, int, float]]:
    columns = table.to_pydict()  # type: ignore[attr-defined]
    return list(zip(columns["left"], columns["right"], columns["similarity"], strict=True))


@pytest.mark.parametrize("threshold", [0.5, 0.8, 0.95])
def test_the_jaccard_pairs_are_those_of_comparing_every_pair(alike: list[str], threshold: float) -> None:
    pairs = ((i, j, truth.compute_jaccard(alike[i], alike[j], 5)) for i, j in combinations(range(len(alike)), 2))
    expected = [pair for pair in pairs if pair[2] >= threshold]
    assert expected
    assert rows(truth.find_jaccard_pairs(alike, threshold, 5)) == expected


@pytest.mark.parametrize("threshold", [0.5, 0.8, 0.95])
def test_the_edit_pairs_are_those_of_comparing_every_pair(alike: list[str], threshold: float) -> None:
    pairs = ((i, j, truth.compute_edit_similarity(alike[i], alike[j])) for i, j in combinations(range(len(alike)), 2))
    expected = [pair for pair in pairs if pair[2] >= threshold]
    assert expected
    assert rows(truth.find_edit_pairs(alike, threshold)) == expected


def test_the_truth_of_a_sample_is_the_part_of_the_truth_that_touches_it(alike: list[str]) -> None:
    sample = np.array([3, 50, 51, 120])
    whole = rows(truth.find_jaccard_pairs(alike, 0.6, 5))
    touching = [pair for pair in whole if {pair[0], pair[1]} & set(sample.tolist())]
    assert touching
    assert rows(truth.find_sample_pairs(sample, alike, 0.6, 5)) == touching


def test_blocks_do_not_change_the_truth(alike: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rows(truth.find_edit_pairs(alike, 0.8)), rows(truth.find_jaccard_pairs(alike, 0.8, 5))
    monkeypatch.setattr(truth, "BLOCK", 7)
    assert (rows(truth.find_edit_pairs(alike, 0.8)), rows(truth.find_jaccard_pairs(alike, 0.8, 5))) == whole


@pytest.mark.parametrize("threshold", [0.5, 0.8, 0.95])
def test_our_own_join_gives_the_same_truth(alike: list[str], threshold: float) -> None:
    """With the last digit of a similarity: 1 - edits / length is rounded twice."""
    normal = list(dict.fromkeys(map(source.normalise, alike)))
    for measure, expected in [
        ("jaccard", truth.find_jaccard_pairs(normal, threshold, 5)),
        ("edit", truth.find_edit_pairs(normal, threshold)),
    ]:
        joined = rows(truth.find_pairs_by_join(normal, measure, threshold, 5))
        assert [pair[:2] for pair in joined] == [pair[:2] for pair in rows(expected)]
        assert [pair[2] for pair in joined] == pytest.approx([pair[2] for pair in rows(expected)])


def test_a_similarity_of_exactly_the_threshold_counts() -> None:
    left, right = "abcdefghij" * 4, "abcdefghij" * 3 + "abXXXXXXXX"
    assert rows(truth.find_edit_pairs([left, right], 0.8)) == [(0, 1, 0.8)]


def test_a_sample_is_of_whole_documents_and_the_same_each_time(tmp_path: object) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = [f"Sentence {number} of the  book." for number in range(100)]
    documents = [str(number // 10) for number in range(100)]
    path = f"{tmp_path}/sentences.parquet"
    pq.write_table(pa.table({"document": documents, "text": texts}), path)
    drawn = source.sample([path], 30, 10, 100)
    assert drawn == source.sample([path], 30, 10, 100)
    assert len({text.split()[1][:-1] for text in drawn}) == 3
    assert all(text == source.normalise(text) for text in drawn)
