"""A process that serves an index: its socket, its threads, and its end."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from twicetold.errors import SettingsError
from twicetold.index import Index
from twicetold.serve.access import Access, hash_token, keep_own_token, read_token
from twicetold.serve.app import build_app
from twicetold.serve.guard import Guard
from twicetold.serve.limits import Limits
from twicetold.serve.log import ServiceLog
from twicetold.serve.metrics import Metrics
from twicetold.serve.protocol import build_protocol
from twicetold.serve.writer import Writer

QUERY_THREADS = 2
QUERY_THREAD = "query"  # how their names begin
BACKLOG = 2048  # connections that wait to be accepted
SWITCH_SECONDS = 0.0005  # between threads: those of the writer must not hold up a short answer
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Server(uvicorn.Server):
    """A server that ends on a signal as on a request: a clean end is no failure."""

    def __init__(self, config: uvicorn.Config, guard: Guard) -> None:
        super().__init__(config)
        self._guard = guard

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Have the usual signals stop the service, except those that are ignored, as `nohup` has it."""
        before = {each: signal.getsignal(each) for each in _SIGNALS}
        for each in _SIGNALS:
            if before[each] is not signal.SIG_IGN:
                signal.signal(each, self.handle_exit)
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A second signal ends without waiting for requests; what was acknowledged is on the disk either way."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._guard.stopping.set()
        await super().shutdown(sockets)


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket; an error says what to do."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"there is no host `{host}`: {error}", "for example --host 127.0.0.1") from None
    opened = socket.socket(family, kind, protocol)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(BACKLOG)  # who comes before the service is ready waits
        opened.setblocking(False)
    except OSError as error:
        opened.close()
        hint = "give another --port, or --port 0 for a free one"
        raise SettingsError(f"cannot listen on {host}, port {port}: {error.strerror}", hint) from None
    return opened


def is_loopback(opened: socket.socket) -> bool:
    return ipaddress.ip_address(opened.getsockname()[0].partition("%")[0]).is_loopback


def name_address(opened: socket.socket) -> str:
    host, port = opened.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_index(folder: Path, host: str, port: int, token_file: Path | None, limits: Limits, *, quiet: bool) -> None:
    """Serve an index until a signal comes."""
    limits = limits.fit_open_files()
    log = ServiceLog(quiet)
    with Index(folder).lock() as index, open_socket(host, port) as opened:
        access, lines = _choose_access(folder, opened, host, token_file)
        writer = Writer(index, limits, log)
        lines = [f"serving `{folder}` at {name_address(opened)}; stop it with Ctrl-C", *lines]
        if not quiet:
            for line in lines:
                print(line, file=sys.stderr, flush=True)
        queries = ThreadPoolExecutor(QUERY_THREADS, QUERY_THREAD)
        try:
            with asyncio.Runner(loop_factory=_choose_loop()) as runner:
                runner.run(_run_server(writer, access, limits, log, queries, opened))
        finally:
            _end_threads(writer, queries, limits.stop_seconds, quiet=quiet)


def _end_threads(writer: Writer, queries: Executor, seconds: float, *, quiet: bool) -> None:
    """End the threads. Where one is still at work after so many seconds, the process ends as if killed.

    That loses nothing that was acknowledged. The lock of the index must not be given back before the writer has
    ended, so that nobody writes beside it.
    """
    queries.shutdown(wait=False, cancel_futures=True)
    end = time.monotonic() + seconds
    is_ended = writer.stop(seconds)
    while is_ended and any(each.name.startswith(QUERY_THREAD) for each in threading.enumerate()):
        is_ended = time.monotonic() < end
        time.sleep(0.01)
    if not quiet:
        print("stopped", file=sys.stderr, flush=True)
    if not is_ended:
        os._exit(0)


def _choose_access(folder: Path, opened: socket.socket, host: str, token_file: Path | None) -> tuple[Access, list[str]]:
    """Who may use the service, and what to say about it."""
    token, lines = read_token(token_file), []
    if not token and not is_loopback(opened):
        token, path = keep_own_token(folder)
        lines = [f"the token is in `{path}`; send it as `Authorization: Bearer TOKEN`"]
    access = Access(hash_token(token.encode()) if token else b"", is_loopback(opened), host.lower())
    return access, lines


async def _run_server(
    writer: Writer, access: Access, limits: Limits, log: ServiceLog, queries: Executor, opened: socket.socket
) -> None:
    asyncio.get_running_loop().set_exception_handler(_ReportLoopError(log))
    sys.setswitchinterval(SWITCH_SECONDS)
    for name in ("uvicorn.error", "uvicorn.access", "asyncio"):
        logging.getLogger(name).disabled = True  # what they say is in our own log, without control characters
    metrics = Metrics()
    servers: list[Server] = []
    guard = build_app(writer, access, limits, metrics, log, queries, lambda: len(servers[0].server_state.connections))
    config = uvicorn.Config(
        guard,
        http=build_protocol(limits, metrics.refused),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        backlog=BACKLOG,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=int(limits.idle_seconds),
        timeout_graceful_shutdown=int(limits.stop_seconds),
    )
    servers.append(Server(config, guard))
    writer.start()
    await servers[0].serve(sockets=[opened])


class _ReportLoopError:
    """Writes what goes wrong outside of a request, such as a lack of open files, on a line."""

    def __init__(self, log: ServiceLog) -> None:
        self._log = log

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            self._log.report_error(str(context.get("message", "error")), error)


def _choose_loop() -> Any:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
