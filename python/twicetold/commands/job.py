"""What the commands of all jobs do: find the inputs, open the engine, run, and say what came of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from twicetold.commands.engine_wanted import EngineWanted
from twicetold.commands.progress import shown
from twicetold.commands.split import summary_of_run
from twicetold.config import Settings, from_dict
from twicetold.engines.base import Engine
from twicetold.run import Run

Ready = Callable[[Engine], Run]


@dataclass(frozen=True)
class Wish:
    """Where a job is to run, and how."""

    output: Path
    settings: Settings
    engine: EngineWanted = EngineWanted()  # noqa: RUF009 (frozen)
    resume: bool = False  # go on with the settings that the folder was begun with
    force: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Job:
    """A job as its command sees it."""

    name: str
    ready: Callable[[Settings], Ready]  # finds the inputs, before an engine is opened for them
    summary: Callable[[dict[str, Any]], str]  # of `run.json`'s results, for people
    read: str = "document"  # what its inputs are made of
    then: str = "next: twicetold show {output}"


def run(job: Job, wish: Wish) -> int:
    """Runs a job into its folder; gives the number of records that could not be read."""
    began = time.monotonic()
    settings = begun_with(wish.output, wish.settings) if wish.resume else wish.settings
    ready = job.ready(settings)
    found = ready(wish.engine.opened(settings.machine, shown(job.name, wish.quiet), wish.output))
    read = summary_of_run(found)
    if not wish.quiet:
        read.print(time.monotonic() - began, job.read)
        print(job.summary(found.facts["results"]), file=sys.stderr)
        print(f"digest {found.digest[:16]}; {job.then.format(output=wish.output)}", file=sys.stderr)
    return read.rejected


def begun_with(output: Path, settings: Settings) -> Settings:
    """The settings of the run in a folder, but for what this machine may use."""
    old = from_dict(Settings, Run(output).facts["settings"], f"{output}/run.json")
    return replace(old, machine=settings.machine)
