"""`twicetold sentences`: the job, its progress, and a summary of what was found."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from twicetold import flow
from twicetold.config import Settings, from_dict
from twicetold.engine_wanted import EngineWanted
from twicetold.progress import shown
from twicetold.readers.inputs import find_inputs
from twicetold.run import Run
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
    engine = wanted.opened(settings.machine, shown("sentences", quiet), output)
    found = flow.sentences(inputs, output, settings, engine, force)
    read = summary_of_run(found)
    if not quiet:
        read.print(time.monotonic() - began)
        print(summary(found.facts["results"]), file=sys.stderr)
        print(f"digest {found.digest[:16]}; next: twicetold show {output}", file=sys.stderr)
    return read.rejected


def begun_with(output: Path, settings: Settings) -> Settings:
    """The settings of the run in a folder, but for what this machine may use."""
    old = from_dict(Settings, Run(output).facts["settings"], f"{output}/run.json")
    return replace(old, machine=settings.machine)


def summary(results: dict[str, Any]) -> str:
    """What was found, in three lines; of the join, how it came to so few candidates."""
    crowds = results["crowds"]
    many = crowds["pairs_left_out"]
    left_out = f", {many:,} pairs of {crowds['keys']:,} crowded keys left out" if many else ""
    recall = "not known" if results["recall"] is None else f"{results['recall']:.1%}"
    pruned = "of {pairs:,} pairs Eq. 2 ruled out {pruned_by_eq2:,}, Eq. 3 {pruned_by_eq3:,}\n"
    return (
        f"{results['units']:,} distinct; {results['candidates']:,} candidates by {results['scheme']}{left_out}, "
        f"expected recall {recall}\n{pruned.format(**crowds) if 'pairs' in crowds else ''}"
        f"{results['matches']:,} matches in {results['clusters']:,} clusters of {results['members']:,} sentences, "
        f"{results['bridges']:,} bridges cut\n"
        f"{results['document_pairs']:,} pairs of documents share sentences"
    )
