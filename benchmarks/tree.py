"""The peak memory of a process and all its children: a Spark driver is a Python, a Java and several Python workers."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

EVERY_SECONDS = 0.5


@dataclass(frozen=True)
class Watched:
    """What a command printed, and the most memory its processes had together at any look."""

    output: str
    peak_mb: float


def watched(command: Sequence[str], timeout_seconds: float | None = None, fine: Collection[int] = (0,)) -> Watched:
    """Runs a command and looks at its tree twice a second. A page that processes share counts once (PSS)."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        peak = Peak(process.pid)
        try:
            output, _ = process.communicate(timeout=timeout_seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            raise
        finally:
            peak.stop()
    if process.returncode not in fine:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Watched(output, peak.megabytes)


def _end(process: subprocess.Popen[str]) -> None:
    """All of the command's own session: its Java would outlive it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.communicate()


class Peak:
    """The highest sum seen until `stop`; with `families` only where the process has children, else it stays 0."""

    def __init__(self, root: int, families: bool = False) -> None:
        self.megabytes = 0.0
        self._root = root
        self._least = 2 if families else 1
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            processes = tree(self._root)
            if len(processes) >= self._least:
                self.megabytes = max(self.megabytes, sum(map(megabytes, processes)))


def tree(root: int) -> list[int]:
    """A process and all below it."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                parent = int((folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(folder.name))
    found = [root]
    for each in found:
        found += children.get(each, [])
    return found


def cpu_seconds(root: int) -> float:
    """Of a process, all below it, and those that they have waited for."""
    total = 0
    for process in tree(root):
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    """Its share of memory; 0 when it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
