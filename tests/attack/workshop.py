"""Commands in processes that are forked from this one, what must hold of every one of them, and what was counted."""

from __future__ import annotations

import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from twicetold.__main__ import SIGNALS, catch_early_signals

HANG_SECONDS = 90.0  # on a machine with nothing else to do; longer by as much as others want its cores
CODES = (0, 1, 2, 130)  # every command ends with one of these


@dataclass
class Tally:
    """One row of the table: how often something was tried, and what went wrong."""

    promise: str
    tried: str
    count: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Ended:
    """A command that ended: its exit code (negative for a signal), what it said, its peak memory and its seconds."""

    code: int
    err: str
    out: bytes
    peak_bytes: int
    seconds: float
    is_hung: bool = False

    def list_faults(self, codes: Sequence[int] = CODES) -> list[str]:
        """What no command may do, whatever its input."""
        faults = ["hangs"] if self.is_hung else []
        if "Traceback" in self.err or "panicked at" in self.err:
            faults.append(f"traceback: {self.err.strip().splitlines()[-1][:200]}")
        elif not self.is_hung and self.code not in codes:
            faults.append(f"exit code {self.code}: {self.err[-200:]!r}")
        if self.code == 2 and not self.is_hung and "error:" not in self.err and "Usage:" not in self.err:
            faults.append(f"exit code 2 without a word: {self.err[-200:]!r}")
        return faults


@dataclass
class Workshop:
    """A folder to attack in, and the chances that are drawn."""

    folder: Path
    seed: int
    tallies: list[Tally] = field(default_factory=list)
    hang_seconds: float = HANG_SECONDS

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def open_tally(self, promise: str, tried: str) -> Tally:
        self.tallies.append(Tally(promise, tried))
        return self.tallies[-1]

    def run(
        self,
        *arguments: str | Path,
        kill_after: float | None = None,
        number: int = signal.SIGKILL,
        prepare: Callable[[], None] = lambda: None,
    ) -> Ended:
        """Run `twicetold ARGUMENTS` in the folder; with `kill_after`, a signal is sent after that many seconds.

        `prepare` is called in the new process, which may change its own streams and limits.
        """
        child = self.start(*arguments, prepare=prepare)
        return self.wait_for(child, kill_after, number)

    def run_program(self, command: Sequence[str], environment: Mapping[str, str], seconds: float) -> Ended:
        """Run a program in a new process, with some variables of its environment changed."""
        began, is_hung = time.monotonic(), False
        changed = {**os.environ, **environment}
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=changed, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL
            )
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as slow:
            is_hung, code, out, err = True, -signal.SIGKILL, slow.stdout or b"", slow.stderr or b""
        return Ended(code, err.decode(errors="replace"), out, 0, time.monotonic() - began, is_hung)

    def start(self, *arguments: str | Path, prepare: Callable[[], None] = lambda: None, name: str = "one") -> Child:
        files = tuple(self.folder / f".{name}.{each}" for each in ("out", "err"))
        sys.stdout.flush()
        signal.pthread_sigmask(
            signal.SIG_BLOCK, SIGNALS
        )  # until the child is ready for them, as the program is at once
        pid = os.fork()
        if pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        else:
            try:
                _become_command([os.fspath(each) for each in arguments], self.folder, files, prepare)
            finally:
                os._exit(99)
        return Child(pid, files[0], files[1], time.monotonic())

    def wait_for(self, child: Child, kill_after: float | None = None, number: int = signal.SIGKILL) -> Ended:
        is_hung = False
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            seconds = time.monotonic() - child.began
            if pid:
                code = os.waitstatus_to_exitcode(status)
                err = child.err.read_text(encoding="utf-8", errors="replace")
                return Ended(code, err, child.out.read_bytes(), used.ru_maxrss << 10, seconds, is_hung)
            if kill_after is not None and seconds >= kill_after:
                os.kill(child.pid, number)
                kill_after = None
            if seconds > self.hang_seconds * max(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0):
                is_hung = True
                os.kill(child.pid, signal.SIGKILL)
            time.sleep(0.002)

    def read_digest(self, run: str | Path) -> str:
        """The digest of a run; "" where it has none."""
        try:
            return str(json.loads((self.folder / run / "run.json").read_text(encoding="utf-8")).get("digest", ""))
        except (OSError, ValueError):
            return ""

    def hash_files(self, *paths: str | Path) -> str:
        """One number over files and folders that must stay as they are."""
        found = hashlib.sha256()
        for file in sorted(each for path in paths for each in _list_files(self.folder / path)):
            found.update(os.fsencode(file) + b"\0" + file.read_bytes())
        return found.hexdigest()


@dataclass(frozen=True)
class Child:
    """A command that runs."""

    pid: int
    out: Path
    err: Path
    began: float


def _list_files(path: Path) -> list[Path]:
    return [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]


def _become_command(arguments: list[str], folder: Path, files: tuple[Path, ...], prepare: Callable[[], None]) -> None:
    """Take the place of a command, and end as it ends."""
    for number, path in zip((1, 2), files, strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    catch_early_signals()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    os.chdir(folder)
    sys.argv = ["twicetold", *arguments]
    prepare()
    import traceback

    from twicetold.cli import main

    code = 99
    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
        code = 1
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass
    os._exit(code)


def import_everything() -> None:
    """Import what commands need, so that a fork need not."""
    import pyarrow.dataset

    from twicetold import cli, registry
    from twicetold.jobs.base import load_job

    pyarrow.array([""])
    for name in registry.list_names("reader"):
        registry.load_class("reader", name)
    for name in registry.list_names("job"):
        load_job(name).load_part("flow")
    assert cli.app
