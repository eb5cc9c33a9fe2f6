"""`twicetold documents`: the job, and a summary of what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twicetold import flow
from twicetold.api import both
from twicetold.commands import job
from twicetold.commands.job import Job, Ready, Wish
from twicetold.config import Settings


def run(paths: Sequence[str], wish: Wish) -> int:
    """Runs the job; gives the number of records that could not be read."""

    def ready(settings: Settings) -> Ready:
        inputs, others = both(paths, settings)
        return lambda engine: flow.documents(inputs, others, wish.output, settings, engine, wish.force)

    then = "next: twicetold apply {output} --dry-run"
    return job.run(Job("documents", ready, summary, "whole documents", then), wish)


def summary(results: dict[str, Any]) -> str:
    """What was found, in two lines; more where overlaps were located, or a key was too crowded for all of its pairs."""
    left_out = results["crowds"]["pairs_left_out"]
    lines = [
        f"{results['distinct']:,} distinct texts; {results['candidates']:,} pairs compared, "
        f"{results['matches']:,} matches, {results['bridges']:,} between clusters",
        f"{results['clusters']:,} clusters of {results['members']:,} documents: "
        f"{results['kept']:,} documents stay, {results['removed']:,} go",
    ]
    if "located" in results:
        pairs, located = results["located"]["pairs"], results["located"]["with_overlap"]
        lines.append(f"{results['overlaps']:,} overlaps located, in {located:,} of {pairs:,} pairs")
    if left_out:
        lines.append(f"{left_out:,} pairs of crowded keys were not compared; `--finder join` compares all")
    return "\n".join(lines)
