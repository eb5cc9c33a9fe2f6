"""The ranking of threads against its plain version, on random threads: the same rows, to the bit."""

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import ranking as plain
from tests.support.examples import examples

from twicetold.engines.local import Local
from twicetold.jobs.threads.ranking import CountThreadTerms, Ranker
from twicetold.jobs.threads.tables import ORDERED_THREADS
from twicetold.tables.batches import build_batch_of_rows

WORDS = ["lake", "lakes", "deep", "how", "is", "the", "pier", "Orrin", "boat", "湖", "x1"]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
tags = st.lists(st.sampled_from(["maps", "deep"]), max_size=2, unique=True).map("\n".join)
threads = st.fixed_dictionaries(
    {"question": texts, "description": texts, "answer": texts, "more_answers": texts, "code": texts, "tags": tags}
)


@given(st.lists(threads, max_size=9), st.integers(1, 4), st.sampled_from([1, 10_000, 1 << 30]))
@examples(60)
def test_the_best_are_those_of_the_plain_version_with_any_memory(rows, top, memory):
    empty = dict.fromkeys(ORDERED_THREADS.names, "")
    batch = build_batch_of_rows([empty | row | {"number": place} for place, row in enumerate(rows)], ORDERED_THREADS)
    terms = CountThreadTerms()(batch)

    def read():
        return [terms.slice(first, 2) for first in range(0, len(rows), 2)]

    engine = Local()
    found = Ranker(read, read, top, True, memory).find_threads(engine)
    assert [row for (part,) in engine.stream_batches(found) for row in part.to_pylist()] == plain.best(rows, top)
