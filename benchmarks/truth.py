"""All pairs that are alike, exactly and without our kernels: `python -m benchmarks.truth TEXTS -o TRUTH.parquet`.

Jaccard: shared shingles are counted for all pairs at once, by a sparse product in blocks of rows. Edit similarity: a
pair within d edits shares all but 4d of its windows of four characters (each edit touches four), so the same product
leaves few pairs to RapidFuzz, and loses none. 50,000 sentences take about a minute each way on one core, below 2 GB.

With `--join` our own exact join gives the same table, for more texts than that; a test compares the two.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist
from scipy.sparse import csr_array

from benchmarks import texts as source

BLOCK = 500
GRAM = 4

Numbers = NDArray[np.int64]


def cut_shingles(text: str, length: int) -> set[str]:
    """Cut a text into windows: `("abcd", 3)` -> `{"abc", "bcd"}`; a shorter text is one window."""
    return {text[start : start + length] for start in range(max(1, len(text) - length + 1))}


def compute_jaccard(left: str, right: str, length: int) -> float:
    own, other = cut_shingles(left, length), cut_shingles(right, length)
    return len(own & other) / len(own | other)


def compute_edit_similarity(left: str, right: str) -> float:
    """1 - edits / length of the longer: `("abcd", "abxd")` -> 0.75"""
    longer = max(len(left), len(right))
    return 1 - Levenshtein.distance(left, right) / longer if longer else 1.0


def find_jaccard_pairs(texts: Sequence[str], threshold: float, length: int) -> pa.Table:
    """Find left, right and similarity of every pair with at least this Jaccard similarity; `left < right`."""
    features, sizes = _build_features((cut_shingles(text, length) for text in texts), {})
    return _compare_rows(features, features, np.arange(len(texts)), sizes, threshold)


def find_sample_pairs(
    sample: Numbers,
    texts: Sequence[str],
    threshold: float,
    length: int,
    cut: Callable[[str, int], set[str]] = cut_shingles,
) -> pa.Table:
    """Find the pairs with at least one side in `sample`, which is feasible among millions of texts."""
    known: dict[str, int] = {}
    own, _ = _build_features((cut(texts[number], length) for number in sample), known)
    every, sizes = _build_features((cut(text, length) for text in texts), known, fixed=True)
    return _compare_rows(own, every, sample, sizes, threshold)


def _build_features(units: Iterable[set[str]], known: dict[str, int], fixed: bool = False) -> tuple[csr_array, Numbers]:
    """Build a row of ones for each unit, a column for each feature (known ones if `fixed`), and the units' sizes."""
    columns: list[NDArray[np.int32]] = []
    sizes = []
    for unit in units:
        sizes.append(len(unit))
        if fixed:
            numbers = [known[each] for each in unit if each in known]
        else:
            numbers = [known.setdefault(each, len(known)) for each in unit]
        columns.append(np.array(sorted(numbers), np.int32))
    ends = np.cumsum([0, *map(len, columns)])
    joined = np.concatenate(columns) if columns else np.zeros(0, np.int32)
    shape = len(columns), max(1, len(known))
    return csr_array((np.ones(len(joined), np.int32), joined, ends), shape=shape), np.array(sizes, np.int64)


def _compare_rows(own: csr_array, every: csr_array, names: Numbers, sizes: Numbers, threshold: float) -> pa.Table:
    """Compare each row of `own`, which is text `names[row]`, with each row of `every`."""
    turned = every.T.tocsr()
    found = []
    for start in range(0, own.shape[0], BLOCK):
        shared = (own[start : start + BLOCK] @ turned).tocoo()
        left, right = names[start + shared.row], shared.col.astype(np.int64)
        similarity = shared.data / (sizes[left] + sizes[right] - shared.data)
        kept = (similarity >= threshold) & (left != right)
        found.append(np.stack([left[kept], right[kept], similarity[kept]]))
    left, right, similarity = np.concatenate(found, axis=1) if found else np.zeros((3, 0))
    return _build_table(left, right, similarity)


def find_edit_pairs(texts: Sequence[str], threshold: float) -> pa.Table:
    """Find left, right and similarity of every pair with at least this edit similarity, in characters."""
    order = np.array(sorted(range(len(texts)), key=lambda number: len(texts[number])), np.int64)
    lengths = np.array([len(texts[number]) for number in order], np.int64)
    grams, _ = _build_features((_number_grams(texts[number]) for number in order), {})
    lefts, rights, similarities = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
    for start in range(0, len(order), BLOCK):
        left, right = _find_near(grams, lengths, start, threshold)
        scores = _compute_edit_similarities(texts, order[left], order[right])
        kept = scores >= threshold
        lefts.append(order[left[kept]])
        rights.append(order[right[kept]])
        similarities.append(scores[kept])
    return _build_table(np.concatenate(lefts), np.concatenate(rights), np.concatenate(similarities))


