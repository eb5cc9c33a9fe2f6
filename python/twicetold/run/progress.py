"""How far a job is, as people read it: stage of stages, percent, rate, and the time that is left for the whole job.

    [3/7] matching  62 %  1.2M of 1.9M units  310k/s  0:41 left

A job declares its stages, each with the share of the time that it usually takes. On a terminal and in a notebook this
is one line that is overwritten and leaves nothing behind; elsewhere it is a plain line for each stage, with its time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from twicetold.engines.progress import Amount, Progress, SilentProgress
from twicetold.text.quantities import format_bytes, format_clock, format_seconds, shorten_count

if TYPE_CHECKING:
    from rich.console import Console

LEAST_SECONDS = 2.0  # before that, and before this share of the job is done, nothing is said of the time left
LEAST_SHARE = 0.02
LINES_PER_SECOND = 5


@dataclass(frozen=True)
class StageShare:
    """A stage as people read it: `StageShare("matches", "matching", 45)` takes 45 % of the time, more or less."""

    name: str
    label: str
    share: float


StageShares = Sequence[StageShare]  # in the order in which they run


@dataclass
class JobProgress:
    """Follows a job through its stages. A stage that was not declared is part of the next one that was."""

    stages: StageShares
    report_stage: Callable[[str], None] = field(default=lambda line: None)  # hears a line when a stage is finished
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._declared = {each.name: each for each in self.stages}
        self._names = list(self._declared)
        self._number = 0  # of the stage that runs, from 1
        self._finished = 0
        self._label, self._weight = "", 0.0
        self._share: float | None = None  # of the stage
        self._amount: Amount | None = None
        self._amount_began = (0.0, 0)
        self._made = 0.0  # declared shares that this process made
        self._kept = 0.0
        self._began = self._stage_began = self.clock()
        self._is_new_stage = True

    # ---- what the work says ----

    def begin_stage(self, name: str) -> None:
        declared = self._declared.get(name)
        if self._is_new_stage:
            self._stage_began, self._is_new_stage = self.clock(), False
        if declared:
            self._number, self._label, self._weight = self._names.index(name) + 1, declared.label, declared.share
        elif self._names:  # part of the next one
            self._number = min(self._finished + 1, len(self._names))
            self._label, self._weight = self.stages[self._number - 1].label, 0.0
        else:
            self._number, self._label = self._number + 1, name.replace("_", " ")
        self._share, self._amount = None, None

    def keep_stage(self, name: str) -> None:
        if name in self._declared:
            self._finished = self._names.index(name) + 1
            self._kept += self._declared[name].share

    def update(self, share: float | None, amount: Amount | None = None) -> None:
        if share is not None:
            self._share = max(share, self._share or 0.0)
        if amount and (self._amount is None or amount.unit != self._amount.unit or amount.done < self._amount.done):
            self._amount_began = (self.clock(), amount.done)
        self._amount = amount

    def end_stage(self) -> None:
        self._made += self._weight
        if self._weight or not self._names:
            self._finished = self._number
            self.report_stage(f"{self._head}  {format_seconds(self.clock() - self._stage_began)}")
            self._is_new_stage = True
        self._share, self._amount, self._weight = None, None, 0.0

    # ---- what people read ----

    @property
    def line(self) -> str:
        """The stage that runs, and how far it is."""
        if not self._number:
            return ""
        parts = [self._head] if self._share is None else [self._head, f"{100 * self._share:.0f} %"]
        left = self.seconds_left
        last = f"{format_clock(self.clock() - self._began)} so far" if left is None else f"{format_clock(left)} left"
        return "  ".join([*parts, *self._format_amount(), last])

    @property
    def seconds_left(self) -> float | None:
        """The seconds that the rest of the job should take, if its stages take their usual shares; None: too early."""
        done = self._made + self._weight * (self._share or 0.0)
        seconds, total = self.clock() - self._began, sum(each.share for each in self.stages) - self._kept
        if seconds < LEAST_SECONDS or done < LEAST_SHARE * total or not done:
            return None
        return seconds * (total - done) / done

    @property
    def _head(self) -> str:
        return f"[{self._number}{f'/{len(self._names)}' if self._names else ''}] {self._label}"

    def _format_amount(self) -> Iterator[str]:
        if not self._amount:
            return
        done, total, unit = self._amount.done, self._amount.total, self._amount.unit
        began, first = self._amount_began
        rate = (done - first) / max(self.clock() - began, 1e-3)
        if unit == "bytes":
            if total:
                yield f"{format_bytes(done)} of {format_bytes(total)}"
                if rate:
                    yield f"{format_bytes(rate)}/s"
            elif done:
                yield format_bytes(done)
            return
        yield f"{shorten_count(done)} of {shorten_count(total)} {unit}" if total else f"{shorten_count(done)} {unit}"
        if total and rate >= 1:
            yield f"{shorten_count(round(rate))}/s"


@contextmanager
def show_progress(stages: StageShares, show: bool | None = None, stream: TextIO | None = None) -> Iterator[Progress]:
    """Give the progress of some work, shown while the block runs.

    `show` is True for a line on a terminal or in a notebook and plain lines elsewhere, None for the first alone, and
    False for nothing.
    """
    console = None if show is False else _open_console(stream)
    if console is None and not show:
        yield SilentProgress()
    elif console is None:
        yield JobProgress(stages, lambda line: print(line, file=stream or sys.stderr, flush=True))
    else:
        progress = JobProgress(stages)
        with _show_line(progress, console):
            yield progress


def _open_console(stream: TextIO | None) -> Console | None:
    """A console where a line can be overwritten, or None."""
    from rich.console import Console

    console = Console(file=stream, stderr=stream is None, highlight=False, markup=False, emoji=False)
    if console.is_jupyter:
        return console if find_spec("ipywidgets") else None  # without it rich can overwrite nothing
    return console if console.is_terminal and not console.is_dumb_terminal else None


def _show_line(progress: JobProgress, console: Console) -> AbstractContextManager[object]:
    from rich.live import Live
    from rich.text import Text

    def draw_line() -> Text:
        return Text(progress.line, no_wrap=True, overflow="ellipsis")

    return Live(
        get_renderable=draw_line, console=console, transient=True, refresh_per_second=LINES_PER_SECOND,
        redirect_stdout=False,
    )  # fmt: skip
