"""What `twicetold serve` does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from twicetold.errors import MissingPackage, SettingsError
from twicetold.text.quantities import parse_bytes

EXTRA = "serve"


def serve(
    folder: Path,
    host: str,
    port: int,
    token_file: Path | None,
    max_body: str,
    max_connections: int,
    timeout: float,
    *,
    quiet: bool,
) -> None:
    """Serve an index over HTTP until a signal comes."""
    try:
        import httptools  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise MissingPackage(error.name or "uvicorn", EXTRA) from None
    from twicetold.serve.limits import Limits
    from twicetold.serve.server import serve_index

    if not 0 <= port <= 65_535:
        raise SettingsError(f"`--port` must be between 0 and 65535, not {port}", "0 takes a free one")
    if max_connections < 1:
        raise SettingsError(f"`--max-connections` must be 1 or more, not {max_connections}", "for example 1000")
    if not 0 < timeout < 86_400:
        raise SettingsError(f"`--timeout` must be more than 0 and less than 86400, not {timeout:g}", "for example 30")
    limits = replace(Limits(), body_bytes=parse_bytes(max_body), connections=max_connections, request_seconds=timeout)
    serve_index(folder, host, port, token_file, limits, quiet=quiet)
