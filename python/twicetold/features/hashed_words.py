"""Vectors of hashed words, or of grams: each adds its rarity to one of some places or takes it away, as its hash says.

The weight of a word is ln((N+1)/n) for a word in n of N units, rounded to a 65,536th: then all is integers. Two texts
without a common word have a cosine of 0, give or take 1/sqrt(dimensions). Grams are those of the feature `grams`: a
misspelt word shares most of them with the right one, and a language needs no words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.features import lexicon as corpus
from twicetold.features.base import CorpusFeature, DenseFeature, Kernel
from twicetold.features.weighted_tokens import WeightedGrams
from twicetold.tables.batches import Batch

GRAMS_SETTING = "hashed-grams"  # the name of the setting
LISTED_WORDS = 1 << 20  # words, the most frequent first; all others weigh what a word of one unit does
WEIGHT_ONE = 1 << 16  # a weight of 1


@dataclass(frozen=True)
class HashedWords(DenseFeature, CorpusFeature):
    """A text without a word has no vector. With `gram` not words, but every so many characters in a row."""

    dimensions: int = 256
    seed: int = 1123456
    gram: int = 0
    unlisted: int = WEIGHT_ONE
    table: bytes | None = None

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> HashedWords:
        if finding.vectors != GRAMS_SETTING:
            return cls(finding.dimensions, finding.seed)
        return cls(finding.dimensions, finding.seed, shingle or WeightedGrams.length)

    @property
    def facts(self) -> dict[str, Any]:
        told = {
            "feature": "vectors",
            "vectors": GRAMS_SETTING if self.gram else "hashed",
            "dimensions": self.dimensions,
        }
        return {**told, "shingle": self.gram} if self.gram else told

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        tokens: Kernel | None = WeightedGrams(self.gram).token_kernel if self.gram else None
        return corpus.find_most_frequent(units, engine, LISTED_WORDS, tokens=tokens)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> HashedWords:
        words, units = corpus.list_words(lexicon)
        rarity = pc.ln(pc.divide(float(count + 1), units.cast(pa.float64())))
        weights = pc.max_element_wise(pc.round(pc.multiply(rarity, float(WEIGHT_ONE))), 1.0).cast(pa.uint32())
        unlisted = max(round(math.log(count + 1) * WEIGHT_ONE), 1)
        return replace(self, table=_kernels.build_number_table(words, weights), unlisted=unlisted)

    def compute_vectors(self, texts: pa.Array) -> pa.Array:
        numbers = self.dimensions, self.seed % 2**64, self.unlisted, self.gram
        return _kernels.compute_text_vectors(texts, ("hashed", numbers, self.require_table(), b""))
