"""What hears how far the work is. The numbers and the lines that people read are made in `run/progress.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Amount:
    """How much of something is done: `Amount(12_400_000, 55_000_000, "bytes")`, `Amount(3, None, "files")`."""

    done: int
    total: int | None  # None where it cannot be known, as for stdin
    unit: str  # `bytes`, or what is counted, in the plural


class Progress(Protocol):
    """Hears how far the work is: a line on a terminal, lines in a log, or nobody."""

    def begin_stage(self, name: str) -> None:
        """A stage begins."""
        ...

    def keep_stage(self, name: str) -> None:
        """A stage need not run: an earlier process finished it."""
        ...

    def update(self, share: float | None, amount: Amount | None = None) -> None:
        """`share` of the stage is done, from 0 to 1; None where that is not known."""
        ...

    def end_stage(self) -> None:
        """The stage is finished."""
        ...


class SilentProgress:
    """The progress that prints nothing."""

    def begin_stage(self, name: str) -> None: ...

    def keep_stage(self, name: str) -> None: ...

    def update(self, share: float | None, amount: Amount | None = None) -> None: ...

    def end_stage(self) -> None: ...
