"""Facts that no longer agree, from the table `contradictions`: which are wanted, and how each reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow.dataset as ds

from twicetold.errors import RunError, SettingsError
from twicetold.run import Run
from twicetold.run.finished import read_rows, require_table, scan_table
from twicetold.views.nearest import correct_case, suggest_names
from twicetold.views.rows import SIDES, Row, list_names, match_name

DRIFTS = ("contradiction", "update", "dated-update")
DifferingParts = list[tuple[str, bool]]  # stretches of a text, and whether each is what differs


@dataclass(frozen=True)
class ContradictionFilter:
    """The options of `twicetold contradictions`."""

    limit: int | None = None
    min_confidence: float = 0.0
    drift: str = ""
    document: str | None = None

    def check_values(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise SettingsError(f"`--limit` must be 1 or more, not {self.limit}", "for example --limit 10")
        if not 0 <= self.min_confidence <= 1:
            message = f"`--min-confidence` must be between 0 and 1, not {self.min_confidence:g}"
            raise SettingsError(message, "for example --min-confidence 0.8")
        if self.drift and self.drift not in DRIFTS:
            raise SettingsError(f"unknown drift: `{self.drift}`", f"give one of: {', '.join(DRIFTS)}")

    @property
    def condition(self) -> ds.Expression:
        """What a row of `contradictions` must be."""
        wanted = ds.field("confidence") >= self.min_confidence
        if self.drift:
            wanted &= ds.field("drift") == self.drift
        if self.document is not None:
            names = [f"{side}_{name}" for side in SIDES for name in ("title", "document")]
            of_it = [ds.field(name) == self.document for name in names]
            wanted &= of_it[0] | of_it[1] | of_it[2] | of_it[3]
        return wanted


def list_contradictions(run: Run, row_filter: ContradictionFilter) -> Iterator[Row]:
    """The rows of the table, the most certain first, then how many were left out."""
    there = 0
    for there, row in enumerate(read_rows(run, "contradictions", row_filter.condition), 1):
        yield {"row": "contradiction", **row}
        if there == row_filter.limit:
            break
    left_out = count_contradictions(run, row_filter) - there if there == row_filter.limit else 0
    if left_out:
        yield {"row": "more", "what": "contradictions", "left_out": left_out}


def find_document_name(run: Run, name: str) -> str:
    """The name of a document as the run has it; an error that suggests others where there is none."""
    found = correct_case(run, name)
    if (
        "documents" in run.tables
        and next(read_rows(run, "documents", match_name(found), ["document", "title"]), None) is None
    ):
        hint = suggest_names(name, list_names(run, "documents"), "give a title or an id as the input has it")
        raise RunError(f"`{run.folder}` has no document `{name}`", hint)
    return found


def count_contradictions(run: Run, row_filter: ContradictionFilter) -> int:
    """How many there are."""
    columns = ["confidence", "drift", *(f"{side}_{name}" for side in SIDES for name in ("title", "document"))]
    return sum(batch.num_rows for batch in scan_table(run, "contradictions", row_filter.condition, columns))


def require_contradictions(run: Run) -> None:
    """Says so where a run has no contradictions to tell of, as it is older than they are."""
    if "contradictions" not in run.tables:
        hint = "it was made by an older twicetold: run the command that made it again, with --force"
        raise RunError(f"`{run.folder}` has no table `contradictions`", hint)
    require_table(run, "contradictions")


def select_differing_changes(row: Row) -> list[dict[str, Any]]:
    """The changes that cannot both hold; where none is said to be so, all of them."""
    disagreeing = [change for change in row["changes"] if change["disagrees"]]
    return disagreeing or list(row["changes"])


def mark_differences(row: Row, side: str) -> DifferingParts:
    """A side's text in stretches: `[("Frozen in ", False), ("1905", True), (".", False)]`"""
    text, parts, at = row[f"{side}_text"], [], 0
    for start, end in sorted(
        (change[f"{side}_start"], change[f"{side}_end"]) for change in select_differing_changes(row)
    ):
        start, end = max(start, at), min(end, len(text))
        if start < end:
            parts += [(text[at:start], False), (text[start:end], True)]
            at = end
    return [part for part in [*parts, (text[at:], False)] if part[0]]


def format_values(row: Row) -> str:
    """What differs, as text: `left 1984; right 1985`; further ones after a bar."""
    return " | ".join(
        f"left {change['left'] or '-'}; right {change['right'] or '-'}" for change in select_differing_changes(row)
    )
