"""What signatures of random planes find, and which are the cheapest that find enough.

Of two vectors at an angle, each bit of their signatures differs with a chance of angle/pi. Given that h of D bits
differ, any h of them do: what a random order of the bits finds depends on h alone, whatever other orders find.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from twicetold.errors import SettingsError
from twicetold.plan.recall import check_share, compute_binomial

MOST_BITS = 256
PREFIX_BITS = range(1, 25)  # bits
MOST_PERMUTATIONS = 2000
TOLERATED_MISSES = 0.1  # of the misses: those that differ in too many bits although they are similar enough
# What a row costs (made, sorted, kept on disk) in pairs that would be compared if signatures were spread evenly.
# Measured on English sentences: half a microsecond, and 1.5 to 2.2 nanoseconds.
ROW_COST = 300.0


@dataclass(frozen=True)
class PrefixScheme:
    """Signatures of `bits`; pairs that share the first `prefix` bits in one of the orders and differ in few bits."""

    bits: int
    permutations: int
    prefix: int
    hamming: int

    def compute_recall(self, cosine: float) -> float:
        """Share of pairs of this cosine that become candidates: `Prefixes(256, 24, 10, 55).recall(0.9)` -> 0.990"""
        return _compute_recall(self, cosine, _compute_prefix_chances(self.bits, self.prefix))

    def __str__(self) -> str:
        return (
            f"{self.permutations} orders of {self.bits} bits, the first {self.prefix} equal, {self.hamming} may differ"
        )


@dataclass(frozen=True)
class WindowScheme:
    """Signatures of `bits`; of all units sorted in each order, every `window` in a row that differ in few bits."""

    bits: int
    permutations: int
    window: int
    hamming: int
    units: int

    def compute_recall(self, cosine: float) -> float:
        """The same, as far as signatures are spread evenly. Those of real text are not, and then it is less.

        Two that first differ at bit j+1 have about half of those between them that share their first j bits.
        """
        return _compute_recall(self, cosine, _compute_window_chances(self.bits, self.window, self.units))

    def __str__(self) -> str:
        told = f"{self.permutations} orders of {self.bits} bits, {self.window} in a row"
        return f"{told}, {self.hamming} may differ"


ProjectionScheme = PrefixScheme | WindowScheme


def _compute_recall(scheme: ProjectionScheme, cosine: float, meeting_chances: tuple[float, ...]) -> float:
    """`met[h]`: the chance that two signatures that differ in h bits meet in one order."""
    chances = _compute_difference_chances(scheme.bits, cosine)[: scheme.hamming + 1]
    return min(
        1.0,
        math.fsum(chance * (1 - (1 - meeting_chances[at]) ** scheme.permutations) for at, chance in enumerate(chances)),
    )


def compute_angle(cosine: float) -> float:
    """As a share of half a turn, which is the chance that a bit differs: `angle(0.9)` -> 0.1436"""
    return math.acos(check_share(cosine, "cosine")) / math.pi


@lru_cache(maxsize=64)
def _compute_difference_chances(bits: int, cosine: float) -> tuple[float, ...]:
    """How likely 0, 1, ... bits differ."""
    return tuple(compute_binomial(bits, compute_angle(cosine)))


@lru_cache(maxsize=1024)
def _compute_prefix_chances(bits: int, prefix: int) -> tuple[float, ...]:
    """The chance that the first bits are alike, by how many of all differ."""
    return tuple(math.comb(bits - differing, prefix) / math.comb(bits, prefix) for differing in range(bits + 1))


@lru_cache(maxsize=64)
def _compute_window_chances(bits: int, window: int, units: int) -> tuple[float, ...]:
    """The chance to stand close in one order, by how many bits differ: that says how many of the first are alike."""
    close = [_sum_poisson(units * 2.0 ** -(shared + 1), window - 1) for shared in range(bits)]
    alike = [_compute_prefix_chances(bits, shared) for shared in range(bits + 1)]

    def compute_chance(differing: int) -> float:
        steps = (alike[shared][differing] - alike[shared + 1][differing] for shared in range(bits))
        return math.fsum(step * near for step, near in zip(steps, close, strict=True))

    return (1.0, *(compute_chance(differing) for differing in range(1, bits + 1)))


def _sum_poisson(mean: float, most: int) -> float:
    if mean > 50 * (most + 10):
        return 0.0
    terms, term = [], math.exp(-mean)
    for count in range(most + 1):
        terms.append(term)
        term *= mean / (count + 1)
    return min(1.0, math.fsum(terms)) if terms[0] > 0 else float(mean < most)


def choose_hamming(bits: int, cosine: float, recall: float) -> int:
    """In how many bits similar pairs may differ: all but few do not differ in more. `(256, 0.9, 0.99)` -> 55"""
    chances = _compute_difference_chances(bits, cosine)
    missed, most = 0.0, bits
    while most > 0 and missed + chances[most] < TOLERATED_MISSES * (1 - recall):
        missed += chances[most]
        most -= 1
    return most


def choose_prefixes(
    cosine: float, recall: float, units: int, bits: int = MOST_BITS, hamming: int = 0, permutations: int = 0
) -> PrefixScheme:
    """The cheapest of those that find this share of the pairs at this cosine: `choose_prefixes(0.9, 0.99, 50_000)`."""
    most = hamming or choose_hamming(bits, cosine, recall)
    found: list[tuple[float, PrefixScheme]] = []
    for prefix in (each for each in PREFIX_BITS if each <= bits):
        count = permutations or _find_fewest_permutations(
            lambda many, prefix=prefix: PrefixScheme(bits, many, prefix, most),  # type: ignore[misc]
            cosine,
            recall,
        )
        scheme = PrefixScheme(bits, count, prefix, most)
        if count <= MOST_PERMUTATIONS and (scheme.compute_recall(cosine) >= recall or (permutations and prefix == 1)):
            found.append((estimate_comparisons(scheme, units), scheme))
    if not found:
        raise SettingsError(
            f"no signatures of {bits} bits that differ in at most {most} find {recall:.4g} of the pairs "
            f"at cosine {cosine:.4g}",
            "lower `--recall`, raise `--signature-bits`, or use `--finder scan`, which finds every pair",
        )
    return min(found, key=lambda each: each[0])[1]


def choose_windows(
    cosine: float,
    recall: float,
    units: int,
    window: int,
    bits: int = MOST_BITS,
    hamming: int = 0,
    permutations: int = 0,
) -> WindowScheme:
    """The fewest orders that find enough where signatures are spread evenly; at most 100."""
    most = hamming or choose_hamming(bits, cosine, recall)
    if not permutations:
        permutations = min(
            _find_fewest_permutations(lambda many: WindowScheme(bits, many, window, most, units), cosine, recall), 100
        )
    return WindowScheme(bits, permutations, window, most, units)


def estimate_comparisons(scheme: PrefixScheme, units: int) -> float:
    """In comparisons of two signatures, as if they were spread evenly."""
    pairs = units * units / 2 * 2.0**-scheme.prefix
    return scheme.permutations * (units * ROW_COST + pairs)


def _find_fewest_permutations(scheme: Callable[[int], ProjectionScheme], cosine: float, recall: float) -> int:
    """The least number of orders that finds enough; one more than are allowed where none does."""
    numbers = range(1, MOST_PERMUTATIONS + 1)
    return 1 + bisect_left(numbers, recall, key=lambda many: scheme(many).compute_recall(cosine))
