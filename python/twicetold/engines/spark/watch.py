"""How far Spark is: finished tasks, since only Spark knows what is still to come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from twicetold.engines.progress import Amount, Progress, SilentProgress

POLL_SECONDS = 1.0


@contextmanager
def watch_session(session: Any, progress: Progress) -> Iterator[None]:
    """Looks now and then at the stages of Spark that run, and counts the tasks that are finished."""
    tracker = None if isinstance(progress, SilentProgress) else _open_tracker(session)
    if tracker is None:
        yield
        return
    over = threading.Event()
    watcher = threading.Thread(target=_poll_stages, args=(tracker, progress, over), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join(5)


def _open_tracker(session: Any) -> Any:
    try:
        return session.sparkContext.statusTracker()
    except Exception:  # a Connect session has none
        return None


def _poll_stages(tracker: Any, progress: Progress, over: threading.Event) -> None:
    done: dict[int, int] = {}
    while not over.wait(POLL_SECONDS):
        for stage in tracker.getActiveStageIds():
            facts = tracker.getStageInfo(stage)
            if facts is not None:
                done[stage] = max(done.get(stage, 0), facts.numCompletedTasks)
        progress.update(None, Amount(sum(done.values()), None, "tasks"))
