"""The words of a corpus: in how many units each is. What a feature must know before it can be used.

Units are distinct texts, so that a text that stands 40,000 times counts once. Words are counted batch by batch, then
summed by an engine's `group`, which keeps to its memory; only what a feature keeps of them comes here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.errors import SettingsError
from twicetold.features.base import Kernel
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import LEXICON, UNITS

NO_LIMIT = 2**32 - 1
MOST_WORDS = 1 << 22  # of a table, which is then 64 MB and goes to every worker
_RANKED_WORDS = pa.schema([pa.field("rank", pa.uint32(), nullable=False), LEXICON.field("word")])


def count_words(
    units: Table, engine: Engine, least: int = 1, most: int = NO_LIMIT, tokens: Kernel | None = None
) -> Table:
    """The words that are in `least` to `most` units, as LEXICON; or the tokens of a feature that has others."""
    texts = engine.map(units, SelectColumns(pa.schema([UNITS.field("text")])))
    return engine.group(engine.map(texts, CountWords(tokens)), ("word",), SumWordCounts(least, min(most, NO_LIMIT)))


def find_most_frequent(units: Table, engine: Engine, count: int, least: int = 1, tokens: Kernel | None = None) -> Table:
    """The words that are in most units, as LEXICON; among equals the first in order. See `counted`."""
    ranked = engine.map(count_words(units, engine, least, tokens=tokens), rank_words)
    return engine.group(ranked, ("rank", "word"), KeepFirstWords(count), number="place")


def build_word_table(lexicon: Iterable[Batch], hint: str) -> bytes:
    """The words as the kernels take them."""
    words: list[pa.Array] = []
    for batch in lexicon:
        words.append(batch["word"])
        if sum(map(len, words)) > MOST_WORDS:
            raise SettingsError(f"the lexicon has more than {MOST_WORDS:,} words", hint)
    return _kernels.build_word_table(pa.chunked_array(words, pa.string()).combine_chunks())


def list_words(lexicon: Iterable[Batch], most: int = MOST_WORDS) -> tuple[pa.Array, pa.Array]:
    """The words in order, with the units of each."""
    batches = []
    for batch in lexicon:
        batches.append(batch)
        if sum(each.num_rows for each in batches) > most:
            raise SettingsError(f"the lexicon has more than {most:,} words", "use `--vectors hashed`")
    table = pa.Table.from_batches(batches, LEXICON).sort_by("word").combine_chunks()
    return _combine_chunks(table["word"]), _combine_chunks(table["units"])


def _combine_chunks(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)


def compute_idf(units: int, count: int) -> float:
    """Inverse document frequency of a word that is in so many of `count` units: 1 of one, near 0 of all."""
    return math.log((count + 1) / units) / math.log(count + 1)


@dataclass(frozen=True)
class CountWords:
    """Units to the words in them, or the tokens of a feature, each with the number of units."""

    tokens: Kernel | None = None
    schema: ClassVar[pa.Schema] = LEXICON

    def __call__(self, units: Batch) -> Batch:
        return _kernels.count_tokens(units, self.tokens) if self.tokens else _kernels.count_words(units)


@dataclass(frozen=True)
class SumWordCounts:
    """Counts grouped by word, summed up; the words with `least` to `most`."""

    least: int
    most: int
    schema: ClassVar[pa.Schema] = LEXICON

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.sum_word_counts(groups, self.least, self.most)


@make_step(_RANKED_WORDS)
def rank_words(words: Batch) -> Batch:
    """Words with the most frequent first in order."""
    rank = pc.subtract(pa.scalar(NO_LIMIT, pa.uint32()), words["units"])
    return build_batch([rank, words["word"]], _RANKED_WORDS)


@dataclass(frozen=True)
class KeepFirstWords:
    """The first `count` of ranked words."""

    count: int
    schema: ClassVar[pa.Schema] = LEXICON

    def __call__(self, numbered: Batch) -> Batch:
        kept = numbered.filter(pc.less(numbered["place"], self.count))
        units = pc.subtract(pa.scalar(NO_LIMIT, pa.uint32()), kept["rank"])
        return build_batch([kept["word"], units], LEXICON)
