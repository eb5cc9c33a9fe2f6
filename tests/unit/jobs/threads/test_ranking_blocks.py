"""A collection that does not fit the memory is searched in blocks, and a limit that is too small is an error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

import twicetold
from twicetold.errors import SettingsError
from twicetold.jobs.threads import job, ranking
from twicetold.jobs.threads.ranking import CollectionBlocks, count_index_bytes
from twicetold.jobs.threads.tables import THREAD_TERMS
from twicetold.tables.batches import Batch


def build_terms(threads: int, terms: int) -> Batch:
    rows = [
        {"number": number, "keys": list(range(terms)), "counts": [1] * terms, "vector": None}
        for number in range(threads)
    ]
    return pa.RecordBatch.from_pylist(rows, THREAD_TERMS)


def read_blocks(batches: list[Batch], most_terms: int) -> Iterator[list[int]]:
    blocks = CollectionBlocks(lambda: batches, most_terms)
    while blocks.has_more():
        yield [number for part in blocks.read_block() for number in part["number"].to_pylist()]


def test_blocks_hold_every_thread_once_and_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "QUERIES_AT_ONCE", 3)
    found = list(read_blocks([build_terms(10, 4)], 24))
    assert found == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9]]


def test_a_part_that_is_too_large_is_a_block_of_its_own() -> None:
    assert list(read_blocks([build_terms(2, 50), build_terms(1, 50)], 10)) == [[0, 1], [0]]


def test_threads_without_terms_end() -> None:
    assert list(read_blocks([build_terms(2, 0)], 1)) == [[0, 1]]
    assert list(read_blocks([], 1)) == []


def test_an_index_gets_half_of_what_is_left() -> None:
    assert count_index_bytes(4 << 30) == (4096 - 288) << 19
    assert count_index_bytes(1) == ranking.LEAST_INDEX_BYTES


def test_a_limit_that_is_too_small_is_an_error_that_says_the_least(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "SMALL_INPUT_BYTES", 10)
    threads = tmp_path / "threads.jsonl"
    threads.write_text('{"id": "1", "question": "How deep is Lake Orrin?"}\n')
    with pytest.raises(SettingsError, match="`--memory` is too small for `threads`: 300 MB with 2 workers") as error:
        twicetold.threads(str(threads), tmp_path / "run", memory_bytes=300_000_000, workers=2, progress=False)
    assert "500 MB" in str(error.value.hint)
