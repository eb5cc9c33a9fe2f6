"""Does projection find what it says? `python -m benchmarks.projection TEXTS ... [--sentences 50000] [--vectors hashed]`

The truth is the exact scan. For each recall that is asked for: of the true pairs, what share is found, in all and by
cosine, next to what `plan` expects of pairs of just those cosines. Then the paper's sorted windows, ours next to the
same in plain NumPy, in one run.

A random part of a corpus has few near-duplicates; `--dense` takes the texts that are most like another instead.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks import texts as source
from benchmarks.windows import select_densest
from twicetold import _kernels
from twicetold.config import Finding, Machine, Matching
from twicetold.engines.local import Local
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.stages import build_finder, fit_finder_in_memory
from twicetold.tables.matching import UNITS

Pairs = set[tuple[int, int]]
SHORTEST, LONGEST = 40, 1000


def build_units(texts: Sequence[str]) -> pa.Table:
    """Build units from texts; only their numbers and texts matter."""
    columns = {"unit": pa.array(range(len(texts)), pa.uint32()), "text": pa.array(texts)}
    return pa.table(columns, schema=pa.schema([UNITS.field(name) for name in columns]))


class FinderOfTexts:
    """The finders of one corpus, fitted once."""

    def __init__(self, texts: Sequence[str], vectors: str, cosine: float) -> None:
        self.units, self.engine = build_units(texts), Local(Machine())
        self.settings = SentenceSettings(
            finding=Finding(finder="scan", feature="vectors", vectors=vectors), matching=Matching("cosine", cosine)
        )
        self.feature = self._fit_finder(self.settings).feature

    def _fit_finder(self, settings: SentenceSettings) -> Any:
        finder = build_finder(settings, self.units.num_rows)
        return fit_finder_in_memory(finder, self.engine.load_rows(self.units), self.units.num_rows, self.engine)

    def find(self, **options: Any) -> tuple[Pairs, Any, float]:
        """Candidates, the finder, and seconds from texts on."""
        settings = replace(self.settings, finding=replace(self.settings.finding, **options))
        finder: Any = build_finder(settings, self.units.num_rows)
        finder = replace(finder, feature=self.feature)
        began = time.perf_counter()
        pairs = self.engine.collect(
            {"pairs": finder.find_candidates(self.engine.load_rows(self.units), self.engine).pairs}
        )
        rows = pairs["pairs"].to_pydict()
        return set(zip(rows["left"], rows["right"], strict=True)), finder, time.perf_counter() - began


def print_recall(finder: FinderOfTexts, asked: Sequence[float], cosine: float) -> None:
    """Print a row for all pairs and for each band of cosines."""
    truth, _, seconds = finder.find()
    ordered = sorted(truth)
    vectors = finder.feature.compute_vectors(finder.units["text"].combine_chunks())
    sides = [pa.array([pair[side] for pair in ordered], pa.int32()) for side in (0, 1)]
    cosines = np.asarray(_kernels.compute_vector_similarities(vectors, sides[0], sides[1], "cosine"))
    bands = [*np.linspace(cosine, 1.0, 6), 1.01]
    print(f"scan: {len(truth):,} pairs at cosine {cosine:g} and above, {seconds:.1f} s")
    for each in asked:
        found, used, seconds = finder.find(finder="projection", recall=each)
        print(f"asked {each:g}: {used.facts['scheme']}; {len(found):,} candidates, {seconds:.1f} s")
        hits = np.array([pair in found for pair in ordered])
        expected = np.array([used.scheme.recall(min(value, 1.0)) for value in cosines])
        figures = f"expected at the threshold {used.facts['recall']:.3f}"
        print(
            f"  all            {len(hits):7,} pairs  found {hits.mean():.3f}  expected {expected.mean():.3f}  {figures}"
        )
        for low, high in pairwise(bands):
            part = (cosines >= low) & (cosines < high)
            if part.any():
                row = f"{part.sum():7,} pairs  found {hits[part].mean():.3f}  expected {expected[part].mean():.3f}"
                print(f"  {low:.2f} to {min(high, 1.0):.2f}   {row}")


def find_pairs_by_numpy(vectors: NDArray[np.float32], bits: int, orders: int, window: int, hamming: int) -> Pairs:
    """Find pairs as the paper does, in NumPy: Gaussian planes, permuted and sorted bits, the next `window` rows."""
    generator = np.random.default_rng(1123456)
    signs = vectors @ generator.standard_normal((vectors.shape[1], bits), np.float32) >= 0
    pairs: Pairs = set()
    for _ in range(orders):
        packed = np.packbits(signs[:, generator.permutation(bits)], axis=1)
        order = np.lexsort(packed.T[::-1])
        ordered = packed[order]
        for step in range(1, window + 1):
            differ = np.bitwise_count(ordered[step:] ^ ordered[:-step]).sum(axis=1)
            (near,) = np.nonzero(differ <= hamming)
            one, two = order[near], order[near + step]
            pairs.update(zip(np.minimum(one, two).tolist(), np.maximum(one, two).tolist(), strict=True))
    return pairs


def compare_with_numpy(finder: FinderOfTexts, bits: int, orders: int, window: int, hamming: int) -> None:
    """Print both from texts to pairs: NumPy gets our vectors, and their time is added."""
    began = time.perf_counter()
    made = finder.feature.compute_vectors(finder.units["text"].combine_chunks())
    making = time.perf_counter() - began
    given = {"signature_bits": bits, "permutations": orders, "sort_window": window, "hamming": hamming}
    found, _, seconds = finder.find(finder="projection", **given)
    have = made.drop_null()
    vectors = np.frombuffer(b"".join(have.to_pylist()), np.int8).reshape(len(have), -1).astype(np.float32)
    began = time.perf_counter()
    other = find_pairs_by_numpy(vectors, bits, orders, window, hamming)
    numpy_seconds = time.perf_counter() - began
    scheme = f"D={bits} Q={orders} B={window} T={hamming}"
    print(f"{scheme}: ours {seconds:.2f} s, {len(found):,} pairs; vectors alone {making:.2f} s of one core")
    ratio = (making + numpy_seconds) / seconds
    print(f"{scheme}: NumPy {making + numpy_seconds:.2f} s, {len(other):,} pairs; ratio {ratio:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--sentences", type=int, default=50_000)
    parser.add_argument("--vectors", default="hashed")
    parser.add_argument("--cosine", type=float, default=0.9)
    parser.add_argument("--asked", type=float, nargs="*", default=[0.99, 0.95, 0.8])
    parser.add_argument("--dense", action="store_true")
    given = parser.parse_args()
    if given.dense:
        texts = select_densest(source.sample(given.texts, 10**9, SHORTEST, LONGEST), given.sentences)
    else:
        texts = source.sample(given.texts, given.sentences, SHORTEST, LONGEST)
    print(f"{len(texts):,} distinct sentences, vectors {given.vectors}")
    finder = FinderOfTexts(texts, given.vectors, given.cosine)
    print_recall(finder, given.asked, given.cosine)
    compare_with_numpy(finder, 100, 10, 10, 5)
    compare_with_numpy(finder, 256, 16, 100, 55)


if __name__ == "__main__":
    main()
