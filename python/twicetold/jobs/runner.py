"""What the commands of all jobs do: find the inputs, open the engine, run, and say what came of it."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from twicetold.config import JobSettings, build_settings
from twicetold.engines.options import EngineOptions
from twicetold.jobs.base import Job
from twicetold.readers.summary import summarise_reading
from twicetold.run import Run
from twicetold.run.profile import JobProfile
from twicetold.run.progress import StageShares, show_progress


@dataclass(frozen=True)
class JobRequest:
    """Where a job is to run, and how."""

    output: Path
    settings: JobSettings
    engine: EngineOptions = EngineOptions()  # noqa: RUF009 (frozen)
    resume: bool = False  # go on with the settings that the folder was begun with
    force: bool = False
    quiet: bool = False
    as_json: bool = False  # print the figures of the run on stdout in place of the summary
    profile: bool = False  # print what each stage used


def run_job(job: Job, paths: Sequence[str], request: JobRequest) -> int:
    """Run a job into its folder, say what was found, and give the number of records that could not be read."""
    began = time.monotonic()
    settings = restore_settings(request.output, request.settings) if request.resume else request.settings
    inputs = job.find_inputs(paths, settings)
    stages = job.list_stages(settings)
    with ExitStack() as stack:
        stack.enter_context(explain_interruption(stages, request.output))
        progress = stack.enter_context(show_progress(stages, not request.quiet))
        profile = stack.enter_context(JobProfile(progress).watch_memory()) if request.profile else None
        engine = request.engine.open(settings.machine, profile or progress, request.output)
        run = job.run(inputs, request.output, settings, engine, request.force)
        used = profile.render_text() if profile else ""
    read = summarise_reading(run)
    if request.as_json:
        print(json.dumps({"job": job.name, "run": str(request.output), "digest": run.digest, **run.facts["results"]}))
    elif not request.quiet:
        print_summary(job, run, read.list_lines(time.monotonic() - began, job.record_noun))
    if used:
        print(used, file=sys.stderr)
    return read.rejected_records


def print_summary(job: Job, run: Run, reading: Iterable[str] = ()) -> None:
    """Print on stderr what a run found, what was read, what to do next, and the digest."""
    found = job.describe_findings(run)
    for line in [*found.lines, *reading, *found.list_next_steps(job, run.folder)]:
        print(line, file=sys.stderr)
    before, after = ("\x1b[2m", "\x1b[0m") if sys.stderr.isatty() and "NO_COLOR" not in os.environ else ("", "")
    print(f"{before}digest {run.digest[:16]}{after}", file=sys.stderr)


def restore_settings(output: Path, settings: JobSettings) -> JobSettings:
    """Give the settings of the run in a folder, but for what this machine may use."""
    old = build_settings(type(settings), Run(output).facts["settings"], f"{output}/run.json")
    return replace(old, machine=settings.machine)


@contextmanager
def explain_interruption(stages: StageShares, output: Path) -> Iterator[None]:
    """Have an interruption say which stages are kept and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        kept = Run(output).facts["stages"] if (output / "run.json").is_file() else {}
        finished = sum(each.name in kept for each in stages)
        said = f"{finished} of {len(stages)} stages {'is' if finished == 1 else 'are'}"
        raise KeyboardInterrupt(f"{said} finished and kept in {output}; the same command continues") from None
