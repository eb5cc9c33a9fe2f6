"""Two texts in memory compared: how similar they are, of which kind, why, and what differs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from twicetold.config import Folding
from twicetold.errors import InputError
from twicetold.jobs.sentences.kinds import CLASSIFY_INPUT, classify_matches
from twicetold.matching.fold import identify_texts
from twicetold.matching.similarity import Comparison
from twicetold.tables.batches import Batch, build_named_batch


@dataclass(frozen=True)
class PairExplanation:
    """What is known of two texts."""

    left_text: str
    right_text: str
    similarity: float  # by the measure of the settings
    kind: str  # one of the kinds of `sentences`; "" where the texts do not match
    drift: str  # contradiction, update or dated-update, where the kind is drift
    confidence: float  # how certain the kind is
    why: str  # the evidence for the kind, in words
    changes: list[dict[str, Any]] = field(repr=False)  # what differs, with its place in both texts

    def __str__(self) -> str:
        if not self.kind:
            return self.why
        kind = f"{self.kind} ({self.drift})" if self.drift else self.kind
        return f"{kind} {self.confidence:.2f}, similarity {self.similarity:.2f}: {self.why}"


@dataclass(frozen=True)
class TextComparison:
    """Texts, and how two of them are compared."""

    texts: pa.ChunkedArray
    folding: Folding
    comparison: Comparison
    threshold: float

    def __repr__(self) -> str:
        return f"TextComparison({len(self.texts)} texts)"

    def classify(self, left: pa.Array, right: pa.Array) -> Batch:
        """Say of pairs of texts which kind each is. Plain texts have no titles or sections, which would be evidence."""
        columns: dict[str, pa.Array] = {}
        for side, numbers in (("left", left), ("right", right)):
            columns[f"{side}_text"] = self._take(numbers)
            columns[f"{side}_document"] = numbers.cast(pa.string())
            columns[f"{side}_block"] = pa.repeat("prose", len(numbers))
        for each in CLASSIFY_INPUT:
            if each.name not in columns:
                value = pa.scalar("" if each.type == pa.string() else None, each.type)
                columns[each.name] = pa.repeat(value, len(left))
        return classify_matches(build_named_batch(columns, CLASSIFY_INPUT))

    def explain(self, left: int, right: int) -> PairExplanation:
        """Compare two texts by their numbers."""
        for number in (left, right):
            if not 0 <= number < len(self.texts):
                raise InputError(f"there is no text {number}", f"give a number from 0 to {len(self.texts) - 1}")
        sides = [pa.array([number], pa.uint32()) for number in (left, right)]
        (explanation,) = self.classify(*sides).to_pylist()
        texts = [self._take(side) for side in sides]
        normal = [identify_texts(each, self.folding)["text"] for each in texts]
        if normal[0] == normal[1]:
            explanation |= {"kind": "identical", "drift": "", "confidence": 1.0, "why": "the same text"}
            return PairExplanation(texts[0][0].as_py(), texts[1][0].as_py(), 1.0, **explanation)
        similarity = self.comparison.compare_sides(*normal)[0].as_py() or 0.0
        if similarity < self.threshold:
            why = f"not a match: the similarity {similarity:.2f} is below the threshold {self.threshold:.2f}"
            explanation |= {"kind": "", "drift": "", "confidence": 0.0, "why": why}
        return PairExplanation(texts[0][0].as_py(), texts[1][0].as_py(), similarity, **explanation)

    def _take(self, numbers: pa.Array) -> pa.Array:
        taken = self.texts.take(numbers).combine_chunks()
        return taken if isinstance(taken, pa.Array) else pa.concat_arrays(taken.chunks)
