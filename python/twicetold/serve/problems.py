"""What a client is told when a request cannot be answered: JSON with `error` and `hint`, never a traceback."""

from __future__ import annotations

import errno
import json
from typing import Any

from starlette.responses import Response

from twicetold.errors import TwicetoldError
from twicetold.run.files import FULL_DISK_ERRORS

RETRY_SECONDS = 1


class Problem(Exception):
    """A request that cannot be answered: its status, what is wrong, and what to do."""

    def __init__(self, status: int, error: str, hint: str = "", *, closes: bool = False, allow: str = "") -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.hint = hint
        self.closes = closes  # the rest of the body is not read
        self.allow = allow  # methods that the address takes

    @property
    def facts(self) -> dict[str, str]:
        return {"error": self.error, "hint": self.hint}

    def list_headers(self) -> dict[str, str]:
        headers = {}
        if self.status == 503:
            headers["retry-after"] = str(RETRY_SECONDS)
        if self.status == 401:
            headers["www-authenticate"] = 'Bearer realm="twicetold"'
        if self.allow:
            headers["allow"] = self.allow
        if self.closes:
            headers["connection"] = "close"
        return headers


def build_busy_problem(what: str) -> Problem:
    return Problem(503, f"the service is busy: {what}", f"try again in {RETRY_SECONDS} s", closes=True)


def build_stop_problem() -> Problem:
    return Problem(503, "the service is stopping", "send the request again when it is back", closes=True)


def encode_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace")


def build_json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(encode_json(value) + b"\n", status, headers, "application/json")


def build_problem_response(problem: Problem) -> Response:
    return build_json_response(problem.facts, problem.status, problem.list_headers())


def explain_error(error: BaseException) -> Problem:
    """The problem that a client is told for an error of any kind; what only a bug causes says nothing of the inside."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, TimeoutError):
        return build_busy_problem("the answer took too long")
    if isinstance(error, OSError) and error.errno in FULL_DISK_ERRORS:
        return Problem(507, "the disk of the index is full", "nothing of this was added; free some space")
    if isinstance(error, OSError) and error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return Problem(507, "the index cannot be written", "nothing of this was added; the log of the service says why")
    if isinstance(error, TwicetoldError):
        # Messages for the command line name files of this machine.
        return Problem(500, "the index cannot answer", "the log of the service says why")
    return Problem(500, "the service has failed", "the log of the service says why")
