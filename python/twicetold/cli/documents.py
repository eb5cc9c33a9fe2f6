"""The command `documents`, and `apply`, which writes what it keeps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    Cleaner,
    Config,
    Encoding,
    EngineName,
    Force,
    IdField,
    IgnorePunctuation,
    Language,
    Master,
    Memory,
    MinLength,
    Namespaces,
    NewRun,
    Partition,
    Paths,
    Quiet,
    Reader,
    Recall,
    Resume,
    Revisions,
    RunFolder,
    SparkConf,
    Strict,
    TextField,
    Threads,
    TitleField,
    Vectors,
)
from twicetold.cli.settings import settings_of, wish_of
from twicetold.errors import TwicetoldError


@app.command()
def documents(
    context: typer.Context,
    paths: Paths,
    output: NewRun,
    keep: Annotated[
        str,
        typer.Option(
            help="Which of several alike stays: longest, newest, oldest, first, FIELD:max, FIELD:min; "
            "all-but-none only shows them."
        ),
    ] = "longest",
    prefer: Annotated[
        str, typer.Option(help="... but these before all others: `source=books,news`, or another field.")
    ] = "",
    against: Annotated[
        list[str] | None, typer.Option(help="Files, folders, globs: only what already stands in these is to go.")
    ] = None,
    locate: Annotated[
        str, typer.Option(help="Say where in both texts the overlap stands: with --against; always; never.")
    ] = "against",
    threshold: Annotated[float, typer.Option(help="The least similarity of a match.")] = 0.8,
    measure: Annotated[
        str, typer.Option(help="jaccard; containment: of the shorter in the longer; cosine, dice, overlap.")
    ] = "",
    feature: Annotated[
        str, typer.Option(help="What stands for a document: words, characters, winnow, spotsigs, vectors ...")
    ] = "words",
    shingle: Annotated[int, typer.Option(help="How many of them in a row; 0 is the feature's usual.")] = 5,
    finder: Annotated[
        str, typer.Option(help="minhash; join (all matches, any measure); of vectors projection, scan.")
    ] = "",
    recall: Recall = 0.999,
    partition: Partition = "term",
    min_length: MinLength = 0,
    ignore_punctuation: IgnorePunctuation = False,
    vectors: Vectors = "hashed",
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
    memory: Memory = "",
    config: Config = None,
    engine: EngineName = "local",
    master: Master = "",
    spark_conf: SparkConf = None,
    resume: Resume = False,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Near-duplicate documents: verified matches, clusters, and which of each cluster stays, and why.

    Example: `twicetold documents corpus -o run --keep newest`, then `twicetold apply run -o clean`
    """
    given = dict(locals())
    from twicetold.api import OF_DOCUMENTS
    from twicetold.commands import documents as command

    settings = settings_of(context, given, {name: f"document_{name}" for name in OF_DOCUMENTS})
    raise typer.Exit(1 if command.run(paths, wish_of(given, settings)) else 0)


@app.command()
def apply(
    run: RunFolder,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A new folder for the files.", show_default=False)
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would go, as JSON lines.")] = False,
    remove: Annotated[
        str, typer.Option(help="documents, sentences or passages; otherwise what the run is of.", show_default=False)
    ] = "",
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """The input of a run once more, in the same files, without what the run found to be there twice.

    Of `documents` the records that do not stay go; of `sentences` all but the first of each cluster, and of `passages`
    the later of two, are cut out of their texts. `removed.jsonl` says what went, and what it repeats.

    Example: `twicetold apply run --dry-run`, then `twicetold apply run -o clean`
    """
    from twicetold.apply import command
    from twicetold.counted import counted

    if output is None and not dry_run:
        raise TwicetoldError("no folder to write to", "give -o a new folder, or --dry-run to see what would go")
    if dry_run or output is None:
        applied = command.preview(run, remove)
    else:
        applied = command.apply(run, output, remove, force=force)
    if not quiet:
        print(applied.summary, file=sys.stderr)
        written = f"{counted(applied.files, 'file')} in {output}; its `{command.REMOVED}` says what went, and why"
        print("nothing was written" if dry_run else written, file=sys.stderr)
