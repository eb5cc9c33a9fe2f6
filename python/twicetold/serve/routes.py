"""What the service answers: a function for each address and method."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from twicetold._kernels import VERSION
from twicetold.errors import RunError, TwicetoldError
from twicetold.serve.bodies import DOCUMENT_TYPES, Batch, DocumentLines, check_content, read_batches, read_json
from twicetold.serve.limits import Limits
from twicetold.serve.metrics import METRICS_TYPE, Metrics
from twicetold.serve.openapi import build_description
from twicetold.serve.parameters import (
    DEFAULT_EVENTS,
    DEFAULT_MATCHES,
    DEFAULT_TEXTS,
    MOST_EVENT_NUMBER,
    get_ids,
    get_number,
    get_switch,
    get_text,
    read_address,
    read_object,
    read_path_id,
    require_id,
)
from twicetold.serve.problems import (
    Problem,
    build_busy_problem,
    build_json_response,
    encode_json,
    explain_error,
)
from twicetold.serve.writer import View, Writer

Handler = Callable[[Request], Awaitable[Any]]
_QUERY_NAMES = frozenset({"text", "limit", "fresh"})
_NO_NAMES = frozenset[str]()


class Endpoint:
    """An address and the methods that it takes."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        self._handlers = {**handlers, **({"HEAD": handlers["GET"]} if "GET" in handlers else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = self._handlers.get(scope["method"])
        if handler is None:
            allow = ", ".join(sorted(self._handlers))
            raise Problem(405, "this address does not take this method", f"it takes {allow}", allow=allow)
        response = await handler(Request(scope, receive))
        await response(scope, receive, send)


