"""The generator of `benchmarks.threads`: threads like the given ones, and copies where it says."""

import itertools

import pytest
from benchmarks import thread_source
from benchmarks.thread_source import FIELDS, Real, generated, told

SUBJECTS = ["harbour", "ledger", "mill", "orchard", "ferry", "lantern", "quarry", "bridge"]
REAL = [
    {
        "question": f"How old is the {one} near the {two}?",
        "description": f"We saw the {one} on the way to the {two}. Nobody there knew when it was built or by whom."
        * at,
        "answer": f"The {one} is older than the {two}. It was built in 17{at}4 by the miller of the town.",
    }
    for at, (one, two) in enumerate(itertools.pairwise(SUBJECTS))
]


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """A batch is generated whole, however few of its threads are asked for."""
    monkeypatch.setattr(thread_source, "BATCH", 1000)


def threads_of(count, seed=7):
    batches = list(generated(Real.of(REAL), count, seed))
    return [row for rows, _ in batches for row in rows], [pair for _, pairs in batches for pair in pairs]


def test_the_same_seed_gives_the_same_threads_and_fewer_are_their_beginning():
    many, pairs = threads_of(300)
    assert threads_of(300) == (many, pairs)
    few, few_pairs = threads_of(100)
    assert many[:100] == few
    assert pairs[: len(few_pairs)] == few_pairs
    assert threads_of(100, seed=8)[0] != few


def test_every_thread_has_a_name_of_its_own_and_the_shape_of_a_real_one():
    threads, pairs = threads_of(300)
    assert len({thread["id"] for thread in threads}) == 300
    copies = {copy for copy, _ in pairs}
    shapes = {tuple(len(real[name].split()) for name in FIELDS) for real in REAL}
    own = [thread for thread in threads if thread["id"] not in copies]
    assert all(
        tuple(len(thread[name].split(" ")) if thread[name] else 0 for name in FIELDS) in shapes for thread in own
    )


def test_copies_are_like_their_source_and_others_are_not():
    threads, pairs = threads_of(2000)
    by_id = {thread["id"]: thread for thread in threads}
    assert 40 <= len(pairs) <= 130

    def shared(one, two):
        left, right = (set(by_id[each]["question"].split()) for each in (one, two))
        return len(left & right) / max(len(left | right), 1)

    alike = [shared(*pair) for pair in pairs]
    assert sum(alike) / len(alike) > 0.7
    strangers = [shared(one["id"], two["id"]) for one, two in itertools.pairwise(threads)]
    assert sum(strangers) / len(strangers) < 0.4


def test_it_tells_what_threads_are_made_of():
    one = {"question": "a b c", "description": "a b c d", "answer": ""}
    facts = told([one])
    assert facts["words a thread"] == 7
    assert facts["words that differ"] == 4
    assert facts["shingles in one text only"] == pytest.approx(1 / 3)
    assert thread_source.called(0) != thread_source.called(1)
