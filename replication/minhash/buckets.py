"""The papers' counts: from sentences to signatures, from signatures to buckets, from buckets to clusters.

Every sentence of 76 to 599 shingles is given its signatures; sentences with an equal signature form a bucket, whichever
of the draws it came from; every two sentences of a bucket are a pair; pairs that share a sentence are one cluster. The
counts are what the code should have given: 000 lost buckets at random (its key class had no `hashCode`), and a later
merge joined the last bucket of each part-file with the first of the next. Neither error is repeated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from replication.minhash.multiply_shift import Family, Packing

SHINGLE_LENGTH = 12
_FEWEST, _MOST = 75, 600  # both excluded
_SURROGATES = range(0xD800, 0xE000)


@dataclass(frozen=True)
class Buckets:
    """Buckets of two sentences or more, as positions in the list of kept sentences."""

    kept: int
    members: list[list[int]]
    pairs: set[tuple[int, int]]
    clusters: list[list[int]]

    def count_sizes(self) -> dict[int, int]:
        """Count the clusters of each size."""
        return dict(sorted(Counter(map(len, self.clusters)).items()))

    def count_neighbourhoods(self) -> int:
        """Count clusters as 002 did: each sentence with all that it is paired with, so one for each sentence."""
        return len({sentence for pair in self.pairs for sentence in pair})


def is_kept(sentence: str) -> bool:
    return _FEWEST < measure_java_length(sentence) - SHINGLE_LENGTH + 1 < _MOST


def measure_java_length(text: str) -> int:
    """Return the length in UTF-16 units, as Java counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_shingles(sentence: str) -> list[str]:
    """Cut a sentence into all runs of 12 characters. They are UTF-16 units, so one beyond U+FFFF may be cut in two."""
    units = _split_utf16_units(sentence)
    return [units[at : at + SHINGLE_LENGTH] for at in range(len(units) - SHINGLE_LENGTH + 1)]


def _split_utf16_units(text: str) -> str:
    if not text or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))


def encode_as_java(shingle: str) -> bytes:
    """Encode a shingle as UTF-8, in which Java writes half a character as `?`."""
    if not any(ord(unit) in _SURROGATES for unit in shingle):
        return shingle.encode()
    whole = shingle.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return "".join("?" if ord(unit) in _SURROGATES else unit for unit in whole).encode()


@cache
def compute_minima(sentence: str, family: Family, packing: Packing) -> list[int]:
    """Compute the MinHash of a sentence, one value per function. Cached: dumps are counted alone and together."""
    return family.compute_minima(packing(encode_as_java(shingle)) for shingle in set(cut_shingles(sentence)))


def compute_signatures(sentence: str, family: Family, packing: Packing) -> list[tuple[int, ...]]:
    """Compute the signatures of a sentence, one per draw."""
    least = compute_minima(sentence, family, packing)
    return [tuple(least[function] for function in draw) for draw in family.draws]


def find_buckets(kept: list[str], family: Family, packing: Packing) -> Buckets:
    """Find the buckets, pairs and clusters of kept sentences."""
    by_signature: dict[tuple[int, ...], list[int]] = {}
    for position, sentence in enumerate(kept):
        for signature in compute_signatures(sentence, family, packing):
            by_signature.setdefault(signature, []).append(position)
    members = [bucket for bucket in by_signature.values() if len(bucket) > 1]
    pairs = {pair for bucket in members for pair in combinations(sorted(set(bucket)), 2)}
    return Buckets(len(kept), members, pairs, join_pairs(pairs))


def join_pairs(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Join pairs to connected components, by union-find. `[(1, 2), (2, 5), (3, 4)]` -> `[[1, 2, 5], [3, 4]]`"""
    head: dict[int, int] = {}

    def find(node: int) -> int:
        while head.setdefault(node, node) != node:
            head[node] = node = head[head[node]]
        return node

    for left, right in sorted(pairs):
        left, right = sorted((find(left), find(right)))
        head[right] = left
    clusters: dict[int, list[int]] = {}
    for node in sorted(head):
        clusters.setdefault(find(node), []).append(node)
    return list(clusters.values())
