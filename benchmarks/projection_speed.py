"""How fast is projection? Next to the paper's sorted windows in plain NumPy, at a recall that both reach.

    python -m benchmarks.projection_speed TEXTS ... [--sentences 50000] [--cosine 0.9] [--recall 0.95]

The texts are those that are most like another, the truth is the exact scan. NumPy cuts words by a regular expression,
counts, hashes and weighs them as anyone would; its windows then work on the vectors that we make, so that the truth is
one. Orders are added until the recall is reached, for several widths. Seconds, and CPU seconds beside them: on a busy
machine those say more.
"""

from __future__ import annotations

import argparse
import re
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks import texts as source
from benchmarks.projection import LONGEST, SHORTEST, FinderOfTexts, Pairs
from benchmarks.windows import select_densest
from twicetold import _kernels
from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.features.input_vectors import InputVectors
from twicetold.jobs.stages import build_finder, fit_finder_in_memory
from twicetold.tables.matching import TEXT_VECTORS

WORD = re.compile(r"\w+")
DIMENSIONS, BITS, HAMMING = 256, 256, 55
WINDOWS = (10, 30, 100, 300, 1000)
LONGEST_SECONDS = 240.0


@dataclass
class Timing:
    """Seconds and CPU seconds of a block."""

    seconds: float = 0.0
    cpu: float = 0.0

    def __str__(self) -> str:
        return f"{self.seconds:6.2f} s, CPU {self.cpu:6.2f} s"

    def __add__(self, other: Timing) -> Timing:
        return Timing(self.seconds + other.seconds, self.cpu + other.cpu)


@contextmanager
def time_block() -> Iterator[Timing]:
    found = Timing()
    began, used = time.perf_counter(), time.process_time()
    yield found
    found.seconds, found.cpu = time.perf_counter() - began, time.process_time() - used


def compute_plain_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Compute hashed TF-IDF vectors of words, a row for each text."""
    numbers: dict[str, int] = {}
    words: list[int] = []
    lengths = []
    for text in texts:
        own = [numbers.setdefault(word, len(numbers)) for word in WORD.findall(text)]
        words += own
        lengths.append(len(own))
    rows, columns = np.repeat(np.arange(len(texts)), lengths), np.array(words)
    hashes = np.array([zlib.crc32(word.encode()) for word in numbers], np.uint32)
    seen = np.unique(rows * len(numbers) + columns) % len(numbers)
    weights = np.log((len(texts) + 1) / np.bincount(seen, minlength=len(numbers)))
    weights[hashes % 2 == 1] *= -1
    places = rows * DIMENSIONS + (hashes // 2 % DIMENSIONS)[columns]
    made = np.bincount(places, weights[columns], len(texts) * DIMENSIONS).reshape(-1, DIMENSIONS)
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    return (made / np.where(norms == 0, 1, norms)).astype(np.float32)


class PlainProjection:
    """The paper's method in NumPy: Gaussian planes, permuted and sorted bits, each row against those that follow."""

    def __init__(self, vectors: NDArray[np.float32], numbers: NDArray[np.int64]) -> None:
        self.generator, self.numbers = np.random.default_rng(1123456), numbers
        self.signs = vectors @ self.generator.standard_normal((vectors.shape[1], BITS), np.float32) >= 0

    def order(self, window: int) -> Pairs:
        """The pairs of one more order."""
        packed = np.packbits(self.signs[:, self.generator.permutation(BITS)], axis=1)
        packed = np.ascontiguousarray(packed).view(np.uint64)
        order = np.lexsort(packed.byteswap().T[::-1])
        ordered = packed[order]
        pairs: Pairs = set()
        for step in range(1, window + 1):
            differ = np.bitwise_count(ordered[step:] ^ ordered[:-step]).sum(axis=1)
            (near,) = np.nonzero(differ <= HAMMING)
            one, two = self.numbers[order[near]], self.numbers[order[near + step]]
            pairs.update(zip(np.minimum(one, two).tolist(), np.maximum(one, two).tolist(), strict=True))
        return pairs


def find_nearly_all(finder: FinderOfTexts, cosine: float) -> Pairs:
    """Find nearly all pairs if a scan would take too long: a search for 0.9999 of the pairs, filtered by cosine."""
    found = sorted(finder.find(finder="projection", recall=0.9999)[0])
    vectors = make_vectors(finder)
    sides = [pa.array([pair[side] for pair in found], pa.int32()) for side in (0, 1)]
    alike = np.asarray(_kernels.compute_vector_similarities(vectors, sides[0], sides[1], "cosine")) >= cosine
    return {pair for pair, is_alike in zip(found, alike, strict=True) if is_alike}


