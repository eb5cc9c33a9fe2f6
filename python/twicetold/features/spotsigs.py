"""Spot signatures: what follows each of some common words. `src/features/spotsigs.rs` has the algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import SettingsError
from twicetold.features import lexicon as corpus
from twicetold.features.base import CorpusFeature, Kernel
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class SpotSigs(CorpusFeature):
    """An antecedent and the next `chain` words that are none, every `distance`-th of them.

    A text with too few words after its antecedents has no feature.
    """

    antecedents: str = "100"  # how many of the most frequent words, or which: `a,an,the,is`
    distance: int = 1
    chain: int = 1
    table: bytes | None = None

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> SpotSigs:
        given = finding.antecedents.strip()
        feature = cls(given, finding.spot_distance, finding.spot_chain)
        if given.isdecimal() and given.isascii():
            if not int(given):
                raise SettingsError(
                    "`antecedents` must be 1 or more, not 0", "give a number of words, or a list of them"
                )
            return feature
        return replace(feature, table=_kernels.build_word_table(pa.array(_parse_antecedents(given), pa.string())))

    @property
    def kernel(self) -> Kernel:
        return "spotsigs", (self.distance, self.chain), self.require_table()

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "feature": "spotsigs",
            "antecedents": self.antecedents,
            "spot_distance": self.distance,
            "spot_chain": self.chain,
        }

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        return corpus.find_most_frequent(units, engine, int(self.antecedents))

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> SpotSigs:
        return replace(self, table=corpus.build_word_table(lexicon, "give fewer antecedents"))


def _parse_antecedents(given: str) -> list[str]:
    words = [word.strip() for word in given.split(",")]
    for word in words:
        if _kernels.locate_words(word) != [(0, len(word))]:
            hint = "give a number of the most frequent words, or words separated by commas: `a,an,the,is`"
            raise SettingsError(f"`antecedents`: `{word}` is not a word", hint)
    return words
