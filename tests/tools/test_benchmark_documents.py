"""The documents of the benchmark: one way to cut words for all, an exact truth, more made of pieces; and its corpus."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("rapidfuzz")

import pyarrow as pa
import pyarrow.parquet as pq
from benchmarks import corpus, dumps, environments, ours, sized, whole_documents
from benchmarks.peers.base import DOCUMENTS, SENTENCES, spelled
from benchmarks.truth_words import find_word_pairs

import twicetold


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Documents of made-up words with a common beginning, each with copies edited more and more; one too short."""
    draw = random.Random(7)
    words = ["".join(draw.choices("aeioulnrst", k=draw.randint(2, 7))) for _ in range(400)]
    found = ["too short"]
    for _ in range(25):
        own = words[:20] + draw.choices(words, k=draw.randint(60, 120))
        for edits in (0, 1, 2, 4, 8):
            copy = list(own)
            for _ in range(edits):
                copy[draw.randrange(len(copy))] = "changed"
            found.append(" ".join(copy))
    return list(dict.fromkeys(found))


def every_pair(texts: list[str], threshold: float) -> list[tuple[int, int]]:
    sets = [set(DOCUMENTS.tokens(text)) for text in texts]
    alike = []
    for left, right in combinations(range(len(texts)), 2):
        union = sets[left] | sets[right]
        if union and len(sets[left] & sets[right]) / len(union) >= threshold:
            alike.append((left, right))
    return alike


@pytest.mark.parametrize("threshold", [0.5, 0.8, 1.0])
def test_the_true_pairs_are_those_of_comparing_every_two(texts: list[str], threshold: float) -> None:
    found = find_word_pairs(texts, threshold, 5)
    pairs = list(zip(found["left"].to_pylist(), found["right"].to_pylist(), strict=True))
    assert pairs == every_pair(texts, threshold)


def test_the_truth_is_kept_and_taken_for_no_other_texts(texts: list[str], tmp_path: Path) -> None:
    first = find_word_pairs(texts, 0.8, 5, tmp_path)
    assert find_word_pairs(texts, 0.8, 5, tmp_path).equals(first)
    assert not find_word_pairs(texts[:20], 0.8, 5, tmp_path).equals(first)
    assert len(list(tmp_path.iterdir())) == 2


def test_of_very_many_documents_the_truth_is_of_a_sample(
    texts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sized, "EXACT_DOCUMENTS", 10)
    monkeypatch.setattr(sized, "SAMPLE", 30)
    case = sized.prepare_words(texts, DOCUMENTS, tmp_path, tmp_path)
    assert case.sample is not None
    chosen = set(case.sample.tolist())
    pairs = zip(case.truth["left"].to_pylist(), case.truth["right"].to_pylist(), strict=True)
    assert list(pairs) == [pair for pair in every_pair(texts, 0.8) if chosen & set(pair)]


def test_our_words_are_those_of_the_truth(texts: list[str]) -> None:
    work = ours.documents(texts, DOCUMENTS, ())
    assert set(map(tuple, work().tolist())) <= set(every_pair(texts, 0.8))
    exact = ours.join_by_document(texts, DOCUMENTS, ())
    long_enough = [pair for pair in every_pair(texts, 0.8) if 0 not in pair]
    assert list(map(tuple, exact().tolist())) == long_enough


def test_what_is_compared_is_plain_words() -> None:
    assert whole_documents.plain("Don't  PANIC: ﬁve_42 Ärger!") == "don t panic five 42 rger"


def test_documents_are_drawn_by_folder_and_fewer_are_a_part_of_more(texts: list[str]) -> None:
    named = [(f"folder{number // 5}/{number}", text) for number, text in enumerate(texts)]
    most = whole_documents.drawn(named, 60)
    assert len(most) == 60
    assert whole_documents.drawn(named, 30) == most[:30]
    assert "too short" not in whole_documents.drawn(named, 1_000)


def test_made_up_documents_are_many_and_one_in_ten_is_nearly_the_one_before(texts: list[str]) -> None:
    more = whole_documents.topped_up(texts, len(texts) + 40)
    assert more[: len(texts)] == texts
    made = list(islice(whole_documents.assembled(texts), 20))
    assert more[len(texts) : len(texts) + 20] == made
    before, copy = (set(made[at].split(" ")) for at in (8, 9))
    assert len(before & copy) > 0.8 * len(before)


def test_a_character_can_be_spelled_as_a_word_and_stays_itself() -> None:
    spelt = spelled("a, b.").split(" ")
    assert len(spelt) == 5
    assert all(word.isalnum() for word in spelt)
    assert len(set(spelt)) == 5
    assert SENTENCES.as_words(["ab"]) == ["a b"]


def test_sentences_in_order_become_documents_and_their_package_is_the_source(tmp_path: Path) -> None:
    names = ["x/rust/a.html", "x/rust/a.html", "x/java/b.html"]
    batches = [pa.RecordBatch.from_pydict({"document": names, "text": ["One.", "Two.", "Three."]})]
    batches.append(pa.RecordBatch.from_pydict({"document": ["x/java/b.html"], "text": ["Four."]}))
    corpus.gather(iter(batches), "x/", tmp_path / "documents", tmp_path / "sentences")
    assert pq.read_table(tmp_path / "documents").to_pylist() == [
        {"document": "rust/a.html", "source": "rust", "text": "One. Two."},
        {"document": "java/b.html", "source": "java", "text": "Three. Four."},
    ]
    assert pq.read_table(tmp_path / "sentences").num_rows == 4


def test_without_apt_the_generator_writes_the_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus.shutil, "which", lambda name: None)
    monkeypatch.setattr(corpus, "PLANTED_SENTENCES", 1_000)
    made = corpus.corpus(tmp_path / "cache")
    assert "generator" in made.what
    assert made.packages == {}
    assert pq.read_metadata(made.documents).num_rows > 10
    assert corpus.corpus(tmp_path / "cache") == made


def test_a_package_file_says_its_version() -> None:
    assert corpus.version_of("erlang-doc_1%3a25.2.3+dfsg-1_all.deb") == ("erlang-doc", "1:25.2.3+dfsg-1")


def test_an_environment_that_cannot_be_made_says_why_without_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "Looking in indexes: https://host.example/simple\nERROR: No matching distribution found for nothing==1"
    assert environments.last_words(said) == "ERROR: No matching distribution found for nothing==1"
    monkeypatch.setattr(environments, "_made", lambda name: "not installed: no such version")
    with pytest.raises(environments.MissingEnvironment, match="no such version"):
        environments.python_for("an environment that nobody knows")


def test_a_dump_is_as_large_as_asked_and_its_words_are_known(tmp_path: Path) -> None:
    pages = dumps.gather_pages((), tmp_path, 100_000)
    small, large = pages.dump(tmp_path / "a.xml", 1), pages.dump(tmp_path / "b.xml", 3_000_000)
    assert large.megabytes >= 3
    assert large.words.total() % small.words.total() == 0
    found = twicetold.split(tmp_path / "a.xml").sentences["text"].to_pylist()
    recall, precision = dumps.measure_agreement(dumps.count_words(found), small.words)
    assert recall > 0.95
    assert precision > 0.8


def test_without_a_truth_there_is_no_recall() -> None:
    recall, precision = dumps.measure_agreement(Counter("ab"), Counter())
    assert recall != recall
    assert precision != precision
