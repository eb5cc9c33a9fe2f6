"""`twicetold evaluate`: how well a finished run agrees with what is known, as text, JSON lines and a chart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from twicetold.analyses import charts
from twicetold.errors import SettingsError
from twicetold.evaluate.chart import draw_curve_chart
from twicetold.evaluate.judge import EvaluationOptions
from twicetold.evaluate.page import render_evaluation
from twicetold.evaluate.resolve import Row
from twicetold.evaluate.sample import judge_sample
from twicetold.evaluate.truth import read_truth
from twicetold.jobs.base import load_job, open_job_run
from twicetold.run import Run
from twicetold.run.progress import StageShare, show_progress
from twicetold.text.terminal import escape_json
from twicetold.views.export import check_output_path

EVALUATE_STAGES = (StageShare("judge", "comparing with the known answers", 100),)


def evaluate_run(
    folder: str | Path,
    truth: str | Path,
    options: EvaluationOptions,
    output: str = "",
    *,
    as_json: bool = False,
    force: bool = False,
) -> None:
    """Prints the rows; `output` is a file for the chart."""
    if options.errors < 0:
        raise SettingsError(f"`--errors` must be 0 or more, not {options.errors}", "0 lists none")
    run, _ = open_job_run(folder, "evaluator")
    if output:
        charts.check_suffix(output)
        check_output_path(Path(output), run, force, [truth])
    with show_progress(EVALUATE_STAGES, None) as progress:
        progress.begin_stage("judge")
        rows = judge_run(run, truth, options)
    if output and not any(row["row"] == "measures" for row in rows):
        raise SettingsError("a labelled sample has no curve to draw", "leave out -o")
    if output:
        charts.save_chart(draw_curve_chart(rows), output)
    _print_rows(rows, as_json)


def judge_run(run: Run, truth: str | Path, options: EvaluationOptions = EvaluationOptions()) -> list[Row]:  # noqa: B008 (frozen)
    """The evaluation of a run, row by row; `judge.py` says which rows there are, `sample.py` for a labelled sample."""
    job, known = load_job(str(run.facts["job"])), read_truth(truth)
    if known.is_sample:
        if options.complete:
            raise SettingsError("a labelled sample does not list all duplicates", "leave out --complete")
        return list(judge_sample(run, [each() for each in job.load_labelled()], known, options))
    return list(job.load_part("evaluator")(run, known, options))


def _print_rows(rows: Sequence[Row], as_json: bool) -> None:
    for line in (
        (escape_json(json.dumps(row, ensure_ascii=False)) for row in rows) if as_json else render_evaluation(rows)
    ):
        print(line)
