"""Candidates by MinHash: units that share a key. `src/minhash/` makes the keys, `plan/` chooses how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Finding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, tally
from twicetold.errors import SettingsError
from twicetold.features.base import Feature, sets_of
from twicetold.finders.base import Candidates
from twicetold.plan import Bands, Corpus, Draws, Plan, Target, choose, evaluate
from twicetold.schema import KEYS, PAIRS, TALLY

LEAST_WEIGHT = 40  # of a text that is compared, where `min_length` leaves it open: characters, a Chinese one counts 3
NO_LIMIT = 2**32
WORDS = 3  # of a shingle, as far as a feature without one is planned for


@dataclass(frozen=True)
class MinHash:
    """Settings made definite: `MinHash.settled(finding, matching, units=1_000_000)`."""

    finding: Finding
    plan: Plan
    feature: Feature

    @classmethod
    def settled(cls, finding: Finding, matching: Matching, units: int) -> MinHash:
        """What is left open is chosen for this many units, at the least cost."""
        plan = _planned(finding, matching, units)
        return cls(finding, plan, sets_of(finding, plan.shingle if finding.feature == "characters" else 0))

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> MinHash:
        return replace(self, feature=self.feature.fitted(lexicon, count))

    @property
    def facts(self) -> dict[str, Any]:
        scheme = self.plan.scheme
        bands = {"rows": scheme.rows, "bands": scheme.bands} if isinstance(scheme, Bands) else {}
        return {
            "finder": "minhash",
            **self.feature.facts,
            "scheme": str(scheme),
            **bands,
            "recall": round(self.plan.recall, 4),
        }

    def candidates(self, units: Any, engine: Engine) -> Candidates:
        return self.sharing_a_key(engine.map(units, self.keys), engine)

    def sharing_a_key(self, keys: Any, engine: Engine) -> Candidates:
        """Each two units that share a key, once."""
        crowd, window = self.finding.crowd, self.finding.window
        pairs = engine.group(keys, ("key",), PairUp(crowd, window))
        distinct = engine.group(pairs, ("left", "right"), Same(PAIRS), distinct=True)
        return Candidates(distinct, {"crowds": engine.group(keys, ("key",), Crowds(crowd, window))})

    @cached_property
    def keys(self) -> Keys:
        """The step from units to keys."""
        finding, scheme = self.finding, self.plan.scheme
        least, most = finding.min_length or 1, finding.max_length or NO_LIMIT
        numbers: tuple[int, ...]
        if isinstance(scheme, Draws):
            method, numbers = "draws", (scheme.functions, scheme.length, scheme.signatures, finding.bits)
        else:
            method, numbers = "bands", (scheme.rows, scheme.bands)
        weight = 0 if finding.min_length else LEAST_WEIGHT
        return Keys(self.feature, (least, most, weight), method, numbers, finding.seed)


def _planned(finding: Finding, matching: Matching, units: int) -> Plan:
    """How many keys of which length."""
    for name in ("shingle", "rows", "bands", "min_length", "max_length", "crowd", "window"):
        if getattr(finding, name) < 0:
            raise SettingsError(f"{name} {getattr(finding, name)}", "give a number from 0 on")
    if matching.measure not in ("edit", "jaccard"):
        hint = "it finds pairs by edit or jaccard; give `--finder join` for other measures"
        raise SettingsError(f"minhash by {matching.measure}", hint)
    similarity = finding.similarity or matching.threshold
    corpus = Corpus(max(units, 1000))
    if finding.feature != "characters":
        target = Target(similarity, finding.recall, "jaccard")
        shingle = sets_of(finding).facts.get("shingle", WORDS)
    else:
        target = Target(similarity, finding.recall, matching.measure)
        shingle = finding.shingle
    if finding.signatures == "draws":
        draws = Draws(finding.functions, finding.drawn, finding.draws, finding.seed)
        return evaluate(draws, target, shingle or 12, corpus)
    if finding.signatures != "bands":
        raise SettingsError(f"unknown signatures: `{finding.signatures}`", "Available: bands, draws")
    if finding.bands and finding.rows:
        return evaluate(Bands(finding.rows, finding.bands), target, shingle or 12, corpus)
    if finding.bands or finding.rows:
        raise SettingsError("bands without rows, or rows without bands", "give both, or neither")
    return choose(target.similarity, target.recall, target.measure, shingle=shingle or None, corpus=corpus)


@dataclass(frozen=True)
class Keys:
    """Units to keys."""

    feature: Feature
    lengths: tuple[int, int, int]  # least and most features, least weight
    method: str
    numbers: tuple[int, ...]
    seed: int
    schema: ClassVar[pa.Schema] = KEYS

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.minhash_keys(
            units, self.feature.kernel, self.lengths, self.method, list(self.numbers), self.seed
        )


@dataclass(frozen=True)
class PairUp:
    """Every two units that share a key; of a crowd a star and a window."""

    crowd: int
    window: int
    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.pair_up(groups, self.crowd, self.window)


@dataclass(frozen=True)
class Crowds:
    """How many keys were crowded, and how many pairs they did not make."""

    crowd: int
    window: int
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        keys, pairs = _kernels.crowds(groups, self.crowd, self.window)
        return tally(keys=keys, pairs_left_out=pairs)
