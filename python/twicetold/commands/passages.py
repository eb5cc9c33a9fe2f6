"""`twicetold passages`: the job, and a summary of what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twicetold import flow
from twicetold.api import both
from twicetold.commands import job
from twicetold.commands.job import Job, Ready, Wish
from twicetold.config import Settings
from twicetold.counted import counted


def run(paths: Sequence[str], wish: Wish) -> int:
    """Runs the job; gives the number of records that could not be read."""

    def ready(settings: Settings) -> Ready:
        inputs, against = both(paths, settings)
        return lambda engine: flow.passages(inputs, against, wish.output, settings, engine, wish.force)

    return job.run(Job("passages", ready, summary), wish)


def summary(results: dict[str, Any]) -> str:
    """What was found, in two lines."""
    found = counted(results["passages"], "passage"), counted(results["document_pairs"], "pair")
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in results["kinds"].items())
    return (
        f"{missed_pairs(results)}"
        f"{counted(results['compared'], 'pair')} of documents compared; "
        f"{counted(results['boilerplate'], 'sentence')} of boilerplate\n"
        f"{' in '.join(found)}{f': {kinds}' if kinds else ''}"
    )


def missed_pairs(results: dict[str, Any]) -> str:
    """A line for the named pairs that were not there, where there are any."""
    pairs = results.get("pairs", {"missed": 0})
    if not pairs["missed"]:
        return ""
    return f"{pairs['missed']:,} of {counted(pairs['named'], 'named pair')} not there: {'; '.join(pairs['first'])}\n"
