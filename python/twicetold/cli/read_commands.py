"""The command `split`, and the further commands of jobs that only read."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from twicetold.cli.app import WITHOUT_A_RUN, without_a_run
from twicetold.cli.job_commands import add_further_commands
from twicetold.cli.options import Config, Force, HelpAll, Output, Paths, Quiet, RejectsFile
from twicetold.cli.settings import add_setting_options, read_typed_settings
from twicetold.jobs.split.settings import SplitSettings


@without_a_run()
@add_setting_options(SplitSettings)
def split(
    context: typer.Context,
    paths: Paths,
    output: Output = "-",
    format: Annotated[str, typer.Option(help="Format on stdout.", metavar="text|jsonl")] = "text",
    json: Annotated[bool, typer.Option("--json", help="The same as `--format jsonl`.")] = False,
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
    summary = command.split_files(
        paths, output, "jsonl" if json else format, rejects, settings, force=force, quiet=quiet
    )
    raise typer.Exit(1 if summary.rejected_records else 0)


add_further_commands(WITHOUT_A_RUN)
