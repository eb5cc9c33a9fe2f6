"""The threads most like each thread, by what all of them say: exact, within the memory limit, the same on any engine.

The score of two threads is the mean of three cosines, each of terms weighted by how rare they are:

whole       stems of all that a thread says: title (three times), description, answers, code, tags
question    stems of title, description and tags alone
words       four letters in a row of the titles, for typos and other forms of words

The shares were chosen by hand on four Stack Exchange sites; see `docs/threads.md`. `src/ranking/` does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import MakeBatch, Table
from twicetold.engines.steps import make_step
from twicetold.jobs.threads.tables import BEST_THREADS, FOUND_THREADS, THREAD_TERMS
from twicetold.tables.batches import Batch, build_batch

SHARES = (0.5, 0.3, 0.2)  # of `whole`, `question` and `words` in the score
HIGHEST_SCORE = 16384 * 16384  # of a thread with itself, in whole numbers
ONLY_WHOLE = ("answer", "more_answers", "code")  # what counts for the whole thread and not for its question
QUERIES_AT_ONCE = 1024
TERM_BYTES = 15  # of a term of one thread in an index
INDEX_SHARE = 0.4  # of the memory limit that an index may have

ReadTerms = Callable[[], Iterable[Batch]]  # reads a table of terms from its beginning, in order of the numbers


@make_step(THREAD_TERMS)
def count_thread_terms(threads: Batch) -> Batch:
    """Threads to the terms that the ranking compares."""
    return build_batch(_kernels.count_thread_terms(threads, list(ONLY_WHOLE)).columns, THREAD_TERMS)


@dataclass(frozen=True)
class Ranker:
    """Finds the `top` threads of a collection most like each query; with `is_same`, queries are the collection."""

    read_collection: ReadTerms
    read_queries: ReadTerms
    top: int
    is_same: bool
    memory_bytes: int

    def find_threads(self, engine: Engine) -> Table:
        """For each query the best of the collection, each with the parts of its score."""
        found = engine.load_batches(FOUND_THREADS, self._list_batches)
        return engine.group(found, ("thread",), KeepBestThreads(self.top))

    def _list_batches(self) -> Iterator[MakeBatch]:
        frequencies = self.count_frequencies()
        for block in self._cut_collection():
            index = _kernels.ThreadRanking(frequencies, block, SHARES)
            for queries in self.read_queries():
                for first in range(0, queries.num_rows, QUERIES_AT_ONCE):
                    yield partial(self._search, index, queries.slice(first, QUERIES_AT_ONCE))

    def _search(self, index: _kernels.ThreadRanking, queries: Batch) -> Batch:
        return build_batch(index.find_best(queries, self.top, self.is_same).columns, FOUND_THREADS)

    def count_frequencies(self) -> _kernels.ThreadFrequencies:
        """How many threads of the collection have each term. What one has alone no other can share."""
        return _kernels.ThreadFrequencies(iter(self.read_collection()), 2 if self.is_same else 1)

    def _cut_collection(self) -> Iterator[Iterator[Batch]]:
        """The collection in blocks whose index fits the memory: the best of all blocks are the best of all."""
        most = int(self.memory_bytes * INDEX_SHARE) // TERM_BYTES
        block: list[Batch] = []
        terms = 0
        for batch in self.read_collection():
            for first in range(0, batch.num_rows, QUERIES_AT_ONCE):
                part = batch.slice(first, QUERIES_AT_ONCE)
                own = pc.sum(pc.list_value_length(part["keys"])).as_py() or 0
                if block and terms + own > most:
                    yield iter(block)
                    block, terms = [], 0
                block.append(part)
                terms += own
        if block:
            yield iter(block)


@dataclass(frozen=True)
class KeepBestThreads:
    """Of each thread the best of what blocks found, ranked; of equals the one with the lowest number comes first."""

    top: int
    schema: ClassVar[pa.Schema] = BEST_THREADS

    def __call__(self, found: Batch) -> Batch:
        score = sum_score(found)
        order = pc.sort_indices(
            pa.table([found["thread"], score, found["other"]], names=["thread", "score", "other"]),
            [("thread", "ascending"), ("score", "descending"), ("other", "ascending")],
        )
        ordered = found.take(order)
        ranked = build_batch([*ordered.columns, rank_rows(ordered["thread"])], BEST_THREADS)
        return ranked.filter(pc.less_equal(ranked["rank"], self.top))


def rank_rows(groups: pa.Array) -> pa.Array:
    """The place of each row in its run of equal values, from 1: `[7, 7, 9]` -> `[1, 2, 1]`"""
    if not len(groups):
        return pa.array([], pa.uint32())
    ends = pc.run_end_encode(groups).run_ends.to_pylist()
    ranks = [place for start, end in zip([0, *ends], ends, strict=False) for place in range(1, end - start + 1)]
    return pa.array(ranks, pa.uint32())


def sum_score(found: Batch) -> pa.Array:
    """The score in whole numbers."""
    return pc.add(pc.add(found["whole"], found["asked"]), found["title"])
