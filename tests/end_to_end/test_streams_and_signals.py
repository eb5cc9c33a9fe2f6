"""A closed or full stream, too little memory and a signal end a command with a line and the right exit code."""

import os
import pty
import resource
import signal
import subprocess
import sys
import time

import pytest
from tests.support.processes import COMMAND

import twicetold

TEXT = "The lake of Orrin is ninety metres deep at the old pier in the north.\n"
START = [sys.executable, "-c", "from twicetold.__main__ import start; start()"]
COMMANDS = [
    "show run",
    "show run --json",
    "export run",
    "analyse run",
    "contradictions run --format csv",
    "apply copies --dry-run",
    "evaluate run --truth truth.csv",
    "split a.txt",
    "gather threads.jsonl",
    "plan",
    "--help",
    "--version",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with finished runs, and files that commands print something of."""
    folder = tmp_path_factory.mktemp("streams")
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    (folder / "b.txt").write_text(TEXT.replace("ninety", "eighty"), encoding="utf-8")
    (folder / "c.txt").write_text(TEXT, encoding="utf-8")
    (folder / "truth.csv").write_text("member,label\na.txt:0,1\nb.txt:0,1\n", encoding="utf-8")
    (folder / "threads.jsonl").write_text('{"id": "1", "question": "How deep is it?"}\n', encoding="utf-8")
    (folder / "hostile.txt").write_text("Red \x1b[31m and \u202egnorw\u202c text.\n", encoding="utf-8")
    here = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    try:
        twicetold.sentences(["a.txt", "b.txt"], "run")
        twicetold.documents(["a.txt", "c.txt"], "copies")
        twicetold.split(["hostile.txt"], "hostile")
    finally:
        os.chdir(here)
    return folder


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize("output", ["full", "closed"])
def test_output_that_cannot_be_written_is_an_error(forked, folder, arguments, output):
    ended = forked.run(arguments.split(), folder, output=output)
    assert ended.code == 2, ended.err
    reason = "No space left" if output == "full" else "it is closed"
    assert f"error: standard output: {reason}" in ended.err
    assert "Exception ignored" not in ended.err


def test_a_job_needs_no_standard_output(forked, folder, tmp_path):
    assert forked.run(["documents", "a.txt", "-o", tmp_path / "new"], folder, output="closed").code == 0


def heed_signals():
    """What started the tests may ignore signals, as `nohup` does, and its children would, too."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_the_start_says_a_word(number):
    program = (
        "from twicetold import __main__; __main__._require_addresses = lambda: print(flush=True); __main__.start()"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", program, "plan"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_signals,
    )
    started.stdout.readline()
    started.send_signal(number)
    _, said = started.communicate(timeout=60)
    assert (started.returncode, said) == (130, b"stopped\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_during_a_job_says_what_is_kept(tmp_path, number):
    os.mkfifo(tmp_path / "slow.txt")
    command = [*COMMAND, "documents", "slow.txt", "-o", "run"]
    started = subprocess.Popen(command, stderr=subprocess.PIPE, cwd=tmp_path, preexec_fn=heed_signals)
    with (tmp_path / "slow.txt").open("wb", buffering=0) as pipe:  # opened when the job reads
        pipe.write(TEXT.encode())
        time.sleep(0.2)
        started.send_signal(number)
        time.sleep(0.2)
    _, said = started.communicate(timeout=60)
    assert started.returncode == 130, said
    assert b"stopped; 0 of" in said
    assert b"Traceback" not in said


def test_too_little_memory_is_one_line(tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))

    ended = subprocess.run([*START, "plan"], capture_output=True, preexec_fn=limit)
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"error: not enough memory")
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", ["split hostile.txt", "split hostile.txt --json", "export hostile"])
def test_a_terminal_gets_no_escape_sequences_and_a_pipe_gets_the_bytes(forked, folder, arguments):
    reading, writing = pty.openpty()
    ended = subprocess.run([*COMMAND, *arguments.split()], stdout=writing, stderr=subprocess.PIPE, cwd=folder)
    shown = os.read(reading, 1 << 16)
    os.close(reading)
    os.close(writing)
    assert ended.returncode == 0, ended.stderr
    assert b"\x1b" not in shown
    assert "\u202e".encode() not in shown
    assert b"u202egnorw" in shown
    piped = forked.run(arguments.split(), folder).out
    assert "\u202egnorw" in piped
