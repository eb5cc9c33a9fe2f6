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
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, index_pair_values, make_step
from twicetold.features.base import Feature
from twicetold.finders.base import CandidateTables, Finder
from twicetold.finders.minhash import MinHash
from twicetold.plan.schemes import BandScheme
from twicetold.plan.sketches import choose_sketched_bands, compute_least_shared, compute_lost_share
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import KEYS, PAIRS, SKETCHES

_UNIT_SKETCHES = pa.schema([SKETCHES.field("unit"), SKETCHES.field("sketch")])


@dataclass(frozen=True)
class MinHashWithSketches:
    """A finder by keys whose pairs are looked at by sketch before anybody reads the texts."""

    minhash: MinHash
    scheme: BandScheme
    similarity: float

    @property
    def feature(self) -> Feature:
        return self.minhash.feature

    @property
    def facts(self) -> dict[str, Any]:
        recall = self.minhash.facts["recall"] - compute_lost_share(self.scheme.functions, self.similarity)
        return self.minhash.facts | {"recall": round(recall, 4)}

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> MinHashWithSketches:
        return replace(self, minhash=self.minhash.fit_to_lexicon(lexicon, count))

    def compute_sketches(self, units: Table, engine: Engine) -> Table:
        """The table `sketches`: what `candidates` asks for."""
        keys = self.minhash.key_step
        return engine.map(
            units, ComputeSketches(keys.feature, keys.lengths, self.scheme.rows, self.scheme.bands, keys.seed)
        )

    def find_candidates(self, sketches: Table, engine: Engine) -> CandidateTables:
        found = self.minhash.pair_by_key(engine.map(sketches, expand_sketch_keys), engine)
        looked = engine.map(sketches, SelectColumns(_UNIT_SKETCHES))
        pairs = engine.join(found.pairs, looked, on=("left", "right"), key="unit", shared=True)
        least = compute_least_shared(self.scheme.functions, self.similarity)
        return CandidateTables(engine.map(pairs, KeepLikelyPairs(least)), found.tallies)


def choose_sketch_settings(finding: Finding, matching: Matching) -> Finding:
    """The settings of MinHash for long texts, where they were left open."""
    similarity = finding.similarity or matching.threshold
    is_open = finding.signatures == "bands" and not (finding.rows or finding.bands)
    if finding.finder != "minhash" or not is_open or not 0 < similarity <= 1:
        return finding
    bands = choose_sketched_bands(similarity, finding.recall)
    return replace(finding, rows=bands.rows, bands=bands.bands) if bands else finding


def add_sketches(finder: Finder) -> MinHashWithSketches | None:
    """The same finder with sketches, where it has any: MinHash by bands."""
    if isinstance(finder, MinHash) and isinstance(scheme := finder.plan.scheme, BandScheme):
        return MinHashWithSketches(finder, scheme, finder.plan.target.similarity)
    return None


@dataclass(frozen=True)
class ComputeSketches:
    """Units to their keys and sketches."""

    feature: Feature
    lengths: tuple[int, int, int]
    rows: int
    bands: int
    seed: int
    schema: ClassVar[pa.Schema] = SKETCHES

    def __call__(self, units: Batch) -> Batch:
        numbers = self.rows, self.bands, self.seed
        return _kernels.compute_minhash_sketches(units, self.feature.kernel, self.lengths, *numbers)


@make_step(KEYS)
def expand_sketch_keys(sketches: Batch) -> Batch:
    """Sketches to their keys."""
    keys = sketches["keys"]
    owners = sketches["unit"].take(pc.list_parent_indices(keys))
    return build_batch([pc.list_flatten(keys), owners], KEYS)


@dataclass(frozen=True)
class KeepLikelyPairs:
    """The pairs whose sketches share enough."""

    least: int
    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, pairs: Batch) -> Batch:
        shared = _kernels.count_shared_sketch_bytes(*index_pair_values(pairs, "sketch"))
        return pairs.select(PAIRS.names).filter(pc.greater_equal(shared, self.least))
