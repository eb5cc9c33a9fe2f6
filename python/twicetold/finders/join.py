"""Every pair that is as similar as wanted, exactly: the finder that others are measured against.

First the features of all units are counted in a table of bounded size; a unit with too many that nobody else has can
match nothing and is left out (Eq. 3 of paper 003, against everybody at once). What remains goes one of two ways.
`document`: blocks of about one size; wherever two may hold a match they meet in a cell, and `src/join/` joins it.
`term`: each unit under its rarest features, pairs from each list, verified afterwards. Both give the same matches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from twicetold.config import Finding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns
from twicetold.errors import SettingsError
from twicetold.features.base import Feature, load_set_feature
from twicetold.finders import join_steps as steps
from twicetold.finders.base import CandidateTables, refuse_setting
from twicetold.finders.join_sizes import UnitSizes, cut_into_ranges
from twicetold.measures.base import list_measures, load_measure
from twicetold.tables.batches import Batch
from twicetold.tables.matching import PAIRS

LEAST_WEIGHT = 40  # of a text that is compared, as for `minhash`
NO_LIMIT = 2**32
CROWD_UNITS = (
    2_048  # units of a posting list, or of each side of a cut one, that are paired up at once: 4 million pairs
)
CLASS_BITS = range(16, 27)  # of buckets: a table of 64 MB at most
SHARED_BITS = range(16, 30)  # at most 64 MB
BITS_PER_UNIT = 1024  # bits for a unit, which has about 130 features: nine in ten of those that stand alone are seen to
SHORT_CHARACTERS = 17  # characters: only shorter texts may have too few windows to tell, see `src/join/edit.rs`
FEW_BLOCKS = 8  # blocks: of more, a unit stands in many cells, and it is worth a look how many units are really left
MANY_FEATURES = 1 << 24  # features of all units: of more, what is left is counted again
LEAST_CAPACITY, MOST_CAPACITY = 1 << 18, 1 << 23  # features of a block
FEATURE_BYTES = 128  # of a feature while its cell is joined


@dataclass(frozen=True)
class RemainingUnits:
    """A bit for each bucket of features that more than one unit has; sizes of the units it was made of, and of all."""

    shared: bytes
    sizes: UnitSizes
    every: UnitSizes


@dataclass(frozen=True)
class ExactJoin:
    """Settings made definite: `Join.from_settings(finding, matching, units=1_000_000)`."""

    finding: Finding
    measure: str
    threshold: float
    units: int
    feature: Feature

    @classmethod
    def from_settings(cls, finding: Finding, matching: Matching, units: int) -> ExactJoin:
        """The same for every number of units, but for the size of a table."""
        refuse_setting(finding, "bucket_limit", "minhash")
        threshold = finding.similarity or matching.threshold
        if not set(load_measure(matching.measure).compares) & {"texts", "sets"}:
            raise SettingsError(
                f"`--finder join` cannot compare by `{matching.measure}`",
                f"Available: {', '.join(list_measures('texts', 'sets'))}",
            )
        if not 0 < threshold <= 1:
            message = f"`threshold` must be above 0 and at most 1 for `--finder join`, not {threshold:g}"
            raise SettingsError(message, "for example --threshold 0.8")
        if finding.cap and finding.partition != "term":
            raise SettingsError(
                "`--cap` works only with `--partition term`", "add `--partition term`, or leave out `--cap`"
            )
        return cls(finding, matching.measure, threshold, units, load_set_feature(finding))

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> ExactJoin:
        return replace(self, feature=self.feature.fit_to_lexicon(lexicon, count))

    @property
    def facts(self) -> dict[str, Any]:
        capped = f", {self.finding.cap} pairs of a list" if self.finding.cap else ""
        return {
            "finder": "join",
            **self.feature.facts,
            "scheme": f"exact join by {self.finding.partition}, {self.measure} {self.threshold:g}{capped}",
            "partition": self.finding.partition,
            "recall": None if self.finding.cap else 1.0,  # what a cap drops is counted, not told apart
        }

    @property
    def comparison(self) -> steps.JoinComparison:
        finding = self.finding
        least, most = finding.min_length or 1, finding.max_length or NO_LIMIT
        weight = 0 if finding.min_length else LEAST_WEIGHT
        return steps.JoinComparison(self.feature, (least, most, weight), self.measure, self.threshold)

    def find_candidates(self, units: Table, engine: Engine) -> CandidateTables:
        """The counting is done at once, by `engine.batches`; its tables are bounded whatever the number of units."""
        texts = engine.map(units, SelectColumns(steps.UNIT_TEXTS))
        way = self._join_by_document if self.finding.partition == "document" else self._join_by_term
        return way(texts, engine, self._count_remaining_units(texts, engine))

    def _count_remaining_units(self, texts: Table, engine: Engine) -> RemainingUnits:
        """What is left when units go that can match nothing. Of many units, those that are left are counted once more:
        the first table is then too full to tell all of them. By term they are counted again anyway, by classes.

        A match by edit similarity need not share any feature, so there is no such table for it.
        """
        if self.measure == "edit":
            _, every = self._count_features(texts, engine, b"", 0)
            return RemainingUnits(b"", every, every)
        most = max(engine.machine.memory // 16 * 8, 1 << SHARED_BITS.start)
        bits = min((BITS_PER_UNIT * self.units).bit_length(), most.bit_length() - 1, SHARED_BITS.stop - 1)
        bits = max(bits, SHARED_BITS.start)
        shared, every = self._count_features(texts, engine, b"", bits)
        if every.features < MANY_FEATURES or self.finding.partition == "term":
            return RemainingUnits(shared, every, every)
        return RemainingUnits(*self._count_features(texts, engine, shared, bits), every)

    def _count_features(
        self, texts: Table, engine: Engine, shared: bytes, bits: int, classes: bool = False
    ) -> tuple[bytes, UnitSizes]:
        seen = engine.map(texts, steps.BucketFeatures(self.comparison, shared, bits))
        counted = engine.group(seen, ("chunk",), steps.SumBuckets(not classes))
        return steps.fill_bucket_table(
            engine.stream_batches(counted), (1 << bits) // (1 if classes else 8) if bits else 0
        )

    def _join_by_document(self, texts: Table, engine: Engine, left: RemainingUnits) -> CandidateTables:
        blocks = cut_into_ranges(left.sizes, self._choose_block_capacity(left.sizes, engine))
        if left.shared and len(blocks) > FEW_BLOCKS:
            _, sizes = self._count_features(texts, engine, left.shared, 0)
            blocks = cut_into_ranges(sizes, self._choose_block_capacity(sizes, engine))
        rows = engine.map(texts, steps.PlaceUnitsInCells(self.comparison, left.shared, blocks))
        pairs, by_length = (
            left.every.pairs,
            left.every.pairs - left.every.count_allowed_pairs(self.measure, self.threshold),
        )
        sums = engine.load_rows(steps.build_totals(steps.JOIN_CELLS, pairs, by_length, pairs))
        return collect_candidates(
            engine.group(engine.union(rows, sums), ("cell",), steps.JoinCells(self.comparison)), engine
        )

    def _choose_block_capacity(self, sizes: UnitSizes, engine: Engine) -> int:
        """Features of a block: what memory allows, and some cells for each worker."""
        machine = engine.machine
        by_memory = machine.memory // 2 // machine.worker_count // FEATURE_BYTES // 2
        by_work = sizes.features // (2 * machine.worker_count)
        return max(min(by_memory, by_work, MOST_CAPACITY), LEAST_CAPACITY)

    def _join_by_term(self, texts: Table, engine: Engine, left: RemainingUnits) -> CandidateTables:
        bits = min(max(left.sizes.features.bit_length(), CLASS_BITS.start), CLASS_BITS.stop - 1)
        classes, _ = self._count_features(texts, engine, left.shared, bits, classes=True)
        crowd = CROWD_UNITS if not self.finding.cap else NO_LIMIT
        short = left.every.count_up_to(SHORT_CHARACTERS)
        rows = engine.map(texts, steps.ListPostings(self.comparison, left.shared, classes, crowd, short))
        pairs, by_length = (
            left.every.pairs,
            left.every.pairs - left.every.count_allowed_pairs(self.measure, self.threshold),
        )
        sums = engine.load_rows(steps.build_totals(steps.POSTINGS, pairs, by_length))
        step = steps.PairPostings(self.measure, self.threshold, self.finding.cap)
        return collect_candidates(engine.group(engine.union(rows, sums), ("key",), step), engine)


def collect_candidates(found: Table, engine: Engine) -> CandidateTables:
    """Each pair once, and in order: by then the cells or lists they come from are out of memory."""
    pairs = engine.group(
        engine.map(found, steps.select_candidate_pairs), ("left", "right"), PassRows(PAIRS), distinct=True
    )
    return CandidateTables(pairs, {"crowds": engine.map(found, steps.select_candidate_counts)})
