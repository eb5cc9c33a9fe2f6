"""What there is to see in a run of the job `threads`: the summary, clusters, a thread's matches, two threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import count, rows, scan
from twicetold.show.nearest import meant
from twicetold.show.views import Row, checked, more, run_row, sizes
from twicetold.show.words import changes, changes_of_long
from twicetold.stages.threads import evidence
from twicetold.stages.threads.evidence import Evidence, How, why_missing
from twicetold.stages.threads.fields import FIELDS

CLUSTERS = 10  # in the summary,
THREADS = 5  # of each cluster in a list,
MATCHES = 20  # and of a thread
SIDES = ("left", "right")


def summary(run: Run, limit: int | None = None) -> Iterator[Row]:
    """The run's numbers, how fields were compared, its clusters by size, and the largest with their questions."""
    row = run_row(run, ("threads", "clusters", "members", "matches"))
    yield row | {"results": {name: value for name, value in row["results"].items() if name != "fields"}}
    for how in evidence.compared_by(run):
        yield {"row": "compared", "field": how.field, "weight": how.weight, "by": how.by}
    yield from sizes(run)
    yield from largest(run, limit or CLUSTERS, limit)


def largest(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """The largest clusters, each with its core and those most like it."""
    return _several(run, range(min(number, count(run, "clusters"))), limit)


def at_random(run: Run, number: int, seed: int, limit: int | None = None) -> Iterator[Row]:
    """Clusters drawn at random, in the order of their numbers: the same for the same seed."""
    there = range(count(run, "clusters"))
    return _several(run, sorted(Random(seed).sample(there, min(number, len(there)))), limit)


def one_cluster(run: Run, number: int, limit: int | None = None) -> Iterator[Row]:
    """Every thread with its similarities to the core, field by field, and the bridges to other clusters."""
    own = ds.field("cluster") == checked(run, number)
    cluster = next(rows(run, "clusters", own))
    yield {"row": "cluster", **cluster}
    members = _ordered(rows(run, "members", own))
    to_core = _to_core(run, own, cluster["document"])
    for member in members[:limit]:
        match = to_core.get(member["document"], {})
        similarities = {name: match.get(name) for name in FIELDS}
        yield _thread(member, members[0]) | ({} if member["core"] else {"similarities": similarities})
    yield from more("threads", len(members), limit)
    bridges = list(rows(run, "bridges", (ds.field("left_cluster") == number) | (ds.field("right_cluster") == number)))
    yield from ({"row": "bridge", **bridge} for bridge in bridges[:limit])
    yield from more("bridges", len(bridges), limit)


def of_thread(run: Run, name: str, limit: int | None = None) -> Iterator[Row]:
    """The matches of the thread with this id or title, the best first."""
    thread = named(run, name)
    own = (ds.field("left_document") == thread["document"]) | (ds.field("right_document") == thread["document"])
    found = sorted(rows(run, "matches", own), key=lambda row: (-row["score"], row["left_document"]))
    cluster = next(rows(run, "members", ds.field("document") == thread["document"], ["document", "cluster"]), {})
    yield {"row": "document", **_names(thread), "cluster": cluster.get("cluster"), "matches": len(found)}
    shown = MATCHES if limit is None else limit
    yield from ({"row": "match", **match} for match in found[:shown])
    yield from more("matches", len(found), shown)


def of_pair(run: Run, one: str, other: str) -> Iterator[Row]:
    """Two threads, whether they match or not: their score, and each field of both with the words that differ."""
    left, right = named(run, one), named(run, other)
    if left["number"] == right["number"]:
        raise RunError(f"`{one}` and `{other}` are one thread", "give two")
    (told,) = evidence.compared(run, [(left, right)])
    match = _match(run, left, right)
    if match:
        told = Evidence(match["score"], {name: match[name] for name in FIELDS})
    yield {
        "row": "pair",
        **{f"left_{name}": value for name, value in _names(left).items()},
        **{f"right_{name}": value for name, value in _names(right).items()},
        "score": told.score,
        "threshold": evidence.least_score(run),
        "match": match is not None,
        "cluster": match["cluster"] if match else None,
    }
    yield from (_field(how, told, left, right) for how in evidence.compared_by(run))


def _field(how: How, told: Evidence, left: Row, right: Row) -> Row:
    texts, similarity = (left[how.field], right[how.field]), told.similarities[how.field]
    return {
        "row": "field",
        "field": how.field,
        "similarity": similarity,
        "weight": how.weight,
        "by": how.by,
        "missing": why_missing(*texts) if similarity is None else "",
        "left": texts[0],
        "right": texts[1],
        "changes": changes_of_long(*texts),
    }


def named(run: Run, name: str) -> Row:
    """The thread with this id, else the one with this title."""
    found = list(rows(run, "threads", (ds.field("document") == name) | (ds.field("title") == name)))
    if not found:
        raise RunError(f"`{run.folder}` has no thread `{name}`", meant(name, _known(run), "give an id, or a title"))
    own = [row for row in found if row["document"] == name] or found
    if len(own) > 1:
        ids = ", ".join(f"`{row['document']}`" for row in own[:3])
        raise RunError(f"`{run.folder}` has {len(own)} threads `{name}`", f"give an id: {ids}")
    return own[0]


def _known(run: Run) -> Iterator[str]:
    for batch in scan(run, "threads", columns=["document", "title"]):
        for name in ("document", "title"):
            yield from pc.unique(batch[name]).to_pylist()


def _names(thread: Row) -> Row:
    return {name: thread[name] for name in ("document", "title", "url")}


def _match(run: Run, left: Row, right: Row) -> Row | None:
    """The match of two threads, whichever stands on the left; titles tell threads with one id apart."""
    wanted = {_key(left), _key(right)}
    among = ds.field("left_document").isin([left["document"], right["document"]])
    for row in rows(run, "matches", among):
        if {(row["left_document"], row["left_title"]), (row["right_document"], row["right_title"])} == wanted:
            return row
    return None


def _key(thread: Row) -> tuple[str, str]:
    return thread["document"], thread["title"]


def _several(run: Run, numbers: Sequence[int], limit: int | None) -> Iterator[Row]:
    shown = THREADS if limit is None else limit
    among = ds.field("cluster").isin(list(numbers))
    members: dict[int, list[Row]] = {number: [] for number in numbers}
    columns = ["cluster", "document", "title", "url", "core", "score", "question"]
    for member in rows(run, "members", among, columns):
        members[member["cluster"]].append(member)
    for cluster in rows(run, "clusters", among):
        yield {"row": "cluster", **cluster}
        own = _ordered(members[cluster["cluster"]])
        yield from (_thread(member, own[0]) for member in own[:shown])
        yield from more("threads", len(own), shown)


def _ordered(members: Iterable[Row]) -> list[Row]:
    """The core, then those most like it."""
    return sorted(members, key=lambda member: (not member["core"], -member["score"]))


def _thread(member: Row, core: Row) -> Row:
    row: Row = {"row": "thread", **member}
    return row if member["core"] else row | {"changes": changes(core["question"], member["question"])}


def _to_core(run: Run, own: ds.Expression, core: str) -> dict[str, dict[str, Any]]:
    """The matches with the core, by the other thread."""
    found: dict[str, dict[str, Any]] = {}
    for match in rows(run, "matches", own):
        for side, across in (SIDES, SIDES[::-1]):
            if match[f"{side}_document"] == core:
                found.setdefault(match[f"{across}_document"], match)
    return found
