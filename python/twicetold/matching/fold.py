"""Sentences to units: what reads the same is one, however often it stands where.

The normal form levels Unicode's double ways of writing (NFKC), white space and, as set, case and punctuation. Units
are told apart by 128 bits of hash, and where two texts share one, by the texts: the smaller text keeps the hash,
sentences of the other are left out and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding, Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.errors import SettingsError
from twicetold.tables.batches import Batch
from twicetold.tables.matching import IDENTIFIED_SENTENCES, UNITS

IDENTITY = ("high", "low")
NO_LIMIT = 2**32


def fold_identified_sentences(identified: Table, engine: Engine) -> Table:
    """The units of identified sentences, numbered in the order of their hashes."""
    return engine.group(identified, IDENTITY, fold_identical_sentences, number="unit")


def convert_folding_settings(settings: Folding) -> tuple[list[str], tuple[int, int], bool, bool]:
    """The settings as the kernels take them."""
    least = settings.min_characters, settings.min_aside
    return list(settings.blocks), least, settings.ignore_case, settings.ignore_punctuation


@dataclass(frozen=True)
class IdentifySentences:
    """The sentences that count, in their normal form."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = IDENTIFIED_SENTENCES

    def __call__(self, sentences: Batch) -> Batch:
        return _kernels.identify_sentences(sentences, *convert_folding_settings(self.settings))


@dataclass(frozen=True)
class DiscardLengths:
    """Identified sentences of at least `least` and at most `most` shingles of characters; all others are discarded.

    A sentence of 100 characters has 89 shingles of 12, as the papers count: repeated ones count again.
    """

    shingle: int
    least: int
    most: int
    schema: ClassVar[pa.Schema] = IDENTIFIED_SENTENCES

    def __call__(self, identified: Batch) -> Batch:
        lengths = pc.subtract(pc.utf8_length(identified["text"]), self.shingle - 1)
        return identified.filter(pc.and_(pc.greater_equal(lengths, self.least), pc.less_equal(lengths, self.most)))


def discard_by_length(identified: Table, finding: Finding, engine: Engine) -> Table:
    """Drop the sentences that `min_length` and `max_length` exclude, where they are to be discarded."""
    if finding.outside != "discard":
        return identified
    most = finding.max_length or NO_LIMIT
    return engine.map(identified, DiscardLengths(finding.shingle, finding.min_length, most))


def check_discarding(finding: Finding) -> None:
    """Raise an error where texts are to be discarded by a length that is not known before they are counted."""
    if finding.outside != "discard":
        return
    if not finding.min_length and not finding.max_length:
        raise SettingsError("`--outside discard` needs a limit", "add `--min-length` or `--max-length`")
    if finding.feature != "characters":
        message = f"`--outside discard` does not work with `--feature {finding.feature}`"
        raise SettingsError(message, "use `--feature characters`")
    if not finding.shingle:
        raise SettingsError("`--outside discard` needs a definite shingle", "add for example `--shingle 12`")


def identify_texts(texts: pa.Array, settings: Folding, least: int = 1) -> Batch:
    """The normal form of each text, "" where it weighs less than `least`, and its hashes `high`, `low` and `check`."""
    return _kernels.identify_texts(texts, least, settings.ignore_case, settings.ignore_punctuation)


@make_step(UNITS)
def fold_identical_sentences(groups: Batch) -> Batch:
    """Identified sentences, grouped by hash and numbered, to units."""
    return _kernels.fold_sentences(groups)
