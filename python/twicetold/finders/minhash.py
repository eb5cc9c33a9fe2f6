"""Candidates by MinHash: units that share a key. `src/minhash/` makes the keys, `plan/` chooses how many."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, build_tally, make_step
from twicetold.errors import SettingsError
from twicetold.features.base import Feature, load_set_feature
from twicetold.finders.base import CandidateTables, refuse_setting
from twicetold.plan import BandScheme, Corpus, DrawScheme, Plan, Target, choose_plan, count_passes, evaluate_scheme
from twicetold.tables.batches import Batch
from twicetold.tables.matching import KEYS, PAIRS, UNIT_LETTERS
from twicetold.tables.reading import TALLY

LEAST_WEIGHT = 40  # of a text that is compared, where `min_length` leaves it open: characters, a Chinese one counts 3
NO_LIMIT = 2**32
LEAST_PLANNED_UNITS = 1000  # fewer get the keys of so many
WORDS_PER_SHINGLE = 3  # of a shingle, as far as a feature without one is planned for


@dataclass(frozen=True)
class MinHash:
    """Settings made definite: `MinHash.from_settings(finding, matching, units=1_000_000)`."""

    finding: Finding
    plan: Plan
    feature: Feature
    least: float = 0.0  # edit similarity of a match, where candidates are left out by their letters

    @classmethod
    def from_settings(cls, finding: Finding, matching: Matching, units: int) -> MinHash:
        """What is left open is chosen for this many units, at the least cost."""
        refuse_setting(finding, "cap", "join")
        plan = _plan_keys(finding, matching, max(units, LEAST_PLANNED_UNITS))
        return cls(finding, plan, load_set_feature(finding, plan.shingle if finding.feature == "characters" else 0))

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> MinHash:
        return replace(self, feature=self.feature.fit_to_lexicon(lexicon, count))

    @property
    def facts(self) -> dict[str, Any]:
        scheme = self.plan.scheme
        bands = {"rows": scheme.rows, "bands": scheme.bands} if isinstance(scheme, BandScheme) else {}
        return {
            "finder": "minhash",
            **self.feature.facts,
            "scheme": str(scheme),
            **bands,
            "recall": round(self.plan.recall, 4),
        }

    def find_candidates(self, units: Table, engine: Engine) -> CandidateTables:
        parts = [engine.map(units, step) for step in self.key_step.split(self.passes)]
        keys = engine.union(*parts) if len(parts) > 1 else parts[0]
        letters = engine.map(units, count_letters) if self.least else None
        return self.pair_by_key(keys, engine, letters)

    def pair_by_key(self, keys: Table, engine: Engine, letters: Table | None = None) -> CandidateTables:
        """Each two units that share a key, once."""
        crowd, window, limit = self.finding.crowd, self.finding.window, self.finding.bucket_limit
        least = self.least if letters else 0.0
        pairing, counting = PairByKey(crowd, window, limit, least), CountCrowds(crowd, window, limit)
        pairs = engine.group(keys, ("key",), pairing, apart=True, beside=letters)
        crowds = engine.group(keys, ("key",), counting, apart=True, beside=letters)
        distinct = engine.group(pairs, ("left", "right"), PassRows(PAIRS), distinct=True)
        return CandidateTables(distinct, {"crowds": crowds}, least)

    @property
    def passes(self) -> int:
        """In how many parts keys are computed, so that those on disk at a time stay under PASS_BYTES."""
        return count_passes(self.plan.scheme, self.plan.corpus.sentences)

    @cached_property
    def key_step(self) -> ComputeKeys:
        """The step from units to keys."""
        finding, scheme = self.finding, self.plan.scheme
        least, most = finding.min_length or 1, finding.max_length or NO_LIMIT
        numbers: tuple[int, ...]
        if isinstance(scheme, DrawScheme):
            method, numbers = "draws", (scheme.functions, scheme.length, scheme.signatures, finding.bits)
        else:
            method, numbers = "bands", (scheme.rows, scheme.bands)
        weight = 0 if finding.min_length else LEAST_WEIGHT
        return ComputeKeys(self.feature, (least, most, weight), method, numbers, finding.seed)


@lru_cache(maxsize=16)  # settings are checked by planning for a few units, before those of the run are counted
def _plan_keys(finding: Finding, matching: Matching, units: int) -> Plan:
    """How many keys of which length."""
    if matching.measure not in ("edit", "jaccard"):
        hint = "use `--measure edit` or `jaccard`, or `--finder join` for other measures"
        raise SettingsError(f"`--finder minhash` cannot compare by `{matching.measure}`", hint)
    similarity = finding.similarity or matching.threshold
    corpus = Corpus(units)
    if finding.feature != "characters":
        target = Target(similarity, finding.recall, "jaccard")
        shingle = load_set_feature(finding).facts.get("shingle", WORDS_PER_SHINGLE)
    else:
        target = Target(similarity, finding.recall, matching.measure)
        shingle = finding.shingle
    if finding.signatures == "draws":
        draws = DrawScheme(finding.functions, finding.drawn, finding.draws, finding.seed)
        return evaluate_scheme(draws, target, shingle or 12, corpus)
    if finding.bands and finding.rows:
        return evaluate_scheme(BandScheme(finding.rows, finding.bands), target, shingle or 12, corpus)
    if finding.bands or finding.rows:
        raise SettingsError("`bands` and `rows` must be set together", "give both, or neither")
    return choose_plan(target.similarity, target.recall, target.measure, shingle=shingle or None, corpus=corpus)


@dataclass(frozen=True)
class ComputeKeys:
    """Units to keys."""

    feature: Feature
    lengths: tuple[int, int, int]  # least and most features, least weight
    method: str
    numbers: tuple[int, ...]
    seed: int
    bands: tuple[int, int] | None = None  # the first and the one after the last, or all
    schema: ClassVar[pa.Schema] = KEYS

    def __call__(self, units: Batch) -> Batch:
        return _kernels.compute_minhash_keys(
            units, self.feature.kernel, self.lengths, self.method, list(self.numbers), self.seed, self.bands
        )

    def split(self, parts: int) -> list[ComputeKeys]:
        """Steps that compute the keys of some bands each: 10 bands in 3 parts are 0 to 3, 3 to 6 and 6 to 10."""
        if parts < 2 or self.method != "bands":
            return [self]
        bands = self.numbers[1]
        cuts = [bands * part // parts for part in range(parts + 1)]
        return [replace(self, bands=bounds) for bounds in pairwise(cuts)]


@make_step(UNIT_LETTERS)
def count_letters(units: Batch) -> Batch:
    """Units with the counts of their letters."""
    return _kernels.count_letters(units)


@dataclass(frozen=True)
class PairByKey:
    """Every two units that share a key; of a crowd a star and a window. With a limit, of the first units of a key.

    If the counts of letters come with the units, pairs that cannot have an edit similarity of `least` are left out.
    """

    crowd: int
    window: int
    limit: int = 0
    least: float = 0.0
    schema: ClassVar[pa.Schema] = PAIRS

    def __call__(self, groups: Batch) -> Batch:
        if self.limit:
            return _kernels.pair_units_by_key(keep_first_units(groups, self.limit), self.limit, 0, self.least)
        return _kernels.pair_units_by_key(groups, self.crowd, self.window, self.least)


@dataclass(frozen=True)
class CountCrowds:
    """How many keys were crowded, and how many pairs they did not make."""

    crowd: int
    window: int
    limit: int = 0
    schema: ClassVar[pa.Schema] = TALLY

    def __call__(self, groups: Batch) -> Batch:
        if self.limit:
            starts, ends = _find_key_runs(groups)
            sizes = [size for size in pc.subtract(ends, starts).to_pylist() if size > self.limit]
            dropped = sum(math.comb(size, 2) - math.comb(self.limit, 2) for size in sizes)
            return build_tally(keys=len(sizes), pairs_left_out=dropped)
        keys, pairs = _kernels.count_crowded_keys(groups, self.crowd, self.window)
        return build_tally(keys=keys, pairs_left_out=pairs)


def keep_first_units(groups: Batch, limit: int) -> Batch:
    """Keep the first rows of each key: keys `[5, 5, 5, 8]`, units `[1, 2, 4, 1]`, limit 2 -> units `[1, 2, 1]`"""
    starts, ends = _find_key_runs(groups)
    first = pc.run_end_decode(pa.RunEndEncodedArray.from_arrays(ends, starts))
    return groups.filter(pc.less(pc.subtract(pa.arange(0, groups.num_rows), first), limit))


def _find_key_runs(groups: Batch) -> tuple[pa.Array, pa.Array]:
    """Where the rows of each key start and end: keys `[5, 5, 5, 8]` -> `[0, 3]`, `[3, 4]`"""
    ends = pc.run_end_encode(groups["key"]).run_ends.cast(pa.int64())
    return pa.concat_arrays([pa.array([0], pa.int64()), ends]).slice(0, len(ends)), ends
