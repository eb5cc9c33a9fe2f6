"""The sizes of units: how many pairs they allow (Eq. 2 of paper 003), and how they are cut into blocks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Range = tuple[int, int, int]  # smallest and largest size, number of blocks

# The highest similarity of a unit to a larger one: all of the smaller is shared. As `src/join/measure.rs` has it.
BEST: dict[str, Callable[[int, int], float]] = {
    "edit": lambda small, large: small / large,
    "jaccard": lambda small, large: small / large,
    "cosine": lambda small, large: small / math.sqrt(small * large),
    "dice": lambda small, large: small / ((small + large) / 2),
    "overlap": lambda small, large: 1.0,
    "containment": lambda small, large: 1.0,
}


@dataclass(frozen=True)
class Sizes:
    """How many units there are of each size, in order of size."""

    counts: tuple[tuple[int, int], ...] = ()

    @property
    def units(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def features(self) -> int:
        """Of all units together."""
        return sum(size * count for size, count in self.counts)

    @property
    def pairs(self) -> int:
        return self.units * (self.units - 1) // 2

    def up_to(self, size: int) -> int:
        """How many units are no larger."""
        return sum(count for each, count in self.counts if each <= size)

    def allowed(self, measure: str, threshold: float) -> int:
        """How many pairs Eq. 2 lets through: `((8, 1), (10, 2))` at Jaccard 0.8 -> 3"""
        best, pairs, first, near = BEST[measure], 0, 0, 0
        for size, count in self.counts:
            while best(self.counts[first][0], size) < threshold:
                near -= self.counts[first][1]
                first += 1
            pairs += near * count + count * (count - 1) // 2
            near += count
        return pairs


def ranges(sizes: Sizes, capacity: int) -> tuple[Range, ...]:
    """Ranges of sizes with about `capacity` features each; a single size with more is cut into several blocks.

    `((3, 2), (4, 1), (9, 5))` with capacity 10 -> `((3, 4, 1), (9, 9, 5))`
    """
    found: list[Range] = []
    waiting = 0
    for size, count in sizes.counts:
        features = max(size, 1) * count
        if found and waiting + features <= capacity:
            found[-1] = (found[-1][0], size, 1)
            waiting += features
        else:
            found.append((size, size, -(-features // capacity)))
            waiting = max(features, 1)
    return tuple(found)
