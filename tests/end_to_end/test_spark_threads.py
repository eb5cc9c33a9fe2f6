"""Threads on Spark: the same rows as on one machine, from a dump that is cut into many tasks."""

import pytest
from tests.support.spark import small_session
from tests.support.stack_dump import answer, posts, question

from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.jobs.threads.read import read_threads
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.readers.inputs import find_inputs


@pytest.fixture
def inputs(tmp_path):
    """Two sites, the answers of each far from their questions, a row that is not closed among them."""
    for site in ("a.stackexchange.com", "b.stackexchange.com"):
        questions = [question(n, f"What is {n} at {site}?", f"<p>I mean {n}.</p>") for n in range(1, 40)]
        answers = [answer(1000 + n, n % 40 + 1, f"<p>{n}</p>", n % 7) for n in range(100)]
        (tmp_path / site).mkdir()
        (tmp_path / site / "Posts.xml").write_bytes(posts(*answers[50:], *questions, '<row Id="5\n', *answers[:50]))
    return find_inputs([str(tmp_path)], ThreadSettings().reading)


def test_spark_gives_the_same_threads(inputs):
    settings = ThreadSettings()
    local = Local(Machine(workers=2))
    spark = Spark(small_session(), limits=SparkLimits(min_task_bytes=1 << 10, max_task_bytes=1 << 10))
    tables = [
        engine.collect({"threads": read_threads(inputs, settings, engine)})["threads"].to_pylist()
        for engine in (local, spark)
    ]
    assert len(tables[0]) > 78
    assert tables[0] == tables[1]
