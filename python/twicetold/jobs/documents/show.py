"""The views of a run of `documents`: the summary, clusters, a document's cluster and matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.jobs.documents.show_page import ROW_RENDERERS
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.base import ClusterViews, ShowOptions
from twicetold.views.nearest import suggest_names
from twicetold.views.rows import (
    Row,
    check_cluster_number,
    count_cluster_sizes,
    describe_run,
    limit_rows,
    list_bridges,
    list_names,
    match_name,
    note_left_out,
)

TOP_CLUSTERS = 10  # clusters in the summary
MEMBERS_PER_CLUSTER = 5  # members of each cluster in a list of clusters
MOST_MATCHES = 20  # matches of a document
MOST_OVERLAPS = 20  # overlaps of a document or a cluster


class DocumentViews(ClusterViews):
    """The views of a run of `documents`."""

    headings: ClassVar[Mapping[str, str]] = {"size": "clusters by documents", "cluster": "largest clusters"}
    renderers = ROW_RENDERERS

    def summarise(self, run: Run, options: ShowOptions) -> Iterator[Row]:
        """The run's numbers, its clusters by size, and the largest with what is kept and why."""
        yield describe_run(run, ("documents", "clusters", "members", "matches"))
        yield from count_cluster_sizes(run)
        yield from self.show_largest(run, options.limit or TOP_CLUSTERS, options)

    def show_cluster(self, run: Run, number: int, options: ShowOptions) -> Iterator[Row]:
        """Every document of a cluster, and the bridges to others."""
        own = ds.field("cluster") == check_cluster_number(run, number)
        text = _read_first_texts(run, own).get(number, "")
        yield {"row": "cluster", **next(read_rows(run, "clusters", own)), "text": text}
        yield from limit_rows("member", "documents", list(read_rows(run, "members", own)), options.limit)
        yield from _list_overlaps(run, own, options.limit)
        yield from list_bridges(run, number, options.limit)

    def show_document(self, run: Run, name: str, options: ShowOptions) -> Iterator[Row]:
        """What became of the document with this id or title, and the matches of its text."""
        documents = list(read_rows(run, "documents", match_name(name), ["document", "title", "source", "place"]))
        if not documents:
            hint = suggest_names(name, list_names(run, "documents"), "give an id, or a title")
            raise RunError(f"`{run.folder}` has no document `{name}`", hint)
        members = {_identify_document(row): row for row in read_rows(run, "members", match_name(name))}
        for document in documents:
            member = members.get(_identify_document(document))
            yield {"row": "member", **member} if member else {"row": "alone", **document}
        either = match_name(name, "left_") | match_name(name, "right_")
        found = sorted(read_rows(run, "matches", either), key=lambda row: -row["similarity"])
        yield from limit_rows("match", "matches", found, MOST_MATCHES if options.limit is None else options.limit)
        yield from _list_overlaps(run, either, options.limit)

    def list_clusters(self, run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
        """Clusters, each with the document that is kept and some that are removed."""
        shown = MEMBERS_PER_CLUSTER if limit is None else limit
        among = ds.field("cluster").isin(list(numbers))
        members: dict[int, list[Row]] = {number: [] for number in numbers}
        for member in read_rows(run, "members", among):
            if len(members[member["cluster"]]) < shown:
                members[member["cluster"]].append(member)
        texts = _read_first_texts(run, among)
        for cluster in read_rows(run, "clusters", among):
            yield {"row": "cluster", **cluster, "text": texts.get(cluster["cluster"], "")}
            yield from ({"row": "member", **member} for member in members[cluster["cluster"]])
            yield from note_left_out("documents", cluster["size"], shown)


def _read_first_texts(run: Run, condition: ds.Expression) -> dict[int, str]:
    """How the text at the core of each cluster begins, as it was compared; an id alone says nothing to a reader."""
    if "variants" not in run.tables:
        return {}
    first = condition & (ds.field("variant") == 0)
    return {row["cluster"]: row["text"] for row in read_rows(run, "variants", first, ["cluster", "variant", "text"])}


def _list_overlaps(run: Run, condition: ds.Expression, limit: int | None) -> Iterator[Row]:
    """Where these documents say the same, if the run has located it."""
    if "overlaps" in run.tables:
        found = list(read_rows(run, "overlaps", condition))
        yield from limit_rows("overlap", "overlaps", found, MOST_OVERLAPS if limit is None else limit)


def _identify_document(row: Row) -> tuple[str, str]:
    return row["source"], row["place"]
