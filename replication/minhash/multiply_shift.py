"""The multiply-shift hash family of the original, and the two ways its bytes were packed.

A shingle becomes a vector of 64-bit words v, and h(v) = (sum of v[j] * a[j] + b[j]) >>> (64 - bits), with a[j] odd, all
modulo 2^64. The bytes were meant to lie eight to a word. But in Java a byte shifted left is an `int`, and an `int`
shift counts modulo 32: bytes 4 to 7 of a word fall onto bytes 0 to 3 and are or-ed into them, and a byte of 0x80 or
more at place 3 or 7 makes the `int` negative, which sets the upper half of the word. So `abcdefgh1234` and
`efghabcd1234` have the same hash values, whichever function is drawn. `pack_as_published` keeps this error,
`pack_whole` does what was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from replication.minhash.java_random import JavaRandom

_WORD_MASK = (1 << 64) - 1

Packing = Callable[[bytes], tuple[int, ...]]


@dataclass(frozen=True)
class Family:
    """The functions and draws that one seed gives: `functions` seeds, then one more for the draws."""

    seed: int = 1123456
    functions: int = 20
    signature_length: int = 10
    signatures: int = 10
    bits: int = 60

    @cached_property
    def seeds(self) -> list[int]:
        """A seed for each hash function, as Java's signed longs."""
        return self._longs[:-1]

    @cached_property
    def draw_seed(self) -> int:
        return self._longs[-1]

    @cached_property
    def _longs(self) -> list[int]:
        random = JavaRandom(self.seed)
        return [random.next_long() for _ in range(self.functions + 1)]

    @cached_property
    def draws(self) -> list[list[int]]:
        """Which functions make up each signature, drawn with replacement.

        The original started this stream anew for every sentence, so the same functions serve for all of them.
        """
        random = JavaRandom(self.draw_seed)
        return [[random.next_int(self.functions) for _ in range(self.signature_length)] for _ in range(self.signatures)]

    def get_coefficients(self, words: int) -> list[tuple[list[int], int]]:
        """For each function, get the odd factors of the first `words` words, and the sum of their addends."""
        if words not in self._coefficients:
            self._coefficients[words] = [_draw_coefficients(seed, words) for seed in self.seeds]
        return self._coefficients[words]

    @cached_property
    def _coefficients(self) -> dict[int, list[tuple[list[int], int]]]:
        return {}

    def compute_hashes(self, vector: tuple[int, ...]) -> list[int]:
        """Compute the value of every function for one packed shingle."""
        return self.compute_minima([vector])

    def compute_minima(self, vectors: Iterable[tuple[int, ...]]) -> list[int]:
        """Compute the MinHash: the least value of every function over packed shingles, in any order.

        The shift is monotone, so it is done once, to the least unshifted value; vectors of one length go together.
        """
        by_length: dict[int, list[tuple[int, ...]]] = {}
        for vector in set(vectors):
            by_length.setdefault(len(vector), []).append(vector)
        least = [_WORD_MASK] * self.functions
        for length, group in by_length.items():
            values = {1: _find_least_of_words, 2: _find_least_of_pairs}.get(length, _find_least_of_vectors)
            least = [
                min(old, new) for old, new in zip(least, values(self.get_coefficients(length), group), strict=True)
            ]
        return [value >> (64 - self.bits) for value in least]


def _find_least_of_pairs(coefficients: list[tuple[list[int], int]], group: list[tuple[int, ...]]) -> list[int]:
    """`_find_least_of_vectors` for two words: all ASCII shingles of 8 to 15 characters, and most of the run time."""
    mask = _WORD_MASK
    return [min([(v * a + w * b + c) & mask for v, w in group]) for (a, b), c in coefficients]


def _find_least_of_words(coefficients: list[tuple[list[int], int]], group: list[tuple[int, ...]]) -> list[int]:
    """`_find_least_of_vectors` for one word, which the packing of 000 has."""
    return [min([(v * a + c) & _WORD_MASK for (v,) in group]) for (a,), c in coefficients]


def _find_least_of_vectors(coefficients: list[tuple[list[int], int]], group: list[tuple[int, ...]]) -> list[int]:
    return [
        min((sum(v * a for v, a in zip(vector, factors, strict=True)) + added) & _WORD_MASK for vector in group)
        for factors, added in coefficients
    ]


def _draw_coefficients(seed: int, words: int) -> tuple[list[int], int]:
    """Draw a function's factors and the sum of its addends. Both come from one stream, in turns: a, b, a, b."""
    random = JavaRandom(seed)
    factors, added = [], 0
    for _ in range(words):
        factors.append(random.next_long() | 1)
        added += random.next_long()
    return factors, added


def pack_as_published(shingle: bytes) -> tuple[int, ...]:
    """Pack a shingle as the published code did: bytes 4 to 7 of each word are or-ed into bytes 0 to 3.

    `b"abcd"` -> `(0x64636261,)`; `b"abcdabcd"` -> `(0x64636261, 0)`
    """
    words = [0] * (len(shingle) // 8 + 1)
    for place, byte in enumerate(shingle):
        words[place // 8] |= byte << 8 * (place % 4)
    return tuple(word | 0xFFFFFFFF00000000 if word >> 31 else word for word in words)


def pack_whole(shingle: bytes) -> tuple[int, ...]:
    """Pack a shingle as was meant, eight bytes to a word, lowest first. An empty word follows a full last one."""
    return tuple(int.from_bytes(shingle[at : at + 8], "little") for at in range(0, len(shingle) + 1, 8))
