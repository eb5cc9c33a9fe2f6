"""What there is to see in a run of the job `documents`: the summary, clusters, a document's cluster and matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count, rows, scan
from twicetold.show.nearest import meant
from twicetold.show.views import Row, checked, more, run_row, sizes

CLUSTERS = 10  # in the summary,
MEMBERS = 5  # of each cluster in a list,
MATCHES = 20  # and of a document
OVERLAPS = 20  # of a document or a cluster


def summary(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, its clusters by size, and the largest with why who stays."""
    yield run_row(run, ("documents", "clusters", "members", "matches"))
    yield from sizes(run)
    yield from largest(run, limit or CLUSTERS, limit)


def largest(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """The largest clusters, each with the one that stays and some that go."""
    return _several(run, range(min(number, count(run, "clusters"))), limit)


def at_random(run: Run, number: int, seed: int, limit: int | None = None) -> Iterator[Row]:
    """Clusters drawn at random, in the order of their numbers: the same for the same seed."""
    there = range(count(run, "clusters"))
    return _several(run, sorted(Random(seed).sample(there, min(number, len(there)))), limit)


def one_cluster(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """Every document of a cluster, and the bridges to others."""
    own = ds.field("cluster") == checked(run, number)
    yield {"row": "cluster", **next(rows(run, "clusters", own))}
    members = list(rows(run, "members", own))
    yield from ({"row": "member", **member} for member in members[:limit])
    yield from more("documents", len(members), limit)
    yield from _overlaps(run, own, limit)
    bridges = list(rows(run, "bridges", (ds.field("left_cluster") == number) | (ds.field("right_cluster") == number)))
    yield from ({"row": "bridge", **bridge} for bridge in bridges[:limit])
    yield from more("bridges", len(bridges), limit)


def of_document(run: Run, name: str, limit: int | None = None) -> Iterator[Row]:
    """What became of the document with this id or title, and the matches of its text."""
    wanted = (ds.field("document") == name) | (ds.field("title") == name)
    documents = list(rows(run, "documents", wanted, ["document", "title", "source", "place"]))
    if not documents:
        hint = meant(name, _known(run), "give an id, or a title")
        raise RunError(f"`{run.folder}` has no document `{name}`", hint)
    members = {_key(row): row for row in rows(run, "members", wanted)}
    for document in documents:
        member = members.get(_key(document))
        yield {"row": "member", **member} if member else {"row": "alone", **document}
    left = (ds.field("left_document") == name) | (ds.field("left_title") == name)
    right = (ds.field("right_document") == name) | (ds.field("right_title") == name)
    found = sorted(rows(run, "matches", left | right), key=lambda row: -row["similarity"])
    shown = MATCHES if limit is None else limit
    yield from ({"row": "match", **match} for match in found[:shown])
    yield from more("matches", len(found), shown)
    yield from _overlaps(run, left | right, limit)


def _overlaps(run: Run, wanted: ds.Expression, limit: int | None) -> Iterator[Row]:
    """Where these documents say the same, if the run has located it."""
    if "overlaps" not in run.tables:
        return
    found = list(rows(run, "overlaps", wanted))
    shown = OVERLAPS if limit is None else limit
    yield from ({"row": "overlap", **overlap} for overlap in found[:shown])
    yield from more("overlaps", len(found), shown)


def _key(row: Row) -> tuple[str, str]:
    return row["source"], row["place"]


def _known(run: Run) -> Iterator[str]:
    for batch in scan(run, "documents", columns=["document", "title"]):
        for name in ("document", "title"):
            yield from pc.unique(batch[name]).to_pylist()


def _several(run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
    shown = MEMBERS if limit is None else limit
    among = ds.field("cluster").isin(list(numbers))
    members: dict[int, list[Row]] = {number: [] for number in numbers}
    for member in rows(run, "members", among):
        if len(members[member["cluster"]]) < shown:
            members[member["cluster"]].append(member)
    for cluster in rows(run, "clusters", among):
        yield {"row": "cluster", **cluster}
        yield from ({"row": "member", **member} for member in members[cluster["cluster"]])
        yield from more("documents", cluster["size"], shown)
