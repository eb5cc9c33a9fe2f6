"""How far the work is: a bar with rate and time left on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from twicetold.engines.base import Progress, SilentProgress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

LINE_INTERVAL_SECONDS = 30.0


def choose_progress(what: str, quiet: bool) -> Progress:
    """The progress that suits where stderr goes."""
    if quiet:
        return SilentProgress()
    return ProgressBar(what) if sys.stderr.isatty() else ProgressLines(what)


class ProgressBar:
    """A bar on a terminal."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._rows = 0
        self._bar: RichProgress | None = None

    def start(self, total_bytes: int | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
        from rich.progress import Progress as RichProgress

        self._bar = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[rows]:,} rows"),
            console=Console(stderr=True),
        )
        self._task = self._bar.add_task(self._what, total=total_bytes, rows=0)
        self._bar.start()

    def update(self, done_bytes: int, rows: int) -> None:
        self._rows += rows
        if self._bar:
            self._bar.update(self._task, completed=done_bytes, rows=self._rows)

    def stop(self) -> None:
        if self._bar:
            self._bar.stop()


class ProgressLines:
    """A line on stderr every half minute, for logs."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._rows = 0
        self._total: int | None = None
        self._began = self._said = time.monotonic()

    def start(self, total_bytes: int | None) -> None:
        self._total = total_bytes

    def update(self, done_bytes: int, rows: int) -> None:
        self._rows += rows
        now = time.monotonic()
        if now - self._said >= LINE_INTERVAL_SECONDS:
            self._said = now
            share = f" of {self._total / 1e6:,.0f}" if self._total else ""
            rate = done_bytes / 1e6 / (now - self._began)
            line = f"{self._what}: {done_bytes / 1e6:,.0f}{share} MB, {self._rows:,} rows, {rate:,.1f} MB/s"
            print(line, file=sys.stderr, flush=True)

    def stop(self) -> None: ...
