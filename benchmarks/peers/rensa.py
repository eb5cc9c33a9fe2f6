"""rensa: R-MinHash in Rust, called from Python."""

from __future__ import annotations

import numpy as np

from benchmarks.peers.base import Found, Setting, Shingles, Work, pairs_of_lists
from benchmarks.windows import hash_windows, join_parts


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Sketches of token lists, an index, a query for each text."""
    from rensa import RMinHash, RMinHashLSH

    bands, rows = setting

    def work() -> Found:
        sketches = RMinHash.from_token_sets(map(shingles.tokens, texts), num_perm=bands * rows, seed=42)
        index = RMinHashLSH(threshold=shingles.threshold, num_perm=bands * rows, num_bands=bands)
        index.insert_many(sketches)
        return pairs_of_lists(index.query_all(sketches))

    return work


def flags(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Its fastest way: a digest matrix in one call, in another whether something is like a text, not what."""
    from rensa import RMinHash, RMinHashLSH

    bands, rows = setting

    def work() -> Found:
        tokens = map(shingles.tokens, texts)
        matrix = RMinHash.digest_matrix_from_token_sets(tokens, num_perm=bands * rows, seed=42)
        index = RMinHashLSH(threshold=shingles.threshold, num_perm=bands * rows, num_bands=bands)
        return np.asarray(index.query_duplicate_flags_matrix_one_shot(matrix), bool)

    return work


def expert_flags(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """As above, with the windows of characters hashed by numpy into flat arrays."""
    from rensa import RMinHash, RMinHashLSH

    bands, rows = setting

    def work() -> Found:
        index = RMinHashLSH(threshold=shingles.threshold, num_perm=bands * rows, num_bands=bands)
        hashes, offsets = join_parts(hash_windows(texts, shingles.length))
        matrix = RMinHash.digest_matrix_from_flat_token_hashes(hashes, offsets, bands * rows, 42)
        return np.asarray(index.query_duplicate_flags_matrix_one_shot(matrix), bool)

    return work
