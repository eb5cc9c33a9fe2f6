"""Who stops reading, as `head` does, ends a command quietly."""

import os
import subprocess

import pytest
from tests.support.processes import COMMAND


@pytest.fixture
def closed():
    """The writing end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@pytest.fixture
def run(twicetold, tmp_path):
    """A folder with a finished run, and a truth about it."""
    text = "The lake of Orrin is ninety metres deep at the old pier in the north.\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "b.txt").write_text(text.replace("ninety", "eighty"), encoding="utf-8")
    (tmp_path / "truth.csv").write_text("member,label\na.txt:0,1\nb.txt:0,1\n", encoding="utf-8")
    twicetold("sentences", "a.txt", "b.txt", "-o", "run")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        "show run",
        "show run --json",
        "export run",
        "analyse run",
        "contradictions run",
        "evaluate run --truth truth.csv",
        "split a.txt",
        "plan",
        "--help",
    ],
)
def test_a_reader_that_is_gone_is_no_failure(run, closed, arguments):
    ended = subprocess.run(
        [*COMMAND, *arguments.split()], cwd=run, stdout=closed, stderr=subprocess.PIPE, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert b"Traceback" not in ended.stderr
    assert b"Exception ignored" not in ended.stderr


def test_what_was_wrong_is_still_told(run, closed):
    ended = subprocess.run([*COMMAND, "show", "nothing"], cwd=run, stdout=closed, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 2
    assert b"error: " in ended.stderr
