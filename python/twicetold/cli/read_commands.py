"""The command `split`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from twicetold.cli.app import app
from twicetold.cli.options import Config, Force, HelpAll, Output, Paths, Quiet, RejectsFile
from twicetold.cli.settings import add_setting_options, read_typed_settings
from twicetold.jobs.split.settings import SplitSettings


@app.command()
@add_setting_options(SplitSettings)
def split(
    context: typer.Context,
    paths: Paths,
    output: Output = "-",
    format: Annotated[str, typer.Option(help="Format on stdout: `text` or `jsonl`.")] = "text",
    rejects: RejectsFile = None,
    config: Config = None,
    force: Force = False,
    quiet: Quiet = False,
    help_all: HelpAll = False,
    **typed: Any,
) -> None:
    """Split any input into sentences, each with its title, section, block and place.

    Example: `twicetold split simplewiki.xml.bz2 -o sentences.parquet`
    """
    from twicetold.jobs.split import command

    settings = read_typed_settings(SplitSettings, context, typed, config)
    summary = command.split_files(paths, output, format, rejects, settings, force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected_records else 0)
