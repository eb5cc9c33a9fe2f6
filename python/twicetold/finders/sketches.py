"""Candidates among long texts by MinHash: keys, and for pairs that share one, a look at their sketches.

A text is read once for both; what shares a key but not enough of the sketch is left alone, so that texts are fetched
and compared only where they may well be alike. `plan/sketches.py` says how many functions there are and what they lose.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Select, met
from twicetold.features.base import Feature
from twicetold.finders.base import Candidates, Finder
from twicetold.finders.minhash import MinHash
from twicetold.plan.schemes import Bands
from twicetold.plan.sketches import least_shared, lost, sketched_bands
from twicetold.schema import KEYS, PAIRS, SKETCHES

_LOOKED_AT = pa.schema([SKETCHES.field("unit"), SKETCHES.field("sketch")])


@dataclass(frozen=True)
class Sketching:
    """A finder by keys whose pairs are looked at by sketch before anybody reads the texts."""

    minhash: MinHash
    scheme: Bands
    similarity: float

    @property
    def feature(self) -> Feature:
        return self.minhash.feature

    @property
    def facts(self) -> dict[str, Any]:
        recall = self.minhash.facts["recall"] - lost(self.scheme.functions, self.similarity)
        return self.minhash.facts | {"recall": round(recall, 4)}

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> Sketching:
        return replace(self, minhash=self.minhash.fitted(lexicon, count))

    def sketches(self, units: Any, engine: Engine) -> Any:
        """The table `sketches`: what `candidates` asks for."""
        keys = self.minhash.keys
        return engine.map(units, Sketched(keys.feature, keys.lengths, self.scheme.rows, self.scheme.bands, keys.seed))

    def candidates(self, sketches: Any, engine: Engine) -> Candidates:
        found = self.minhash.sharing_a_key(engine.map(sketches, KeysOf()), engine)
        looked = engine.map(sketches, Select(_LOOKED_AT))
        pairs = engine.join(found.pairs, looked, on=("left", "right"), key="unit", shared=True)
        least = least_shared(self.scheme.functions, self.similarity)
        return Candidates(engine.map(pairs, Likely(least)), found.tallies)


def sketching(finding: Finding, matching: Matching) -> Finding:
    """The settings of MinHash for long texts, where they were left open."""
    similarity = finding.similarity or matching.threshold
    is_open = finding.signatures == "bands" and not (finding.rows or finding.bands)
    if finding.finder != "minhash" or not is_open or not 0 < similarity <= 1:
        return finding
    bands = sketched_bands(similarity, finding.recall)
    return replace(finding, rows=bands.rows, bands=bands.bands) if bands else finding


def sketched(finder: Finder) -> Sketching | None:
    """The same finder with sketches, where it has any: MinHash by bands."""
    if isinstance(finder, MinHash) and isinstance(scheme := finder.plan.scheme, Bands):
        return Sketching(finder, scheme, finder.plan.target.similarity)
    return None


@dataclass(frozen=True)
class Sketched:
    """Units to their keys and sketches."""

    feature: Feature
    lengths: tuple[int, int, int]
    rows: int
    bands: int
    seed: int
    schema: ClassVar[pa.Schema] = SKETCHES

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        numbers = self.rows, self.bands, self.seed
        return _kernels.minhash_sketches(units, self.feature.kernel, self.lengths, *numbers)


@dataclass(frozen=True)
class KeysOf:
    """Sketches to their keys."""

    schema: ClassVar[pa.Schema] = KEYS

    def __call__(self, sketches: pa.RecordBatch) -> pa.RecordBatch:
        keys = sketches["keys"]
        owners = sketches["unit"].take(pc.list_parent_indices(keys))
        return pa.RecordBatch.from_arrays([pc.list_flatten(keys), owners], schema=KEYS)


@dataclass(frozen=True)
class Likely:
    """The pairs whose sketches share enough."""

    least: int
    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, pairs: pa.RecordBatch) -> pa.RecordBatch:
        shared = _kernels.shared_sketches(*met(pairs, "sketch"))
        return pairs.select(PAIRS.names).filter(pc.greater_equal(shared, self.least))
