"""Work measured in a process of its own: seconds, CPU seconds and peak memory, best of several rounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
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
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    facts = {"seconds": time.perf_counter() - wall, "cpu_seconds": time.process_time() - cpu, "result": result}
    print(json.dumps(facts), flush=True)


def measure(module: str, *arguments: str, rounds: int = 3) -> Measured:
    """Runs `python -m module arguments` as a child, `rounds` times, and gives the fastest."""
    return min((_once(module, arguments) for _ in range(rounds)), key=lambda each: each.seconds)


def _once(module: str, arguments: tuple[str, ...]) -> Measured:
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE)
    output = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{module} {' '.join(arguments)} failed")
    facts = json.loads(output.splitlines()[-1])
    return Measured(facts["seconds"], facts["cpu_seconds"], usage.ru_maxrss / 1024, facts["result"])
