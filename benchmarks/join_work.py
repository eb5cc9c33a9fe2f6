"""One piece of work of `join`, in a process of its own: `NAME TEXTS OUT MEMORY`. The pairs go to OUT, not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import child
from benchmarks.peers import SHINGLE, THREADS, THRESHOLD, each_once, windows
from benchmarks.texts import load

Pairs = NDArray[np.uint32]


def ours(texts: list[str], partition: str, memory_bytes: int) -> Pairs:
    """Verified matches, as `cluster` gives them, with the clusters it also makes."""
    library = import_module("twicetold")
    found = library.cluster(
        texts,
        finder="join",
        partition=partition,
        measure="jaccard",
        threshold=THRESHOLD,
        shingle=SHINGLE,
        threads=THREADS,
        memory_bytes=memory_bytes,
    )
    return each_once(np.asarray(found.matches["left"]), np.asarray(found.matches["right"]))


def by_document(texts: list[str], memory_bytes: int) -> Pairs:
    return ours(texts, "document", memory_bytes)


def by_term(texts: list[str], memory_bytes: int) -> Pairs:
    return ours(texts, "term", memory_bytes)


def set_similarity_search(texts: list[str], memory_bytes: int) -> Pairs:
    """As its documentation has it: a set for each text, all pairs."""
    library = import_module("SetSimilaritySearch")
    sets = [set(windows(text)) for text in texts]
    found = library.all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=THRESHOLD)
    return _pairs([(left, right) for left, right, _ in found])


def scikit_learn(texts: list[str], memory_bytes: int) -> Pairs:
    """A row of windows for each text, the product of all rows, and what of it reaches the threshold."""
    text = import_module("sklearn.feature_extraction.text")
    counter = text.CountVectorizer(
        analyzer="char", ngram_range=(SHINGLE, SHINGLE), binary=True, lowercase=False, dtype=np.int32
    )
    rows: Any = counter.fit_transform(texts)
    shared = (rows @ rows.T).tocoo()
    sizes = np.asarray(rows.sum(axis=1)).ravel()
    alike = shared.data / (sizes[shared.row] + sizes[shared.col] - shared.data) >= THRESHOLD
    return each_once(shared.row[alike].astype(np.uint32), shared.col[alike].astype(np.uint32))


def _pairs(found: list[tuple[int, int]]) -> Pairs:
    both = np.array(found, np.uint32).reshape(-1, 2)
    return each_once(both[:, 0], both[:, 1])


WORK: dict[str, Callable[[list[str], int], Pairs]] = {
    "by_document": by_document,
    "by_term": by_term,
    "set_similarity_search": set_similarity_search,
    "scikit_learn": scikit_learn,
}

MODULES = {"set_similarity_search": "SetSimilaritySearch", "scikit_learn": "sklearn.feature_extraction.text"}


def main(name: str, texts: str, out: str, memory: str) -> None:
    given = load(Path(texts))
    import_module(MODULES.get(name, "twicetold"))  # not timed
    kept: list[Pairs] = []

    def timed() -> int:
        kept.append(WORK[name](given, int(memory)))
        return len(kept[0])

    child(timed)
    np.save(out, kept[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
