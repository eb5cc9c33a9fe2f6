"""The bridges of the clusters on a page: matches to what stands in another cluster, or in none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from twicetold.run import Run
from twicetold.run.finished import read_rows

Row = dict[str, Any]
SIDES = ("left", "right")
BRIDGES_PER_CLUSTER = 5  # of a cluster


def read_bridges(
    run: Run, shown: int, add_places: Callable[[Run, Sequence[Row]], list[Row]]
) -> tuple[dict[int, list[Row]], Counter[int]]:
    """Of each cluster on the page its first bridges, told from its own side, and how many it has."""
    found: dict[int, list[Row]] = {}
    there: Counter[int] = Counter()
    for row in read_rows(run, "bridges"):
        for own, across in (SIDES, SIDES[::-1]):
            number = row[f"{own}_cluster"]
            if number is None or number >= shown:
                continue
            there[number] += 1
            if there[number] <= BRIDGES_PER_CLUSTER:
                found.setdefault(number, []).append(row | {"own": own, "across": across})
    opened = iter(add_places(run, [bridge for each in found.values() for bridge in each]))
    return {number: [next(opened) for _ in each] for number, each in found.items()}, there
