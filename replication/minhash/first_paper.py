"""The rules of paper 000: 30 bits, every shingle folded into four bytes, and only the first 20 sentences of a bucket.

The byte packing of 000 is older than that of 001: the whole shingle is or-ed into one word of four bytes, so that a
longer shingle says less. Buckets lost at random (its key class had no `hashCode`) are not redone.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from replication.minhash.buckets import encode_as_java, join_pairs, measure_java_length
from replication.minhash.multiply_shift import Family, pack_whole

SHINGLE_LENGTH, SIGNATURE_LENGTH, BITS, BUCKET_LIMIT = 10, 8, 30, 20
FAMILY = Family(signature_length=SIGNATURE_LENGTH, bits=BITS)
PACKINGS = ("as published", "packed whole")

# What the paper says of English Wikipedia, April 2013.
PAPER = {
    "sentences in clusters": 1_792_748,
    "distinct sentences in them": 1_305_359,
    "pairs": 9_465_881,
    "clusters": 415_936,
    "clusters of 30 or fewer, per cent": 99.06,
    "clusters of two, per cent": 73.8,
    "largest cluster": 28_008,
}


def pack_folded(shingle: bytes) -> tuple[int, ...]:
    """Or the bytes of a shingle into one word of four bytes: `b"abcdabcd"` -> `(0x64636261,)`"""
    word = 0
    for place, byte in enumerate(shingle):
        word |= byte << 8 * (place % 4)
    return (word | 0xFFFFFFFF00000000 if word >> 31 else word,)


def count_rules_of_000(sentences: list[str]) -> dict[str, dict[str, Any]]:
    """Count what the rules of 000 find in sentences, with its packing and with one that keeps every byte."""
    kept = [sentence for sentence in sentences if 75 < measure_java_length(sentence) - SHINGLE_LENGTH + 1 < 600]
    packings = dict(zip(PACKINGS, (pack_folded, pack_whole), strict=True))
    return {name: _count_clusters(kept, packing) for name, packing in packings.items()} | {"paper, enwiki": PAPER}


def _count_clusters(kept: list[str], packing: Any) -> dict[str, Any]:
    by_signature: dict[tuple[int, ...], list[int]] = {}
    known: dict[str, list[tuple[int, ...]]] = {}
    for position, sentence in enumerate(kept):
        if sentence not in known:
            least = FAMILY.compute_minima(packing(encode_as_java(each)) for each in _cut_shingles(sentence))
            known[sentence] = [tuple(least[function] for function in draw) for draw in FAMILY.draws]
        for signature in set(known[sentence]):
            by_signature.setdefault(signature, []).append(position)
    pairs = {pair for bucket in by_signature.values() for pair in combinations(bucket[:BUCKET_LIMIT], 2)}
    clusters = join_pairs(pairs)
    sizes = [len(cluster) for cluster in clusters]

    def share(most: int) -> float:
        return round(100 * sum(size <= most for size in sizes) / max(len(sizes), 1), 2)

    return {
        "sentences in clusters": sum(sizes),
        "distinct sentences in them": len({kept[place] for cluster in clusters for place in cluster}),
        "pairs": len(pairs),
        "clusters": len(clusters),
        "clusters of 30 or fewer, per cent": share(30),
        "clusters of two, per cent": share(2),
        "largest cluster": max(sizes, default=0),
    }


def _cut_shingles(sentence: str) -> set[str]:
    return {sentence[at : at + SHINGLE_LENGTH] for at in range(len(sentence) - SHINGLE_LENGTH + 1)}
