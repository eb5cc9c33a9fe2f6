"""`twicetold evaluate`: how well a finished run agrees with what is known, as text, JSON lines and a chart."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from twicetold.analyses import charts
from twicetold.commands.export import must_be_free
from twicetold.errors import SettingsError
from twicetold.evaluate import adapters, judging
from twicetold.evaluate.chart import chart
from twicetold.evaluate.judging import Wanted
from twicetold.evaluate.known import Row
from twicetold.evaluate.page import page
from twicetold.evaluate.truth import read
from twicetold.run import Run, publish
from twicetold.run.finished import finished_run
from twicetold.terminal import safe_json


def evaluate(
    folder: str | Path,
    truth: str | Path,
    wanted: Wanted,
    output: str = "",
    *,
    as_json: bool = False,
    force: bool = False,
) -> None:
    """Prints the rows; `output` is a file for the chart."""
    if wanted.errors < 0:
        raise SettingsError(f"--errors {wanted.errors}", "0 lists none")
    run = finished_run(folder, *adapters.JOBS)
    if output:
        charts.checked(output)
        must_be_free(Path(output), run, force)
    rows = judged(run, truth, wanted)
    if output:
        content = charts.as_bytes(chart(rows), charts.checked(output))
        with publish(Path(output)) as part:
            part.write_bytes(content)
    _print(rows, as_json)


def judged(run: Run, truth: str | Path, wanted: Wanted = Wanted()) -> list[Row]:  # noqa: B008 (frozen)
    """The evaluation of a run, row by row; which there are stands in `judging`."""
    how, known = adapters.load(run.facts["job"]), read(truth)
    if isinstance(how, type):
        return list(judging.judge(how(), run, known, wanted))
    return list(how(run, known, wanted))


def _print(rows: Sequence[Row], as_json: bool) -> None:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that has no letter for it still shows the rest
    for line in (safe_json(json.dumps(row, ensure_ascii=False)) for row in rows) if as_json else page(rows):
        print(line)
