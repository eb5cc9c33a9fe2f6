"""The memory of this process: how much it has, and that what was freed goes back to the system.

Threads that allocate side by side leave gaps: glibc gives each a heap of its own, and keeps what is freed in it. Of
593 MB that a job had under `--memory 400MB`, 180 were free.
"""

from __future__ import annotations

import ctypes
import resource
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pyarrow as pa

SMALL_BYTES = 1_000_000_000  # a limit below this is kept by means that cost time where there are many threads
M_ARENA_MAX = -8  # of glibc's malloc.h
STATM = Path("/proc/self/statm")


def measure_resident_bytes() -> int:
    """What the process has now; 0 where the system does not tell."""
    try:
        return int(STATM.read_bytes().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


def release_memory() -> None:
    """Give memory that was freed back to the system. Left alone, glibc kept 100 to 200 MB from stage to stage."""
    pa.default_memory_pool().release_unused()
    if trim := _find_libc_function("malloc_trim"):
        trim(0)


def prepare_allocators(limit_bytes: int, workers: int) -> None:
    """Have all threads share one heap of the C library where the limit is small, and elsewhere one for each worker.

    Threads come and go with every node: each used to get a heap of its own, up to eight for each core.
    """
    _limit_heaps(1 if limit_bytes < SMALL_BYTES else max(workers, 2))


@cache
def _limit_heaps(most: int) -> None:
    if mallopt := _find_libc_function("mallopt"):
        mallopt(M_ARENA_MAX, most)


@cache
def _find_libc_function(name: str) -> Callable[..., int] | None:
    """A function of glibc; None where there is another C library."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
