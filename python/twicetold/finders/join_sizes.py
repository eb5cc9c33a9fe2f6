"""The sizes of units: how many pairs they allow (Eq. 2 of paper 003), and how they are cut into blocks."""

from __future__ import annotations

from dataclasses import dataclass

from twicetold.measures.base import load_measure

SizeRange = tuple[int, int, int]  # smallest and largest size, number of blocks


@dataclass(frozen=True)
class UnitSizes:
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

    def count_up_to(self, size: int) -> int:
        """How many units are no larger."""
        return sum(count for each, count in self.counts if each <= size)

    def count_allowed_pairs(self, measure: str, threshold: float) -> int:
        """How many pairs Eq. 2 lets through: `((8, 1), (10, 2))` at Jaccard 0.8 -> 3"""
        highest, pairs, first, near = load_measure(measure).compute_highest, 0, 0, 0
        for size, count in self.counts:
            while highest(self.counts[first][0], size) < threshold:
                near -= self.counts[first][1]
                first += 1
            pairs += near * count + count * (count - 1) // 2
            near += count
        return pairs


def cut_into_ranges(sizes: UnitSizes, capacity: int) -> tuple[SizeRange, ...]:
    """Ranges of sizes with about `capacity` features each; a single size with more is cut into several blocks.

    `((3, 2), (4, 1), (9, 5))` with capacity 10 -> `((3, 4, 1), (9, 9, 5))`
    """
    found: list[SizeRange] = []
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
