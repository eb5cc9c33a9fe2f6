"""Options that are no settings and that several commands share, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.completion import complete_runs

Paths = Annotated[
    list[str], typer.Argument(metavar="PATHS", help="Files, folders, globs, or `-` for stdin.", show_default=False)
]
RunFolder = Annotated[
    Path,
    typer.Argument(
        metavar="RUN", help="The folder that a job wrote.", autocompletion=complete_runs, show_default=False
    ),
]
Output = Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, `-`, or a run folder.")]
RejectsFile = Annotated[
    Path | None, typer.Option("--rejects", help="A `.parquet` or `.jsonl` file for records that could not be read.")
]
Config = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A TOML file with settings; options override it.", rich_help_panel="Common"),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing output.", rich_help_panel="Common")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]
JobJson = Annotated[
    bool,
    typer.Option("--json", help="Print the figures of the run as JSON, and no summary.", rich_help_panel="Common"),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print neither progress nor summary.", rich_help_panel="Common")
]

Profile = Annotated[
    bool,
    typer.Option(
        "--profile", help="Print the time, CPU, memory and disk of each stage.", rich_help_panel="Common", hidden=True
    ),
]


def show_all_options(context: typer.Context, is_wanted: bool) -> None:
    """Print the help with every option, in panels, and end."""
    if is_wanted:
        for each in context.command.params:
            each.hidden = False  # type: ignore[attr-defined]
        typer.echo(context.get_help())
        raise typer.Exit


HelpAll = Annotated[
    bool,
    typer.Option(
        "--help-all",
        help="Show all options, in panels, and exit.",
        is_eager=True,
        callback=show_all_options,
        rich_help_panel="Common",
    ),
]
