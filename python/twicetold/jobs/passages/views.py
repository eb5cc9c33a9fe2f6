"""The views of a run of `passages`: which there are, and where the rows of each come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from twicetold.jobs.passages import show
from twicetold.jobs.passages.show_page import ROW_RENDERERS
from twicetold.run import Run
from twicetold.views.base import RunViews, ShowOptions
from twicetold.views.page import RowRenderers
from twicetold.views.rows import Row


class PassageViews(RunViews):
    options: ClassVar[tuple[str, ...]] = ("largest", "document", "pair")
    headings: ClassVar[Mapping[str, str]] = {
        "passage_kind": "passages by kind",
        "pair": "characters that two documents share",
        "passage": "longest passages",
    }
    renderers: ClassVar[RowRenderers] = ROW_RENDERERS

    def read_rows(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        if options.pair is not None:
            return show.compare_documents(run, *options.pair, options.kind, options.limit)
        if options.document is not None:
            return show.list_document_passages(run, options.document, options.kind, options.limit)
        if options.largest is not None or options.kind:
            most = options.largest or options.limit or show.TOP_PASSAGES
            return show.list_longest_passages(run, most, options.kind)
        return show.summarise_run(run, options.limit)

    def explain_no_rows(self, options: ShowOptions) -> str:
        return f"no passage of the kind {options.kind}" if options.kind else "no passage"
