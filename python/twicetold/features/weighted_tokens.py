"""Words, stems or grams of characters, each by its weight; `src/features/weighted_tokens.rs` makes the hashes.

A token weighs its inverse document frequency, ln((N+1)/df)/ln(N+1), times its factor in a file of learned weights. The
weight is rounded to a level, in eighths; a token of level 3 has three hashes. So the Jaccard similarity of the hashes
is that of the weights, and every finder, measure and engine compares weighted sets without knowing it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import SettingsError
from twicetold.features import lexicon as corpus
from twicetold.features.base import CorpusFeature, Kernel
from twicetold.features.word_weights import WordWeights
from twicetold.tables.batches import Batch

USUAL_LEVEL = 8  # of a token that weighs 1, and of each that the table does not name
MOST_LEVEL = 2 * USUAL_LEVEL
LEAST_UNITS = 2  # of a token that is listed: one of a single unit weighs 1


@dataclass(frozen=True, kw_only=True)
class WeightedWords(CorpusFeature):
    """Words. A token that is nearly everywhere has level 0; a text of such alone has no feature."""

    weights: WordWeights = WordWeights()  # noqa: RUF009 (frozen)
    table: bytes | None = None
    name: ClassVar[str] = "weighted"

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Self:
        return cls(weights=WordWeights.from_file(finding.word_weights))

    @property
    def kernel_numbers(self) -> tuple[int, ...]:
        return ()

    @property
    def token_kernel(self) -> Kernel:
        """The kernel that cuts texts into tokens; it needs no lexicon."""
        return self.name, self.kernel_numbers, b""

    @property
    def kernel(self) -> Kernel:
        return self.name, self.kernel_numbers, self.require_table()

    @property
    def facts(self) -> dict[str, Any]:
        told = {"feature": self.name}
        return {**told, "word_weights": self.weights.hash} if self.weights.path else told

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        """The most frequent tokens. Where there are more than a table holds, the others count as rare ones."""
        return corpus.find_most_frequent(units, engine, corpus.MOST_WORDS, LEAST_UNITS, self.token_kernel)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> Self:
        return replace(self, table=_build_level_table(lexicon, count, self.weights.read_factors()))


@dataclass(frozen=True)
class WeightedStems(WeightedWords):
    """Words without their endings, by an algorithm of Snowball."""

    stemming: str = "english"
    name: ClassVar[str] = "stems"

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Self:
        if finding.stemming not in _kernels.list_stemmings():
            hint = f"Available: {', '.join(_kernels.list_stemmings())}"
            raise SettingsError(f"unknown stemming: `{finding.stemming}`", hint)
        return cls(finding.stemming, weights=WordWeights.from_file(finding.word_weights))

    @property
    def kernel_numbers(self) -> tuple[int, ...]:
        return (_kernels.list_stemmings().index(self.stemming),)

    @property
    def facts(self) -> dict[str, Any]:
        return {**super().facts, "stemming": self.stemming}


@dataclass(frozen=True)
class WeightedGrams(WeightedWords):
    """Every `length` characters in a row, with one space for whatever stands between words."""

    length: int = 3
    name: ClassVar[str] = "grams"

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Self:
        return cls(shingle or cls.length, weights=WordWeights.from_file(finding.word_weights))

    @property
    def kernel_numbers(self) -> tuple[int, ...]:
        return (self.length,)

    @property
    def facts(self) -> dict[str, Any]:
        return {**super().facts, "shingle": self.length}


def list_tokens(text: str, feature: WeightedWords) -> list[str]:
    """The distinct tokens of a text, in order: `tokens_of("The mills", Stems())` -> `["the", "mill"]`"""
    (tokens,) = _kernels.list_feature_tokens(pa.array([text], pa.string()), feature.token_kernel).to_pylist()
    return list(tokens)


def _build_level_table(lexicon: Iterable[Batch], count: int, factors: dict[str, float]) -> bytes:
    """The tokens whose level is not the usual one, as the kernels take them."""
    named = pa.table({"token": pa.array(factors, pa.string()), "factor": pa.array(factors.values(), pa.float64())})
    unseen, parts = named, []
    for batch in lexicon:
        place = pc.index_in(batch["word"], value_set=named["token"])
        factor = pc.fill_null(named["factor"].combine_chunks().take(place), 1.0)
        parts.append(
            _select_unusual_levels(batch["word"], pc.multiply(_compute_idf_column(batch["units"], count), factor))
        )
        unseen = unseen.filter(pc.invert(pc.is_in(unseen["token"], value_set=batch["word"])))
    parts.append(_select_unusual_levels(unseen["token"].combine_chunks(), unseen["factor"].combine_chunks()))
    every = pa.concat_tables(parts).combine_chunks()
    return _kernels.build_level_table(*(every[name].combine_chunks() for name in every.column_names))


def _compute_idf_column(units: pa.Array, count: int) -> pa.Array:
    """Of each row. The logarithm is Python's, so that it is the same wherever Arrow was built."""
    distinct = pc.unique(units)
    values = pa.array([corpus.compute_idf(each, count) for each in distinct.to_pylist()], pa.float64())
    return values.take(pc.index_in(units, value_set=distinct))


def _select_unusual_levels(tokens: pa.Array, weights: pa.Array) -> pa.Table:
    """Tokens with their levels, but for those of the usual level."""
    nearest = pc.floor(pc.add(pc.multiply(weights, float(USUAL_LEVEL)), 0.5))
    levels = pc.min_element_wise(nearest, float(MOST_LEVEL)).cast(pa.uint8())
    return pa.table({"token": tokens, "level": levels}).filter(pc.not_equal(levels, USUAL_LEVEL))
