"""The ranking of threads against its plain version, on random threads: the same rows, to the bit."""

import math
from unittest import mock

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import ranking as plain
from tests.support.examples import examples

from twicetold import _kernels
from twicetold.engines.local import Local
from twicetold.jobs.threads import ranking
from twicetold.jobs.threads.ranking import HIGHEST_SCORE, CountThreadTerms, Ranker
from twicetold.jobs.threads.tables import ORDERED_THREADS, THREAD_TERMS
from twicetold.tables.batches import build_batch, build_batch_of_rows

WORDS = ["lake", "lakes", "deep", "how", "is", "the", "pier", "Orrin", "boat", "湖", "x1"]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
tags = st.lists(st.sampled_from(["maps", "deep"]), max_size=2, unique=True).map("\n".join)
threads = st.fixed_dictionaries(
    {"question": texts, "description": texts, "answer": texts, "more_answers": texts, "code": texts, "tags": tags}
)


@given(st.lists(threads, max_size=9), st.integers(1, 4), st.sampled_from([1, 500, 1 << 20]))
@examples(60)
def test_the_best_are_those_of_the_plain_version_with_any_memory(rows, top, index_bytes):
    empty = dict.fromkeys(ORDERED_THREADS.names, "")
    batch = build_batch_of_rows([empty | row | {"number": place} for place, row in enumerate(rows)], ORDERED_THREADS)
    assert rank_in_blocks(CountThreadTerms()(batch), index_bytes, top) == plain.best(rows, top)


def rank_in_blocks(terms, index_bytes, top, meaning="none", compared=200):
    """What a ranker finds in blocks of two threads or more, as `index_bytes` allow."""

    def read():
        return [terms.slice(first, 2) for first in range(0, terms.num_rows, 2)]

    engine = Local()
    with mock.patch.object(ranking, "LEAST_INDEX_BYTES", index_bytes):
        found = Ranker(read, read, top, True, 1, meaning, compared).find_threads(engine)
        return [row for (part,) in engine.stream_batches(found) for row in part.to_pylist()]


vectors = st.one_of(st.none(), st.lists(st.integers(-127, 127), min_size=4, max_size=4))


def count_terms(rows):
    """The terms of threads, with the vectors that are given beside them."""
    empty = dict.fromkeys(ORDERED_THREADS.names, "")
    numbered = [empty | row | {"number": place} for place, (row, _) in enumerate(rows)]
    counted = CountThreadTerms()(build_batch_of_rows(numbered, ORDERED_THREADS))
    means = [None if vector is None else bytes(each & 255 for each in vector) for _, vector in rows]
    return build_batch([*counted.columns[:3], pa.array(means, pa.binary())], THREAD_TERMS)


@given(st.lists(st.tuples(threads, vectors), min_size=5, max_size=12), st.integers(1, 3), st.integers(1, 3))
@examples(40)
def test_with_vectors_the_best_do_not_depend_on_memory(rows, top, compared):
    terms = count_terms(rows)
    small, large = (rank_in_blocks(terms, size, top, "minilm", compared) for size in (1, 1 << 20))
    assert small == large


@given(st.lists(st.tuples(threads, vectors), min_size=1, max_size=7), st.integers(1, 4))
@examples(30)
def test_with_vectors_the_best_are_those_of_comparing_every_two(rows, top):
    terms = count_terms(rows)
    index = _kernels.ThreadRanking(_kernels.ThreadFrequencies(iter([terms]), 2), iter([terms]), (0.3, 0.1, 0.1), 0.5)
    wanted = []
    for one, (_, left) in enumerate(rows):
        found = []
        for two, (_, right) in enumerate(rows):
            (row,) = index.compare(terms.slice(one, 1), [two]).to_pylist()
            assert row["meaning"] == compute_meaning(left or [], right or [])
            score = sum(row[name] for name in ("whole", "asked", "title", "meaning"))
            found += [(-score, two, row)] if one != two and score else []
        wanted += [row for _, _, row in sorted(found, key=lambda each: each[:2])[:top]]
    assert index.find_best(terms, top, True, 200).to_pylist() == wanted


def compute_meaning(left, right):
    """Half of the highest score for vectors of one direction, and 0 for those without one."""
    dot = sum(one * two for one, two in zip(left, right, strict=False))
    squares = sum(each * each for each in left) * sum(each * each for each in right)
    return int(dot / math.sqrt(squares) * (0.5 * HIGHEST_SCORE)) if dot > 0 else 0
