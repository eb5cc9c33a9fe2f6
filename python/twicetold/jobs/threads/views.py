"""The views of a run of `threads`: which there are, and where the rows of each come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from twicetold.jobs.threads import show
from twicetold.jobs.threads.fields import FIELDS
from twicetold.jobs.threads.show_page import ROW_RENDERERS
from twicetold.run import Run
from twicetold.views.base import RunViews, ShowOptions
from twicetold.views.page import RowRenderers
from twicetold.views.rows import Row
from twicetold.views.search import search_members


class ThreadViews(RunViews):
    options: ClassVar[tuple[str, ...]] = ("cluster", "largest", "random", "document", "search", "pair")
    headings: ClassVar[Mapping[str, str]] = {
        "compared": "how fields were compared",
        "size": "clusters by threads",
        "cluster": "largest clusters",
    }
    renderers: ClassVar[RowRenderers] = ROW_RENDERERS

    def read_rows(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        if options.pair is not None:
            return show.compare_threads(run, *options.pair)
        if options.cluster is not None:
            return show.describe_cluster(run, options.cluster, options.limit)
        if options.largest is not None:
            return show.list_largest_clusters(run, options.largest, options.limit)
        if options.random is not None:
            return show.sample_clusters(run, options.random, options.seed, options.limit)
        if options.document is not None:
            return show.list_thread_matches(run, options.document, options.limit)
        if options.search is not None:
            return search_members(run, options.search, options.limit, FIELDS)
        return show.summarise_run(run, options.limit)

    def explain_no_rows(self, options: ShowOptions) -> str:
        return "no thread of a cluster has all these words" if options.search is not None else ""
