"""Random draws that are the same on every machine and every Python.

`random.Random` seeded with an integer keeps its `random()` across versions; its other methods may change, so nothing
else of it is used. Each page, cluster and passage has a stream of its own, found by its number: nothing has to be
generated to know what comes later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Draw = Callable[[], float]
Item = TypeVar("Item")

NAMES, BLOCK, PAGE, CLUSTER, MEMBER, PASSAGE, NEAR_MISS, FRAMES, FACT = range(9)
"""The streams."""


def seed_stream(seed: int, kind: int, number: int = 0, part: int = 0) -> Draw:
    """A generator of floats in [0, 1) for this seed, kind of thing, its number, and a part of it."""
    return Random((((seed << 4 | kind) << 48 | number) << 32) | part).random


def pick_item(items: Sequence[Item], draw: Draw) -> Item:
    """One of the items."""
    return items[int(draw() * len(items))]


def shuffle_items(items: Sequence[Item], draw: Draw) -> list[Item]:
    """The items in a random order."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = int(draw() * (last + 1))
        result[last], result[other] = result[other], result[last]
    return result
