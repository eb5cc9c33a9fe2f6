"""Files to tasks: large files are cut as their readers can, small ones are put together; the order stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from twicetold.engines.spark.limits import SparkLimits
from twicetold.errors import InputError
from twicetold.readers.base import Reader, Split
from twicetold.readers.pipes import is_pipe

TASKS_PER_CORE = 4

Task = tuple[tuple[Reader, Split], ...]


def assign_splits(files: Sequence[tuple[Reader, str]], session: Any, limits: SparkLimits) -> tuple[Task, ...]:
    """Splits of about as many bytes as give every core a few; a task reads one, or several small ones in a row."""
    sizes = [measure_file(path, limits.max_task_bytes) for _, path in files]
    each = sum(sizes) // (TASKS_PER_CORE * count_cores(session))
    return pack_tasks(files, sizes, min(max(each, limits.min_task_bytes), limits.max_task_bytes))


def pack_tasks(files: Sequence[tuple[Reader, str]], sizes: Sequence[int], task_bytes: int) -> tuple[Task, ...]:
    """Tasks of about `task_bytes`."""
    tasks: list[Task] = []
    waiting: list[tuple[Reader, Split]] = []
    waiting_bytes = 0
    for (reader, path), size in zip(files, sizes, strict=True):
        if path == "-" or is_pipe(path):
            raise InputError("stdin and pipes cannot be read by Spark's executors", "write it to a file and give that")
        alone: Any = replace(reader, workers=1)  # type: ignore[type-var]
        splits = _split_file(alone, path, task_bytes)
        for split in splits:
            waiting.append((alone, split))
            waiting_bytes += max(size // len(splits), 1)
            if waiting_bytes >= task_bytes:
                tasks.append(tuple(waiting))
                waiting, waiting_bytes = [], 0
    return (*tasks, tuple(waiting)) if waiting else tuple(tasks)


def _split_file(reader: Reader, path: str, split_bytes: int) -> list[Split]:
    """The splits of a file; one that is elsewhere and cannot be looked into is read whole."""
    try:
        return reader.split_file(path, split_bytes)
    except OSError:
        if "://" not in path:
            raise
        return [Split(path)]


def measure_file(path: str, remote_bytes: int) -> int:
    """Return the bytes of a file; of one that is elsewhere `remote_bytes`, which give it a task of its own."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return remote_bytes


def count_cores(session: Any) -> int:
    """How many tasks run at once, as far as the session says."""
    try:
        return int(session.sparkContext.defaultParallelism)
    except Exception:  # a Connect session has no context
        return 8
