"""The job `documents` may die at any moment, and ends with the same digest; a damaged table is made again."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.end_to_end.test_documents_command import lines, many
from tests.support.processes import COMMAND

import twicetold
from twicetold.jobs.documents.job import DocumentsJob
from twicetold.run import Run

STAGES = (
    *("front", "units", "sketches", "candidates", "matches", "clusters", "tables", "variants"),
    *("paired", "works", "overlaps"),
)
KILLS = 8
# The command line, killed as it begins to write the tables of a stage: some of their bytes are on the disk.
DYING = """
import os, signal, sys
from twicetold.engines.parquet import ParquetSink
from twicetold.cli import main

write, last = ParquetSink._flush_rows, sys.argv.pop(1)

def dying(self):
    write(self)
    if self.path.name == f".{last}.parquet.part":
        os.kill(os.getpid(), signal.SIGKILL)

ParquetSink._flush_rows = dying
main()
"""
FIRST_TABLE = {
    "front": "texts", "units": "units", "sketches": "sketches", "candidates": "candidates", "matches": "verified",
    "clusters": "labels", "tables": "members", "variants": "variants", "paired": "paired", "works": "works", "overlaps": "overlaps",
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    every = list(many())
    for name, rows in (("one", every[::2]), ("two", every[1::2])):
        (folder / f"{name}.jsonl").write_text(lines(rows) + '{"id": "broken"\n', encoding="utf-8")
    return folder / "one.jsonl", folder / "two.jsonl"


@pytest.fixture(scope="module")
def expected(files):
    run = twicetold.documents(files[0], against=files[1])
    assert tuple(run.facts["stages"]) == STAGES
    assert run.facts["results"]["overlaps"] > 20
    return run.digest


def arguments(files, folder):
    return ["documents", str(files[0]), "--against", str(files[1]), "--quiet", "-o", str(folder)]


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_killed_in_any_stage_it_goes_on_from_the_last_that_was_finished(files, expected, tmp_path, stage):
    command = arguments(files, tmp_path / "run")
    killed = subprocess.run([sys.executable, "-c", DYING, FIRST_TABLE[stage], *command], timeout=120)
    assert killed.returncode == -signal.SIGKILL
    done = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["stages"]
    assert tuple(done) == STAGES[: STAGES.index(stage)]
    again = subprocess.run([*COMMAND, *command], timeout=120)
    assert again.returncode == 1, "two records are rejected"
    run = Run(tmp_path / "run")
    assert run.digest == expected
    assert all(run.facts["stages"][each] == done[each] for each in done), "what was finished was not made again"
    left = {path.name for path in (tmp_path / "run").iterdir()}
    assert not [name for name in left if name.endswith(".part")]
    assert not left & {f"{table}.parquet" for table in DocumentsJob.temporary_tables}


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_again_and_again_at_any_moment_it_ends_with_the_same_digest(files, expected, tmp_path):
    command = [*COMMAND, *arguments(files, tmp_path / "run")]
    began = time.monotonic()
    subprocess.run([*COMMAND, *arguments(files, tmp_path / "whole")], check=False, timeout=120)
    whole = time.monotonic() - began
    for kill in range(KILLS):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=whole * (0.4 + 0.6 * kill / KILLS))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
    assert subprocess.run(command, timeout=120).returncode == 1
    assert Run(tmp_path / "run").digest == Run(tmp_path / "whole").digest == expected
    names = [sorted(each.name for each in (tmp_path / name).iterdir()) for name in ("run", "whole")]
    assert names[0] == names[1]


@pytest.mark.parametrize("table", ["standing", "units", "labels", "paired", "wanted", "works", "overlaps", "variants"])
def test_a_damaged_table_is_made_again(files, expected, tmp_path, monkeypatch, table):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Run, "finish", stopped)
        with pytest.raises(KeyboardInterrupt):
            twicetold.documents(files[0], tmp_path / "run", against=files[1])
    path = tmp_path / "run" / f"{table}.parquet"
    path.write_bytes(path.read_bytes()[:-40])
    assert twicetold.documents(files[0], tmp_path / "run", against=files[1]).digest == expected
