"""What `twicetold contradictions` asks of a job: its entries, how each reads, and which of them are wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pyarrow.dataset as ds

from twicetold.errors import SettingsError
from twicetold.run import Run
from twicetold.text.terminal import escape_controls
from twicetold.views.page import RowRenderers
from twicetold.views.rows import SIDES, Row

DRIFTS = ("contradiction", "update", "dated-update")
TextPair = tuple[str, str]


@dataclass(frozen=True)
class ContradictionFilter:
    """The options of `twicetold contradictions`."""

    limit: int | None = None
    min_confidence: float = 0.0
    drift: str = ""
    document: str | None = None
    unlisted: bool = False  # those, too, that are too uncertain to be listed
    ignored: frozenset[TextPair] = frozenset()  # texts that people have judged already

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


class ContradictionViews(ABC):
    """The contradictions of a job's runs, to be printed, written to a file, or put on a talk page."""

    columns: ClassVar[Sequence[str]]  # of an entry, in files
    renderers: ClassVar[RowRenderers]

    @abstractmethod
    def check_run(self, run: Run) -> None:
        """Raise an error where a run has no contradictions to list."""

    @abstractmethod
    def find_document(self, run: Run, name: str) -> str:
        """The name of a document as the run has it; an error that suggests others where there is none."""

    @abstractmethod
    def list_rows(self, run: Run, row_filter: ContradictionFilter) -> Iterator[Row]:
        """The entries, the most certain first; then rows that say how many were left out."""

    @abstractmethod
    def format_value(self, row: Row, name: str) -> object:
        """A column of an entry as a cell of a spreadsheet."""

    @abstractmethod
    def format_note(self, row: Row) -> str:
        """An entry as a note for a talk page, in wikitext."""


def limit_entries(rows: Iterator[Row], name: str, what: str, row_filter: ContradictionFilter) -> Iterator[Row]:
    """The first entries that nobody has judged, as rows of a sort, and how many were left out."""
    there = left_out = 0
    for row in rows:
        if identify_texts(row) in row_filter.ignored:
            continue
        if there == row_filter.limit:
            left_out += 1
        else:
            there += 1
            yield {"row": name, **row}
    if left_out:
        yield {"row": "more", "what": what, "left_out": left_out}


def identify_texts(row: Row) -> TextPair:
    """The two texts of an entry in one order, whatever their white space: what it is known by in other runs."""
    left, right = sorted(" ".join(escape_controls(str(row[f"{side}_text"])).split()) for side in SIDES)
    return left, right
