"""Any posts, in any order and any batches: every question gets the answer that plain Python would choose."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.support.stack_dump import answer, posts, question

from twicetold.config import Machine, Reading
from twicetold.engines.local import Local
from twicetold.jobs.threads.read import read_threads
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.readers.inputs import find_inputs

QUESTIONS = st.dictionaries(st.integers(1, 12), st.integers(20, 40), max_size=6)  # id to accepted answer
ANSWERS = st.dictionaries(st.integers(20, 40), st.tuples(st.integers(1, 12), st.integers(-2, 2)), max_size=12)


def expected(questions, answers):
    """Thread to answer, the slow way."""
    chosen = {}
    for asked, accepted in questions.items():
        own = {number: score for number, (parent, score) in answers.items() if parent == asked}
        best = sorted(own, key=lambda number: (number != accepted, -own[number], number))
        chosen[str(asked)] = f"answer {best[0]}" if best else ""
    return chosen


def gathered(content, threads, batch_bytes):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "Posts.xml").write_bytes(content)
        settings = ThreadSettings(Reading(batch_bytes=batch_bytes), machine=Machine(workers=threads))
        engine = Local(settings.machine)
        table = read_threads(find_inputs([folder], settings.reading), settings, engine)
        return engine.collect({"threads": table})["threads"].to_pylist()


@given(
    QUESTIONS, ANSWERS, st.randoms(use_true_random=False), st.sampled_from([1, 2]), st.sampled_from([1, 400, 1 << 20])
)
def test_every_question_has_its_answer(questions, answers, dice, threads, batch_bytes):
    rows = [question(number, f"{number}?", AcceptedAnswerId=accepted) for number, accepted in questions.items()]
    rows += [answer(number, parent, f"answer {number}", score) for number, (parent, score) in answers.items()]
    dice.shuffle(rows)
    found = gathered(posts(*rows), threads, batch_bytes)
    read = {row["document"]: row["answer"] for row in found if row["status"] == "read"}
    assert read == expected(questions, answers)
    orphans = [number for number, (parent, _) in answers.items() if parent not in questions]
    assert sorted(int(row["document"]) for row in found if row["status"] == "skipped") == sorted(orphans)
