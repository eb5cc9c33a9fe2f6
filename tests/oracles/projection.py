"""Random projection again, plain and slow: signatures as lists of bits, transforms by their definition, windows by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tests.oracles.features import ALL, mix
from tests.oracles.vectors import signed

Bits = tuple[int, ...]
LEAST = 64


def signature(vector: bytes, bits: int, seed: int) -> Bits:
    """Three times random signs and a Hadamard transform; a bit is whether a component is not negative."""
    size = max(LEAST, 1 << (len(vector) - 1).bit_length())
    found: list[int] = []
    turn = 0
    while len(found) < bits:
        values = [*signed(vector), *[0] * (size - len(vector))]
        for third in range(3):
            drawn = [mix((turn << 32 | third * size + at) ^ mix(seed)) for at in range(size)]
            values = hadamard([value if each >> 63 == 0 else -value for value, each in zip(values, drawn, strict=True)])
        found += [int(value >= 0) for value in values]
        turn += 1
    return tuple(found[:bits])


def hadamard(values: Sequence[int]) -> list[int]:
    """Each component is the sum of all, those with a minus that have an odd number of bits in common with it."""
    return [
        sum(value if (at & other).bit_count() % 2 == 0 else -value for other, value in enumerate(values))
        for at in range(len(values))
    ]


def order(bits: int, number: int, seed: int) -> list[int]:
    """A shuffle of the bits, from the last on."""
    found = list(range(bits))
    for last in range(bits - 1, 0, -1):
        drawn = mix((number << 32 | last) ^ mix(seed ^ 0x7065726D))
        other = drawn * (last + 1) // ALL
        found[last], found[other] = found[other], found[last]
    return found


def permuted(signatures: Mapping[int, Bits], number: int, seed: int) -> dict[int, Bits]:
    bits = len(next(iter(signatures.values()), ()))
    places = order(bits, number, seed)
    return {unit: tuple(own[place] for place in places) for unit, own in signatures.items()}


def in_windows(
    signatures: Mapping[int, Bits], permutations: int, window: int, hamming: int, seed: int
) -> set[tuple[int, int]]:
    """Sorted in every order, each is compared with the `window` before it; every order begins anew."""
    pairs = set()
    for number in range(permutations):
        ordered = sorted((own, unit) for unit, own in permuted(signatures, number, seed).items())
        before: list[tuple[Bits, int]] = []
        for own, unit in ordered:
            pairs |= {pair(unit, other) for bits, other in before[-window:] if distance(own, bits) <= hamming}
            before.append((own, unit))
    return pairs


def with_prefixes(
    signatures: Mapping[int, Bits], permutations: int, prefix: int, hamming: int, seed: int
) -> set[tuple[int, int]]:
    """Those are compared whose first bits are the same in an order."""
    pairs = set()
    for number in range(permutations):
        alike = defaultdict(list)
        for unit, own in permuted(signatures, number, seed).items():
            alike[own[:prefix]].append((own, unit))
        for group in alike.values():
            pairs |= {
                pair(one, two)
                for at, (own, one) in enumerate(group)
                for bits, two in group[:at]
                if distance(own, bits) <= hamming
            }
    return pairs


def pair(one: int, two: int) -> tuple[int, int]:
    return min(one, two), max(one, two)


def distance(one: Bits, two: Bits) -> int:
    return sum(left != right for left, right in zip(one, two, strict=True))
