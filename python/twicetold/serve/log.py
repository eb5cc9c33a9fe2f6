"""What the service writes on standard error: a line for each request, and what went wrong."""

from __future__ import annotations

import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from twicetold.errors import TwicetoldError
from twicetold.text.terminal import escape_controls

_PATH_CHARACTERS = 200


@dataclass(frozen=True)
class ServiceLog:
    """Lines without control characters. The text of a query and the token are never written."""

    is_quiet: bool = False

    def report_request(
        self, client: str, method: str, path: str, status: int, seconds: float, received: int, sent: int
    ) -> None:
        if self.is_quiet:
            return
        shown = path if len(path) <= _PATH_CHARACTERS else f"{path[:_PATH_CHARACTERS]}…"
        self.write(f"{client} {method} {shown} {status} {1000 * seconds:.1f} ms, {received} B in, {sent} B out")

    def report_error(self, what: str, error: BaseException) -> None:
        """Write an error: a line for what a user can cause, a traceback for a bug."""
        if isinstance(error, TwicetoldError):
            self.write(f"error: {what}: {error.message}; {error.hint}")
            return
        if isinstance(error, OSError):
            self.write(f"error: {what}: {error}")
            return
        self.write(f"error: {what}")
        for piece in traceback.format_exception(error):
            for line in piece.rstrip("\n").split("\n"):
                self.write(line)

    def write(self, line: str) -> None:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        with suppress(OSError, ValueError):  # nobody reads any more
            sys.stderr.write(f"{now} {escape_controls(line)}\n")
            sys.stderr.flush()
