"""Candidates by random projection: vectors whose signatures differ in few bits. `src/vectors/` makes and compares them.

One signature of a vector, its bits put in several orders (Ture, Elsayed and Lin 2011). In each order those are compared
that share their first bits; or, with `sort_window`, all are sorted and compared with the few that follow, as in paper
002.
What the first finds does not depend on how crowded a place is, so that `plan/projection.py` can say it beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Finding, Machine, Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.errors import SettingsError
from twicetold.features.base import DenseFeature, load_dense_feature
from twicetold.finders.base import CandidateTables, refuse_setting
from twicetold.finders.join import collect_candidates
from twicetold.finders.join_steps import PAIRS_AND_COUNTS, UNIT_TEXTS
from twicetold.finders.scan import check_cosine_threshold, check_least_weight
from twicetold.plan.projection import (
    PrefixScheme,
    ProjectionScheme,
    choose_hamming,
    choose_prefixes,
    choose_windows,
)
from twicetold.tables.batches import Batch, build_batch, concat_batches
from twicetold.tables.matching import KEYS

CROWD_UNITS = 4096  # units that share their first bits: of more, each is compared with so many that follow it in order
RANGE_ROWS = 1 << 16  # rows of a range, and the most of a window
SIGNATURE_BYTES = 128  # of a signature while it is grouped and compared
MOST_SIGNATURE_BYTES = 1 << 29
MOST_PLACES = 2**32 - 1  # rows that can be numbered
# A signature in one of the orders; the key is the number of the order, and how the signature begins.
SIGNATURES = pa.schema([KEYS.field("key"), pa.field("signature", pa.binary(), nullable=False), KEYS.field("unit")])
_PLACE_FIELD = pa.field("place", pa.uint32(), nullable=False)
SIGNATURE_RANGES = pa.schema([_PLACE_FIELD.with_name("range"), _PLACE_FIELD, *SIGNATURES])


@dataclass(frozen=True)
class RandomProjection:
    """Settings made definite: `RandomProjection.from_settings(finding, matching, units=1_000_000)`."""

    finding: Finding
    threshold: float
    scheme: ProjectionScheme
    feature: DenseFeature
    units: int

    @classmethod
    def from_settings(cls, finding: Finding, matching: Matching, units: int) -> RandomProjection:
        """What is left open is chosen for this many units, at the least cost."""
        refuse_setting(finding, "bucket_limit", "minhash")
        refuse_setting(finding, "cap", "join")
        feature = load_dense_feature(finding)
        check_least_weight(finding)
        threshold = check_cosine_threshold(finding, matching)
        return cls(finding, threshold, _choose_scheme(finding, threshold, max(units, 1000)), feature, units)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> RandomProjection:
        return replace(self, feature=self.feature.fit_to_lexicon(lexicon, count))  # type: ignore[arg-type]

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "finder": "projection",
            **self.feature.facts,
            "scheme": str(self.scheme),
            "recall": round(self.scheme.compute_recall(self.threshold), 4),
        }

    def find_candidates(self, units: Table, engine: Engine) -> CandidateTables:
        scheme, seed, least = self.scheme, self.finding.seed % 2**64, check_least_weight(self.finding)
        prefix = scheme.prefix if isinstance(scheme, PrefixScheme) else 0
        numbers = scheme.bits, scheme.permutations, prefix
        texts = engine.map(units, SelectColumns(UNIT_TEXTS))
        parts = self._count_parts(engine.machine)
        if parts and isinstance(scheme, PrefixScheme):
            signed = engine.map(texts, SignUnits(self.feature, scheme.bits, parts, seed, least))
            found = engine.group(signed, ("key",), PairNearInParts(numbers, parts, seed, CROWD_UNITS, scheme.hamming))
        elif isinstance(scheme, PrefixScheme):
            signed = engine.map(texts, ProjectUnits(self.feature, numbers, seed, least))
            found = engine.group(signed, ("key",), PairNearSignatures(CROWD_UNITS, scheme.hamming))
        else:
            signed = engine.map(texts, ProjectUnits(self.feature, numbers, seed, least))
            placed = engine.group(signed, SIGNATURES.names, AssignRanges(scheme.window), number="place")
            found = engine.group(placed, ("range",), PairNearInRanges(scheme.window, scheme.hamming))
        return collect_candidates(found, engine)

    def _count_parts(self, machine: Machine) -> int:
        """Where the signatures of all units fit into the memory of a worker, orders need not be moved: each worker gets
        all signatures and some of the orders. 0 where they do not. Both ways find the same."""
        fits = self.units * SIGNATURE_BYTES <= min(machine.memory // (4 * machine.worker_count), MOST_SIGNATURE_BYTES)
        return min(2 * machine.worker_count, self.scheme.permutations) if fits else 0


def _choose_scheme(finding: Finding, threshold: float, units: int) -> ProjectionScheme:
    bits = finding.signature_bits
    for name in ("hamming", "prefix_bits"):
        if getattr(finding, name) > bits:
            message = f"`{name}` must be at most `signature_bits` ({bits}), not {getattr(finding, name)}"
            raise SettingsError(message, "0 is automatic")
    if not 0 < finding.recall < 1:
        message = f"`recall` must be above 0 and below 1 for `--finder projection`, not {finding.recall:g}"
        raise SettingsError(message, "`--finder scan` finds every pair")
    given = bits, finding.hamming, finding.permutations
    if finding.sort_window:
        chosen = choose_windows(threshold, finding.recall, units, finding.sort_window, *given)
        if units * chosen.permutations > MOST_PLACES:
            hint = "use fewer `--permutations`, or leave out `--sort-window`, which has no such limit"
            raise SettingsError(f"`--sort-window` cannot sort {units:,} units in {chosen.permutations} orders", hint)
        return chosen
    if finding.prefix_bits and finding.permutations:
        most = finding.hamming or choose_hamming(bits, threshold, finding.recall)
        return PrefixScheme(bits, finding.permutations, finding.prefix_bits, most)
    if finding.prefix_bits:
        raise SettingsError("`prefix_bits` works only with `permutations`", "give both, or neither")
    return choose_prefixes(threshold, finding.recall, units, *given)


@dataclass(frozen=True)
class ProjectUnits:
    """Units to their signatures in every order; those without a vector to a key of their own, to be counted."""

    feature: DenseFeature
    numbers: tuple[int, int, int]  # bits, orders, how many bits are part of the key
    seed: int
    least: int
    schema: ClassVar[pa.Schema] = SIGNATURES

    def __call__(self, units: Batch) -> Batch:
        return _kernels.project_vectors(
            units, self.feature.compute_vectors(units["text"]), self.numbers, self.seed, self.least
        )


@dataclass(frozen=True)
class SignUnits:
    """Units to their signatures, once for each part of the orders."""

    feature: DenseFeature
    bits: int
    parts: int
    seed: int
    least: int
    schema: ClassVar[pa.Schema] = SIGNATURES

    def __call__(self, units: Batch) -> Batch:
        vectors = self.feature.compute_vectors(units["text"])
        return _kernels.sign_vectors(units, vectors, self.bits, self.parts, self.seed, self.least)


@dataclass(frozen=True)
class PairNearInParts:
    """All signatures to the pairs that some of the orders bring together and that differ in few bits."""

    numbers: tuple[int, int, int]
    parts: int
    seed: int
    window: int
    hamming: int
    schema: ClassVar[pa.Schema] = PAIRS_AND_COUNTS

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.find_near_pairs_in_parts(groups, self.numbers, self.parts, self.seed, self.window, self.hamming)


@dataclass(frozen=True)
class PairNearSignatures:
    """Signatures with a common beginning to the pairs that differ in few bits."""

    window: int
    hamming: int
    schema: ClassVar[pa.Schema] = PAIRS_AND_COUNTS

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.find_near_pairs(groups, self.window, self.hamming)


@dataclass(frozen=True)
class AssignRanges:
    """Signatures by their place in the order of all, to ranges; the first of each also to the end of the one before.

    So a window that reaches over the end of a range is whole in that range, wherever an engine cuts.
    """

    window: int
    size: int = RANGE_ROWS
    schema: ClassVar[pa.Schema] = SIGNATURE_RANGES

    def __call__(self, placed: Batch) -> Batch:
        own = pc.divide(placed["place"], pa.scalar(self.size, pa.uint32()))
        within = pc.subtract(placed["place"], pc.multiply(own, pa.scalar(self.size, pa.uint32())))
        again = pc.and_(pc.less(within, self.window), pc.greater(own, 0))
        before = pc.subtract(own.filter(again), pa.scalar(1, pa.uint32()))
        parts = (own, placed), (before, placed.filter(again))
        batches = [build_batch([number, *rows.columns], SIGNATURE_RANGES) for number, rows in parts]
        return concat_batches(batches)


@dataclass(frozen=True)
class PairNearInRanges:
    """Ranges to the pairs that stand in a window of one order and differ in few bits."""

    window: int
    hamming: int
    size: int = RANGE_ROWS
    schema: ClassVar[pa.Schema] = PAIRS_AND_COUNTS

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.find_near_pairs_in_ranges(groups, self.size, self.window, self.hamming)