class LineStream:
    """An answer whose lines are sent as they come. Its connection is closed afterwards."""

    def __init__(self, lines: AsyncGenerator[bytes]) -> None:
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", DOCUMENT_TYPES[0].encode()), (b"connection", b"close")]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            async for line in self._lines:
                await send({"type": "http.response.body", "body": line, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            await self._lines.aclose()


@dataclass
class Routes:
    """The answers of a service."""

    writer: Writer
    limits: Limits
    metrics: Metrics
    documents: DocumentLines
    queries: Executor
    stopping: asyncio.Event
    count_connections: Callable[[], int]
    needs_token: bool
    uploads: int = 0

    def list_routes(self) -> list[Route]:
        addresses: dict[str, dict[str, Handler]] = {
            "/documents": {"POST": self.add_documents, "DELETE": self.remove_documents},
            "/documents/{id:path}": {"DELETE": self.remove_document},
            "/query": {"GET": self.query, "POST": self.query_long},
            "/clusters/{id:path}": {"GET": self.get_cluster},
            "/events": {"GET": self.get_events},
            "/health": {"GET": self.get_health},
            "/metrics": {"GET": self.get_metrics},
            "/openapi.json": {"GET": self.get_description},
        }
        return [Route(path, Endpoint(handlers)) for path, handlers in addresses.items()]

    # ---- changes ----

    async def add_documents(self, request: Request) -> Any:
        read_address(request, _NO_NAMES)
        length = check_content(request, DOCUMENT_TYPES, self.limits.body_bytes)
        is_upload = length is None or length > self.limits.small_bytes
        if is_upload and self.uploads >= self.limits.uploads:
            raise build_busy_problem(f"{self.limits.uploads} uploads are being read")
        self.uploads += is_upload
        lines = self._add_batches(request, is_upload)
        try:
            first = await anext(lines)
            if first[1]:
                return Response(first[0], media_type=DOCUMENT_TYPES[0])
        except BaseException:
            await lines.aclose()
            raise
        return LineStream(self._stream_lines(first[0], lines))

    async def _add_batches(self, request: Request, is_upload: bool) -> AsyncGenerator[tuple[bytes, bool]]:
        """Lines of the answer, and whether they are the last; a problem before the first of them ends the request."""
        acknowledged = rejected = 0
        try:
            async for batch in read_batches(request, self.documents, self.limits, self.stopping):
                is_first = not acknowledged + rejected
                count = await self._add_batch(batch, waits=not is_first)
                acknowledged, rejected = acknowledged + count, rejected + batch.rejected
                self.metrics.rejected += batch.rejected
                if batch.is_last and is_first and batch.rejected and not count:
                    raise build_reject_problem(batch)
                lines = b"" if is_first and not batch.lines else build_batch_line(batch, count)
                if batch.is_last:
                    done = {"done": True, "acknowledged": acknowledged, "rejected": rejected, "lines": batch.lines}
                    lines += encode_json(done) + b"\n"
                yield lines, batch.is_last
        finally:
            self.uploads -= is_upload

    async def _add_batch(self, batch: Batch, waits: bool) -> int:
        if not batch.records:
            return 0
        async with asyncio.timeout(self.limits.request_seconds):
            while waits and not self.writer.has_room(batch.bytes):
                await asyncio.sleep(0.02)
            return await self.writer.add(batch.records, batch.bytes)

    async def _stream_lines(self, first: bytes, lines: AsyncGenerator[tuple[bytes, bool]]) -> AsyncGenerator[bytes]:
        yield first
        try:
            async for line, _ in lines:
                yield line
        except ClientDisconnect:
            raise
        except Exception as error:
            yield encode_json(explain_error(error).facts) + b"\n"
        finally:
            await lines.aclose()

    async def remove_documents(self, request: Request) -> Response:
        read_address(request, _NO_NAMES)
        given = read_object(await read_json(request, self.limits), frozenset({"ids"}))
        ids = list(dict.fromkeys(get_ids(given, self.limits)))
        async with asyncio.timeout(self.limits.request_seconds):
            removed = await self.writer.remove(ids)
            return build_json_response({"removed": removed, "unknown": len(ids) - removed})

    async def remove_document(self, request: Request) -> Response:
        async with asyncio.timeout(self.limits.request_seconds):
            read_address(request, _NO_NAMES)
            given = require_id(read_path_id(request, "/documents/"), self.limits)
            if not await self.writer.remove([given]):
                raise Problem(404, "the index has no document with this id", "ids are compared letter by letter")
            return build_json_response({"removed": 1, "unknown": 0})

    # ---- questions ----

    async def query(self, request: Request) -> Response:
        return await self._answer_query(read_address(request, _QUERY_NAMES))

    async def query_long(self, request: Request) -> Response:
        read_address(request, _NO_NAMES)
        given = read_object(await read_json(request, self.limits), _QUERY_NAMES)
        return await self._answer_query(given)

    async def _answer_query(self, given: Mapping[str, Any]) -> Response:
        text = get_text(given, self.limits)
        limit = get_number(given, "limit", DEFAULT_MATCHES, 1, self.limits.matches)
        is_fresh = get_switch(given, "fresh")
        async with asyncio.timeout(self.limits.request_seconds):
            if is_fresh:
                await self.writer.catch_up()
            return await self._ask(lambda view: self._search(view, text, limit))

    def _search(self, view: View, text: str, limit: int) -> dict[str, Any]:
        found = view.index.query(text, limit)
        unseen = max(self.writer.acknowledged - view.seen, 0)
        return {"matches": [asdict(each) for each in found], "unseen_changes": unseen}

    async def get_cluster(self, request: Request) -> Response:
        given = read_address(request, frozenset({"limit"}))
        limit = get_number(given, "limit", DEFAULT_TEXTS, 1, self.limits.texts)
        name = read_path_id(request, "/clusters/")
        if not (name.isascii() and name.isdigit() and len(name) < 19):
            raise build_cluster_problem()

        def find(view: View) -> dict[str, Any]:
            try:
                return asdict(view.index.cluster(int(name), limit))
            except RunError as error:
                if "there is no cluster" in error.message:
                    raise build_cluster_problem() from None
                raise

        async with asyncio.timeout(self.limits.request_seconds):
            return await self._ask(find)

    async def get_events(self, request: Request) -> Response:
        given = read_address(request, frozenset({"since", "limit"}))
        since = get_number(given, "since", 0, 0, MOST_EVENT_NUMBER)
        limit = get_number(given, "limit", DEFAULT_EVENTS, 1, self.limits.events)

        def find(view: View) -> dict[str, Any]:
            events = [asdict(each) for each in islice(view.index.events(since), limit)]
            return {"events": events, "next": events[-1]["sequence"] if events else since}

        async with asyncio.timeout(self.limits.request_seconds):
            return await self._ask(find)

    async def _ask(self, work: Callable[[View], dict[str, Any]]) -> Response:
        """The answer of a thread for questions, about the view that is the newest."""
        body = await asyncio.get_running_loop().run_in_executor(self.queries, self._answer, work)
        return Response(body, media_type="application/json")

    def _answer(self, work: Callable[[View], dict[str, Any]]) -> bytes:
        """JSON of what was found. A view whose files were just merged into others is left for the next one."""
        while True:
            view = self.writer.view
            try:
                return encode_json(work(view)) + b"\n"
            except (TwicetoldError, OSError):
                if not self.writer.await_next_view(view):
                    raise

    # ---- the service itself ----

    async def get_health(self, request: Request) -> Response:
        read_address(request, _NO_NAMES)
        if not self.writer.is_alive:
            raise Problem(503, "the writer has ended", "start the service again; its log says why")
        return build_json_response({"status": "ok", "version": VERSION})

    async def get_metrics(self, request: Request) -> Response:
        read_address(request, _NO_NAMES)
        text = self.metrics.write_text(self.writer, self.count_connections())
        return Response(text, headers={"content-type": METRICS_TYPE})

    async def get_description(self, request: Request) -> Response:
        read_address(request, _NO_NAMES)
        return build_json_response(build_description(self.limits, self.needs_token))


def build_batch_line(batch: Batch, acknowledged: int) -> bytes:
    facts = {
        "acknowledged": acknowledged,
        "rejected": batch.rejected,
        "lines": batch.lines,
        "rejects": batch.rejects,
    }
    return encode_json(facts) + b"\n"


def build_reject_problem(batch: Batch) -> Problem:
    first = batch.rejects[0]
    return Problem(400, "no line of the body is a document", f"line {first['line']}: {first['reason']}")


def build_cluster_problem() -> Problem:
    return Problem(404, "there is no cluster of this name", "`GET /events` says what has become of clusters")


async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
    raise Problem(404, "there is nothing at this address", "`GET /openapi.json` lists what there is")
