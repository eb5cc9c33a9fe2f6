"""Vectors of hashed words: each adds how rare it is to one of some places, or takes it away, as its hash says.

The weight of a word is ln((N+1)/n) for a word in n of N units, rounded to a 65,536th: then all is integers. Two texts
without a common word have a cosine of 0, give or take 1/sqrt(dimensions).
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
from twicetold.errors import SettingsError, TwicetoldError
from twicetold.features import lexicon as corpus
from twicetold.features.base import Dense

LISTED = 1 << 20  # words, the most frequent first; all others weigh what a word of one unit does
ONE = 1 << 16  # a weight of 1
MOST_DIMENSIONS = 4096


@dataclass(frozen=True)
class HashedWords(Dense):
    """A text without a word has no vector."""

    dimensions: int = 256
    seed: int = 1123456
    unlisted: int = ONE
    table: bytes | None = None

    @classmethod
    def settled(cls, finding: Finding, shingle: int) -> HashedWords:
        if not 8 <= finding.dimensions <= MOST_DIMENSIONS:
            raise SettingsError(f"dimensions {finding.dimensions}", f"give a number from 8 to {MOST_DIMENSIONS}")
        return cls(finding.dimensions, finding.seed)

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "vectors", "vectors": "hashed", "dimensions": self.dimensions}

    @property
    def needs_lexicon(self) -> bool:
        return self.table is None

    def lexicon(self, units: Any, count: int, engine: Engine) -> Any:
        return engine.union(corpus.most_frequent(units, engine, LISTED), engine.table(corpus.total(count)))

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> HashedWords:
        words, units, _ = corpus.listed(lexicon)
        rarity = pc.ln(pc.divide(float(count + 1), units.cast(pa.float64())))
        weights = pc.max_element_wise(pc.round(pc.multiply(rarity, float(ONE))), 1.0).cast(pa.uint32())
        unlisted = max(round(math.log(count + 1) * ONE), 1)
        return replace(self, table=_kernels.number_table(words, weights), unlisted=unlisted)

    def vectors(self, texts: pa.Array) -> pa.Array:
        if self.table is None:
            hint = "use `flow.fitted(finder, units, count, engine)`"
            raise TwicetoldError("vectors of hashed words: the feature does not know the corpus yet", hint)
        numbers = self.dimensions, self.seed % 2**64, self.unlisted
        return _kernels.text_vectors(texts, ("hashed", numbers, self.table, b""))
