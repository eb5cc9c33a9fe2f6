"""Fixtures: the command line in an empty directory, and an encyclopedia in which every duplicate is known."""

import subprocess
import sys

import pyarrow.parquet as pq
import pytest
from tests.support.processes import COMMAND, ForkedCommands

from twicetold.cli import main
from twicetold.demo import PlantedCorpus


@pytest.fixture
def twicetold(tmp_path, monkeypatch, capfd):
    """`twicetold("sentences", "a.txt", "-o", "run")` -> what it printed, and what it said on stderr.

    In this process: a new one takes longer to start than most of these jobs to finish. `process` starts one.
    """
    monkeypatch.chdir(tmp_path)

    def run(*arguments, code=0):
        monkeypatch.setattr(sys, "argv", ["twicetold", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfd.readouterr()
        assert ended.value.code == code, said.err
        assert "Traceback" not in said.err
        return said.out, said.err

    return run


@pytest.fixture
def process(tmp_path, monkeypatch):
    """The same in a process of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, code=0):
        command = [*COMMAND, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
        assert done.returncode == code, done.stderr.decode()
        assert b"Traceback" not in done.stderr
        return done.stdout.decode(), done.stderr.decode()

    return run


@pytest.fixture(scope="session")
def forked(tmp_path_factory):
    """Commands in processes that are forked from one: `forked.run(["show", "run"], cwd)` -> `code`, `out` and `err`."""
    commands = ForkedCommands(tmp_path_factory.mktemp("streams"))
    yield commands
    commands.close()


@pytest.fixture(scope="session")
def planted(tmp_path_factory):
    """The folder of an encyclopedia of 5,000 sentences, with the truth about it."""
    folder = tmp_path_factory.mktemp("planted")
    PlantedCorpus(sentences=5_000, seed=3, duplicate_share=0.1).write(folder)
    return folder


@pytest.fixture(scope="session")
def truth(planted):
    """`truth("pairs")` -> the rows of a table of the truth."""
    return lambda name: pq.read_table(planted / f"truth_{name}.parquet").to_pylist()
