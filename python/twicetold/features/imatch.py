"""I-Match: one hash of the words that tell a text from others; with `lexicons` also of random parts of those words.

A word counts by its inverse document frequency, ln((N+1)/df)/ln(N+1): 1 for a word of one unit, near 0 for one of all.
`src/features/imatch.rs` has the algorithm.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from twicetold.config import Finding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.errors import SettingsError
from twicetold.features import lexicon as corpus
from twicetold.features.base import CorpusFeature, Kernel
from twicetold.tables.batches import Batch


@dataclass(frozen=True)
class IMatch(CorpusFeature):
    """Units with an equal hash are taken for duplicates. A unit of which no word counts has no feature."""

    idf_range: tuple[float, float] = (0.1, 1.0)
    lexicons: int = 0
    share: float = 0.5  # of the words that count, how many are in each random part
    seed: int = 1123456
    table: bytes | None = None

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> IMatch:
        given = finding.idf_range
        if len(given) != 2 or not 0 <= given[0] <= given[1] <= 1:
            message = (
                f"`idf_range` must be two numbers from 0 to 1, the smaller first, not {', '.join(map(str, given))}"
            )
            raise SettingsError(message, "for example 0.1 and 1.0")
        if not 0 < finding.lexicon_share <= 1:
            message = f"`lexicon_share` must be above 0 and at most 1, not {finding.lexicon_share:g}"
            raise SettingsError(message, "for example 0.5")
        return cls((given[0], given[1]), finding.lexicons, finding.lexicon_share, finding.seed)

    @property
    def _listed_are_kept(self) -> bool:
        """Most words are rare. Where those count, the few that do not are listed."""
        return self.idf_range[1] < 1

    @property
    def kernel(self) -> Kernel:
        numbers = (int(self._listed_are_kept), self.lexicons, round(self.share * 2**32), self.seed % 2**64)
        return "imatch", numbers, self.require_table()

    @property
    def facts(self) -> dict[str, Any]:
        told = {"feature": "imatch", "idf_range": list(self.idf_range), "lexicons": self.lexicons}
        return {**told, "lexicon_share": self.share} if self.lexicons else told

    def build_lexicon(self, units: Table, count: int, engine: Engine) -> Table:
        """The words that count, or those that do not."""
        least, most = compute_frequency_range(self.idf_range, count)
        if self._listed_are_kept:
            return corpus.count_words(units, engine, least, most)
        return corpus.count_words(units, engine, most + 1, corpus.NO_LIMIT)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> IMatch:
        hint = "lower the upper end of `--idf-range`: rare words are most of all"
        return replace(self, table=corpus.build_word_table(lexicon, hint))


def compute_frequency_range(idf_range: tuple[float, float], count: int) -> tuple[int, int]:
    """The least and the most units of `count` that a word of this range is in: `(0.1, 1.0), 999` -> `(1, 501)`

    `bisect` sees the frequencies turned round, since a more frequent word has a lower value.
    """
    every = range(1, count + 1)
    low, high = idf_range
    least = bisect_left(every, -high, key=lambda units: -corpus.compute_idf(units, count)) + 1
    most = bisect_right(every, -low, key=lambda units: -corpus.compute_idf(units, count))
    return least, most
