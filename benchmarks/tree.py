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
class CommandResult:
    """The output of a command, and the highest memory of all its processes together."""

    output: str
    peak_mb: float


def watch_command(
    command: Sequence[str], timeout_seconds: float | None = None, fine: Collection[int] = (0,)
) -> CommandResult:
    """Run a command and measure its processes twice a second. Shared memory pages count once (PSS)."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        peak = Peak(process.pid)
        try:
            output, _ = process.communicate(timeout=timeout_seconds)
        except subprocess.TimeoutExpired:
            _end_session(process)
            raise
        finally:
            peak.stop()
    if process.returncode not in fine:
        raise subprocess.CalledProcessError(process.returncode, command)
    return CommandResult(output, peak.megabytes)


def _end_session(process: subprocess.Popen[str]) -> None:
    """End the whole session of the command, since its Java would outlive it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.communicate()


class Peak:
    """The highest sum seen until `stop`; with `families` only sums of a process with children count."""

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
            processes = list_processes(self._root)
            if len(processes) >= self._least:
                self.megabytes = max(self.megabytes, sum(map(measure_megabytes, processes)))


def list_processes(root: int) -> list[int]:
    """List a process and all its descendants."""
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


def measure_cpu_seconds(root: int) -> float:
    """Measure the CPU seconds of a process, its descendants, and those that they have waited for."""
    total = 0
    for process in list_processes(root):
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def measure_megabytes(process: int) -> float:
    """Measure the memory share of a process; 0 if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
