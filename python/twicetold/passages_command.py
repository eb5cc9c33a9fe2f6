"""`twicetold passages`: the job, its progress, and a summary of what was found."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold import flow
from twicetold.api import both
from twicetold.config import Settings
from twicetold.engine_wanted import EngineWanted
from twicetold.progress import shown
from twicetold.sentences_command import begun_with
from twicetold.split_command import summary_of_run


def run(
    paths: Sequence[str],
    output: Path,
    settings: Settings,
    wanted: EngineWanted = EngineWanted(),  # noqa: B008 (frozen)
    *,
    resume: bool = False,
    force: bool = False,
    quiet: bool = False,
) -> int:
    """Runs the job into the folder `output`; gives the number of records that could not be read."""
    began = time.monotonic()
    if resume:
        settings = begun_with(output, settings)
    inputs, against = both(paths, settings)
    engine = wanted.opened(settings.machine, shown("passages", quiet), output)
    found = flow.passages(inputs, against, output, settings, engine, force)
    read = summary_of_run(found)
    if not quiet:
        read.print(time.monotonic() - began)
        print(summary(found.facts["results"]), file=sys.stderr)
        print(f"digest {found.digest[:16]}; next: twicetold show {output}", file=sys.stderr)
    return read.rejected


def summary(results: dict[str, Any]) -> str:
    """What was found, in two lines."""
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in results["kinds"].items())
    return (
        f"{missed_pairs(results)}"
        f"{results['compared']:,} pairs of documents compared; {results['boilerplate']:,} sentences are boilerplate\n"
        f"{results['passages']:,} passages in {results['document_pairs']:,} pairs{f': {kinds}' if kinds else ''}"
    )


def missed_pairs(results: dict[str, Any]) -> str:
    """A line for the named pairs that were not there, where there are any."""
    pairs = results.get("pairs", {"missed": 0})
    if not pairs["missed"]:
        return ""
    return f"{pairs['missed']:,} of {pairs['named']:,} named pairs are not there: {'; '.join(pairs['first'])}\n"
