"""Likely duplicates: pairs of threads of which half should be right, those first that the forum does not link."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow.dataset as ds

from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row

LIKELY = 0.5  # the precision to expect of all that are listed
COLUMNS = ["document", "title", "other_document", "other_title", "score", "precision", "known"]


def read_likely_duplicates(run: Run) -> list[Row]:
    """The likely pairs of a run, each once: first those that are not linked, the best first."""
    if "suggestions" not in run.tables:
        return []
    return order_pairs(read_rows(run, "suggestions", ds.field("precision") >= LIKELY, COLUMNS))


def order_pairs(rows: Iterable[Row]) -> list[Row]:
    """Suggestions as pairs: one that was found from both sides once."""
    pairs: dict[frozenset[str], Row] = {}
    for row in rows:
        pairs.setdefault(frozenset((row["document"], row["other_document"])), row)
    return sorted(pairs.values(), key=lambda row: (row["known"] != "", -row["score"]))
