"""text-dedup: its minhash over a data set of Hugging Face, two processes.

Its command keeps one text of each chain of buckets; the pairs are taken from the buckets, before they are chained.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from benchmarks.peers.base import THREADS, Found, Setting, Shingles, Work, pairs_of_groups

PRIME, HIGHEST = np.uint32((1 << 32) - 5), np.uint32((1 << 32) - 1)  # its own for hashes of 32 bits


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """What `python -m text_dedup.minhash` does between loading and filtering, with its own `embed_func`."""
    import datasets
    from text_dedup.minhash import INDEX_COLUMN, RNG, SIGNATURE_COLUMN, embed_func
    from text_dedup.utils import xxh3_32hash

    datasets.disable_progress_bars()
    bands, rows = setting
    draws = [RNG.randint(low, PRIME, size=(bands * rows,), dtype=np.uint32) for low in (1, 0)]
    how: dict[str, Any] = {
        "num_perm": bands * rows,
        "hashranges": [(band * rows, (band + 1) * rows) for band in range(bands)],
        "ngram_size": shingles.length,
        "min_length": 1,
        "permutations": tuple(draws),
        "hash_func": xxh3_32hash,
        "dtype": np.uint32,
        "max_hash": HIGHEST,
        "modulo_prime": PRIME,
    }

    def work() -> Found:
        given = datasets.Dataset.from_dict({"text": shingles.as_words(texts), INDEX_COLUMN: range(len(texts))})
        columns = ["text", INDEX_COLUMN]
        embedded = given.map(
            embed_func, fn_kwargs=how, input_columns=columns, remove_columns=["text"], num_proc=THREADS
        )
        tables: list[dict[bytes, list[int]]] = [defaultdict(list) for _ in range(bands)]
        for number, keys in zip(embedded[INDEX_COLUMN], embedded[SIGNATURE_COLUMN], strict=True):
            for table, key in zip(tables, keys, strict=True):
                table[key].append(number)
        return pairs_of_groups(group for table in tables for group in table.values() if len(group) > 1)

    return work
