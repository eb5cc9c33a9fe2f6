"""The command `threads`."""

from __future__ import annotations

from pathlib import Path
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
    Master,
    Memory,
    QuestionField,
    Quiet,
    Reader,
    SparkConf,
    Strict,
    Threads,
    bytes_of,
    settings_of,
)
from twicetold.cli.options import Paths as Files


@app.command()
def threads(
    paths: Files,
    output: Annotated[Path, typer.Option("-o", "--output", help="The run folder.", show_default=False)],
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
    partition: Annotated[
        str, typer.Option(help="Of the join of a field: by document (the default) or by term (that of wu2011).")
    ] = "",
    ignore_punctuation: Annotated[
        bool, typer.Option("--ignore-punctuation", help="Texts that differ only so are one.")
    ] = False,
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
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the settings that the folder was begun with.")
    ] = False,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Questions that were asked twice: threads alike in question, description and answer, by a score of all three.

    Example: `twicetold threads ai.stackexchange.com.7z -o run --weights 0.5 0.2 0.3`
    """
    given = dict(locals())
    del given["threshold"], given["finder"]  # in this job they are of the score, not of two texts
    del given["partition"]  # it goes before the preset's also where it is the default
    from twicetold.commands import threads as threads_command
    from twicetold.commands.engine_wanted import EngineWanted
    from twicetold.commands.job import Wish
    from twicetold.config import with_options
    from twicetold.stages.threads.aspects import aspect_of

    own = {"least_score": threshold, "thread_finder": finder, "aspects": tuple(map(aspect_of, aspect or ()))}
    settings = settings_of(given, **own, memory_bytes=bytes_of(memory))
    settings = with_options(settings, {"partition": partition}) if partition else settings
    wanted = EngineWanted(engine, master, tuple(spark_conf or ()))
    wish = Wish(output, settings, wanted, resume, force, quiet)
    raise typer.Exit(1 if threads_command.run(paths, wish) else 0)
