"""HTTP connections with limits: how many there are, how long and how large the head of a request may be.

A connection that is refused, or whose body is not read to its end, is half-closed first: what the client is still
sending is read and dropped for a moment, since the answer would be lost otherwise.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from twicetold.serve.limits import Limits
from twicetold.serve.problems import Problem, build_busy_problem, encode_json

LINGER_SECONDS = 1.0
LINGER_BYTES = 1 << 20
_REASONS = {400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large", 503: "Busy"}


class LingeringTransport:
    """A transport that stays open for a moment if the client is still sending when the answer is complete."""

    def __init__(self, transport: asyncio.Transport, protocol: LimitedProtocol) -> None:
        self._transport = transport
        self._protocol = protocol

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._protocol.is_lingering or self._transport.is_closing()

    def close(self) -> None:
        if self._protocol.is_lingering or self._transport.is_closing():
            return
        if self._protocol.is_client_sending:
            self._protocol.start_lingering(self._transport)
        else:
            self._transport.close()


class LimitedProtocol(HttpToolsProtocol):
    """A connection of the service. `build_protocol` makes a class of it for some limits."""

    limits: ClassVar[Limits]
    refused: ClassVar[Counter[str]]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.is_lingering = False
        self.is_in_head = True
        self._head_bytes = 0
        self._dropped_bytes = 0
        self._linger_timer: asyncio.TimerHandle | None = None
        self._head_timer: asyncio.TimerHandle | None = None
        self._refusal: Problem | None = None
        super().connection_made(transport)
        self.transport = LingeringTransport(transport, self)  # type: ignore[assignment]
        if len(self.connections) > 2 * self.limits.connections:
            self.refused["connections"] += 1
            transport.abort()
        elif len(self.connections) > self.limits.connections:
            self._refuse(build_busy_problem(f"{self.limits.connections:,} connections are open"), "connections")
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.is_lingering:
            self._dropped_bytes += len(data)
            if self._dropped_bytes > LINGER_BYTES:
                self.transport.abort()
            return
        if self.is_in_head:
            if self._head_timer is None:
                self._await_head()
            self._head_bytes += len(data)
            # The end of a long piece may be a body: its head is measured by its parts.
            if self._head_bytes - len(data) > self.limits.head_bytes:
                self._refuse_long_head()
                return
        super().data_received(data)
        if self.is_in_head and not self._head_bytes and self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    # ---- the parser calls these ----

    def on_message_begin(self) -> None:
        self.is_in_head = True
        self._measured_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._measure_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._measure_head(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.is_in_head = False
        self._head_bytes = 0
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.is_in_head = True
        self._head_bytes = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        refusal = self._refusal or Problem(400, "this is not an HTTP request", "send HTTP/1.1, without TLS")
        self._refuse(refusal, "head" if self._refusal else "syntax")

    # ---- limits ----

    @property
    def is_client_sending(self) -> bool:
        """Whether the body of the request that is answered, or its head, has not come to its end."""
        return not self.is_in_head or self._head_bytes > 0

    def _measure_head(self, size: int) -> None:
        self._measured_bytes += size
        if self._measured_bytes > self.limits.head_bytes:
            self._refusal = self._describe_long_head()
            raise ValueError("the head is too long")  # the parser stops, and `send_400_response` follows

    def _describe_long_head(self) -> Problem:
        most = f"{self.limits.head_bytes:,} bytes"
        return Problem(431, f"the address and the headers have more than {most}", "use POST /query for a long text")

    def _refuse_long_head(self) -> None:
        self._refuse(self._describe_long_head(), "head")

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(self.limits.head_seconds, self._end_slow_head)

    def _end_slow_head(self) -> None:
        self._head_timer = None
        if self.is_in_head and not self.is_lingering and not self.transport.is_closing():
            if self._head_bytes:
                self._refuse(Problem(408, "the headers took too long", "send them at once"), "slow head")
            else:
                self.transport.abort()

    def _refuse(self, problem: Problem, reason: str) -> None:
        """Answer outside of a request, and close the connection."""
        self.refused[reason] += 1
        body = encode_json(problem.facts) + b"\n"
        head = [f"HTTP/1.1 {problem.status} {_REASONS.get(problem.status, '')}", "content-type: application/json"]
        head += [f"{name}: {value}" for name, value in problem.list_headers().items() if name != "connection"]
        head += [f"content-length: {len(body)}", "connection: close", "", ""]
        transport: Any = self.transport
        transport.write("\r\n".join(head).encode() + body)
        self.start_lingering(transport)
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def start_lingering(self, transport: asyncio.Transport) -> None:
        self.is_lingering = True
        self._stop_timers()
        self._unset_keepalive_if_required()
        if transport.can_write_eof():
            transport.write_eof()
        self.flow.resume_reading()
        self._linger_timer = self.loop.call_later(LINGER_SECONDS, transport.abort)

    def eof_received(self) -> None:
        if self.is_lingering:
            self.transport.abort()

    def _stop_timers(self) -> None:
        for timer in (self._head_timer, self._linger_timer):
            if timer:
                timer.cancel()
        self._head_timer = self._linger_timer = None


def build_protocol(limits: Limits, refused: Counter[str]) -> type[LimitedProtocol]:
    """The class of connections with these limits; refused ones are counted by reason."""
    return type("ServiceProtocol", (LimitedProtocol,), {"limits": limits, "refused": refused})
