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
from twicetold.engines.steps import Select
from twicetold.errors import SettingsError
from twicetold.features.base import DenseFeature, vectors_of
from twicetold.finders.base import Candidates
from twicetold.finders.join import candidates_of
from twicetold.finders.join_steps import FOUND, TEXTS
from twicetold.finders.scan import cosine_wanted, least_weight
from twicetold.plan.projection import MOST_BITS, Prefixes, Projection, choose_prefixes, choose_windows, hamming_for
from twicetold.schema import KEYS

CROWD = 4096  # units that share their first bits: of more, each is compared with so many that follow it in order
RANGE = 1 << 16  # rows of a range, and the most of a window
SIGNED_BYTES = 128  # of a signature while it is grouped and compared
MOST_SIGNED = 1 << 29
MOST_PLACES = 2**32 - 1  # rows that can be numbered
# A signature in one of the orders; the key is the number of the order, and how the signature begins.
SIGNED = pa.schema([KEYS.field("key"), pa.field("signature", pa.binary(), nullable=False), KEYS.field("unit")])
_PLACE = pa.field("place", pa.uint32(), nullable=False)
RANGED = pa.schema([_PLACE.with_name("range"), _PLACE, *SIGNED])


@dataclass(frozen=True)
class RandomProjection:
    """Settings made definite: `RandomProjection.settled(finding, matching, units=1_000_000)`."""

    finding: Finding
    threshold: float
    scheme: Projection
    feature: DenseFeature
    units: int

    @classmethod
    def settled(cls, finding: Finding, matching: Matching, units: int) -> RandomProjection:
        """What is left open is chosen for this many units, at the least cost."""
        feature = vectors_of(finding)
        least_weight(finding)
        threshold = cosine_wanted(finding, matching)
        return cls(finding, threshold, _scheme(finding, threshold, max(units, 1000)), feature, units)

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> RandomProjection:
        return replace(self, feature=self.feature.fitted(lexicon, count))  # type: ignore[arg-type]

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "finder": "projection",
            **self.feature.facts,
            "scheme": str(self.scheme),
            "recall": round(self.scheme.recall(self.threshold), 4),
        }

    def candidates(self, units: Any, engine: Engine) -> Candidates:
        scheme, seed, least = self.scheme, self.finding.seed % 2**64, least_weight(self.finding)
        prefix = scheme.prefix if isinstance(scheme, Prefixes) else 0
        numbers = scheme.bits, scheme.permutations, prefix
        texts = engine.map(units, Select(TEXTS))
        parts = self._parts(engine.machine)
        if parts and isinstance(scheme, Prefixes):
            signed = engine.map(texts, Sign(self.feature, scheme.bits, parts, seed, least))
            found = engine.group(signed, ("key",), NearInParts(numbers, parts, seed, CROWD, scheme.hamming))
        elif isinstance(scheme, Prefixes):
            signed = engine.map(texts, Project(self.feature, numbers, seed, least))
            found = engine.group(signed, ("key",), Near(CROWD, scheme.hamming))
        else:
            signed = engine.map(texts, Project(self.feature, numbers, seed, least))
            placed = engine.group(signed, SIGNED.names, Ranges(scheme.window), number="place")
            found = engine.group(placed, ("range",), NearInRanges(scheme.window, scheme.hamming))
        return candidates_of(found, engine)

    def _parts(self, machine: Machine) -> int:
        """Where the signatures of all units fit into the memory of a worker, orders need not be moved: each worker gets
        all signatures and some of the orders. 0 where they do not. Both ways find the same."""
        fits = self.units * SIGNED_BYTES <= min(machine.memory // (4 * machine.workers), MOST_SIGNED)
        return min(2 * machine.workers, self.scheme.permutations) if fits else 0


def _scheme(finding: Finding, threshold: float, units: int) -> Projection:
    bits = finding.signature_bits
    if not 1 <= bits <= MOST_BITS:
        raise SettingsError(f"signature_bits {bits}", f"give a number from 1 to {MOST_BITS}")
    for name, most in (
        ("permutations", 2000),
        ("sort_window", RANGE),
        ("hamming", bits),
        ("prefix_bits", min(bits, 32)),
    ):
        if not 0 <= getattr(finding, name) <= most:
            raise SettingsError(f"{name} {getattr(finding, name)}", f"give a number from 0 to {most}; 0 is chosen")
    if not 0 < finding.recall < 1:
        raise SettingsError(f"recall {finding.recall}", "give a share between 0 and 1; `--finder scan` finds all")
    given = bits, finding.hamming, finding.permutations
    if finding.sort_window:
        chosen = choose_windows(threshold, finding.recall, units, finding.sort_window, *given)
        if units * chosen.permutations > MOST_PLACES:
            hint = "give fewer `--permutations`, or leave out `--sort-window`, which has no such limit"
            raise SettingsError(f"{units:,} units in {chosen.permutations} orders", hint)
        return chosen
    if finding.prefix_bits and finding.permutations:
        most = finding.hamming or hamming_for(bits, threshold, finding.recall)
        return Prefixes(bits, finding.permutations, finding.prefix_bits, most)
    if finding.prefix_bits:
        raise SettingsError("prefix_bits without permutations", "give both, or neither")
    return choose_prefixes(threshold, finding.recall, units, *given)


@dataclass(frozen=True)
class Project:
    """Units to their signatures in every order; those without a vector to a key of their own, to be counted."""

    feature: DenseFeature
    numbers: tuple[int, int, int]  # bits, orders, how many bits are part of the key
    seed: int
    least: int
    schema: ClassVar[pa.Schema] = SIGNED

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.project(units, self.feature.vectors(units["text"]), self.numbers, self.seed, self.least)


@dataclass(frozen=True)
class Sign:
    """Units to their signatures, once for each part of the orders."""

    feature: DenseFeature
    bits: int
    parts: int
    seed: int
    least: int
    schema: ClassVar[pa.Schema] = SIGNED

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        vectors = self.feature.vectors(units["text"])
        return _kernels.sign(units, vectors, self.bits, self.parts, self.seed, self.least)


@dataclass(frozen=True)
class NearInParts:
    """All signatures to the pairs that some of the orders bring together and that differ in few bits."""

    numbers: tuple[int, int, int]
    parts: int
    seed: int
    window: int
    hamming: int
    schema: ClassVar[pa.Schema] = FOUND

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.near_in_parts(groups, self.numbers, self.parts, self.seed, self.window, self.hamming)


@dataclass(frozen=True)
class Near:
    """Signatures with a common beginning to the pairs that differ in few bits."""

    window: int
    hamming: int
    schema: ClassVar[pa.Schema] = FOUND

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.near_pairs(groups, self.window, self.hamming)


@dataclass(frozen=True)
class Ranges:
    """Signatures by their place in the order of all, to ranges; the first of each also to the end of the one before.

    So a window that reaches over the end of a range is whole in that range, wherever an engine cuts.
    """

    window: int
    size: int = RANGE
    schema: ClassVar[pa.Schema] = RANGED

    def __call__(self, placed: pa.RecordBatch) -> pa.RecordBatch:
        own = pc.divide(placed["place"], pa.scalar(self.size, pa.uint32()))
        within = pc.subtract(placed["place"], pc.multiply(own, pa.scalar(self.size, pa.uint32())))
        again = pc.and_(pc.less(within, self.window), pc.greater(own, 0))
        before = pc.subtract(own.filter(again), pa.scalar(1, pa.uint32()))
        parts = (own, placed), (before, placed.filter(again))
        batches = [pa.RecordBatch.from_arrays([number, *rows.columns], schema=RANGED) for number, rows in parts]
        return pa.concat_batches(batches)


@dataclass(frozen=True)
class NearInRanges:
    """Ranges to the pairs that stand in a window of one order and differ in few bits."""

    window: int
    hamming: int
    size: int = RANGE
    schema: ClassVar[pa.Schema] = FOUND

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.near_in_ranges(groups, self.size, self.window, self.hamming)
