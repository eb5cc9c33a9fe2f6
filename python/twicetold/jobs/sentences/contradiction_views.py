"""What `twicetold contradictions` shows of a run of `sentences`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from twicetold.jobs.sentences import show_contradictions, talk_page
from twicetold.jobs.sentences.show_page import ROW_RENDERERS
from twicetold.jobs.sentences.tables import CONTRADICTIONS
from twicetold.run import Run
from twicetold.views.contradictions import ContradictionFilter, ContradictionViews
from twicetold.views.page import RowRenderers
from twicetold.views.rows import Row


class SentenceContradictions(ContradictionViews):
    """The contradictions of a run of `sentences`, then pairs of which one copy is older."""

    columns: ClassVar[Sequence[str]] = CONTRADICTIONS.names
    renderers: ClassVar[RowRenderers] = ROW_RENDERERS

    def check_run(self, run: Run) -> None:
        show_contradictions.require_contradictions(run)

    def find_document(self, run: Run, name: str) -> str:
        return show_contradictions.find_document_name(run, name)

    def list_rows(self, run: Run, row_filter: ContradictionFilter) -> Iterator[Row]:
        return show_contradictions.list_contradictions(run, row_filter)

    def format_value(self, row: Row, name: str) -> object:
        if name == "values":
            return show_contradictions.format_values(row)
        return show_contradictions.format_places(row) if name == "places" else row[name]

    def format_note(self, row: Row) -> str:
        return talk_page.format_note(row)
