"""Pipes that are read twice, lines without an end and compression bombs stop with a clear word."""

import bz2
import gzip
import lzma
import os
import subprocess
import threading

import pyarrow as pa
import pytest
from tests.support.processes import COMMAND
from tests.support.seven_zip import seven_zip

RECORD = b'{"text": "The lake of Orrin is ninety metres deep at the old pier."}\n'


def write_to(pipe):
    with pipe.open("wb") as file:
        file.write(RECORD * 3)


@pytest.fixture
def pipe(tmp_path):
    """A named pipe that a program writes to, once."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    writer = threading.Thread(target=write_to, args=[tmp_path / "pipe.jsonl"], daemon=True)
    writer.start()
    return tmp_path / "pipe.jsonl"


@pytest.mark.parametrize("job", ["documents", "sentences", "passages", "threads"])
def test_a_pipe_is_read_once_and_not_again(forked, tmp_path, pipe, job):
    field = ["--question-field", "text"] if job == "threads" else []
    command = [job, "pipe.jsonl", "-o", "run", *field]
    assert forked.run(command, tmp_path).code == 0
    again = forked.run(command, tmp_path)  # nothing is left to do
    assert again.code == 0, again.err
    if job != "threads":
        applied = forked.run(["apply", "run", "-o", "clean"], tmp_path)
        assert applied.code == 2
        assert "cannot be checked" in applied.err


def test_a_pipe_that_nobody_writes_to_is_an_error(tmp_path):
    os.mkfifo(tmp_path / "pipe.jsonl")
    program = "from twicetold.readers import pipes; pipes.WRITER_SECONDS = 0.3; from twicetold.cli import main; main()"
    ended = subprocess.run(
        [*COMMAND[:2], program, "split", "pipe.jsonl"], cwd=tmp_path, capture_output=True, timeout=60
    )
    assert ended.returncode == 2
    assert b"nothing is written to the pipe" in ended.stderr


@pytest.mark.parametrize("reader", ["jsonl", "csv", "mediawiki", "wikiextractor", "stackexchange", "text", "html"])
def test_a_device_that_never_ends_is_given_up(forked, tmp_path, reader):
    (tmp_path / "limits.toml").write_text("[reading]\nrecord_bytes = 4000000\ndocument_bytes = 1000000\n")
    ended = forked.run(["split", "/dev/zero", "--reader", reader, "--config", "limits.toml"], tmp_path)
    assert ended.code == 2
    assert "/dev/zero" in ended.err


def test_a_line_without_end_costs_only_the_rest_of_its_file(forked, tmp_path):
    (tmp_path / "limits.toml").write_text("[reading]\nrecord_bytes = 4000000\ndocument_bytes = 1000000\n")
    (tmp_path / "a.jsonl").write_bytes(RECORD + b"x" * 6_000_000)
    (tmp_path / "b.jsonl").write_bytes(RECORD)
    ended = forked.run(["split", "a.jsonl", "b.jsonl", "--config", "limits.toml"], tmp_path)
    assert ended.code == 1
    assert "`a.jsonl`, line 2: " in ended.err
    assert len(ended.out.splitlines()) == 2


def pack_zstd(data):
    out = pa.BufferOutputStream()
    with pa.CompressedOutputStream(out, "zstd") as packed:
        packed.write(data)
    return out.getvalue().to_pybytes()


PACKERS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
    "zst": pack_zstd,
    "7z": lambda data: seven_zip({"bomb.jsonl": data}, is_packed=True),
}


@pytest.mark.parametrize("packing", PACKERS)
def test_a_bomb_stops_at_the_ratio_that_is_set(forked, tmp_path, packing):
    (tmp_path / "limits.toml").write_text("[reading]\nbomb_ratio = 20\nbomb_floor = 1000000\n")
    (tmp_path / f"bomb.jsonl.{packing}").write_bytes(PACKERS[packing](RECORD * 100_000))
    ended = forked.run(["split", f"bomb.jsonl.{packing}", "--config", "limits.toml"], tmp_path)
    assert ended.code == 1, ended.err
    assert "line " in ended.err
    assert "bomb_ratio" in ended.err
    assert len(ended.out.splitlines()) < 100_000
