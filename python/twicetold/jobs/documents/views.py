"""The views of a run of `documents`: which there are, and where the rows of each come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from twicetold.jobs.documents import show
from twicetold.jobs.documents.show_page import ROW_RENDERERS
from twicetold.run import Run
from twicetold.views.base import RunViews, ShowOptions
from twicetold.views.page import RowRenderers
from twicetold.views.rows import Row


class DocumentViews(RunViews):
    options: ClassVar[tuple[str, ...]] = ("cluster", "largest", "random", "document")
    headings: ClassVar[Mapping[str, str]] = {"size": "clusters by documents", "cluster": "largest clusters"}
    renderers: ClassVar[RowRenderers] = ROW_RENDERERS

    def read_rows(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        if options.cluster is not None:
            return show.describe_cluster(run, options.cluster, options.limit)
        if options.largest is not None:
            return show.list_largest_clusters(run, options.largest, options.limit)
        if options.random is not None:
            return show.sample_clusters(run, options.random, options.seed, options.limit)
        if options.document is not None:
            return show.describe_document(run, options.document, options.limit)
        return show.summarise_run(run, options.limit)
