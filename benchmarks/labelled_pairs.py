"""Labelled pairs of sentences as batches for the kernels: what `benchmarks.kinds` and its training read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from twicetold import _kernels
from twicetold.jobs.sentences.kinds import CLASSIFY_INPUT

COUNTS = {
    "identical_shared": "identical_sentences_shared",
    "near_shared": "near_pairs_shared",
    "cluster_pairs": "cluster_pairs",
}


@dataclass(frozen=True)
class Labelled:
    """Pairs with what a reader said of them."""

    rows: list[dict[str, Any]]

    @property
    def ids(self) -> list[str]:
        """Their names."""
        return [row["id"] for row in self.rows]

    @property
    def kind(self) -> np.ndarray[Any, Any]:
        """The kind that a reader gave each."""
        return np.array([row["kind"] for row in self.rows])

    @property
    def same(self) -> np.ndarray[Any, Any]:
        """Whether the subject is the same: `true`, `false` or `unclear`."""
        return np.array([row.get("subject_same", "unclear") for row in self.rows])

    def only(self, places: Any) -> Labelled:
        """The pairs in these places."""
        return Labelled([self.rows[place] for place in places])

    def batch(self, context: bool) -> pa.RecordBatch:
        """What `_kernels.classify_matches` takes, with the documents' context or without."""
        return pa.RecordBatch.from_pylist([match(row, context) for row in self.rows], CLASSIFY_INPUT)


def match(row: dict[str, Any], context: bool) -> dict[str, Any]:
    """A labelled pair as a match. The file has neither sections nor blocks."""
    known = row.get("context") if context else None
    sides = {
        f"{side}_{column}": row.get(f"{side}{field}") or ""
        for side in ("left", "right")
        for column, field in (
            ("text", ""),
            ("title", "_title"),
            ("section", "_section"),
            ("block", "_block"),
            ("document", "_source"),
        )
    }
    return sides | {column: known[field] if known else None for column, field in COUNTS.items()}


def read_labelled(path: Path) -> Labelled:
    """The pairs of a file with a JSON object a line."""
    return Labelled([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()])


def evidence_of(pairs: Labelled, context: bool) -> tuple[list[str], np.ndarray[Any, np.dtype[np.float64]]]:
    """The names of the evidence and a row of it for each pair."""
    found = _kernels.collect_evidence(pairs.batch(context))
    return found.schema.names, np.column_stack([column.to_numpy() for column in found.columns])
