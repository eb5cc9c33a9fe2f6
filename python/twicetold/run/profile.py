"""Where the time, the CPU, the memory and the disk of a job went, stage by stage: what `--profile` prints.

This process and all below it count together, so Spark's Java and its Python workers are in it as well, as far as they
are on this machine. The numbers come from `/proc`; without it, as on macOS, only those of this process are known, and
the disk is not.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from twicetold.engines.progress import Amount, Progress
from twicetold.text.columns import format_table
from twicetold.text.quantities import format_bytes, format_seconds

PROC = Path("/proc")
SAMPLE_SECONDS = 0.2  # between two looks at the memory of all processes


@dataclass(frozen=True)
class Usage:
    """What processes have used since they began."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    read_bytes: int = 0  # from a disk; what the system still had in memory does not count
    written_bytes: int = 0

    def add(self, other: Usage) -> Usage:
        """What both used."""
        return Usage(
            self.seconds + other.seconds,
            self.cpu_seconds + other.cpu_seconds,
            self.read_bytes + other.read_bytes,
            self.written_bytes + other.written_bytes,
        )

    def subtract(self, before: Usage) -> Usage:
        """What was used since."""
        return Usage(
            self.seconds - before.seconds,
            max(self.cpu_seconds - before.cpu_seconds, 0.0),  # a process that ends takes its numbers along
            max(self.read_bytes - before.read_bytes, 0),
            max(self.written_bytes - before.written_bytes, 0),
        )


@dataclass(frozen=True)
class StageUsage:
    """What a stage used, or the whole job; None: an earlier process finished the stage."""

    name: str
    usage: Usage | None
    peak_bytes: int = 0

    def list_cells(self) -> list[str]:
        if self.usage is None:
            return [self.name, "kept", *[""] * 4]
        disk = [self.usage.read_bytes, self.usage.written_bytes]
        return [
            self.name,
            *map(format_seconds, (self.usage.seconds, self.usage.cpu_seconds)),
            format_bytes(self.peak_bytes),
            *(format_bytes(each) if has_proc() else "" for each in disk),
        ]


class JobProfile:
    """A progress that passes everything on, and measures what each stage uses."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.stages: list[StageUsage] = []
        self._began = self._stage_began = measure_usage()
        self._name = ""
        self._peak_bytes = 0  # of the stage that runs, or since the last one
        self._peak_between_stages = 0
        self._is_over = threading.Event()

    def begin_stage(self, name: str) -> None:
        self._peak_between_stages = max(self._peak_between_stages, self._take_peak())
        self._name, self._stage_began = name, measure_usage()
        self.progress.begin_stage(name)

    def keep_stage(self, name: str) -> None:
        self.stages.append(StageUsage(name, None))
        self.progress.keep_stage(name)

    def update(self, share: float | None, amount: Amount | None = None) -> None:
        self.progress.update(share, amount)

    def end_stage(self) -> None:
        used = measure_usage().subtract(self._stage_began)
        self.stages.append(StageUsage(self._name, used, self._take_peak()))
        self.progress.end_stage()

    @contextmanager
    def watch_memory(self) -> Iterator[JobProfile]:
        """Look at the memory of all processes while the block runs."""
        thread = threading.Thread(target=self._watch, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._is_over.set()
            thread.join()

    def render_text(self) -> str:
        """A table with a row for each stage, for what lies between them, and for the whole job."""
        whole, made = measure_usage().subtract(self._began), Usage()
        for stage in self.stages:
            made = made.add(stage.usage or Usage())
        between = StageUsage("other", whole.subtract(made), max(self._peak_between_stages, self._take_peak()))
        every = [*self.stages, between]
        every.append(StageUsage("all", whole, max(stage.peak_bytes for stage in every)))
        return format_table(["stage", "time", "CPU", "memory", "read", "written"], [row.list_cells() for row in every])

    def _watch(self) -> None:
        while not self._is_over.wait(SAMPLE_SECONDS):
            self._look_at_memory()

    def _look_at_memory(self) -> None:
        self._peak_bytes = max(self._peak_bytes, measure_memory())

    def _take_peak(self) -> int:
        """The most memory since this was last asked for."""
        self._look_at_memory()
        peak, self._peak_bytes = self._peak_bytes, 0
        return peak


def has_proc() -> bool:
    """Whether the system says in `/proc` what its processes use."""
    return (PROC / "self" / "io").exists()


def measure_usage() -> Usage:
    """What this process and all below it have used."""
    if not has_proc():
        return Usage(time.monotonic(), time.process_time())
    ticks = read_bytes = written_bytes = 0
    for process in list_processes():
        with suppress(OSError):  # it has ended, or belongs to somebody else
            ticks += sum(map(int, _read_fields(process)[11:15]))  # its own time, and that of children that have ended
            counted = dict(line.split(": ") for line in (PROC / str(process) / "io").read_text().splitlines())
            read_bytes += int(counted["read_bytes"])
            written_bytes += int(counted["write_bytes"])
    return Usage(time.monotonic(), ticks / os.sysconf("SC_CLK_TCK"), read_bytes, written_bytes)


def measure_memory() -> int:
    """Bytes that this process and all below it hold now; those that they share count for each."""
    if not has_proc():
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    pages = 0
    for process in list_processes():
        with suppress(OSError):
            pages += int((PROC / str(process) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def list_processes() -> list[int]:
    """This process and all below it."""
    children: dict[int, list[int]] = {}
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                children.setdefault(int(_read_fields(int(folder.name))[1]), []).append(int(folder.name))
    found = [os.getpid()]
    for each in found:
        found += children.get(each, [])
    return found


def _read_fields(process: int) -> list[str]:
    """The fields of `/proc/PID/stat` after the name, which may hold spaces."""
    return (PROC / str(process) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
