"""The threads most like each thread, by what all of them say: exact, within the memory limit, the same on any engine.

The score of two threads is the mean of three cosines, each of terms weighted by how rare they are:

whole       stems of all that a thread says: title (three times), description, answers, code, tags (three times)
question    the first five letters of each word of title (three times) and description
words       four letters in a row of the titles, for typos and other forms of words

With `--meaning`, a fourth part is the cosine of what both questions mean, by the vectors of a model:

meaning     title and description, as a package such as all-MiniLM-L6-v2 reads them

The shares were learnt on public labels by `python -m benchmarks.suggest_train`; see `docs/threads.md`. `src/ranking/`
does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import MakeBatch, Table
from twicetold.features.base import DenseFeature, load_dense_feature
from twicetold.jobs.threads.tables import BEST_THREADS, FOUND_THREADS, THREAD_TERMS
from twicetold.tables.batches import Batch, build_batch

SHARES = (0.65, 0.25, 0.1)  # of `whole`, `question` and `words` in the score of terms
MEANING_SHARES = {"none": 0.0, "minilm": 0.1, "wordllama": 0.1}  # of `meaning`; the others share the rest
HIGHEST_SCORE = 16384 * 16384  # of a thread with itself, in whole numbers
ONLY_WHOLE = ("answer", "more_answers", "code")  # what counts for the whole thread and not for its question
COMPARED = 200  # of the best by terms, and of the best by meaning, that are compared by the whole score
QUERIES_AT_ONCE = 1024
MOST_TERMS = 2**32 - 1  # of an index: a place in it has 32 bits
TERM_BYTES = 22  # of a term of one thread in an index, with what vectors hold in reserve while they grow
INDEX_SHARE = 0.5  # of the memory that is left for an index
PROCESS_BYTES = 288 << 20  # of the process and what its workers have under way
LEAST_INDEX_BYTES = 32 << 20  # however little memory is left

ReadTerms = Callable[[], Iterable[Batch]]  # reads a table of terms from its beginning, in order of the numbers


@dataclass(frozen=True)
class CountThreadTerms:
    """Threads to the terms that the ranking compares, and with a model to vectors of what they ask."""

    meaning: str = "none"
    schema: ClassVar[pa.Schema] = THREAD_TERMS

    def __call__(self, threads: Batch) -> Batch:
        counted = _kernels.count_thread_terms(threads, list(ONLY_WHOLE))
        return build_batch([*counted.columns, self._compute_vectors(threads)], THREAD_TERMS)

    def _compute_vectors(self, threads: Batch) -> pa.Array:
        if self.meaning == "none":
            return pa.nulls(threads.num_rows, pa.binary())
        asked = pc.binary_join_element_wise(threads["question"], threads["description"], "\n")
        return load_meaning(self.meaning).compute_vectors(asked).cast(pa.binary())


def load_meaning(name: str) -> DenseFeature:
    """The model that makes vectors of texts; an error where its package is missing."""
    return load_dense_feature(Finding(finder="scan", feature="vectors", vectors=name))


def build_index(
    frequencies: _kernels.ThreadFrequencies, terms: Iterator[Batch], meaning: str
) -> _kernels.ThreadRanking:
    """An index of threads by their terms, and by what they mean if that counts."""
    whole, asked, title, own = list_shares(meaning)
    return _kernels.ThreadRanking(frequencies, terms, (whole, asked, title), own)


def list_shares(meaning: str) -> tuple[float, float, float, float]:
    """The shares of `whole`, `question`, `words` and `meaning` in the score, 1 in all."""
    own = MEANING_SHARES[meaning]
    whole, asked, title = (share * (1 - own) for share in SHARES)
    return whole, asked, title, own


@dataclass(frozen=True)
class Ranker:
    """Finds the `top` threads of a collection most like each query; with `is_same`, queries are the collection."""

    read_collection: ReadTerms
    read_queries: ReadTerms
    top: int
    is_same: bool
    memory_bytes: int
    meaning: str = "none"
    compared: int = COMPARED  # at least; no fewer than `top`

    def find_threads(self, engine: Engine) -> Table:
        """For each query the best of the collection, each with the parts of its score."""
        found = engine.load_batches(FOUND_THREADS, self._list_batches)
        return engine.group(found, ("thread",), KeepBestThreads(self.top, self._most_compared))

    @property
    def _most_compared(self) -> int:
        return max(self.top, self.compared)

    def _list_batches(self) -> Iterator[MakeBatch]:
        frequencies = self.count_frequencies()
        most_terms = min(count_index_bytes(self.memory_bytes) // TERM_BYTES, MOST_TERMS)
        blocks = CollectionBlocks(self.read_collection, most_terms)
        is_first = True
        while blocks.has_more():
            index = build_index(frequencies, blocks.read_block(), self.meaning)
            is_whole, is_first = is_first and not blocks.has_more(), False
            # Which are the best by terms and by meaning is known when all blocks have given theirs.
            most = self.top if is_whole or self.meaning == "none" else 2 * self._most_compared
            for queries in self.read_queries():
                for first in range(0, queries.num_rows, QUERIES_AT_ONCE):
                    yield partial(self._search, index, queries.slice(first, QUERIES_AT_ONCE), most)

    def _search(self, index: _kernels.ThreadRanking, queries: Batch, most: int) -> Batch:
        found = index.find_best(queries, most, self.is_same, self._most_compared)
        return build_batch(found.columns, FOUND_THREADS)

    def count_frequencies(self) -> _kernels.ThreadFrequencies:
        """How many threads of the collection have each term. What one has alone no other can share."""
        return _kernels.ThreadFrequencies(iter(self.read_collection()), 2 if self.is_same else 1)


def count_index_bytes(memory_bytes: int) -> int:
    """The bytes that an index may have within a memory limit: `4 GiB` -> 1.9 GiB."""
    return max(int((memory_bytes - PROCESS_BYTES) * INDEX_SHARE), LEAST_INDEX_BYTES)


class CollectionBlocks:
    """A collection in blocks whose index fits the memory: the best of all blocks are the best of all.

    A batch is let go as soon as the index has it, so that a block is never in memory twice.
    """

    def __init__(self, read_collection: ReadTerms, most_terms: int) -> None:
        self._most_terms = most_terms
        self._parts = self._cut_batches(read_collection)
        self._next = next(self._parts, None)

    def has_more(self) -> bool:
        return self._next is not None

    def read_block(self) -> Iterator[Batch]:
        """The next threads, as many as fit and at least one part."""
        terms = 0
        while self._next is not None:
            part, own = self._next
            if terms and terms + own > self._most_terms:
                return
            terms += own
            self._next = next(self._parts, None)
            yield part

    @staticmethod
    def _cut_batches(read_collection: ReadTerms) -> Iterator[tuple[Batch, int]]:
        for batch in read_collection():
            for first in range(0, batch.num_rows, QUERIES_AT_ONCE):
                part = batch.slice(first, QUERIES_AT_ONCE)
                terms = (pc.sum(pc.list_value_length(part["keys"])).as_py() or 0) + part["vector"].nbytes // TERM_BYTES
                yield part, max(terms, 1)


@dataclass(frozen=True)
class KeepBestThreads:
    """Of each thread the best of what blocks found, ranked; of equals the one with the lowest number comes first.

    With a model, only the `compared` best by terms and as many by meaning count, so that blocks do not matter.
    """

    top: int
    compared: int
    schema: ClassVar[pa.Schema] = BEST_THREADS

    def __call__(self, found: Batch) -> Batch:
        terms, meaning = sum_terms(found), found["meaning"]
        if pc.any(pc.greater(meaning, 0)).as_py():
            is_near = [
                pc.and_(pc.greater(each, 0), pc.less_equal(rank_by_score(found, each), self.compared))
                for each in (terms, meaning)
            ]
            found = found.filter(pc.or_(*is_near))
        ordered = found.take(order_by_score(found, sum_score(found)))
        ranked = build_batch([*ordered.columns, rank_rows(ordered["thread"])], BEST_THREADS)
        return ranked.filter(pc.less_equal(ranked["rank"], self.top))


def order_by_score(found: Batch, score: pa.Array) -> pa.Array:
    """The order of rows by thread, and within it from the highest score; of equals the lowest number comes first."""
    return pc.sort_indices(
        pa.table([found["thread"], score, found["other"]], names=["thread", "score", "other"]),
        [("thread", "ascending"), ("score", "descending"), ("other", "ascending")],
    )


def rank_by_score(found: Batch, score: pa.Array) -> pa.Array:
    """The rank of each row among those of its thread."""
    order = order_by_score(found, score)
    return rank_rows(found["thread"].take(order)).take(pc.inverse_permutation(order.cast(pa.int64())))


def rank_rows(groups: pa.Array) -> pa.Array:
    """The place of each row in its run of equal values, from 1: `[7, 7, 9]` -> `[1, 2, 1]`"""
    if not len(groups):
        return pa.array([], pa.uint32())
    ends = pc.run_end_encode(groups).run_ends.to_pylist()
    ranks = [place for start, end in zip([0, *ends], ends, strict=False) for place in range(1, end - start + 1)]
    return pa.array(ranks, pa.uint32())


def sum_terms(found: Batch) -> pa.Array:
    """What terms add to the score, in whole numbers."""
    return pc.add(pc.add(found["whole"], found["asked"]), found["title"])


def sum_score(found: Batch) -> pa.Array:
    """The score in whole numbers."""
    return pc.add(sum_terms(found), found["meaning"])
