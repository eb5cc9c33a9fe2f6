"""`twicetold show`: prints the view that was asked for, as text or as JSON lines."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path

from twicetold.errors import SettingsError
from twicetold.jobs.base import Job, open_job_run
from twicetold.tables.kinds import list_kind_names
from twicetold.text.terminal import escape_json
from twicetold.views.base import VIEW_OPTIONS, RunViews, ShowOptions


def show_run_view(folder: str | Path, options: ShowOptions, as_json: bool = False) -> None:
    """Print a view of a finished run; JSON lines hold the same rows."""
    run, job = open_job_run(folder)
    views: RunViews = job.load_part("views")(job.result_tables)
    _check_options(options, job, views)
    rows = views.read_rows(run, options)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that has no letter for it still shows the rest
    if as_json:
        for row in rows:
            print(escape_json(json.dumps(row, ensure_ascii=False)))
        return
    if not views.build_page(options).show_rows(rows) and (reason := views.explain_no_rows(options)):
        print(reason, file=sys.stderr)


def _check_options(options: ShowOptions, job: Job, views: RunViews) -> None:
    given = [name for name in VIEW_OPTIONS if getattr(options, name) is not None]
    if len(given) > 1:
        raise SettingsError(f"{' and '.join(f'--{name}' for name in given)} are different views", "give one of them")
    if given and given[0] not in views.options:
        listed = ", ".join(f"--{name}" for name in views.options)
        hint = f"give one of: {listed}" if listed else "leave it out for a summary"
        raise SettingsError(f"a run of `{job.name}` has no view --{given[0]}", hint)
    for name in ("largest", "random", "limit"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise SettingsError(f"`--{name}` must be 1 or more, not {value}", "for example --limit 10")
    views.check_options(options)
    if options.kind and not job.kinds:
        raise SettingsError(f"a run of `{job.name}` has no kinds", "leave --kind out")
    kinds = list_kind_names(job.kinds)
    if options.kind and options.kind not in kinds:
        raise SettingsError(f"unknown kind: `{options.kind}`", f"give one of: {', '.join(kinds)}")
