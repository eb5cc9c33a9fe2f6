"""Texts of one size in a file, and what is true of them: the exact pairs, of all texts or of a sample."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks import texts as source
from benchmarks.peers.base import SENTENCES, Shingles
from benchmarks.truth import find_sample_pairs, load_or_find_pairs
from benchmarks.truth_words import find_word_pairs

EXACT_UP_TO = 100_000  # sentences: above, the truth is of a sample
EXACT_DOCUMENTS = 100_000
SAMPLE = 2_000
DENSE_SHARE = 10  # one in so many texts is of those most like another


@dataclass(frozen=True)
class Case:
    """`truth` has the pairs, all of them or those that touch `sample`."""

    path: Path
    size: int
    truth: pa.Table
    sample: NDArray[np.int64] | None = None


def sized(texts: list[str], alike: NDArray[np.float64], size: int) -> tuple[list[str], NDArray[np.float64]]:
    """`size` texts in an order of their own, a tenth of them those most like another, and how alike.

    A random part of a corpus has few near-duplicates, their number going with the square of its size; so each size
    has about as many for a text as the others.
    """
    ranked = np.argsort(-alike, kind="stable")
    dense, rest = ranked[: size // DENSE_SHARE], ranked[size // DENSE_SHARE :]
    draw = np.random.default_rng(source.SEED)
    order = draw.permutation(np.concatenate([dense, draw.permutation(rest)[: size - len(dense)]]))
    return [texts[number] for number in order], alike[order]


def prepare(texts: list[str], alike: NDArray[np.float64], folder: Path, cache: str | None) -> Case:
    """Sentences with their truth. The sample is half of texts that are like another, half of any."""
    size = len(texts)
    path = source.save(texts, folder / f"texts-{size}.txt")
    if size <= EXACT_UP_TO:
        return Case(path, size, load_or_find_pairs(texts, "jaccard", SENTENCES.threshold, SENTENCES.length, cache))
    draw = np.random.default_rng(source.SEED)
    likely = draw.permutation(np.flatnonzero(alike >= 0.5))[: SAMPLE // 2]
    others = draw.permutation(np.setdiff1d(np.arange(size), likely))[: SAMPLE - len(likely)]
    sample = np.sort(np.concatenate([likely, others]))
    return Case(path, size, find_sample_pairs(sample, texts, SENTENCES.threshold, SENTENCES.length), sample)


def prepare_words(texts: list[str], shingles: Shingles, folder: Path, cache: Path) -> Case:
    """Documents with their truth: all pairs, or of very many those of a sample."""
    size = len(texts)
    path = source.save(texts, folder / f"documents-{size}.txt")
    if size <= EXACT_DOCUMENTS:
        return Case(path, size, find_word_pairs(texts, shingles.threshold, shingles.length, cache))
    sample = np.sort(np.random.default_rng(source.SEED).permutation(size)[:SAMPLE])
    found = find_sample_pairs(
        sample, texts, shingles.threshold, shingles.length, lambda text, _: set(shingles.tokens(text))
    )
    return Case(path, size, found, sample)
