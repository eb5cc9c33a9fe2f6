"""The program that commands are added to."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold._kernels import VERSION

app = typer.Typer(
    help="Where does a body of text repeat itself, and do the copies still agree?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        print(f"twicetold {VERSION}")
        raise typer.Exit
