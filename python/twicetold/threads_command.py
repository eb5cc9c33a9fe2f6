"""`twicetold threads`: the job, its progress, and a summary of what was found."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twicetold import flow
from twicetold.config import Settings
from twicetold.engine_wanted import EngineWanted
from twicetold.progress import shown
from twicetold.readers.inputs import find_inputs
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
    inputs = find_inputs(paths, settings.reading)
    engine = wanted.opened(settings.machine, shown("threads", quiet), output)
    found = flow.threads(inputs, output, settings, engine, force)
    read = summary_of_run(found)
    if not quiet:
        read.print(time.monotonic() - began, "threads")
        print(summary(found.facts["results"]), file=sys.stderr)
        print(f"digest {found.digest[:16]}; the pairs are in {output}/matches.parquet", file=sys.stderr)
    return read.rejected


def summary(results: dict[str, Any]) -> str:
    """What was found, in two lines."""
    distinct = ", ".join(f"{field['distinct']:,} {name}s" for name, field in results["fields"].items())
    return (
        f"{distinct} that differ; {results['candidates']:,} pairs compared, {results['matches']:,} matches\n"
        f"{results['clusters']:,} clusters of {results['members']:,} threads, {results['bridges']:,} bridges cut"
    )
