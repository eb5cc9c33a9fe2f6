"""What is settled before anything is imported."""

import os

import pytest

from twicetold.__main__ import use_one_arithmetic_thread


@pytest.mark.parametrize(("given", "threads"), [(None, "1"), ("4", "4")])
def test_arithmetic_takes_one_thread_unless_the_user_wants_more(monkeypatch, given, threads):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if given:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
    use_one_arithmetic_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == threads
