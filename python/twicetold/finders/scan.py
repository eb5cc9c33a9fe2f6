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
from twicetold.engines.steps import Select
from twicetold.errors import SettingsError
from twicetold.features.base import DenseFeature, vectors_of
from twicetold.finders.base import Candidates
from twicetold.finders.join import candidates_of
from twicetold.finders.join_steps import CELLS as JOIN_CELLS
from twicetold.finders.join_steps import FOUND, TEXTS

LEAST_WEIGHT = 40  # of a text that is compared, as for `minhash`
LEAST_ROWS, MOST_ROWS = 1 << 11, 1 << 15  # of a block
# A unit in a cell, where two blocks meet; `side` 1 is that of the larger.
CELLS = pa.schema(
    [
        *[JOIN_CELLS.field(name) for name in ("cell", "side", "unit")],
        pa.field("vector", pa.binary(), nullable=False),
    ]
)


@dataclass(frozen=True)
class Scan:
    """Settings made definite: `Scan.settled(finding, matching, units=50_000)`."""

    finding: Finding
    threshold: float
    units: int
    feature: DenseFeature

    @classmethod
    def settled(cls, finding: Finding, matching: Matching, units: int) -> Scan:
        feature = vectors_of(finding)
        least_weight(finding)
        return cls(finding, cosine_wanted(finding, matching), units, feature)

    def fitted(self, lexicon: Iterable[pa.RecordBatch], count: int) -> Scan:
        return replace(self, feature=self.feature.fitted(lexicon, count))  # type: ignore[arg-type]

    @property
    def facts(self) -> dict[str, Any]:
        scheme = f"exact scan, cosine {self.threshold:g}"
        return {"finder": "scan", **self.feature.facts, "scheme": scheme, "recall": 1.0}

    def candidates(self, units: Any, engine: Engine) -> Candidates:
        rows = min(max(self.units // (3 * engine.machine.workers), LEAST_ROWS), MOST_ROWS)
        step = Cells(self.feature, -(-self.units // rows), least_weight(self.finding))
        cells = engine.map(engine.map(units, Select(TEXTS)), step)
        return candidates_of(engine.group(cells, ("cell",), Compare(self.threshold)), engine)


def cosine_wanted(finding: Finding, matching: Matching) -> float:
    """The least cosine of a pair that is to be found."""
    if matching.measure != "cosine":
        hint = "it compares vectors: give `--measure cosine`"
        raise SettingsError(f"{finding.finder} by {matching.measure}", hint)
    threshold = finding.similarity or matching.threshold
    if not 0 < threshold <= 1:
        raise SettingsError(f"threshold {threshold}", f"{finding.finder} needs one above 0, up to 1")
    return threshold


def least_weight(finding: Finding) -> int:
    """Of a text that is compared: `min_length` characters, a Chinese one counts 3."""
    if finding.min_length < 0:
        raise SettingsError(f"min_length {finding.min_length}", "give a number from 0 on")
    return finding.min_length or LEAST_WEIGHT


@dataclass(frozen=True)
class Cells:
    """Units to the cells they have to stand in; those without a vector to one of their own, to be counted."""

    feature: DenseFeature
    blocks: int
    least: int
    schema: ClassVar[pa.Schema] = CELLS

    def __call__(self, units: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.scan_cells(units, self.feature.vectors(units["text"]), self.blocks, self.least)


@dataclass(frozen=True)
class Compare:
    """Cells to the pairs in them that are as similar as wanted."""

    threshold: float
    schema: ClassVar[pa.Schema] = FOUND

    def __call__(self, groups: pa.RecordBatch) -> pa.RecordBatch:
        return _kernels.scan_pairs(groups, self.threshold)
