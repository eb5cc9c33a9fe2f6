"""The command `passages`."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    ALL_BLOCKS,
    Averaging,
    Blocks,
    Cleaner,
    Config,
    Dimensions,
    Encoding,
    EngineName,
    Feature,
    Finder,
    Force,
    IdField,
    Language,
    Master,
    Measure,
    Memory,
    Namespaces,
    NewRun,
    Partition,
    Paths,
    Quiet,
    Reader,
    Recall,
    Resume,
    Revisions,
    Shingle,
    SparkConf,
    Strict,
    TextField,
    Threads,
    TitleField,
    Vectors,
)
from twicetold.cli.settings import settings_of, wish_of


@app.command()
def passages(
    context: typer.Context,
    paths: Paths,
    output: NewRun,
    against: Annotated[
        list[str] | None, typer.Option(help="Files, folders, globs: only what the others share with these.")
    ] = None,
    pairs: Annotated[str, typer.Option(help="A file with two documents a line: only these are compared.")] = "",
    series: Annotated[
        str, typer.Option(help="A field: what two documents of one series share does not count; folder, source, none.")
    ] = "",
    by: Annotated[str, typer.Option(help="words, or sentences: runs of matching sentences alone.")] = "words",
    min_sentences: Annotated[int, typer.Option(help="By sentences: the least in a row.")] = 3,
    max_gap: Annotated[int, typer.Option(help="Sentences that may stand between two that match.")] = 4,
    extend: Annotated[bool, typer.Option(help="By sentences: to the last word that matches.")] = True,
    min_passage: Annotated[int, typer.Option(help="Characters of the shortest passage.")] = 120,
    evidence: Annotated[float, typer.Option(help="How sure one must be: 4 finds more, 6 errs less.")] = 5.0,
    consistency: Annotated[float, typer.Option(help="... as a share of the pair's best; 0 for any.")] = 0.5,
    summary_evidence: Annotated[float, typer.Option(help="How sure a summary must be; 0 looks for none.")] = 6.0,
    thorough: Annotated[
        int, typer.Option(help="Word by word, where two documents have so few pairs of sentences; -1 is chosen.")
    ] = -1,
    boilerplate: Annotated[
        int, typer.Option(help="What stands in more documents; 0 is 25, or half of all of few.")
    ] = 0,
    keep_boilerplate: Annotated[bool, typer.Option(help="List it where two documents share more.")] = True,
    run_words: Annotated[int, typer.Option(help="Words in a row that bring two documents together; 0 is chosen,")] = 0,
    run_window: Annotated[int, typer.Option(help="of which one in so many is looked up.")] = 0,
    threshold: Annotated[float, typer.Option(help="The least similarity of two sentences.")] = 0.8,
    measure: Measure = "edit",
    finder: Finder = "minhash",
    partition: Partition = "document",
    feature: Feature = "characters",
    shingle: Shingle = 0,
    vectors: Vectors = "hashed",
    dimensions: Dimensions = 256,
    averaging: Averaging = "mean",
    recall: Recall = 0.99,
    preset: Annotated[str, typer.Option(help="A paper's settings: zhang2010.")] = "",
    blocks: Blocks = ALL_BLOCKS,
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
    """Passages that two documents share, located to the character in both: copies, quotations, summaries.

    Example: `twicetold passages essays --against sources -o run`, then `twicetold show run`
    """
    given = dict(locals())
    from twicetold.commands import passages as command

    raise typer.Exit(1 if command.run(paths, wish_of(given, settings_of(context, given))) else 0)
