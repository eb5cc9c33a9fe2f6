"""`twicetold documents`: the job, and a summary of what was found."""

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
        inputs, others = both(paths, settings)
        return lambda engine: flow.documents(inputs, others, wish.output, settings, engine, wish.force)

    then = "next: twicetold apply {output} --dry-run"
    return job.run(Job("documents", ready, summary, "whole document", then), wish)


def summary(results: dict[str, Any]) -> str:
    """What was found, in two lines; more where overlaps were located, or a key was too crowded for all of its pairs."""
    left_out = results["crowds"]["pairs_left_out"]
    lines = [
        f"{counted(results['distinct'], 'distinct text')}; {counted(results['candidates'], 'pair')} compared, "
        f"{counted(results['matches'], 'match')}, {results['bridges']:,} between clusters",
        f"{counted(results['clusters'], 'cluster')} of {counted(results['members'], 'document')}; "
        f"{results['kept']:,} of {results['kept'] + results['removed']:,} stay, {results['removed']:,} go",
    ]
    if "located" in results:
        pairs, located = results["located"]["pairs"], results["located"]["with_overlap"]
        lines.append(f"{counted(results['overlaps'], 'overlap')} located, in {located:,} of {counted(pairs, 'pair')}")
    if left_out:
        lines.append(f"{counted(left_out, 'pair')} of crowded keys not compared; `--finder join` compares all")
    return "\n".join(lines)