def prepare_vectors(finder: FinderOfTexts) -> InputVectors:
    """Prepare our vectors for lookup, so that the time to make them does not count."""
    texts = finder.units["text"].combine_chunks()
    vectors = [np.frombuffer(each or b"", np.int8).astype("<i2").tobytes() for each in make_vectors(finder).to_pylist()]
    batch = pa.RecordBatch.from_arrays([texts, pa.array(vectors, pa.binary())], schema=TEXT_VECTORS)
    return InputVectors().fit_to_lexicon([batch.filter(pa.array([bool(each) for each in vectors]))], len(texts))


def make_vectors(finder: FinderOfTexts) -> pa.Array:
    return finder.feature.compute_vectors(finder.units["text"].combine_chunks())


def time_projection(finder: FinderOfTexts, truth: Pairs, recall: float, threads: int) -> Timing:
    """Time a search from texts, including the counts of the corpus, and one from prepared vectors."""
    finder.engine = Local(Machine(workers=threads))
    count = finder.units.num_rows
    asked = replace(finder.settings, finding=replace(finder.settings.finding, finder="projection", recall=recall))
    with time_block() as counting:
        fitted = fit_finder_in_memory(
            build_finder(asked, count), finder.engine.load_rows(finder.units), count, finder.engine
        )
    feature, finder.feature = finder.feature, fitted.feature
    with time_block() as finding:
        found, used, _ = finder.find(finder="projection", recall=recall)
    finder.feature = prepare_vectors(finder)
    with time_block() as bare:
        again, *_ = finder.find(finder="projection", recall=recall)
    finder.feature = feature
    whole = counting + finding
    share = len(truth & found) / len(truth)
    print(f"ours, {recall:g} asked, {threads} threads: {used.facts['scheme']}; {len(found):,} candidates, {share:.4f}")
    print(f"  from texts {whole}; from vectors {bare}; same pairs: {found == again}", flush=True)
    return whole


def print_numpy_widths(finder: FinderOfTexts, truth: Pairs, recall: float, making: Timing) -> None:
    """Print for each width how many orders it takes, and how long."""
    column = make_vectors(finder)
    numbers = np.nonzero(np.asarray(column.is_valid()))[0]
    vectors = np.frombuffer(b"".join(column.drop_null().to_pylist()), np.int8).reshape(len(numbers), -1)
    for window in WINDOWS:
        with time_block() as spent:
            plain = PlainProjection(vectors.astype(np.float32), numbers)
        hits: Pairs = set()
        candidates: Pairs = set()
        orders = 0
        while len(hits) < recall * len(truth) and spent.seconds < LONGEST_SECONDS:
            with time_block() as one:
                candidates |= plain.order(window)
            hits = truth & candidates
            spent, orders = spent + one, orders + 1
        share = f"{len(hits) / len(truth):.4f}{'' if len(hits) >= recall * len(truth) else ', given up'}"
        print(f"NumPy, D={BITS} Q={orders} B={window} T={HAMMING}: {len(candidates):,} candidates, {share}")
        print(f"  from texts {making + spent}; from vectors {spent}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--sentences", type=int, default=50_000)
    parser.add_argument("--cosine", type=float, default=0.9)
    parser.add_argument("--recall", type=float, default=0.95)
    parser.add_argument("--nearly", action="store_true", help="no scan: what projection finds when asked for 0.9999")
    given = parser.parse_args()
    texts = select_densest(source.sample(given.texts, 10**9, SHORTEST, LONGEST), given.sentences)
    finder = FinderOfTexts(texts, "hashed", given.cosine)
    with time_block() as scanning:
        truth = find_nearly_all(finder, given.cosine) if given.nearly else finder.find()[0]
    how = "projection, 0.9999 asked," if given.nearly else "scan"
    print(f"{len(texts):,} sentences, {len(truth):,} pairs of cosine {given.cosine:g}; {how} {scanning}", flush=True)
    for recall in (0.99, given.recall):
        for threads in (2, 1):
            time_projection(finder, truth, recall, threads)
    with time_block() as making:
        compute_plain_vectors(texts)
    print(f"NumPy's own vectors {making}", flush=True)
    print_numpy_widths(finder, truth, given.recall, making)


if __name__ == "__main__":
    main()
