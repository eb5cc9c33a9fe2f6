"""Which clusters a page shows when a run has more than it can hold: of each kind the largest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

import pyarrow.compute as pc

from twicetold.run import Run
from twicetold.run.finished import scan

KINDS = ("drift", "copyedit", "template", "reference", "other", "identical")  # in the order of the page


@dataclass(frozen=True)
class Choice:
    """How many clusters there are of each kind, and the numbers of those to show, the largest first."""

    there: dict[str, int]
    numbers: dict[str, list[int]]

    def in_turn(self) -> Iterator[int]:
        """One of each kind, then the next of each: wherever one stops, every kind is there."""
        for numbers in zip_longest(*self.numbers.values()):
            yield from (number for number in numbers if number is not None)


def choose(run: Run, most: int) -> Choice:
    """At most so many clusters; each kind gets the same room, and what one does not need goes to the others."""
    there: Counter[str] = Counter()
    first: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for batch in scan(run, "clusters", columns=["cluster", "kind"]):
        for counted in pc.value_counts(batch["kind"]).to_pylist():
            kind = counted["values"]
            there[kind] += counted["counts"]
            wanted = most - len(first.setdefault(kind, []))
            if wanted:
                first[kind] += batch["cluster"].filter(pc.equal(batch["kind"], kind)).slice(0, wanted).to_pylist()
    room = shares({kind: len(numbers) for kind, numbers in first.items()}, most)
    return Choice(
        {kind: there[kind] for kind in first if there[kind]},
        {kind: numbers[: room[kind]] for kind, numbers in first.items() if there[kind]},
    )


def shares(asked: dict[str, int], most: int) -> dict[str, int]:
    """`({"drift": 2, "template": 90, "identical": 50}, 30)` -> `{"drift": 2, "template": 14, "identical": 14}`"""
    given = dict.fromkeys(asked, 0)
    waiting = sorted((kind for kind in asked if asked[kind]), key=lambda kind: asked[kind])
    left = most
    while waiting:
        kind = waiting.pop(0)
        given[kind] = min(asked[kind], -(-left // (len(waiting) + 1)))
        left -= given[kind]
    return given
