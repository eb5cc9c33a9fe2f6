"""Two that find every pair: SetSimilaritySearch by prefixes, scikit-learn by a sparse product."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.peers.base import Found, Setting, Shingles, Work, each_once

BLOCK = 1_000  # rows at a time: the whole product would not fit


def set_similarity_search(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """As its documentation has it: a set for each text, all pairs."""
    from SetSimilaritySearch import all_pairs

    def work() -> Found:
        sets = [set(shingles.tokens(text)) for text in texts]
        found = all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=shingles.threshold)
        both = np.array([(left, right) for left, right, _ in found], np.uint32).reshape(-1, 2)
        return each_once(both[:, 0], both[:, 1])

    return work


def scikit_learn(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """A row of shingles for each text, the product of all rows, and what of it reaches the threshold."""
    from sklearn.feature_extraction.text import CountVectorizer

    way = "char" if shingles.of == "characters" else "word"

    def work() -> Found:
        counter = CountVectorizer(
            analyzer=way,
            ngram_range=(shingles.length, shingles.length),
            token_pattern=r"\S+",
            binary=True,
            lowercase=False,
            dtype=np.int32,
        )
        return _alike(counter.fit_transform(texts), shingles.threshold)

    return work


def _alike(rows: Any, threshold: float) -> Found:
    turned, sizes = rows.T.tocsr(), np.asarray(rows.sum(axis=1)).ravel()
    left, right = [np.zeros(0, np.uint32)], [np.zeros(0, np.uint32)]
    for start in range(0, rows.shape[0], BLOCK):
        shared = (rows[start : start + BLOCK] @ turned).tocoo()
        first, second = start + shared.row, shared.col
        alike = shared.data / (sizes[first] + sizes[second] - shared.data) >= threshold
        left.append(first[alike].astype(np.uint32))
        right.append(second[alike].astype(np.uint32))
    return each_once(np.concatenate(left), np.concatenate(right))
