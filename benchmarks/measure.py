"""Work measured in a process of its own: seconds, CPU seconds and peak memory, best of several rounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Measured:
    """One piece of work: wall and CPU seconds without start-up, peak memory of the whole process, what it returned."""

    seconds: float
    cpu_seconds: float
    peak_mb: float
    result: Any


def child(work: Callable[[], Any]) -> None:
    """Does the work and prints what `measure` reads."""
    wall, cpu = time.perf_counter(), _cpu_seconds()
    result = work()
    seconds, cpu_seconds = time.perf_counter() - wall, _cpu_seconds() - cpu
    facts = {"seconds": seconds, "cpu_seconds": cpu_seconds, "peak_mb": _peak_mb(), "result": result}
    print(json.dumps(facts), flush=True)


def _cpu_seconds() -> float:
    """Of this process and of the children it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _peak_mb() -> float:
    """This program's own peak: what `wait4` tells also holds what the parent had when it forked."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(module: str, *arguments: str, rounds: int = 3, timeout_seconds: float | None = None) -> Measured:
    """Runs `python -m module arguments` as a child, `rounds` times, and gives the fastest."""
    return min((_once(module, arguments, timeout_seconds) for _ in range(rounds)), key=lambda each: each.seconds)


def _once(module: str, arguments: tuple[str, ...], timeout_seconds: float | None) -> Measured:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=timeout_seconds)
    return Measured(**json.loads(done.stdout.splitlines()[-1]))
