"""The command that serves an index over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import KEEP_AN_INDEX, add_command

IndexFolder = Annotated[Path, typer.Argument(metavar="PATH", help="The folder of the index.", show_default=False)]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="A file with the token that clients must send; default: `$TWICETOLD_TOKEN`, if set."
    ),
]


@add_command(KEEP_AN_INDEX)
def serve(
    path: IndexFolder,
    host: Annotated[
        str, typer.Option(help="Address to listen on. Others than this machine need a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 7878,
    token_file: TokenFile = None,
    max_body: Annotated[str, typer.Option(help="Largest body of documents in a request.", metavar="SIZE")] = "256MiB",
    max_connections: Annotated[int, typer.Option(help="Most connections that may be open.")] = 1000,
    timeout: Annotated[float, typer.Option(help="Seconds that a request may take.")] = 30.0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Log errors only, not every request.")] = False,
) -> None:
    """Serve an index over HTTP with JSON: add, remove and ask. It listens on this machine only, unless told otherwise.

    Example: `twicetold serve index`
    """
    from twicetold.serve import command

    command.serve(path, host, port, token_file, max_body, max_connections, timeout, quiet=quiet)
