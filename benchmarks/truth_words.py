"""All pairs of documents that are alike by their words in a row, exactly and without our kernels.

Words are what stands between two blanks. They are numbered, and so is every window of them, pair by pair: nothing is
hashed, so nothing collides. Two documents of Jaccard t share one of the rarest windows of each (all but t of its
windows, and one more), so a sparse product of those alone leaves few pairs, and loses none; these are then counted
whole. 50,000 documents of 300 MB take minutes on one core, and about 6 GB.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from scipy.sparse import csr_array

BLOCK = 500  # documents at a time
NEAR = 1e-9  # a Jaccard of exactly the threshold counts, whatever the rounding

Numbers = NDArray[np.int64]


def find_word_pairs(texts: Sequence[str], threshold: float, length: int, cache: Path | None = None) -> pa.Table:
    """left, right, similarity of every pair of this Jaccard or more; `left < right`. Kept in the folder `cache`."""
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]
    path = cache / f"truth-words-{threshold:g}-{length}-{len(texts)}-{digest}.parquet" if cache else None
    if path and path.exists():
        return pq.read_table(path)
    table = _find_pairs(*number_windows(texts, length), threshold)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, path)
    return table


def number_windows(texts: Sequence[str], length: int) -> tuple[Numbers, Numbers]:
    """The number of each window, rarest lowest, each once for a document, and where each document's begin."""
    words, counts = _number_words(texts)
    numbers = words
    for width in range(1, length):
        _, numbers = np.unique(numbers[:-1] << 32 | words[width:], return_inverse=True)
    ends = np.cumsum(counts)
    owners = np.repeat(np.arange(len(texts)), counts)[: len(numbers)]
    inside = np.arange(len(numbers)) + length <= ends[owners]
    numbers, owners = _order_by_rarity(np.unique(owners[inside] << 40 | numbers[inside]))
    return numbers, np.searchsorted(owners, np.arange(len(texts) + 1))


def _number_words(texts: Sequence[str]) -> tuple[Numbers, Numbers]:
    """The number of each word of all texts, one after another, and how many each text has."""
    known: dict[str, int] = {}
    parts = [np.array([known.setdefault(word, len(known)) for word in text.split(" ")], np.int64) for text in texts]
    return np.concatenate([*parts, np.zeros(0, np.int64)]), np.array([len(part) for part in parts], np.int64)


def _order_by_rarity(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Windows numbered anew, those of the fewest documents first, in order for each document; and the documents."""
    owners, numbers = keys >> 40, keys & ((1 << 40) - 1)
    frequency = np.bincount(numbers)
    rank = np.empty(len(frequency), np.int64)
    rank[np.argsort(frequency, kind="stable")] = np.arange(len(frequency))
    ordered = np.sort(owners << 40 | rank[numbers])
    return ordered & ((1 << 40) - 1), ordered >> 40


def _find_pairs(numbers: Numbers, starts: Numbers, threshold: float) -> pa.Table:
    sizes = np.diff(starts)
    wide = int(numbers.max(initial=0)) + 1
    whole = csr_array((np.ones(len(numbers), np.int32), numbers, starts), shape=(len(sizes), wide))
    firsts = _mark_prefixes(numbers, starts, threshold, wide)
    turned = firsts.T.tocsr()
    found = [np.zeros((3, 0))]
    for start in range(0, len(sizes), BLOCK):
        near = (firsts[start : start + BLOCK] @ turned).tocoo()
        left, right = near.row.astype(np.int64) + start, near.col.astype(np.int64)
        less, more = np.minimum(sizes[left], sizes[right]), np.maximum(sizes[left], sizes[right])
        likely = (left < right) & (less >= threshold * more - NEAR)
        found.append(_count_shared(whole, sizes, left[likely], right[likely], threshold))
    left, right, similarity = np.concatenate(found, axis=1)
    order = np.lexsort((right, left))
    columns = left[order].astype(np.uint32), right[order].astype(np.uint32), similarity[order]
    return pa.table(dict(zip(("left", "right", "similarity"), columns, strict=True)))


def _mark_prefixes(numbers: Numbers, starts: Numbers, threshold: float, wide: int) -> csr_array:
    """Of each document its rarest windows: two that are alike share one of them."""
    sizes = np.diff(starts)
    kept = sizes - np.ceil(threshold * sizes - NEAR).astype(np.int64) + 1
    kept = np.where(sizes > 0, np.minimum(kept, sizes), 0)
    place = np.arange(len(numbers)) - np.repeat(starts[:-1], sizes)
    chosen = place < np.repeat(kept, sizes)
    ends = np.concatenate([[0], np.cumsum(kept)])
    return csr_array((np.ones(int(kept.sum()), np.int32), numbers[chosen], ends), shape=(len(sizes), wide))


def _count_shared(
    whole: csr_array, sizes: Numbers, left: Numbers, right: Numbers, threshold: float
) -> NDArray[np.float64]:
    """Those of the pairs that reach the threshold, their windows counted."""
    parts = [np.zeros((3, 0))]
    for start in range(0, len(left), 20 * BLOCK):
        one, other = left[start : start + 20 * BLOCK], right[start : start + 20 * BLOCK]
        shared = np.asarray(whole[one].multiply(whole[other]).sum(axis=1)).ravel()
        similarity = shared / (sizes[one] + sizes[other] - shared)
        alike = similarity >= threshold - NEAR
        parts.append(np.stack([one[alike], other[alike], similarity[alike]]))
    return np.concatenate(parts, axis=1)
