"""How far Spark is, told to a progress: tasks in place of bytes, since only Spark knows what is still to come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from twicetold.engines.base import Progress, SilentProgress

POLL_SECONDS = 1.0


@contextmanager
def watch_session(session: Any, progress: Progress) -> Iterator[None]:
    """Looks now and then at the stages that run; each finished task counts as a row."""
    tracker = None if isinstance(progress, SilentProgress) else _open_tracker(session)
    if tracker is None:
        yield
        return
    over = threading.Event()
    watcher = threading.Thread(target=_poll_stages, args=(tracker, progress, over), daemon=True)
    progress.start(None)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join(5)
        progress.stop()


def _open_tracker(session: Any) -> Any:
    try:
        return session.sparkContext.statusTracker()
    except Exception:  # a Connect session has none
        return None


def _poll_stages(tracker: Any, progress: Progress, over: threading.Event) -> None:
    done: dict[int, int] = {}
    told = 0
    while not over.wait(POLL_SECONDS):
        for stage in tracker.getActiveStageIds():
            facts = tracker.getStageInfo(stage)
            if facts is not None:
                done[stage] = max(done.get(stage, 0), facts.numCompletedTasks)
        total = sum(done.values())
        progress.update(0, total - told)
        told = total
