"""Every pair of vectors that is as similar as wanted, by comparing every two: what others are measured against.

Units go to blocks by their number, every two blocks meet in a cell, and `src/vectors/scan.rs` compares all that is in
it. Four times the units take sixteen times as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.config import Finding, Matching
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.errors import SettingsError
from twicetold.features.base import DenseFeature, load_dense_feature
from twicetold.finders.base import CandidateTables, refuse_setting
from twicetold.finders.join import collect_candidates
from twicetold.finders.join_steps import JOIN_CELLS as JOIN_CELLS
from twicetold.finders.join_steps import PAIRS_AND_COUNTS, UNIT_TEXTS
from twicetold.measures.base import load_measure
from twicetold.tables.batches import Batch

LEAST_WEIGHT = 40  # of a text that is compared, as for `minhash`
LEAST_ROWS, MOST_ROWS = 1 << 11, 1 << 15  # of a block
# A unit in a cell, where two blocks meet; `side` 1 is that of the larger.
VECTOR_CELLS = pa.schema(
    [
        *[JOIN_CELLS.field(name) for name in ("cell", "side", "unit")],
        pa.field("vector", pa.binary(), nullable=False),
    ]
)


@dataclass(frozen=True)
class ExactScan:
    """Settings made definite: `Scan.from_settings(finding, matching, units=50_000)`."""

    finding: Finding
    threshold: float
    units: int
    feature: DenseFeature

    @classmethod
    def from_settings(cls, finding: Finding, matching: Matching, units: int) -> ExactScan:
        refuse_setting(finding, "bucket_limit", "minhash")
        feature = load_dense_feature(finding)
        check_least_weight(finding)
        return cls(finding, check_cosine_threshold(finding, matching), units, feature)

    def fit_to_lexicon(self, lexicon: Iterable[Batch], count: int) -> ExactScan:
        return replace(self, feature=self.feature.fit_to_lexicon(lexicon, count))  # type: ignore[arg-type]

    @property
    def facts(self) -> dict[str, Any]:
        scheme = f"exact scan, cosine {self.threshold:g}"
        return {"finder": "scan", **self.feature.facts, "scheme": scheme, "recall": 1.0}

    def find_candidates(self, units: Table, engine: Engine) -> CandidateTables:
        rows = min(max(self.units // (3 * engine.machine.worker_count), LEAST_ROWS), MOST_ROWS)
        step = PlaceVectorsInCells(self.feature, -(-self.units // rows), check_least_weight(self.finding))
        cells = engine.map(engine.map(units, SelectColumns(UNIT_TEXTS)), step)
        return collect_candidates(engine.group(cells, ("cell",), CompareVectors(self.threshold)), engine)


def check_cosine_threshold(finding: Finding, matching: Matching) -> float:
    """The least cosine of a pair that is to be found."""
    measure = load_measure(matching.measure)
    if "vectors" not in measure.compares:
        message = f"`--finder {finding.finder}` cannot compare by `{matching.measure}`"
        raise SettingsError(message, "it compares vectors: use `--measure cosine`")
    threshold = finding.similarity or matching.threshold
    if not 0 < threshold <= 1:
        message = f"`threshold` must be above 0 and at most 1 for `--finder {finding.finder}`, not {threshold:g}"
        raise SettingsError(message, "for example --threshold 0.8")
    return measure.convert_to_cosine(threshold)


def check_least_weight(finding: Finding) -> int:
    """Of a text that is compared: `min_length` characters, a Chinese one counts 3."""
    return finding.min_length or LEAST_WEIGHT


@dataclass(frozen=True)
class PlaceVectorsInCells:
    """Units to the cells they have to stand in; those without a vector to one of their own, to be counted."""

    feature: DenseFeature
    blocks: int
    least: int
    schema: ClassVar[pa.Schema] = VECTOR_CELLS

    def __call__(self, units: Batch) -> Batch:
        return _kernels.assign_scan_cells(units, self.feature.compute_vectors(units["text"]), self.blocks, self.least)


@dataclass(frozen=True)
class CompareVectors:
    """Cells to the pairs in them that are as similar as wanted."""

    threshold: float
    schema: ClassVar[pa.Schema] = PAIRS_AND_COUNTS

    def __call__(self, groups: Batch) -> Batch:
        return _kernels.find_scan_pairs(groups, self.threshold)
