"""The program that commands are added to, and the panels that its help lists them in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from twicetold._kernels import VERSION
from twicetold.cli.help import PlainCommand, PlainGroup

Command = Callable[..., Any]

MAKE_A_RUN = "Make a run"
LOOK_AT_A_RUN = "Look at a run"
JUDGE_AND_CHOOSE = "Judge and choose"
WITHOUT_A_RUN = "Without a run"
KEEP_AN_INDEX = "Keep an index"

app = typer.Typer(
    help="Where does a body of text repeat itself, and do the copies still agree?",
    cls=PlainGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def add_command(panel: str, name: str | None = None, **options: Any) -> Callable[[Command], Command]:
    """Add a function as a command, in a panel of the help."""
    return app.command(name, cls=PlainCommand, rich_help_panel=panel, **options)


look_at_a_run = partial(add_command, LOOK_AT_A_RUN)
judge_and_choose = partial(add_command, JUDGE_AND_CHOOSE)
without_a_run = partial(add_command, WITHOUT_A_RUN)


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False) -> None:
    if version:
        print(f"twicetold {VERSION}")
        raise typer.Exit
