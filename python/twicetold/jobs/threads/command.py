"""The command `gather`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from twicetold.cli.options import Config, Force, HelpAll, Paths, Quiet, RejectsFile
from twicetold.cli.settings import add_setting_options, read_typed_settings
from twicetold.jobs.threads.settings import ThreadSettings


@add_setting_options(ThreadSettings, groups=("reading", "machine"))
def gather(
    context: typer.Context,
    paths: Paths,
    output: Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, or `-`.")] = "-",
    truth: Annotated[
        Path | None, typer.Option(help="A `.csv` file for the pairs that the site itself marks as duplicates.")
    ] = None,
    rejects: RejectsFile = None,
    config: Config = None,
    force: Force = False,
    quiet: Quiet = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON lines to stdout, as without -o.")] = False,
    help_all: HelpAll = False,
    **typed: Any,
) -> None:
    """Gather the question-and-answer threads of any input, with question, description and answer as plain text.

    Example: `twicetold gather ai.stackexchange.com.7z -o threads.jsonl --truth pairs.csv`
    """
    from twicetold.jobs.threads import gather_command as command

    outputs = command.GatherOutputs("-" if json else output, truth, rejects)
    settings = read_typed_settings(ThreadSettings, context, typed, config)
    summary = command.gather_threads(paths, outputs, settings, force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected_records else 0)
