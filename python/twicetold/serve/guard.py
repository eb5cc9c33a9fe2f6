"""What every request goes through: who sends it, how many there are, how long it takes, and a line in the log."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from twicetold.serve.access import Access
from twicetold.serve.limits import Limits
from twicetold.serve.log import ServiceLog
from twicetold.serve.metrics import Metrics
from twicetold.serve.problems import (
    Problem,
    build_busy_problem,
    build_problem_response,
    build_stop_problem,
    explain_error,
)

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
_OPEN_PATHS = frozenset({"/health"})  # need no token
_GONE = 499  # in the log and the metrics: the client has left


@dataclass
class Exchange:
    """A request as it is counted: what was answered, and how many bytes there were."""

    status: int = 0
    received: int = 0
    sent: int = 0
    is_complete: bool = False


@dataclass
class Guard:
    """Checks, limits, counts and logs the requests of an application."""

    app: ASGIApp
    access: Access
    limits: Limits
    metrics: Metrics
    log: ServiceLog
    stopping: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        began = time.perf_counter()
        exchange = Exchange()

        async def receive_counted() -> Message:
            message = await receive()
            exchange.received += len(message.get("body", b""))
            return message

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_SAFE_HEADERS]
            else:
                exchange.sent += len(message.get("body", b""))
                exchange.is_complete = not message.get("more_body", False)
            await send(message)

        self.metrics.in_progress += 1
        try:
            problem = self._refuse(scope)
            if problem:
                self.metrics.refused[str(problem.status)] += 1
                await build_problem_response(problem)(scope, receive_counted, send_counted)
            else:
                await self.app(scope, receive_counted, send_counted)
        except ClientDisconnect:
            exchange.status = exchange.status or _GONE
        except (Exception, asyncio.CancelledError) as error:
            await self._answer_error(error, exchange, scope, receive_counted, send_counted)
        finally:
            self.metrics.in_progress -= 1
            self._note(scope, exchange, time.perf_counter() - began)

    def _refuse(self, scope: Scope) -> Problem | None:
        headers = scope["headers"]
        hosts = sum(name == b"host" for name, _ in headers)
        problem = self.access.check(dict(headers), hosts, scope["path"] not in _OPEN_PATHS)
        if problem:
            # Whoever may not ask is not read either.
            problem.closes = True
        elif self.stopping.is_set():
            problem = build_stop_problem()
        elif self.metrics.in_progress > self.limits.requests and scope["path"] not in _OPEN_PATHS:
            problem = build_busy_problem(f"{self.limits.requests:,} requests are being answered")
        return problem

    async def _answer_error(
        self, error: BaseException, exchange: Exchange, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Tell the client of an error as long as no answer has begun; afterwards the connection is closed."""
        if isinstance(error, asyncio.CancelledError):
            problem = build_stop_problem()
        else:
            problem = explain_error(error)
            if problem.status == 500:
                self.log.report_error(f"{scope['method']} {scope['path']}", error)
        if not exchange.status:
            # A body that was not read to its end would be taken for the next request.
            problem.closes = problem.closes or has_body(scope)
            await build_problem_response(problem)(scope, receive, send)
        elif not exchange.is_complete:
            raise ConnectionAbortedError("the answer has begun and cannot be completed")

    def _note(self, scope: Scope, exchange: Exchange, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        route: Any = scope.get("route")
        self.metrics.count_request(getattr(route, "path", "other"), method, exchange.status or _GONE, seconds)
        client = scope["client"][0] if scope.get("client") else "-"
        self.log.report_request(
            client, scope["method"], scope["path"], exchange.status or _GONE, seconds, exchange.received, exchange.sent
        )


def has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


_SAFE_HEADERS = ((b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"))
