"""The command `threads`."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    AnswerField,
    Config,
    DescriptionField,
    EngineName,
    Force,
    IdField,
    IgnorePunctuation,
    Master,
    Memory,
    NewRun,
    Partition,
    Paths,
    QuestionField,
    Quiet,
    Reader,
    Resume,
    SparkConf,
    Strict,
    Threads,
)
from twicetold.cli.settings import settings_of, wish_of


@app.command()
def threads(
    context: typer.Context,
    paths: Paths,
    output: NewRun,
    threshold: Annotated[float, typer.Option(help="The least score of a match.")] = 0.5,
    weights: Annotated[
        tuple[float, float, float], typer.Option(help="Of question, description, answer; as shares of their sum.")
    ] = (0.4, 0.2, 0.4),
    question_feature: Annotated[
        str, typer.Option(help="What stands for a question: characters, words, winnow, imatch, spotsigs, weighted ...")
    ] = "words",
    question_shingle: Annotated[int, typer.Option(help="... how many in a row; 0 is the usual,")] = 3,
    question_measure: Annotated[
        str, typer.Option(help="... compared by jaccard, cosine, dice, overlap or containment.")
    ] = "jaccard",
    description_feature: Annotated[str, typer.Option(help="The same for a description,")] = "words",
    description_shingle: Annotated[int, typer.Option(help="... how many,")] = 3,
    description_measure: Annotated[str, typer.Option(help="... by which measure.")] = "jaccard",
    answer_feature: Annotated[str, typer.Option(help="The same for an answer,")] = "words",
    answer_shingle: Annotated[int, typer.Option(help="... how many,")] = 3,
    answer_measure: Annotated[
        str, typer.Option(help="... by which measure: of two answers one may contain the other.")
    ] = "containment",
    aspect: Annotated[
        list[str] | None,
        typer.Option(
            help="Instead of these, any number of aspects: FIELD:FEATURE[:SHINGLE[:MEASURE[:WEIGHT[:FILE]]]], "
            "such as question:stems:0:jaccard:0.4. May be repeated.",
            show_default=False,
        ),
    ] = None,
    finder: Annotated[str, typer.Option(help="Candidates by join (exact), minhash or projection.")] = "join",
    preset: Annotated[str, typer.Option(help="A paper's settings: wu2011.")] = "",
    partition: Partition = "document",
    ignore_punctuation: IgnorePunctuation = False,
    reader: Reader = "auto",
    id_field: IdField = "",
    question_field: QuestionField = "",
    description_field: DescriptionField = "",
    answer_field: AnswerField = "",
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
    """Questions that were asked twice: threads alike in question, description and answer, by a score of all three.

    Example: `twicetold threads ai.stackexchange.com.7z -o run --weights 0.5 0.2 0.3`
    """
    given = dict(locals())
    from twicetold.commands import threads as command

    # In this job they are of the score, not of two texts.
    settings = settings_of(context, given, {"threshold": "least_score", "finder": "thread_finder"})
    raise typer.Exit(1 if command.run(paths, wish_of(given, settings)) else 0)
