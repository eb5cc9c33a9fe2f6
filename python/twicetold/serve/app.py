"""The application: its routes behind a guard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor

from starlette.routing import Router

from twicetold.memory.records import FieldNames
from twicetold.serve.access import Access
from twicetold.serve.bodies import DocumentLines
from twicetold.serve.guard import Guard
from twicetold.serve.limits import Limits
from twicetold.serve.log import ServiceLog
from twicetold.serve.metrics import Metrics
from twicetold.serve.routes import Routes, not_found
from twicetold.serve.writer import Writer


def build_app(
    writer: Writer,
    access: Access,
    limits: Limits,
    metrics: Metrics,
    log: ServiceLog,
    queries: Executor,
    count_connections: Callable[[], int],
) -> Guard:
    """The application over an index, as an ASGI server takes it."""
    stopping = asyncio.Event()
    names = FieldNames.from_reading(writer.index.settings.reading, of_threads=False)
    routes = Routes(
        writer,
        limits,
        metrics,
        DocumentLines(names, limits),
        queries,
        stopping,
        count_connections,
        bool(access.token_hash),
    )
    router = Router(routes.list_routes(), redirect_slashes=False, default=not_found)
    return Guard(router, access, limits, metrics, log, stopping)
