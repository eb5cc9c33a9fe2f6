"""Daft: a data frame with a `minhash` of words."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.peers.base import Found, Setting, Shingles, Work, pairs_of_groups


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """A sketch of each text, cut into bands, and the bands grouped by the data frame."""
    import daft as library
    from daft import col
    from daft.functions import minhash

    bands, rows = setting

    def work() -> Found:
        columns = {"number": np.arange(len(texts), dtype=np.uint32), "text": shingles.as_words(texts)}
        frame = library.from_pydict(columns)
        sketch = minhash(col("text"), num_hashes=bands * rows, ngram_size=shingles.length, hash_function="xxhash")
        frame = frame.select(col("number"), sketch.chunk(rows).alias("band")).explode("band")
        frame = frame.select(col("number"), col("band").hash().alias("key"))
        groups = frame.groupby("key").agg(col("number").list_agg().alias("numbers"))
        members: Any = col("numbers").list_count()
        return pairs_of_groups(groups.where(members > 1).to_pydict()["numbers"])

    return work
