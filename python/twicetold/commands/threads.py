"""`twicetold threads`: the job, and a summary of what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twicetold import flow
from twicetold.commands import job
from twicetold.commands.job import Job, Ready, Wish
from twicetold.config import Settings
from twicetold.counted import counted
from twicetold.readers.inputs import find_inputs


def run(paths: Sequence[str], wish: Wish) -> int:
    """Runs the job; gives the number of records that could not be read."""

    def ready(settings: Settings) -> Ready:
        inputs = find_inputs(paths, settings.reading)
        return lambda engine: flow.threads(inputs, wish.output, settings, engine, wish.force)

    return job.run(Job("threads", ready, summary, "thread"), wish)


def summary(results: dict[str, Any]) -> str:
    """What was found, in two lines."""
    distinct = ", ".join(counted(field["distinct"], name) for name, field in results["fields"].items())
    return (
        f"{distinct} that differ; {counted(results['candidates'], 'pair')} compared, "
        f"{counted(results['matches'], 'match')}\n{counted(results['clusters'], 'cluster')} of "
        f"{counted(results['members'], 'thread')}, {counted(results['bridges'], 'bridge')} cut"
    )
