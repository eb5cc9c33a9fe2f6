"""Fixtures: the command line in an empty directory, and an encyclopedia in which every duplicate is known."""

import json
import subprocess

import pyarrow.parquet as pq
import pytest
from tests.support.commands import run_main
from tests.support.processes import COMMAND, ForkedCommands

from twicetold.demo import PlantedCorpus


@pytest.fixture
def twicetold(tmp_path, monkeypatch, capfd):
    """`twicetold("sentences", "a.txt", "-o", "run")` -> what it printed, and what it said on stderr.

    In this process: a new one takes longer to start than most of these jobs to finish. `process` starts one.
    """
    monkeypatch.chdir(tmp_path)

    return lambda *arguments, code=0: run_main(arguments, monkeypatch, capfd, code)


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


CHINESE = "第{}座桥建于{}年，它是这个城市里最古老的桥梁，由当地的工匠用石头修建而成。"


@pytest.fixture(scope="session")
def two_languages(tmp_path_factory):
    """A small encyclopedia, and as many Chinese sentences that are all but the same."""
    folder = tmp_path_factory.mktemp("two_languages")
    PlantedCorpus(sentences=600, seed=5, duplicate_share=0.3).write_jsonl(folder / "english.jsonl")
    with (folder / "chinese.jsonl").open("w", encoding="utf-8") as file:
        for number in range(60):
            text = CHINESE.format(number, 1900 + number // 2)
            file.write(json.dumps({"id": f"z{number}", "title": "桥", "text": text}, ensure_ascii=False) + "\n")
    return sorted(folder.iterdir())


@pytest.fixture(scope="session")
def truth(planted):
    """`truth("pairs")` -> the rows of a table of the truth."""
    return lambda name: pq.read_table(planted / f"truth_{name}.parquet").to_pylist()
