"""What share of the true pairs a finder's settings find, exactly.

Two units with Jaccard s agree on each independent hash function with probability s, and become candidates when all
functions of at least one signature agree. For bands of their own functions that is 1-(1-s^rows)^bands. Signatures drawn
from a common pool overlap, and the formula does not hold: `compute_coverage` counts instead which sets of agreeing
functions complete a signature.

    1. few functions (at most 24): all 2^N sets of them at once, as the bits of one long integer
    2. few signatures: inclusion and exclusion, equal unions merged, functions forgotten after their last use
    3. where 2 would hold over 2^18 unions: 20,000 random orders of the functions from a fixed seed, with the error
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twicetold.errors import SettingsError

TABLE_FUNCTIONS = 24
SETS_TO_UNION = 10  # as a power of two: so many sets cost what one union costs
UNION_STATES = 1 << 18
SAMPLED_ORDERS = 20_000


def compute_band_recall(similarity: float, rows: int, bands: int) -> float:
    """Share of pairs of this Jaccard that independent bands find: 1-(1-s^rows)^bands.

    At 0.8: 8 rows, 14 bands find 0.924; 13 rows, 9 bands 0.399; 16 rows, 8 bands 0.204. The papers use the same formula
    for overlapping draws, where it is wrong: 10 rows, 10 bands promise 0.986 at 0.9, and find 0.908.
    """
    band = check_share(similarity) ** rows
    return 1.0 if band == 1 else -math.expm1(bands * math.log1p(-band))


@dataclass(frozen=True)
class Coverage:
    """How often `k` agreeing functions complete a signature: `shares[k]` of all sets of k out of `functions`.

    For `((0, 1), (1, 2))`: `shares` (0, 0, 2/3, 1): of the three pairs of functions, {0, 2} completes none.
    """

    functions: int
    shares: tuple[float, ...]
    method: str  # "all sets", "inclusion-exclusion" or "sampled"
    samples: int = 0

    @property
    def is_exact(self) -> bool:
        return self.method != "sampled"

    def compute_recall(self, similarity: float) -> float:
        """Share of pairs of this Jaccard that become candidates: the mean of `shares` over how many functions agree."""
        chances = compute_binomial(self.functions, check_share(similarity))
        return min(1.0, math.fsum(chance * share for chance, share in zip(chances, self.shares, strict=True)))

    def compute_standard_error(self, similarity: float) -> float:
        """Of `recall` at this Jaccard; 0 where it is exact. At most 0.5/sqrt(samples), so 0.0035 for 20,000."""
        if self.is_exact:
            return 0.0
        chances = compute_binomial(self.functions, check_share(similarity))
        second, mean, before = 0.0, self.compute_recall(similarity), 0.0
        tail = math.fsum(chances)  # the chance that at least k functions agree, for k from 0
        for chance, share in zip(chances, self.shares, strict=True):
            second += (share - before) * tail * tail  # this share of the orders completes a signature at k
            before, tail = share, tail - chance
        return math.sqrt(max(0.0, second - mean * mean) / self.samples)


def compute_coverage(signatures: Iterable[Sequence[int]]) -> Coverage:
    """The coverage of these lists of function numbers, by the way above that is cheapest.

    A function listed twice in a signature counts once. Functions that no signature uses do not matter, nor does a
    signature that contains all functions of another.
    `compute_coverage(draw_signatures(20, 10, 10, 1123456)).compute_recall(0.9)` -> 0.9081; the formula says 0.9863.
    """
    sets = _drop_supersets(signatures)
    used = sorted(frozenset().union(*sets))
    numbers = {function: number for number, function in enumerate(used)}
    masks = [sum(1 << numbers[function] for function in each) for each in sets]
    if len(used) <= min(TABLE_FUNCTIONS, len(masks) + SETS_TO_UNION):
        return Coverage(len(used), _compute_shares(len(used), _count_sets(masks, len(used))), "all sets")
    unions = _count_unions(masks)
    if unions is not None:
        return Coverage(
            len(used), _compute_shares(len(used), _count_sets_from_unions(unions, len(used))), "inclusion-exclusion"
        )
    return Coverage(len(used), _sample_shares(masks, len(used)), "sampled", SAMPLED_ORDERS)


def compute_mean_draw_recall(
    similarity: float, functions: int, length: int, signatures: int, replacement: bool = True
) -> float:
    """The mean recall over all draws, exactly: what a seed can be expected to give.

    20 functions, 10 signatures of 10, at 0.9: 0.919 with replacement, 0.822 without (more functions must agree).
    """
    if not replacement and length > functions:
        raise SettingsError(
            f"{length} of {functions} functions cannot be drawn without replacement", f"draw at most {functions}"
        )
    total = 0.0
    for agreeing, chance in enumerate(compute_binomial(functions, check_share(similarity))):
        if replacement:
            complete = (agreeing / functions) ** length
        else:
            complete = math.comb(agreeing, length) / math.comb(functions, length)
        total += chance * (1 - (1 - complete) ** signatures)
    return min(1.0, total)


def compute_binomial(trials: int, chance: float) -> list[float]:
    """How likely 0, 1, ... of `trials` succeed: `compute_binomial(2, 0.5)` -> `[0.25, 0.5, 0.25]`"""
    if chance in (0.0, 1.0):
        return [float(count == trials * chance) for count in range(trials + 1)]
    log, other = math.log(chance), math.log1p(-chance)
    return [
        math.exp(math.log(math.comb(trials, count)) + count * log + (trials - count) * other)
        for count in range(trials + 1)
    ]


def check_share(value: float, name: str = "similarity") -> float:
    """The value, if it lies in 0 to 1."""
    if not 0 <= value <= 1:
        raise SettingsError(f"`{name}` must be between 0 and 1, not {value:g}", "for example 0.8")
    return float(value)


def _drop_supersets(signatures: Iterable[Sequence[int]]) -> list[frozenset[int]]:
    """The signatures as sets, in order, without those that contain another: completing them completes the other."""
    sets = list(dict.fromkeys(frozenset(each) for each in signatures))
    if not sets or not all(sets):
        raise SettingsError("a signature must have functions", "give at least one signature, each with a function")
    return [each for each in sets if not any(other < each for other in sets)]


def _compute_shares(functions: int, counts: list[int]) -> tuple[float, ...]:
    return tuple(count / math.comb(functions, size) for size, count in enumerate(counts))


def _count_sets(masks: list[int], functions: int) -> list[int]:
    """For each size, how many sets of functions contain a signature. Bit x of `table` stands for the set x."""
    table = 0
    for mask in masks:
        table |= 1 << mask
    sizes = [1]  # bit x of sizes[k]: the set x has k functions
    for function in range(functions):
        width = 1 << function
        without = [*sizes, 0]
        sizes = [kept | grown << width for kept, grown in zip(without, [0, *sizes], strict=True)]
        table |= (
            table & _mask_sets_without(function, functions)
        ) << width  # a set with one more function contains it too
    return [(table & layer).bit_count() for layer in sizes]


def _mask_sets_without(function: int, functions: int) -> int:
    """The sets that lack a function, as bits: stretches of 2^function ones, then as many zeros."""
    pattern, width = (1 << (1 << function)) - 1, 2 << function
    while width < 1 << functions:
        pattern |= pattern << width
        width *= 2
    return pattern


def _count_unions(masks: list[int]) -> list[int] | None:
    """For each size, unions of an odd number of signatures less those of an even number; None where too many to hold.

    A function that no later signature has is forgotten but counted, in the low 32 bits, so that bands of their own
    functions keep a state for each number of bands, not for each set of them.
    """
    later, afterwards = 0, []
    for mask in reversed(masks):
        afterwards.append(later)
        later |= mask
    states = {0: -1}
    for mask, future in zip(masks, reversed(afterwards), strict=True):
        grown: dict[int, int] = {}
        for state, weight in states.items():
            union, count = state >> 32, state & 0xFFFFFFFF
            for seen, sign in ((union, weight), (union | mask, -weight)):
                key = (seen & future) << 32 | (count + (seen & ~future).bit_count())
                grown[key] = grown.get(key, 0) + sign
        states = {state: weight for state, weight in grown.items() if weight}
        if len(states) > UNION_STATES:
            return None
    counts = [0] * (max(states) + 1)
    for size, weight in states.items():
        counts[size] += weight
    counts[0] = 0  # the empty choice of signatures
    return counts


def _count_sets_from_unions(unions: list[int], functions: int) -> list[int]:
    """Of the polynomial with these coefficients: how many sets of each size it counts. All integers, so exact."""
    return [
        sum(
            weight * math.comb(functions - union, size - union)
            for union, weight in enumerate(unions)
            if weight and union <= size
        )
        for size in range(functions + 1)
    ]


def _sample_shares(masks: list[int], functions: int) -> tuple[float, ...]:
    """Functions agree one by one in random order: the share of orders that complete a signature by the k-th."""
    generator = random.Random(20130401)
    members = [[number for number in range(functions) if mask >> number & 1] for mask in masks]
    places = list(range(1, functions + 1))
    completed = [0] * (functions + 1)
    for _ in range(SAMPLED_ORDERS):
        generator.shuffle(places)
        completed[min(max([places[number] for number in each]) for each in members)] += 1
    shares, total = [], 0
    for count in completed:
        total += count
        shares.append(total / SAMPLED_ORDERS)
    return tuple(shares)
