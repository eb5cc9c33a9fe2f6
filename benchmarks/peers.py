"""What users of other libraries would write to find near-duplicates: texts in memory to pairs, or to flags.

Each function imports and gives back the work; only that is timed. Texts are in normal form and distinct; the features
are their windows of 12 characters. A pair is one that the library hands over, verified or not. "Flags" say of each text
only whether something is like it, which is all that some fast paths give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.windows import hashed

SHINGLE = 12
THRESHOLD = 0.8
THREADS = 2

Found = NDArray[np.uint32] | NDArray[np.bool_]  # pairs, a row each; or flags
Flat = tuple[NDArray[np.uint64], NDArray[np.uint64]]  # hashes of all texts, and where each text's begin
Work = Callable[[], Found]


def windows(text: str) -> list[str]:
    return [text[start : start + SHINGLE] for start in range(len(text) - SHINGLE + 1)]


def pairs_of_lists(candidates: Iterable[Sequence[int]]) -> NDArray[np.uint32]:
    """Pairs of what was found for each text, itself included: `[[0, 1], [1, 0], [2]]` -> `[[0, 1]]`"""
    counts, listed = [], []
    for own in candidates:
        counts.append(len(own))
        listed.append(own)
    left = np.repeat(np.arange(len(counts), dtype=np.uint32), counts)
    right = np.fromiter(chain.from_iterable(listed), np.uint32, int(sum(counts)))
    return each_once(left, right)


def each_once(left: NDArray[np.uint32], right: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Both directions of a pair become one, in order."""
    low, high = np.minimum(left, right).astype(np.uint64), np.maximum(left, right)
    joined = np.unique((low << np.uint64(32) | high)[left != right])
    return np.stack([joined >> np.uint64(32), joined & np.uint64(0xFFFFFFFF)], axis=1).astype(np.uint32)


def rensa(texts: list[str], bands: int, rows: int) -> Work:
    """Sketches of token lists, an index, a query for each text: the pairs."""
    from rensa import RMinHash, RMinHashLSH

    def work() -> Found:
        sketches = RMinHash.from_token_sets(map(windows, texts), num_perm=bands * rows, seed=42)
        index = RMinHashLSH(threshold=THRESHOLD, num_perm=bands * rows, num_bands=bands)
        index.insert_many(sketches)
        return pairs_of_lists(index.query_all(sketches))

    return work


def rensa_flags(texts: list[str], bands: int, rows: int) -> Work:
    """Its fastest way: a digest matrix in one call, flags in another."""
    from rensa import RMinHash, RMinHashLSH

    def work() -> Found:
        matrix = RMinHash.digest_matrix_from_token_sets(map(windows, texts), num_perm=bands * rows, seed=42)
        index = RMinHashLSH(threshold=THRESHOLD, num_perm=bands * rows, num_bands=bands)
        return np.asarray(index.query_duplicate_flags_matrix_one_shot(matrix), bool)

    return work


def rensa_expert(texts: list[str], bands: int, rows: int) -> Work:
    """As above, with the windows hashed by numpy into flat arrays."""
    from rensa import RMinHash, RMinHashLSH

    def work() -> Found:
        index = RMinHashLSH(threshold=THRESHOLD, num_perm=bands * rows, num_bands=bands)
        hashes, offsets = joined(hashed(texts, SHINGLE))
        matrix = RMinHash.digest_matrix_from_flat_token_hashes(hashes, offsets, bands * rows, 42)
        return np.asarray(index.query_duplicate_flags_matrix_one_shot(matrix), bool)

    return work


def joined(parts: Iterable[Flat]) -> Flat:
    """The parts of `hashed` as one."""
    hashes, offsets, before = [], [np.zeros(1, np.uint64)], 0
    for part, starts in parts:
        hashes.append(part)
        offsets.append(starts[1:] + np.uint64(before))
        before += len(part)
    return np.concatenate(hashes), np.concatenate(offsets)


def fastsketch(texts: list[str], bands: int, rows: int) -> Work:
    """Sketches of token lists in batches, an index, all queries in one call: the pairs."""
    from FastSketchLSH import LSH, FastSimilaritySketch

    def work() -> Found:
        sketch = FastSimilaritySketch(size=bands * rows, seed=42)
        parts = (texts[start : start + 20_000] for start in range(0, len(texts), 20_000))
        matrix = np.concatenate([sketch.batch([windows(text) for text in part], num_threads=THREADS) for part in parts])
        return _fastsketch_pairs(LSH(bands * rows, bands, num_threads=THREADS), matrix)

    return work


