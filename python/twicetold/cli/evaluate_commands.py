"""The commands for known answers: one collects them, one compares a finished run with them, one learns from them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from twicetold.cli.app import judge_and_choose
from twicetold.cli.job_commands import JOBS
from twicetold.cli.options import Config, Force, HelpAll, Json, Paths, Quiet, RunFolder
from twicetold.cli.settings import add_setting_options, read_typed_settings
from twicetold.errors import SettingsError

TUNED_JOBS = {job.name: job for job in reversed(JOBS) if job.tuner}


@judge_and_choose()
def evaluate(
    run: RunFolder,
    truth: Annotated[
        Path,
        typer.Option(
            help="CSV of known answers: a file of `twicetold label`, `left,right,duplicate` or `member,label`; "
            "for passages `left_document,left_start,left_end,right_document,right_start,right_end`.",
            show_default=False,
        ),
    ],
    complete: Annotated[
        bool, typer.Option("--complete", help="The file lists all duplicates: count every other match as wrong.")
    ] = False,
    errors: Annotated[int, typer.Option(help="Number of missed and of wrong pairs to list.")] = 10,
    output: Annotated[str, typer.Option("-o", "--output", help="Write the curve to an .svg, .png or .html file.")] = "",
    json: Json = False,
    force: Force = False,
) -> None:
    """Compare a run with known answers: precision, recall, F1, the curve over the score, and the errors.

    Example: `twicetold evaluate run --truth pairs.csv -o curve.svg`
    """
    from twicetold.evaluate import command
    from twicetold.evaluate.judge import EvaluationOptions

    command.evaluate_run(run, truth, EvaluationOptions(errors, complete), output, as_json=json, force=force)


@judge_and_choose()
def label(
    run: RunFolder,
    number: Annotated[int, typer.Option("-n", "--number", help="Number of findings to label.")] = 100,
    what: Annotated[
        str,
        typer.Option(
            help="What to label; what the job is for if left out.",
            metavar="matches|clusters|contradictions|passages",
            show_default=False,
        ),
    ] = "",
    stratify: Annotated[
        str,
        typer.Option(
            help="Draw equally many of each kind, or of each band of confidence, so that rare ones are seen.",
            metavar="kind|confidence",
            show_default=False,
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 1,
    output: Annotated[Path, typer.Option("-o", "--output", help="CSV file for the answers.", metavar="FILE")] = Path(
        "labels.csv"
    ),
    show: Annotated[bool, typer.Option("--show", help="Show what the program said, too.")] = False,
    no_ask: Annotated[
        bool, typer.Option("--no-ask", help="Write the questions with an empty column `answer`, and ask nothing.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    force: Force = False,
) -> None:
    """Label a random sample of what a run found, one key for each answer, to measure how right the run is.

    Every answer is saved at once. Give the same command again to go on, or a larger -n to add to the sample.

    Example: `twicetold label run -n 200 -o labels.csv`, then `twicetold evaluate run --truth labels.csv`
    """
    from twicetold.label import command

    options = command.LabelOptions(number, seed, what, stratify, show, not no_ask, force)
    command.label_run(run, output, options, as_json=json, quiet=quiet)


@judge_and_choose()
@add_setting_options(*(job.settings for job in TUNED_JOBS.values()), groups=("reading", "machine"))
def tune(
    context: typer.Context,
    paths: Paths,
    truth: Annotated[
        Path,
        typer.Option(help="CSV `left,right,duplicate` of labelled pairs.", show_default=False),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Settings file to write.")] = Path("tuned.toml"),
    job: Annotated[str, typer.Option(help="The job to tune.", metavar="|".join(TUNED_JOBS))] = "threads",
    measure: Annotated[str, typer.Option(help="What the settings should maximise.", metavar="f1|accuracy")] = "f1",
    method: Annotated[
        str,
        typer.Option(
            help="How weights are learned: by hill climbing, by logistic regression, or the better of both.",
            metavar="best|climb|logistic",
        ),
    ] = "best",
    folds: Annotated[int, typer.Option(help="Number of folds for cross-validation.")] = 5,
    starts: Annotated[int, typer.Option(help="Number of starts of hill climbing.")] = 100,
    budget: Annotated[str, typer.Option(help="About how long the search may take, such as 90s, 10m or 1h.")] = "10m",
    seed: Annotated[int, typer.Option(help="Seed of folds and starts.")] = 1123456,
    words_only: Annotated[
        bool, typer.Option("--words-only", help="Use only shingles of words, as in the paper.")
    ] = False,
    vectors: Annotated[
        str,
        typer.Option(help="Vectors: minilm, wordllama, a file of word vectors or none; auto uses what is installed."),
    ] = "auto",
    precision: Annotated[
        float | None,
        typer.Option(
            help="Job `threads`: share of matches in the whole forum that should be right, 0.8 if left out; "
            "it chooses the threshold.",
            show_default=False,
            min=0,
            max=1,
        ),
    ] = None,
    config: Config = None,
    json: Json = False,
    force: Force = False,
    help_all: HelpAll = False,
    **typed: Any,
) -> None:
    """Learn settings from labelled pairs: the features, weights and threshold that do best on pairs not learned from.

    Example: `twicetold tune threads.jsonl --truth pairs.csv -o tuned.toml`
    """
    from twicetold.tune import command

    if job not in TUNED_JOBS:
        raise SettingsError(f"`{job}` is not a job that can be tuned", f"Available: {', '.join(TUNED_JOBS)}")
    settings = read_typed_settings(TUNED_JOBS[job].settings, context, typed, config)
    if precision is not None and job != "threads":
        raise SettingsError("`--precision` is for the job threads", "leave it out")
    request = command.TuneRequest(
        truth, output, settings, job, measure, method, folds, starts, budget, seed, words_only, vectors, precision
    )
    command.run_tuning(paths, replace(request, as_json=json, force=force))
