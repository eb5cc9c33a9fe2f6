"""Work measured in a process of its own: seconds, CPU seconds and peak memory, best of several rounds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.tree import Peak, measure_cpu_seconds

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Measured:
    """One piece of work: wall and CPU seconds without start-up, peak memory of the whole process, what it returned."""

    seconds: float
    cpu_seconds: float
    peak_mb: float
    result: Any


class WorkFailed(Exception):
    """The work ended without a result; the text says how, in a few words."""


def child(work: Callable[[], Any]) -> None:
    """Does the work and prints what `measure` reads. CPU seconds are of this process and all below it."""
    wall, cpu = time.perf_counter(), measure_cpu_seconds(os.getpid())
    result = work()
    seconds, used = time.perf_counter() - wall, measure_cpu_seconds(os.getpid()) - cpu
    facts = {"seconds": seconds, "cpu_seconds": used, "peak_mb": _peak_mb(), "result": result}
    print(json.dumps(facts), flush=True)


def _peak_mb() -> float:
    """This program's own peak: what `wait4` tells also holds what the parent had when it forked."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(
    module: str,
    *arguments: str,
    rounds: int = 3,
    timeout_seconds: float | None = None,
    python: str = sys.executable,
) -> Measured:
    """Runs `python -m module arguments` as a child, `rounds` times, and gives the fastest; WorkFailed if one fails."""
    command = [python, "-m", module, *arguments]
    return min((_once(command, timeout_seconds) for _ in range(rounds)), key=lambda each: each.seconds)


def _once(command: list[str], timeout_seconds: float | None) -> Measured:
    """One round. Its children count for memory, and end with it."""
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=said, start_new_session=True, env=environment()
        ) as process,
    ):
        _first_to_go(process.pid)
        peak = Peak(process.pid, families=True)
        try:
            output, _ = process.communicate(timeout=timeout_seconds)
        except subprocess.TimeoutExpired:
            raise WorkFailed(f"over {timeout_seconds:.0f} s") from None
        finally:
            peak.stop()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
        if process.returncode:
            said.seek(0)
            raise WorkFailed(reason(process.returncode, said.read().decode(errors="replace")))
    facts = json.loads(output.splitlines()[-1])
    return Measured(**facts | {"peak_mb": max(facts["peak_mb"], peak.megabytes)})


def environment() -> dict[str, str]:
    """Children find this package, whatever their Python, and no library asks a network for anything."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "HF_HUB_OFFLINE": "1", "DO_NOT_TRACK": "1", "PYTHONWARNINGS": "ignore"}


def _first_to_go(process: int) -> None:
    """Where memory runs out it is the measured work that goes, not something else on the machine."""
    with suppress(OSError):
        Path(f"/proc/{process}/oom_score_adj").write_text("1000", encoding="utf-8")


def reason(code: int, said: str) -> str:
    """Why work failed, from its exit code and what it said last: `killed (memory?)`, `ValueError: ...`"""
    if code == -9 or "MemoryError" in said or "OutOfMemoryError" in said:
        return "out of memory" if code != -9 else "killed, most likely for its memory"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]+(Error|Exception|Found)\b", line)] or lines
    last = re.sub(r"(/[^\s:'\"]+)+/", "", errors[-1]) if errors else ""
    return f"failed: {last[:120]}" if last else f"failed with code {code}"
