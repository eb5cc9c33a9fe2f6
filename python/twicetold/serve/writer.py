"""The one thread that changes the index. Changes wait for it in a queue, and those that wait share one `fsync`.

A change is acknowledged when the disk has it. Later, when there is time, the thread moves what was acknowledged into
segments, where queries find it; it spends about a tenth of its time on that, and readers never wait for it.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from twicetold.errors import InputError
from twicetold.index import Index
from twicetold.index.view import IndexView
from twicetold.serve.limits import Limits
from twicetold.serve.log import ServiceLog
from twicetold.serve.problems import build_busy_problem, build_stop_problem

Record = dict[str, Any]
GROUP_BYTES = 8 << 20  # of documents that share one `fsync`
GATHER_SHARE = 0.25  # of the time of the last commit that a commit waits for those who were in the last one
GATHER_SECONDS = 0.002  # at most
LEAST_PAUSE = 1.0  # seconds between two moves into segments
PAUSE_FACTOR = 9  # a pause is so many times as long as the move before it


@dataclass(frozen=True)
class View:
    """The index as requests see it."""

    index: IndexView
    seen: int  # acknowledged changes of this service that it has


@dataclass(frozen=True)
class Change:
    """Something that the thread is to do, and who waits for it."""

    done: asyncio.Future[int]
    records: Sequence[Record] = ()
    ids: Sequence[str] = ()
    bytes: int = 0
    is_view_wanted: bool = False


@dataclass
class WriterFigures:
    """What the thread has done."""

    documents: int = 0
    removed: int = 0
    commits: int = 0
    commit_seconds: float = 0.0
    moves: int = 0
    move_seconds: float = 0.0
    failures: int = 0


@dataclass
class Writer:
    """Adds and removes documents for all requests. Only its thread touches the index."""

    index: Index
    limits: Limits
    log: ServiceLog
    figures: WriterFigures = field(default_factory=WriterFigures)
    acknowledged: int = 0  # changes since the start

    def __post_init__(self) -> None:
        self._changed = threading.Condition()
        self._queue: deque[Change] = deque()
        self._waiting_bytes = 0
        self._is_closing = False
        self._is_moving = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._next_move = 0.0
        self._last_size = 0  # changes in the last commit
        self._gather_end = 0.0  # until when those who waited for it may send their next ones
        self._has_unseen = True  # what an earlier process has left in the log
        # What waits in the log is left for the thread, so that the service can answer at once.
        self.view = View(self.index.open_view(compares=False), 0)
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    # ---- for the event loop ----

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def waiting_bytes(self) -> int:
        return self._waiting_bytes

    @property
    def unseen(self) -> int:
        """Acknowledged changes that queries do not see yet."""
        return max(self.acknowledged - self.view.seen, 0)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    async def add(self, records: Sequence[Record], size: int) -> int:
        """Add documents, and return their number when the disk has them."""
        return await self._submit(Change(self._make_future(), records=records, bytes=size))

    async def remove(self, ids: Sequence[str]) -> int:
        """Remove documents, and return how many there were when the disk knows."""
        return await self._submit(Change(self._make_future(), ids=ids, bytes=sum(map(len, ids))))

    async def catch_up(self) -> None:
        """Wait until queries see everything that was acknowledged before this call."""
        if self.unseen or self._has_unseen:
            await self._submit(Change(self._make_future(), is_view_wanted=True))

    def await_next_view(self, view: View) -> bool:
        """Wait for the end of a move into segments that has made a view useless; False if there is no other view.

        A move removes files that no view of its own time needs. This is for a thread that has met such a file.
        """
        end = time.monotonic() + self.limits.request_seconds
        while self.view is view and self._is_moving and time.monotonic() < end:
            time.sleep(0.005)
        return self.view is not view

    def has_room(self, size: int) -> bool:
        """Whether a change of this size can wait now; one that is larger than the whole queue may wait alone."""
        return not self._queue or self._waiting_bytes + size <= self.limits.waiting_bytes

    def _make_future(self) -> asyncio.Future[int]:
        return asyncio.get_running_loop().create_future()

    async def _submit(self, change: Change) -> int:
        with self._changed:
            if self._is_closing or not self._thread.is_alive():
                raise build_stop_problem()
            if not self.has_room(change.bytes):
                raise build_busy_problem("too much waits to be written")
            self._queue.append(change)
            self._waiting_bytes += change.bytes
            self._changed.notify()
        return await change.done

    def stop(self, seconds: float) -> bool:
        """Do what waits, and end the thread; False if it is still at work after so many seconds."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    # ---- the thread ----

    def _run(self) -> None:
        while (group := self._take_group()) is not None:
            self._do_group(group)
            if self._has_unseen and (time.monotonic() >= self._next_move or any(e.is_view_wanted for e in group)):
                self._move_into_segments()
            wanted = [each for each in group if each.is_view_wanted]
            self._deliver([(each.done, 0) for each in wanted])

    def _take_group(self) -> list[Change] | None:
        """The changes that are done together, nothing if it is time to move, or None at the end."""
        with self._changed:
            while not self._queue:
                if self._is_closing:
                    return None
                pause = max(self._next_move - time.monotonic(), 0.0) if self._has_unseen else None
                if pause == 0.0:
                    return []
                self._changed.wait(pause)
            self._gather()
            group: list[Change] = []
            size = 0
            while self._queue and (not group or self._can_join(group[0], size)):
                change = self._queue.popleft()
                self._waiting_bytes -= change.bytes
                size += change.bytes
                if not change.done.cancelled():
                    group.append(change)
            return group

    def _gather(self) -> None:
        """Wait a moment for clients that were in the last commit: their next changes would need one more `fsync`."""
        while len(self._queue) < self._last_size and not self._is_closing:
            left = self._gather_end - time.monotonic()
            if left <= 0:
                break
            self._changed.wait(left)

    def _can_join(self, first: Change, size: int) -> bool:
        following = self._queue[0]
        is_same_kind = bool(first.records) == bool(following.records) and bool(first.ids) == bool(following.ids)
        return is_same_kind and not first.ids and size + following.bytes <= GROUP_BYTES

    def _do_group(self, group: Sequence[Change]) -> None:
        additions = [each for each in group if each.records]
        began = time.monotonic()
        if additions:
            self._add_records(additions)
        for each in group:
            if each.ids:
                self._finish([each], lambda each=each: [self.index.remove(each.ids)])  # type: ignore[misc]
        if additions or any(each.ids for each in group):
            now = time.monotonic()
            self.figures.commits += 1
            self.figures.commit_seconds += now - began
            self._last_size = len(group)
            self._gather_end = now + min(GATHER_SHARE * (now - began), GATHER_SECONDS)

    def _add_records(self, additions: Sequence[Change]) -> None:
        """Add the records of several requests at once; where that fails, one request after the other."""

        def add_all() -> list[int]:
            records = [record for each in additions for record in each.records]
            read = self.index.add(records).read
            if read.rejected_records:
                raise InputError("the reader has rejected a record", str(read.first_rejects))
            return [len(each.records) for each in additions]

        if len(additions) == 1:
            self._finish(additions, add_all)
            return
        try:
            counts = add_all()
        except InputError:
            for each in additions:
                self._add_records([each])
        except Exception as error:
            self._fail(additions, error)
        else:
            self._acknowledge(additions, counts)

    def _finish(self, changes: Sequence[Change], work: Callable[[], list[int]]) -> None:
        try:
            counts = work()
        except Exception as error:
            self._fail(changes, error)
        else:
            self._acknowledge(changes, counts)

    def _acknowledge(self, changes: Sequence[Change], counts: Sequence[int]) -> None:
        for each, count in zip(changes, counts, strict=True):
            self.figures.documents += count if each.records else 0
            self.figures.removed += count if each.ids else 0
        self.acknowledged += len(changes)
        self._has_unseen = True
        self._deliver([(each.done, count) for each, count in zip(changes, counts, strict=True)])

    def _fail(self, changes: Sequence[Change], error: Exception) -> None:
        self.figures.failures += 1
        self.log.report_error("a change of the index has failed", error)
        self._deliver([(each.done, error) for each in changes])

    def _move_into_segments(self) -> None:
        began = time.monotonic()
        self._is_moving = True
        try:
            self.view = View(self.index.open_view(), self.acknowledged)
            self._has_unseen = False
        except Exception as error:
            self.figures.failures += 1
            self.log.report_error("texts could not be compared", error)
        self._is_moving = False
        taken = time.monotonic() - began
        self.figures.moves += 1
        self.figures.move_seconds += taken
        self._next_move = time.monotonic() + max(LEAST_PAUSE, PAUSE_FACTOR * taken)

    def _deliver(self, answers: Sequence[tuple[asyncio.Future[int], int | Exception]]) -> None:
        if answers and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(set_answers, answers)


def set_answers(answers: Sequence[tuple[asyncio.Future[int], int | Exception]]) -> None:
    """Give each who waits its answer; those who have given up are left alone."""
    for future, answer in answers:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
