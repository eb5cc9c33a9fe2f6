"""What a task is given, and the menu of tasks. To add one: write its file, add its line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.results import Task
from benchmarks.running import Contender, Pace

SIXTEEN = 16  # growth is from N to 16 N
MENU = {
    "sentences": "benchmarks.tasks.sentences:run",
    "documents": "benchmarks.tasks.documents:run",
    "join": "benchmarks.tasks.join:run",
    "front-end": "benchmarks.tasks.front_end:xml",
    "bzip2": "benchmarks.tasks.front_end:bzip2",
    "splitter": "benchmarks.tasks.front_end:splitter",
}


@dataclass
class Given:
    """What was asked for. `files` stand in for the corpus; what a task learns of its data goes into `data`."""

    cache: Path
    folder: Path
    size: int
    pace: Pace
    files: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    smallest: int = 0
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[int, ...]:
        """N and 16 N: `1600` -> `(100, 1600)`"""
        return (self.smallest or max(1, self.size // SIXTEEN), self.size)

    def chosen(self, contenders: Sequence[Contender]) -> list[Contender]:
        """Those whose name begins with one of `only`; all where there is none."""
        return [each for each in contenders if not self.only or each.name.startswith(self.only)]


Run = Callable[[Given], Task]


def usual_size(name: str) -> str:
    """What `make bench` takes: all tasks together are done in about 40 minutes on two cores."""
    size: str = import_module(MENU[name].partition(":")[0]).USUAL_SIZE
    return size


def run(name: str, given: Given) -> Task:
    module, _, function = MENU[name].partition(":")
    task: Run = getattr(import_module(module), function)
    return task(given)
