"""The views of a run of `sentences`: which there are, and where the rows of each come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from twicetold.errors import SettingsError
from twicetold.jobs.sentences import show, show_places
from twicetold.jobs.sentences.show_page import ROW_RENDERERS, SUMMARY_RENDERERS
from twicetold.run import Run
from twicetold.views.base import RunViews, ShowOptions
from twicetold.views.page import TextPage
from twicetold.views.rows import Row
from twicetold.views.search import search_members


class SentenceViews(RunViews):
    options: ClassVar[tuple[str, ...]] = ("cluster", "largest", "random", "document", "search")
    headings: ClassVar[Mapping[str, str]] = {
        "size": "clusters by members",
        "kind": "clusters by kind",
        "document_pair": "sentences that two documents share",
        "cluster": "largest clusters",
    }

    def check_options(self, options: ShowOptions) -> None:
        if options.kind and options.largest is None and options.random is None:
            hint = f"for example --kind {options.kind} --largest 10"
            raise SettingsError("--kind goes with --largest or --random", hint)

    def read_rows(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        if options.cluster is not None:
            return show.describe_cluster(run, options.cluster, options.limit)
        if options.largest is not None:
            return show.list_largest_clusters(run, options.largest, options.limit, options.kind)
        if options.random is not None:
            return show.sample_clusters(run, options.random, options.seed, options.limit, options.kind)
        if options.document is not None:
            return show_places.list_document_sentences(run, options.document, options.limit)
        if options.search is not None:
            return search_members(run, options.search, options.limit)
        return show.summarise_run(run, options.limit)

    def build_page(self, options: ShowOptions) -> TextPage:
        if options.is_summary:
            return TextPage(SUMMARY_RENDERERS, self.headings)
        return TextPage(ROW_RENDERERS, {"match": "matches"})

    def explain_no_rows(self, options: ShowOptions) -> str:
        return "no repeated sentence has all these words" if options.search is not None else ""