def _number_grams(text: str) -> set[str]:
    """Number repeated windows of four characters, so that shared ones count as often as both texts have them."""
    seen: dict[str, int] = {}
    out = set()
    for start in range(len(text) - GRAM + 1):
        gram = text[start : start + GRAM]
        seen[gram] = seen.get(gram, 0) + 1
        out.add(gram if seen[gram] == 1 else f"{gram}{seen[gram]}")
    return out


def count_edits_allowed(length: NDArray[np.int64], threshold: float) -> NDArray[np.int64]:
    """Count the edits allowed in a pair whose longer text has this length: `(100, 0.8)` -> 20"""
    return np.asarray(np.floor((1 - threshold) * length + 1e-9), np.int64)


def _find_near(grams: csr_array, lengths: Numbers, start: int, threshold: float) -> tuple[Numbers, Numbers]:
    """Find pairs of a row of this block and a later row that may be within the allowed edits. Rows go by length."""
    stop = min(start + BLOCK, len(lengths))
    reach = int(np.searchsorted(lengths - count_edits_allowed(lengths, threshold), lengths[stop - 1], side="right"))
    needed = lengths[start:reach] - GRAM + 1 - GRAM * count_edits_allowed(lengths[start:reach], threshold)
    everything = needed <= 0  # too short for the windows to say anything
    shared = (grams[start:stop] @ grams[start:reach].T.tocsr()).tocoo()
    enough = (shared.data >= needed[shared.col]) & (shared.col > shared.row) & ~everything[shared.col]
    left, right = shared.row[enough].astype(np.int64), shared.col[enough].astype(np.int64)
    rows, columns = np.meshgrid(np.arange(stop - start), np.flatnonzero(everything), indexing="ij")
    above = columns > rows
    left, right = np.concatenate([left, rows[above]]), np.concatenate([right, columns[above]])
    within = lengths[start + right] - lengths[start + left] <= count_edits_allowed(lengths[start + right], threshold)
    return start + left[within], start + right[within]


def _compute_edit_similarities(texts: Sequence[str], left: Numbers, right: Numbers) -> NDArray[np.float64]:
    if not len(left):
        return np.zeros(0)
    edits = cpdist([texts[at] for at in left], [texts[at] for at in right], scorer=Levenshtein.distance, workers=2)
    longer = np.array([max(len(texts[a]), len(texts[b])) for a, b in zip(left, right, strict=True)])
    return np.asarray(1 - edits.astype(np.float64) / longer)


def _build_table(left: NDArray[Any], right: NDArray[Any], similarity: NDArray[np.float64]) -> pa.Table:
    """Build a table with each pair once, the smaller number first, in order."""
    low, high = np.minimum(left, right).astype(np.uint32), np.maximum(left, right).astype(np.uint32)
    _, first = np.unique(low.astype(np.uint64) << np.uint64(32) | high, return_index=True)
    return pa.table({"left": low[first], "right": high[first], "similarity": similarity[first]})


def find_pairs_by_join(texts: Sequence[str], measure: str, threshold: float, length: int) -> pa.Table:
    """Find the pairs of normalised texts by the finder `join`, which takes seconds for a million by Jaccard."""
    import twicetold

    options: dict[str, Any] = {
        "finder": "join",
        "measure": measure,
        "threshold": threshold,
        "shingle": length,
        "min_length": 1,
    }
    found = twicetold.cluster(texts, min_characters=1, **options).matches
    return _build_table(*(np.asarray(found[name]) for name in ("left", "right", "similarity")))


def load_or_find_pairs(
    texts: Sequence[str], measure: str, threshold: float, length: int, folder: str | None
) -> pa.Table:
    """Load the true pairs from `folder`, or find and save them, under a name with a hash of the texts."""
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]
    name = f"truth-{measure}-{threshold:g}-{length}-{len(texts)}-{digest}.parquet"
    path = Path(folder) / name if folder else None
    if path and path.exists():
        return pq.read_table(path)
    table = find_edit_pairs(texts, threshold) if measure == "edit" else find_jaccard_pairs(texts, threshold, length)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, path)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+", help="Parquet with `text`, JSON lines of strings, or plain lines")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--measure", choices=("jaccard", "edit"), default="jaccard")
    parser.add_argument("--threshold", type=float, default=0.8)
    parser.add_argument("--shingle", type=int, default=12)
    parser.add_argument("--sentences", type=int, default=50_000)
    parser.add_argument("--min-length", type=int, default=40)
    parser.add_argument("--max-length", type=int, default=600)
    parser.add_argument("--join", action="store_true", help="by our own exact join")
    options = parser.parse_args()
    texts = source.sample(options.texts, options.sentences, options.min_length, options.max_length)
    start = time.perf_counter()
    if options.join:
        table = find_pairs_by_join(texts, options.measure, options.threshold, options.shingle)
    elif options.measure == "edit":
        table = find_edit_pairs(texts, options.threshold)
    else:
        table = find_jaccard_pairs(texts, options.threshold, options.shingle)
    pq.write_table(table, options.output)
    print(f"{table.num_rows} pairs among {len(texts)} texts, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
