"""Labelled pairs of sentences as batches for the kernels, for `benchmarks.kinds` and its training.

A pair has both texts and titles, a `kind`, and perhaps `subject_same` and `context`. Pairs of several files can be read
as one. One fifth of all articles is untouched: no evidence is chosen by reading its pairs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
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
PLACES = [each.name for each in CLASSIFY_INPUT if each.type == pa.int64() and each.name not in COUNTS]
SUBJECTS_BY_KIND = {"template": "false", "other": "false", "reference": "unclear"}
UNTOUCHED_PART = 5  # one in five groups of articles

# How much is known of a pair besides its texts and titles.
RUN, CONTEXT, TEXTS = "run", "context", "texts"
LEVELS = (RUN, CONTEXT, TEXTS)


@dataclass(frozen=True)
class LabelledPairs:
    """Pairs with the labels of a reader."""

    rows: list[dict[str, Any]]

    @property
    def ids(self) -> list[str]:
        """The names of the pairs."""
        return [row["id"] for row in self.rows]

    @property
    def kind(self) -> np.ndarray[Any, Any]:
        """The kind that a reader gave to each pair."""
        return np.array([row["kind"] for row in self.rows])

    @property
    def same(self) -> np.ndarray[Any, Any]:
        """Whether the subject is the same: `true`, `false` or `unclear`. Without a label it follows from the kind."""
        return np.array([row.get("subject_same") or SUBJECTS_BY_KIND.get(row["kind"], "true") for row in self.rows])

    @cached_property
    def groups(self) -> list[str]:
        """The group of articles of each pair: pairs that share an article, directly or through others, have one."""
        first = _find_groups((row["left_title"], row["right_title"]) for row in self.rows)
        return [first[row["left_title"]] for row in self.rows]

    def select(self, places: Any) -> LabelledPairs:
        """Select the pairs in these places."""
        return LabelledPairs([self.rows[place] for place in places])

    def split_untouched(self) -> tuple[LabelledPairs, LabelledPairs]:
        """Split into the pairs that evidence may be chosen on, and those of the untouched fifth of articles."""
        untouched = [is_untouched(group) for group in self.groups]
        places = range(len(self.rows))
        return (
            self.select([place for place in places if not untouched[place]]),
            self.select([place for place in places if untouched[place]]),
        )

    def build_batch(self, level: str) -> pa.RecordBatch:
        """Build a batch for `_kernels.classify_matches`, with as much context as the level allows."""
        return pa.RecordBatch.from_pylist([build_match(row, level) for row in self.rows], CLASSIFY_INPUT)


def _find_groups(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Find for each article the alphabetically first of all articles that pairs connect it with."""
    above: dict[str, str] = {}

    def find_first(title: str) -> str:
        while above.setdefault(title, title) != title:
            title = above[title]
        return title

    for left, right in pairs:
        one, two = find_first(left), find_first(right)
        above[max(one, two)] = min(one, two)
    return {title: find_first(title) for title in above}


def is_untouched(group: str) -> bool:
    """Whether a group of articles is in the untouched fifth, by a hash of its first title."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % UNTOUCHED_PART == 0


def build_match(row: dict[str, Any], level: str) -> dict[str, Any]:
    """Build a match from a labelled pair. The file has neither sections nor blocks."""
    known = row.get("context") if level != TEXTS else None
    places = row.get("places") if level == RUN else None
    sides = {
        f"{side}_{column}": row.get(f"{side}{field}") or ""
        for side in ("left", "right")
        for column, field in (("text", ""), ("title", "_title"), ("section", "_section"), ("block", "_block"))
    }
    for side in ("left", "right"):
        sides[f"{side}_document"] = row.get(f"{side}_source") or row.get(f"{side}_document") or ""
    counts = {column: known[field] if known else None for column, field in COUNTS.items()}
    return sides | counts | {column: places[column] if places else None for column in PLACES}


def read_labelled(*paths: Path) -> LabelledPairs:
    """Read the pairs of files with a JSON object a line."""
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return LabelledPairs([json.loads(line) for line in lines if line.strip()])


def collect_evidence(pairs: LabelledPairs, level: str) -> tuple[list[str], np.ndarray[Any, np.dtype[np.float64]]]:
    """Collect the names of the evidence, and a row of it for each pair."""
    found = _kernels.collect_evidence(pairs.build_batch(level))
    return found.schema.names, np.column_stack([column.to_numpy() for column in found.columns])
