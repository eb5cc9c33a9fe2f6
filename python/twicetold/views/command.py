"""`twicetold show`: prints the view that was asked for, as text or as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.jobs.base import Findings, Job, open_job_run
from twicetold.run import Run
from twicetold.tables.kinds import list_kind_names
from twicetold.text.terminal import escape_json
from twicetold.views.base import DETAIL_ROWS, KIND_CLUSTERS, VIEW_OPTIONS, RunViews, ShowOptions
from twicetold.views.nearest import correct_case
from twicetold.views.rows import Row


def show_run_view(folder: str | Path, options: ShowOptions, as_json: bool = False) -> None:
    """Print a view of a finished run; JSON lines hold the same rows."""
    run, job = open_job_run(folder)
    views: RunViews = job.load_part("views")(job.result_tables)
    _check_options(options, job, views)
    options = _complete_options(options, run)
    rows = views.read_rows(run, options)
    found = _describe_findings(run, job) if options.is_summary else None
    if found:
        rows = _frame_summary(rows, run, job, found)
    if as_json:
        for row in rows:
            print(escape_json(json.dumps(row, ensure_ascii=False)))
        return
    if found and not options.details:
        rows = (row for row in rows if row["row"] not in DETAIL_ROWS)
    if not views.build_page(options).show_rows(rows) and (reason := views.explain_no_rows(options)):
        print(reason, file=sys.stderr)


def _complete_options(options: ShowOptions, run: Run) -> ShowOptions:
    """The options with names as the run has them; `--kind` alone asks for the largest of that kind."""
    alone = options.kind and all(getattr(options, name) is None for name in VIEW_OPTIONS)
    return replace(
        options,
        largest=KIND_CLUSTERS if alone else options.largest,
        document=None if options.document is None else correct_case(run, options.document),
        pair=None if options.pair is None else (correct_case(run, options.pair[0]), correct_case(run, options.pair[1])),
    )


def _describe_findings(run: Run, job: Job) -> Findings | None:
    """What the run found; None where `run.json` does not say so, as one that was made or edited by hand."""
    with suppress(KeyError, TypeError, ValueError, AttributeError):
        return job.describe_findings(run)
    return None


def _frame_summary(rows: Iterator[Row], run: Run, job: Job, found: Findings) -> Iterator[Row]:
    """The rows of a summary, which begins with what was found and ends with what to do next."""
    yield from ({"row": "finding", "text": line} for line in found.lines)
    yield from rows
    yield from ({"row": "next", "text": line} for line in found.list_next_steps(job, run.folder))


def _check_options(options: ShowOptions, job: Job, views: RunViews) -> None:
    given = [name for name in VIEW_OPTIONS if getattr(options, name) is not None]
    if len(given) > 1:
        raise SettingsError(f"{' and '.join(f'--{name}' for name in given)} are different views", "give one of them")
    if given and given[0] not in views.options:
        listed = ", ".join(f"--{name}" for name in views.options)
        hint = f"give one of: {listed}" if listed else "leave it out for a summary"
        raise SettingsError(f"a run of `{job.name}` has no view --{given[0]}", hint)
    if options.kind and not job.kinds:
        raise SettingsError(f"a run of `{job.name}` has no kinds", "leave --kind out")
    kinds = list_kind_names(job.kinds)
    if options.kind and options.kind not in kinds:
        raise SettingsError(f"unknown kind: `{options.kind}`", f"give one of: {', '.join(kinds)}")
    for name in ("largest", "random", "limit"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise SettingsError(f"`--{name}` must be 1 or more, not {value}", "for example --limit 10")
    if options.kind and given and given[0] not in views.kind_options:
        hint = f"for example --kind {options.kind} --largest 10"
        raise SettingsError(f"--kind works only with --largest or --random, not with --{given[0]}", hint)
