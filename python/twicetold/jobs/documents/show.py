"""What there is to see in a run of the job `documents`: the summary, clusters, a document's cluster and matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, scan_table
from twicetold.views.nearest import suggest_names
from twicetold.views.rows import Row, check_cluster_number, count_cluster_sizes, describe_run, note_left_out

TOP_CLUSTERS = 10  # in the summary,
MEMBERS_PER_CLUSTER = 5  # of each cluster in a list,
MOST_MATCHES = 20  # and of a document
MOST_OVERLAPS = 20  # of a document or a cluster


def summarise_run(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, its clusters by size, and the largest with what is kept and why."""
    yield describe_run(run, ("documents", "clusters", "members", "matches"))
    yield from count_cluster_sizes(run)
    yield from list_largest_clusters(run, limit or TOP_CLUSTERS, limit)


def list_largest_clusters(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """The largest clusters, each with the document that is kept and some that are removed."""
    return _list_clusters(run, range(min(number, count_rows(run, "clusters"))), limit)


def sample_clusters(run: Run, number: int, seed: int, limit: int | None = None) -> Iterator[Row]:
    """Clusters drawn at random, in the order of their numbers: the same for the same seed."""
    there = range(count_rows(run, "clusters"))
    return _list_clusters(run, sorted(Random(seed).sample(there, min(number, len(there)))), limit)


def describe_cluster(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """Every document of a cluster, and the bridges to others."""
    own = ds.field("cluster") == check_cluster_number(run, number)
    yield {"row": "cluster", **next(read_rows(run, "clusters", own))}
    members = list(read_rows(run, "members", own))
    yield from ({"row": "member", **member} for member in members[:limit])
    yield from note_left_out("documents", len(members), limit)
    yield from _list_overlaps(run, own, limit)
    bridges = list(
        read_rows(run, "bridges", (ds.field("left_cluster") == number) | (ds.field("right_cluster") == number))
    )
    yield from ({"row": "bridge", **bridge} for bridge in bridges[:limit])
    yield from note_left_out("bridges", len(bridges), limit)


def describe_document(run: Run, name: str, limit: int | None = None) -> Iterator[Row]:
    """What became of the document with this id or title, and the matches of its text."""
    wanted = (ds.field("document") == name) | (ds.field("title") == name)
    documents = list(read_rows(run, "documents", wanted, ["document", "title", "source", "place"]))
    if not documents:
        hint = suggest_names(name, _list_names(run), "give an id, or a title")
        raise RunError(f"`{run.folder}` has no document `{name}`", hint)
    members = {_identify_document(row): row for row in read_rows(run, "members", wanted)}
    for document in documents:
        member = members.get(_identify_document(document))
        yield {"row": "member", **member} if member else {"row": "alone", **document}
    left = (ds.field("left_document") == name) | (ds.field("left_title") == name)
    right = (ds.field("right_document") == name) | (ds.field("right_title") == name)
    found = sorted(read_rows(run, "matches", left | right), key=lambda row: -row["similarity"])
    shown = MOST_MATCHES if limit is None else limit
    yield from ({"row": "match", **match} for match in found[:shown])
    yield from note_left_out("matches", len(found), shown)
    yield from _list_overlaps(run, left | right, limit)


def _list_overlaps(run: Run, condition: ds.Expression, limit: int | None) -> Iterator[Row]:
    """Where these documents say the same, if the run has located it."""
    if "overlaps" not in run.tables:
        return
    found = list(read_rows(run, "overlaps", condition))
    shown = MOST_OVERLAPS if limit is None else limit
    yield from ({"row": "overlap", **overlap} for overlap in found[:shown])
    yield from note_left_out("overlaps", len(found), shown)


def _identify_document(row: Row) -> tuple[str, str]:
    return row["source"], row["place"]


def _list_names(run: Run) -> Iterator[str]:
    for batch in scan_table(run, "documents", columns=["document", "title"]):
        for name in ("document", "title"):
            yield from pc.unique(batch[name]).to_pylist()


def _list_clusters(run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
    shown = MEMBERS_PER_CLUSTER if limit is None else limit
    among = ds.field("cluster").isin(list(numbers))
    members: dict[int, list[Row]] = {number: [] for number in numbers}
    for member in read_rows(run, "members", among):
        if len(members[member["cluster"]]) < shown:
            members[member["cluster"]].append(member)
    for cluster in read_rows(run, "clusters", among):
        yield {"row": "cluster", **cluster}
        yield from ({"row": "member", **member} for member in members[cluster["cluster"]])
        yield from note_left_out("documents", cluster["size"], shown)
