"""What the benchmark leaves: one JSON file, the same shape for every task. `page.py` makes the documentation of it.

    {"machine": {"processor": "...", "threads": 2, "memory_gb": 23.5, "system": "..."},
     "versions": {"twicetold": "0.1.0", "daft": "0.7.26", ...}, "date": "2026-11-16",
     "data": {"documents": {"what": "...", "count": 50000, "megabytes": 330.1, "packages": {...}}, ...},
     "tasks": {"documents": {"what": "...", "items": "documents", "truth": "...", "rows": [...]}},
     "stages": [...]}

A figure that is not known is null there and nan here. Our own rows are named `twicetold`, or `twicetold, ...`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

OURS = "twicetold"
NAN = math.nan


@dataclass(frozen=True)
class Row:
    """One contender at one size: of its rounds the fastest. `failure` says why there are no figures."""

    size: int  # of the task's items
    name: str
    setting: str = ""  # "20 bands of 5"
    seconds: float = NAN  # of the work itself, without start-up and reading
    cpu_seconds: float = NAN
    peak_mb: float = NAN  # of the whole process, with its children
    items_per_second: float = NAN
    found: int = 0
    recall: float = NAN  # against the exact truth
    precision: float = NAN
    rounds: int = 0
    failure: str = ""
    note: str = ""

    @property
    def is_ours(self) -> bool:
        """`twicetold` and `twicetold, one thread`, not `twicetolder`."""
        return self.name.partition(",")[0] == OURS


@dataclass(frozen=True)
class Task:
    """`what` is a sentence that says the task, `items` what `size` counts, `truth` what recall is measured against."""

    what: str
    items: str
    rows: list[Row]
    truth: str = ""


@dataclass(frozen=True)
class Results:
    """Everything of one run of the benchmark."""

    machine: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    date: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    tasks: dict[str, Task] = field(default_factory=dict)
    stages: list[dict[str, Any]] = field(default_factory=list)  # ours against the floors, by `stages.py`


@dataclass(frozen=True)
class Growth:
    """From the smallest to the largest size that a contender was measured at: 16 times as many, 20 times the seconds.

    `exponent` is of the seconds as a power of the size, `memory_exponent` of the peak.
    """

    name: str
    small: int
    large: int
    seconds_ratio: float
    exponent: float
    memory_ratio: float
    memory_exponent: float


def growth(rows: Iterable[Row]) -> list[Growth]:
    """Of each contender that has figures at two sizes or more; in the order of the rows."""
    measured: dict[str, list[Row]] = {}
    for row in rows:
        if not row.failure and row.seconds > 0:
            measured.setdefault(row.name, []).append(row)
    return [_grown(own) for own in measured.values() if len({row.size for row in own}) > 1]


def _grown(rows: list[Row]) -> Growth:
    small, large = min(rows, key=lambda row: row.size), max(rows, key=lambda row: row.size)
    seconds, memory = large.seconds / small.seconds, large.peak_mb / small.peak_mb
    times = math.log(large.size / small.size)
    exponents = math.log(seconds) / times, math.log(memory) / times
    return Growth(small.name, small.size, large.size, seconds, exponents[0], memory, exponents[1])


def write(results: Results, path: Path) -> None:
    """At once under its name, so that what was there stays until all is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(without_nan(asdict(results)), indent=1, allow_nan=False) + "\n", encoding="utf-8")
    part.replace(path)


def read(path: Path) -> Results:
    """What `write` left. Fields that are not there have their defaults."""
    found = json.loads(path.read_text(encoding="utf-8"))
    tasks = {name: _task(task) for name, task in found.pop("tasks", {}).items()}
    return Results(**found, tasks=tasks)


def _task(found: dict[str, Any]) -> Task:
    return Task(found["what"], found["items"], list(map(_row, found["rows"])), found.get("truth", ""))


def _row(found: dict[str, Any]) -> Row:
    known: dict[str, Any] = {name: NAN if value is None else value for name, value in found.items()}
    return Row(**known)


def without_nan(value: Any) -> Any:
    """JSON has no nan: `{"recall": nan}` -> `{"recall": None}`"""
    if isinstance(value, dict):
        return {key: without_nan(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value
