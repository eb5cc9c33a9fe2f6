"""Every pair that is as similar as wanted, exactly: the finder that others are measured against.

First the features of all units are counted in a table of bounded size; a unit with too many that nobody else has can
match nothing and is left out (Eq. 3 of paper 003, against everybody at once). What remains goes one of two ways.
`document`: blocks of about one size; wherever two may hold a match they meet in a cell, and `src/join/` joins it.
`term`: each unit under its rarest features, pairs from each list, verified afterwards. Both give the same matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from twicetold.config import Finding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.errors import SettingsError
from twicetold.features.base import Feature, feature_of
from twicetold.finders import join_steps as steps
from twicetold.finders.base import Candidates
from twicetold.finders.join_sizes import Sizes, ranges
from twicetold.schema import PAIRS
from twicetold.verify import MEASURES

LEAST_WEIGHT = 40  # of a text that is compared, as for `minhash`
NO_LIMIT = 2**32
CROWD = 16_384  # rows of a posting list that one task pairs up; a longer one is cut
CLASS_BITS = 22  # of buckets: a table of 4 MB
SHARED_BITS = range(16, 30)  # at most 64 MB
FEATURES = 256  # bits for a unit, which has about 130 features: most of those that stand alone are seen to
SHORT = 17  # characters: only shorter texts may have too few windows to tell, see `src/join/edit.rs`
FEW = 16  # blocks: of more it is worth to count how many units are left
LEAST_CAPACITY, MOST_CAPACITY = 1 << 18, 1 << 23  # features of a block
FEATURE_BYTES = 64  # of a feature while its cell is joined


@dataclass(frozen=True)
class Join:
    """Settings made definite: `Join.settled(finding, matching, units=1_000_000)`."""

    finding: Finding
    measure: str
    threshold: float
    units: int
    feature: Feature

    @classmethod
    def settled(cls, finding: Finding, matching: Matching, units: int) -> Join:
        """The same for every number of units, but for the size of a table."""
        threshold = finding.similarity or matching.threshold
        if matching.measure not in MEASURES:
            raise SettingsError(f"unknown measure: `{matching.measure}`", f"Available: {', '.join(MEASURES)}")
        if not 0 < threshold <= 1:
            raise SettingsError(f"threshold {threshold}", "the join needs one above 0, up to 1")
        if finding.partition not in ("document", "term"):
            raise SettingsError(f"unknown partition: `{finding.partition}`", "Available: document, term")
        if finding.cap and finding.partition != "term":
            raise SettingsError("a cap on pairs by document", "it is of posting lists: give `--partition term`")
        for name in ("shingle", "min_length", "max_length", "cap"):
            if getattr(finding, name) < 0:
                raise SettingsError(f"{name} {getattr(finding, name)}", "give a number from 0 on")
        return cls(finding, matching.measure, threshold, units, feature_of(finding))

    def fitted(self, lexicon: Iterable[pa.RecordBatch]) -> Join:
        return replace(self, feature=self.feature.fitted(lexicon))

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "finder": "join",
            **self.feature.facts,
            "scheme": f"exact join by {self.finding.partition}, {self.measure} {self.threshold:g}",
            "partition": self.finding.partition,
            "recall": 1.0,
        }

    @property
    def compared(self) -> steps.Compared:
        finding = self.finding
        least, most = finding.min_length or 1, finding.max_length or NO_LIMIT
        weight = 0 if finding.min_length else LEAST_WEIGHT
        return steps.Compared(self.feature, (least, most, weight), self.measure, self.threshold)

    def candidates(self, units: Any, engine: Engine) -> Candidates:
        """The counting is done at once, by `engine.batches`; its tables are bounded whatever the number of units."""
        texts = engine.map(units, Select(steps.TEXTS))
        shared, every = self._shared(texts, engine)
        way: Callable[[Any, Engine, bytes, Sizes], Candidates]
        way = self._by_document if self.finding.partition == "document" else self._by_term
        return way(texts, engine, shared, every)

    def _shared(self, texts: Any, engine: Engine) -> tuple[bytes, Sizes]:
        """A bit for each bucket of features that more than one unit has, and the sizes of all units.

        A match by edit similarity need not share any feature, so there is no such table for it.
        """
        if self.measure == "edit":
            return b"", self._counted(texts, engine, b"", 0)[1]
        most = max(engine.machine.memory // 16 * 8, 1 << SHARED_BITS.start)
        bits = min((FEATURES * self.units).bit_length(), most.bit_length() - 1, SHARED_BITS.stop - 1)
        return self._counted(texts, engine, b"", max(bits, SHARED_BITS.start))

    def _counted(
        self, texts: Any, engine: Engine, shared: bytes, bits: int, classes: bool = False
    ) -> tuple[bytes, Sizes]:
        seen = engine.map(texts, steps.Seen(self.compared, shared, bits))
        counted = engine.group(seen, ("chunk",), steps.Counted(not classes))
        return steps.filled(engine.batches(counted), (1 << bits) // (1 if classes else 8) if bits else 0)

    def _by_document(self, texts: Any, engine: Engine, shared: bytes, every: Sizes) -> Candidates:
        blocks = ranges(every, self._capacity(every, engine))
        if shared and len(blocks) > FEW:
            left = self._counted(texts, engine, shared, 0)[1]  # worth another look: fewer units need fewer blocks
            blocks = ranges(left, self._capacity(left, engine))
        rows = engine.map(texts, steps.Cells(self.compared, shared, blocks))
        by_length = every.pairs - every.allowed(self.measure, self.threshold)
        sums = engine.table(steps.totals(steps.CELLS, every.pairs, by_length, every.pairs))
        found = engine.group(engine.union(rows, sums), ("cell",), steps.Matches(self.compared))
        return Candidates(engine.map(found, steps.Pairs()), {"crowds": engine.map(found, steps.Tally())})

    def _capacity(self, sizes: Sizes, engine: Engine) -> int:
        """Features of a block: what memory allows, and some cells for each worker."""
        machine = engine.machine
        by_memory = machine.memory // 2 // machine.workers // FEATURE_BYTES // 2
        by_work = sizes.features // (2 * machine.workers)
        return max(min(by_memory, by_work, MOST_CAPACITY), LEAST_CAPACITY)

    def _by_term(self, texts: Any, engine: Engine, shared: bytes, every: Sizes) -> Candidates:
        classes, _ = self._counted(texts, engine, shared, CLASS_BITS, classes=True)
        crowd = CROWD if not self.finding.cap else NO_LIMIT
        rows = engine.map(texts, steps.Postings(self.compared, shared, classes, crowd, every.up_to(SHORT)))
        by_length = every.pairs - every.allowed(self.measure, self.threshold)
        sums = engine.table(steps.totals(steps.POSTINGS, every.pairs, by_length))
        step = steps.PairUp(self.measure, self.threshold, self.finding.cap)
        found = engine.group(engine.union(rows, sums), ("key",), step)
        pairs = engine.map(found, steps.Pairs())
        distinct = engine.group(pairs, ("left", "right"), Same(PAIRS), distinct=True)
        return Candidates(distinct, {"crowds": engine.map(found, steps.Tally())})
