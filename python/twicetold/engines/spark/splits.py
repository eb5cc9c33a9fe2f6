"""Files to tasks: large files are cut as their readers can, small ones are put together; the order stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from twicetold.errors import InputError
from twicetold.readers.base import Reader, Split

LEAST_BYTES = 4 << 20
MOST_BYTES = 64 << 20
TASKS_PER_CORE = 4

Task = tuple[tuple[Reader, Split], ...]


def split_tasks(files: Sequence[tuple[Reader, str]], session: Any) -> tuple[Task, ...]:
    """Splits of about as many bytes as give every core a few; a task reads one, or several small ones in a row."""
    sizes = [size_of(path) for _, path in files]
    each = sum(sizes) // (TASKS_PER_CORE * cores(session))
    return packed(files, sizes, min(max(each, LEAST_BYTES), MOST_BYTES))


def packed(files: Sequence[tuple[Reader, str]], sizes: Sequence[int], task_bytes: int) -> tuple[Task, ...]:
    """Tasks of about `task_bytes`."""
    tasks: list[Task] = []
    waiting: list[tuple[Reader, Split]] = []
    waiting_bytes = 0
    for (reader, path), size in zip(files, sizes, strict=True):
        if path == "-":
            raise InputError("stdin cannot be read by Spark's executors", "write it to a file and give that")
        alone: Any = replace(reader, threads=1)  # type: ignore[type-var]
        splits = _splits(alone, path, task_bytes)
        for split in splits:
            waiting.append((alone, split))
            waiting_bytes += max(size // len(splits), 1)
            if waiting_bytes >= task_bytes:
                tasks.append(tuple(waiting))
                waiting, waiting_bytes = [], 0
    return (*tasks, tuple(waiting)) if waiting else tuple(tasks)


def _splits(reader: Reader, path: str, split_bytes: int) -> list[Split]:
    """The splits of a file; one that is elsewhere and cannot be looked into is read whole."""
    try:
        return reader.splits(path, split_bytes)
    except OSError:
        if "://" not in path:
            raise
        return [Split(path)]


def size_of(path: str) -> int:
    """Bytes of a file; of one that is elsewhere as many as give it a task of its own."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return MOST_BYTES


def cores(session: Any) -> int:
    """How many tasks run at once, as far as the session says."""
    try:
        return int(session.sparkContext.defaultParallelism)
    except Exception:  # a Connect session has no context
        return 8
