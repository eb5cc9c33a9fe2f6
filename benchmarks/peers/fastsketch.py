"""FastSketchLSH: fast similarity sketches in C++."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.base import THREADS, Found, Setting, Shingles, Work, each_once
from benchmarks.windows import hash_windows

BATCH_CHARACTERS = 4_000_000  # the tokens of a batch are Python strings, all at once


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Sketches of token lists in batches, an index, all queries in one call."""
    from FastSketchLSH import LSH, FastSimilaritySketch

    bands, rows = setting

    def work() -> Found:
        sketch = FastSimilaritySketch(size=bands * rows, seed=42)
        parts = [sketch.batch([shingles.tokens(text) for text in part], num_threads=THREADS) for part in batches(texts)]
        return _found(LSH(bands * rows, bands, num_threads=THREADS), np.concatenate(parts))

    return work


def batches(texts: list[str]) -> list[list[str]]:
    """The texts in order, so many characters at a time."""
    parts: list[list[str]] = [[]]
    size = 0
    for text in texts:
        if size > BATCH_CHARACTERS:
            parts.append([])
            size = 0
        parts[-1].append(text)
        size += len(text)
    return parts


def expert(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """As above, with the windows of characters hashed by numpy into flat arrays."""
    from FastSketchLSH import LSH, FastSimilaritySketch

    bands, rows = setting

    def work() -> Found:
        sketch = FastSimilaritySketch(size=bands * rows, seed=42)
        parts = hash_windows(texts, shingles.length)
        matrix = np.concatenate([sketch.batch_csr(*part, prehashed=True, num_threads=THREADS) for part in parts])
        return _found(LSH(bands * rows, bands, num_threads=THREADS), matrix)

    return work


def _found(index: Any, matrix: NDArray[np.uint64]) -> NDArray[np.uint32]:
    index.insert(matrix)
    found, offsets = index.query(matrix, format="csr")
    left = np.repeat(np.arange(len(matrix), dtype=np.uint32), np.diff(offsets).astype(np.int64))
    return each_once(left, np.asarray(found, np.uint32))
