"""Which clusters a page shows when a run has more than it can hold: of each kind the largest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

import pyarrow.compute as pc

from twicetold.jobs.sentences.kinds import SENTENCE_KIND_NAMES
from twicetold.run import Run
from twicetold.run.finished import scan_table


@dataclass(frozen=True)
class ClusterChoice:
    """How many clusters there are of each kind, and the numbers of those to show, the largest first."""

    counts: dict[str, int]
    numbers: dict[str, list[int]]

    def interleave_kinds(self) -> Iterator[int]:
        """One of each kind, then the next of each: wherever one stops, every kind is there."""
        for numbers in zip_longest(*self.numbers.values()):
            yield from (number for number in numbers if number is not None)


def choose_clusters(run: Run, most: int) -> ClusterChoice:
    """At most so many clusters; each kind gets the same room, and what one does not need goes to the others."""
    there: Counter[str] = Counter()
    first: dict[str, list[int]] = {kind: [] for kind in SENTENCE_KIND_NAMES}
    for batch in scan_table(run, "clusters", columns=["cluster", "kind"]):
        for counted in pc.value_counts(batch["kind"]).to_pylist():
            kind = counted["values"]
            there[kind] += counted["counts"]
            wanted = most - len(first.setdefault(kind, []))
            if wanted:
                first[kind] += batch["cluster"].filter(pc.equal(batch["kind"], kind)).slice(0, wanted).to_pylist()
    room = divide_room({kind: len(numbers) for kind, numbers in first.items()}, most)
    return ClusterChoice(
        {kind: there[kind] for kind in first if there[kind]},
        {kind: numbers[: room[kind]] for kind, numbers in first.items() if there[kind]},
    )


def divide_room(needs: dict[str, int], most: int) -> dict[str, int]:
    """`({"drift": 2, "template": 90, "identical": 50}, 30)` -> `{"drift": 2, "template": 14, "identical": 14}`"""
    given = dict.fromkeys(needs, 0)
    waiting = sorted((kind for kind in needs if needs[kind]), key=lambda kind: needs[kind])
    left = most
    while waiting:
        kind = waiting.pop(0)
        given[kind] = min(needs[kind], -(-left // (len(waiting) + 1)))
        left -= given[kind]
    return given
