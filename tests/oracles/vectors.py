"""Vectors again, plain and slow: a list of numbers for each text, one word at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from tests.oracles.features import ALL, mix, shingle
from twicetold.config import Finding
from twicetold.features import split_words

ONE = 1 << 16


def cosine(left: bytes | None, right: bytes | None) -> float | None:
    if left is None or right is None:
        return None
    one, two = signed(left), signed(right)
    whole = math.sqrt(dot(one, one) * dot(two, two))
    return max(dot(one, two) / whole, 0.0)


def dot(one: Sequence[int], two: Sequence[int]) -> int:
    return sum(left * right for left, right in zip(one, two, strict=True))


def signed(vector: bytes) -> list[int]:
    return [byte - 256 if byte > 127 else byte for byte in vector]


def hashed(
    text: str, finding: Finding, corpus: Sequence[str], cut: Callable[[str], Sequence[str]] = split_words
) -> bytes | None:
    """Each word, or what else a text is cut into, adds its weight to one place, or takes it away, as its hash says."""
    sums = [0] * finding.dimensions
    for word in cut(text):
        units = sum(word in cut(other) for other in corpus)
        weight = max(round(math.log((len(corpus) + 1) / units) * ONE), 1)
        drawn = mix(shingle(word) ^ mix(finding.seed % ALL))
        sums[drawn * finding.dimensions // ALL] += weight if drawn % 2 == 0 else -weight
    return scaled(sums)


def mean(text: str, rows: Mapping[str, Sequence[float]]) -> bytes | None:
    """The sum of the rows of known words, each rounded to a 32767th of the largest component of all known words."""
    largest = max(abs(value) for row in rows.values() for value in row)
    known = [[round(value * 32767 / largest) for value in rows[word]] for word in split_words(text) if word in rows]
    return scaled([sum(column) for column in zip(*known, strict=True)])


def scaled(sums: Sequence[int]) -> bytes | None:
    """The largest becomes 127; halves go away from 0."""
    most = max(map(abs, sums), default=0)
    if most == 0:
        return None
    sizes = [(abs(each) * 254 + most) // (2 * most) for each in sums]
    return bytes(size % 256 if each >= 0 else -size % 256 for each, size in zip(sums, sizes, strict=True))
