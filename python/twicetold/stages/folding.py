"""Sentences to units: what reads the same is one, however often it stands where.

The normal form levels Unicode's double ways of writing (NFKC), white space and, as set, case and punctuation. Units
are told apart by 128 bits of hash, and where two texts share one, by the texts: the smaller text keeps the hash,
sentences of the other are left out and counted.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.errors import SettingsError
from twicetold.schema import IDENTIFIED, LABELS, PLACED, SENTENCES, UNITS

IDENTITY = ("high", "low")


def fold(identified: Any, engine: Engine) -> Any:
    """The units of identified sentences, numbered in the order of their hashes."""
    return engine.group(identified, IDENTITY, Fold(), number="unit")


BLOCKS = ("prose", "list", "table", "caption", "reference", "heading", "code", "footer")


def check(settings: Folding) -> None:
    """A block that no splitter gives would leave nothing to compare."""
    for block in settings.blocks:
        if block not in BLOCKS:
            nearest = difflib.get_close_matches(block, BLOCKS, n=1)
            meant = f"did you mean `{nearest[0]}`? " if nearest else ""
            raise SettingsError(f"unknown block: `{block}`", f"{meant}Available: {', '.join(BLOCKS)}, or all")


def how_of(settings: Folding) -> tuple[list[str], tuple[int, int], bool, bool]:
    """The settings as the kernels take them."""
    least = settings.min_characters, settings.min_aside
    return list(settings.blocks), least, settings.ignore_case, settings.ignore_punctuation


@dataclass(frozen=True)
class Identify:
    """The sentences that count, in their normal form."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = IDENTIFIED

    def __call__(self, sentences: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.identify(sentences, *how_of(self.settings))


@dataclass(frozen=True)
class Fold:
    """Identified sentences, grouped by hash and numbered, to units."""

    schema: ClassVar[pa.Schema] = UNITS

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.fold(groups)


_HASHES = pa.schema([LABELS.field(name) for name in ("high", "low", "check")])


@dataclass(frozen=True)
class Marked:
    """The sentences that count as they stand, with their hashes: to find again which unit each became."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = pa.schema([*SENTENCES, *_HASHES])

    def __call__(self, sentences: pa.RecordBatch) -> pa.RecordBatch:
        hashes = _kernels.identities(sentences, *how_of(self.settings))
        marked = pa.RecordBatch.from_arrays(
            [*sentences.columns, *(hashes[name] for name in _HASHES.names)], schema=self.schema
        )
        return marked.filter(hashes["used"])


@dataclass(frozen=True)
class Labelled:
    """Marked sentences that were joined by one half of their hash: those whose other hashes agree, too."""

    schema: ClassVar[pa.Schema] = PLACED

    def __call__(self, joined: pa.RecordBatch) -> pa.RecordBatch:
        same = pc.and_(pc.equal(joined["low"], joined["label_low"]), pc.equal(joined["check"], joined["label_check"]))
        return joined.filter(same).select(self.schema.names)
