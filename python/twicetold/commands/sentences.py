"""`twicetold sentences`: the job, and a summary of what was found."""

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
        return lambda engine: flow.sentences(inputs, wish.output, settings, engine, wish.force)

    return job.run(Job("sentences", ready, summary), wish)


def summary(results: dict[str, Any]) -> str:
    """What was found, in three lines; of the join, how it came to so few candidates."""
    crowds = results["crowds"]
    many = crowds["pairs_left_out"]
    left_out = f", {counted(many, 'pair')} of {counted(crowds['keys'], 'crowded key')} left out" if many else ""
    recall = "not known" if results["recall"] is None else f"{results['recall']:.1%}"
    pruned = "of {pairs:,} pairs Eq. 2 ruled out {pruned_by_eq2:,}, Eq. 3 {pruned_by_eq3:,}\n"
    return (
        f"{results['units']:,} distinct; {counted(results['candidates'], 'candidate')} by {results['scheme']}{left_out}"
        f", expected recall {recall}\n{pruned.format(**crowds) if 'pairs' in crowds else ''}"
        f"{counted(results['matches'], 'match')} in {counted(results['clusters'], 'cluster')} of "
        f"{counted(results['members'], 'sentence')}, {counted(results['bridges'], 'bridge')} cut\n"
        f"sentences shared by {counted(results['document_pairs'], 'pair')} of documents"
    )
