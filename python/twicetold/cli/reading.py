"""The commands that only read: `split` for sentences, `gather` for threads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    AnswerField,
    Cleaner,
    Config,
    DescriptionField,
    Encoding,
    Force,
    IdField,
    Language,
    Memory,
    Namespaces,
    Output,
    Paths,
    QuestionField,
    Quiet,
    Reader,
    RejectsFile,
    Revisions,
    Strict,
    TextField,
    Threads,
    TitleField,
)
from twicetold.cli.settings import settings_of


@app.command()
def split(
    context: typer.Context,
    paths: Paths,
    output: Output = "-",
    format: Annotated[str, typer.Option(help="On stdout: text or jsonl.")] = "text",
    rejects: RejectsFile = None,
    reader: Reader = "auto",
    id_field: IdField = "",
    text_field: TextField = "",
    title_field: TitleField = "",
    cleaner: Cleaner = "auto",
    language: Language = "",
    namespaces: Namespaces = "0",
    revisions: Revisions = "latest",
    encoding: Encoding = "utf-8",
    strict: Strict = False,
    threads: Threads = 0,
    config: Config = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """The sentences of any input, each with its title, section, block and place.

    Example: `twicetold split simplewiki.xml.bz2 -o sentences.parquet`
    """
    given = dict(locals())
    from twicetold.commands import split as command

    settings = settings_of(context, given)
    summary = command.split_to(paths, output, format, rejects, settings, force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected else 0)


@app.command()
def gather(
    context: typer.Context,
    paths: Paths,
    output: Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, or `-`.")] = "-",
    truth: Annotated[
        Path | None, typer.Option(help="A `.csv` file for the pairs that the site itself calls duplicates.")
    ] = None,
    rejects: RejectsFile = None,
    reader: Reader = "auto",
    id_field: IdField = "",
    question_field: QuestionField = "",
    description_field: DescriptionField = "",
    answer_field: AnswerField = "",
    strict: Strict = False,
    threads: Threads = 0,
    memory: Memory = "",
    config: Config = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """The question-and-answer threads of any input, each with its question, description and answer as plain text.

    Example: `twicetold gather ai.stackexchange.com.7z -o threads.jsonl --truth pairs.csv`
    """
    given = dict(locals())
    from twicetold.commands import gather as command

    outputs = command.Outputs(output, truth, rejects)
    summary = command.gather_to(paths, outputs, settings_of(context, given), force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected else 0)
