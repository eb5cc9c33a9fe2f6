"""How long things last, where some are still there: the estimate of Kaplan and Meier, and shares with their errors."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

NORMAL_95 = 1.959964  # standard errors on each side of a 95 % interval


@dataclass(frozen=True)
class SurvivalPoint:
    """At an age: the share that lasts longer, its 95 % interval, and how many were as old and still there."""

    days: int
    share: float
    low: float
    high: float
    at_risk: int


@dataclass
class LifetimeCounts:
    """Ages in whole days: of what ended, and of what is still there. It grows with the days, not with the lives."""

    ended: Counter[int] = field(default_factory=Counter)
    lasting: Counter[int] = field(default_factory=Counter)

    def add(self, days: float, is_ended: bool) -> None:
        (self.ended if is_ended else self.lasting)[max(int(days), 0)] += 1

    @property
    def total(self) -> int:
        return self.ended.total() + self.lasting.total()

    def estimate(self, ages: Sequence[int]) -> list[SurvivalPoint]:
        """The share that lasts longer than each age, as long as any is that old.

        Ended after 1 and 3 days, still there after 2: `[0, 1, 3]` -> 1, 2/3, 0.
        """
        points, share, spread, at_risk = [], 1.0, 0.0, self.total
        wanted = iter(sorted(ages))
        age = next(wanted, None)
        for day in sorted({*self.ended, *self.lasting, *ages}):
            ended = self.ended[day]
            if at_risk and ended:
                share *= 1 - ended / at_risk
                spread += ended / (at_risk * (at_risk - ended)) if at_risk > ended else 0.0
            if day == age:
                if not at_risk:
                    break
                error = NORMAL_95 * share * math.sqrt(spread)
                points.append(SurvivalPoint(day, share, max(share - error, 0.0), min(share + error, 1.0), at_risk))
                age = next(wanted, None)
            at_risk -= ended + self.lasting[day]
        return points

    def find_median(self) -> int | None:
        """The age that half of them do not outlast: their half-life; None where more than half last."""
        days = sorted(self.ended)
        return next((point.days for point in self.estimate(days) if point.share <= 0.5), None)


def estimate_share(part: int, whole: int) -> tuple[float, float, float]:
    """A share with its 95 % interval by Wilson: `estimate_share(0, 10)` -> 0, 0, 0.28."""
    if not whole:
        return 0.0, 0.0, 1.0
    share, square = part / whole, NORMAL_95**2
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    reach = NORMAL_95 * math.sqrt(share * (1 - share) / whole + square / (4 * whole**2)) / (1 + square / whole)
    return share, max(min(middle - reach, share), 0.0), min(max(middle + reach, share), 1.0)