def fastsketch_expert(texts: list[str], bands: int, rows: int) -> Work:
    """As above, with the windows hashed by numpy into flat arrays."""
    from FastSketchLSH import LSH, FastSimilaritySketch

    def work() -> Found:
        sketch = FastSimilaritySketch(size=bands * rows, seed=42)
        parts = hashed(texts, SHINGLE)
        matrix = np.concatenate([sketch.batch_csr(*part, prehashed=True, num_threads=THREADS) for part in parts])
        return _fastsketch_pairs(LSH(bands * rows, bands, num_threads=THREADS), matrix)

    return work


def _fastsketch_pairs(index: Any, matrix: NDArray[np.uint64]) -> NDArray[np.uint32]:
    index.insert(matrix)
    found, offsets = index.query(matrix, format="csr")
    left = np.repeat(np.arange(len(matrix), dtype=np.uint32), np.diff(offsets).astype(np.int64))
    return each_once(left, np.asarray(found, np.uint32))


def daft(texts: list[str], bands: int, rows: int) -> Work:
    """Its `minhash` counts words, so each character is made one; bands are grouped by the data frame."""
    import daft as library
    from daft import col
    from daft.functions import minhash

    def work() -> Found:
        spaced = [" ".join(text.replace(" ", "_")) for text in texts]
        frame = library.from_pydict({"number": np.arange(len(texts), dtype=np.uint32), "text": spaced})
        sketch = minhash(col("text"), num_hashes=bands * rows, ngram_size=SHINGLE, hash_function="xxhash")
        frame = frame.select(col("number"), sketch.chunk(rows).alias("band")).explode("band")
        frame = frame.select(col("number"), col("band").hash().alias("key"))
        groups = frame.groupby("key").agg(col("number").list_agg().alias("numbers"))
        members: Any = col("numbers").list_count()
        return pairs_of_groups(groups.where(members > 1).to_pydict()["numbers"])

    return work


def pairs_of_groups(groups: Iterable[Sequence[int]]) -> NDArray[np.uint32]:
    """All pairs within each group: `[[0, 1, 2]]` -> `[[0, 1], [0, 2], [1, 2]]`"""
    left, right = [np.zeros(0, np.uint32)], [np.zeros(0, np.uint32)]
    for group in groups:
        members = np.array(group, np.uint32)
        first, second = np.triu_indices(len(members), 1)
        left.append(members[first])
        right.append(members[second])
    return each_once(np.concatenate(left), np.concatenate(right))


def gaoya(texts: list[str], bands: int, rows: int) -> Work:
    """Its index hands over only what its sketches estimate as alike; 0.7 there loses few pairs of 0.8."""
    from gaoya.minhash import MinHashStringIndex

    def work() -> Found:
        index = MinHashStringIndex(
            hash_size=32,
            jaccard_threshold=THRESHOLD - 0.1,
            num_bands=bands,
            band_size=rows,
            analyzer="char",
            ngram_range=(SHINGLE, SHINGLE),
            id_container="smallvec",
        )
        index.par_bulk_insert_docs(list(range(len(texts))), texts)
        return pairs_of_lists(index.par_bulk_query(texts))

    return work


def datasketch(texts: list[str], bands: int, rows: int) -> Work:
    from datasketch import MinHash, MinHashLSH

    def work() -> Found:
        index = MinHashLSH(num_perm=bands * rows, params=(bands, rows))
        tokens = ([window.encode() for window in windows(text)] for text in texts)
        sketches = list(MinHash.generator(tokens, num_perm=bands * rows, seed=42))
        with index.insertion_session() as session:
            for number, sketch in enumerate(sketches):
                session.insert(number, sketch)
        return pairs_of_lists(map(index.query, sketches))

    return work


def sparse_product(texts: list[str], bands: int, rows: int) -> Work:
    """Exact: every two texts that share a window are compared, as in `truth`, which it is the time of."""
    from benchmarks.truth import jaccard_pairs

    def work() -> Found:
        pairs = jaccard_pairs(texts, THRESHOLD, SHINGLE)
        return each_once(np.asarray(pairs["left"]), np.asarray(pairs["right"]))

    return work
