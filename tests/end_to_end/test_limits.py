"""What a run does when it comes to the end of the disk, and of the memory it was given."""

import os
import subprocess
import sys

import pytest

import twicetold
from twicetold import _kernels
from twicetold.demo import PlantedCorpus
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.run import Run

# Files of this process cannot grow beyond the first argument; the signal that says so is an error of `write` then.
SMALL_FILES = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from twicetold.cli import main
main()
"""
MEMORY = """
import sys, twicetold
run = twicetold.sentences(sys.argv[1], memory_bytes=int(sys.argv[2]), workers=2)
status = dict(line.split(":", 1) for line in open("/proc/self/status"))  # ru_maxrss would begin with the parent's
print(int(status["VmHWM"].split()[0]) * 1024, run.facts["results"]["sentences"])
"""


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    return PlantedCorpus(sentences=1_000, seed=5, duplicate_share=0.2).write_jsonl(
        tmp_path_factory.mktemp("text") / "a.jsonl"
    )


@pytest.fixture(scope="module")
def expected(text):
    return twicetold.sentences(text).digest


# ---- the disk ----


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize(
    ("table", "kept"),
    [
        ("sentences", []),
        ("units", ["front"]),
        ("verified", ["front", "units"]),
        ("labels", ["front", "units", "matches"]),
        ("members", ["front", "units", "matches", "clusters"]),
        ("clusters", ["front", "units", "matches", "clusters", "members"]),
    ],
)
def test_a_full_disk_is_told_and_what_was_finished_is_kept(twicetold, text, expected, tmp_path, table, kept):
    """The table is written to a device without room; the folder is that of a run whose tables are damaged."""
    folder = tmp_path / "run"
    twicetold("sentences", text, "-o", folder)
    (folder / f"{'sentences' if table == 'sentences' else 'bridges'}.parquet").unlink()
    (folder / f".{table}.parquet.part").symlink_to("/dev/full")
    _, said = twicetold("sentences", text, "-o", folder, code=2)
    first, hint = said.strip().splitlines()[-2:]
    assert first.startswith("error: ")
    assert f".{table}.parquet.part" in first
    assert "No space left on device" in first
    assert hint.startswith("hint: free some space and run the same command again")
    assert not [each for each in folder.iterdir() if each.name.endswith(".part")], "nothing is left to fill the disk"
    before = times(folder, kept)
    twicetold("sentences", text, "-o", folder)
    assert Run(folder).digest == expected
    assert times(folder, kept) == before, "what was finished is not made again"


def times(folder, stages):
    """When the tables of stages were written, but for those that go in the end."""
    run = Run(folder)
    assert all(run.is_stage_kept(stage) for stage in stages)
    tables = [
        table
        for stage in stages
        for table in run.facts["stages"][stage]["tables"]
        if table not in SentencesJob.temporary_tables
    ]
    return {table: run.locate_table(table).stat().st_mtime_ns for table in tables}


def test_so_is_a_limit_on_the_size_of_files(twicetold, text, expected, tmp_path):
    command = [sys.executable, "-c", SMALL_FILES, "20000", "sentences", str(text), "-q", "-o", str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, timeout=120)
    said = done.stderr.decode()
    assert done.returncode == 2
    assert said.startswith("error: ")
    assert "File too large" in said
    assert "hint: free some space" in said
    twicetold("sentences", text, "-o", tmp_path / "run")
    assert Run(tmp_path / "run").digest == expected


@pytest.mark.parametrize("kernel", ["Sorter", "Store", "Grouper", "PairSet"])
def test_so_is_a_disk_without_room_for_temporary_files(twicetold, text, expected, tmp_path, monkeypatch, kernel):
    class Full:
        def __init__(self, *_):
            pass

        def push(self, *_):
            raise OSError(28, "`run`: No space left on device (temporary file)")

    with monkeypatch.context() as patch:
        patch.setattr(_kernels, kernel, Full)
        _, said = twicetold("sentences", text, "-o", tmp_path / "run", code=2)
    assert "No space left on device (temporary file)" in said
    assert "hint: free some space" in said
    assert list(Run(tmp_path / "run").facts["stages"])[:1] == ["front"]
    twicetold("sentences", text, "-o", tmp_path / "run")
    assert Run(tmp_path / "run").digest == expected


# ---- memory ----


@pytest.mark.slow
def test_memory_does_not_grow_with_the_text(tmp_path):
    """500 MB are given and hold for 16 times the sentences, though their keys alone are larger than what is left."""
    peaks = []
    for sentences in (20_000, 320_000):
        path = PlantedCorpus(sentences=sentences, seed=1).write_jsonl(tmp_path / f"{sentences}.jsonl")
        command = [sys.executable, "-c", MEMORY, str(path), "500000000"]
        peak, read = subprocess.run(command, capture_output=True, check=True, timeout=240).stdout.split()
        assert int(read) == sentences
        peaks.append(int(peak))
    assert peaks[1] <= 500_000_000, peaks
