"""Clusters of threads as a page shows them: the core, those most like it, and each field of both beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pyarrow.dataset as ds

from twicetold.report.bridges import SIDES, bridges_of
from twicetold.report.links import NOWHERE, Home, Name, homes, safe_url
from twicetold.report.marking import Part, Parts, Text
from twicetold.run import Run
from twicetold.run.finished import count, rows
from twicetold.show.words import Changes, changes_of_long, limited, side
from twicetold.stages.threads.evidence import How, compared_by, why_missing
from twicetold.stages.threads.fields import FIELDS

MEMBERS = 8  # of a cluster besides its core,
CHARACTERS = 700  # of each field of them,
COMPARED = 4_000  # and so many are looked at for what differs
AT_ONCE = 50  # clusters that are in memory; for each lot the tables are read once


Row = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """A field of the core and of a member: how alike, or why that is not known, and both texts in parts."""

    how: How
    similarity: float | None
    missing: str
    sides: tuple[Parts, Parts]
    more: int  # characters that were left out of the longer one


@dataclass(frozen=True)
class Thread:
    """A member of a cluster: where it can be opened, and its fields against those of the core."""

    place: Row
    score: float
    fields: list[Field]


@dataclass
class Cluster:
    """A row of `clusters`, its core with the beginning of its texts, and those most like it."""

    row: Row
    core: Row
    texts: dict[str, Text]
    threads: list[Thread]
    bridges: list[Row] = field(default_factory=list)
    bridges_there: int = 0

    @property
    def left_out(self) -> int:
        return int(self.row["size"]) - len(self.threads) - 1


def clusters(run: Run, most: int) -> Iterator[Cluster]:
    """The first clusters of the run, the largest; a few at a time."""
    shown = min(most, count(run, "clusters"))
    bridges, there = bridges_of(run, shown, with_places)
    how = compared_by(run)
    numbers = iter(range(shown))
    while some := list(islice(numbers, AT_ONCE)):
        for cluster in _clusters(run, some, how):
            number = cluster.row["cluster"]
            cluster.bridges, cluster.bridges_there = bridges.get(number, []), there[number]
            yield cluster


def _clusters(run: Run, numbers: list[int], how: list[How]) -> Iterator[Cluster]:
    among = ds.field("cluster").isin(numbers)
    heads = list(rows(run, "clusters", among))
    members = _members(run, among)
    met = _met(run, among, {row["cluster"]: row["document"] for row in heads})
    for row in heads:
        core, *others = members[row["cluster"]]
        texts = {name: Text.cut(core[name], CHARACTERS) for name in FIELDS}
        threads = [_thread(core, each, met.get((row["cluster"], each["document"]), {}), how) for each in others]
        yield Cluster(row, place(core), texts, threads)


def _members(run: Run, among: ds.Expression) -> dict[int, list[Row]]:
    """Of each cluster the core and the threads most like it, whole. What is left out is never read whole."""
    chosen: dict[int, list[Row]] = {}
    for row in rows(run, "members", among, ["cluster", "document", "title", "core", "score"]):
        chosen.setdefault(row["cluster"], []).append(row)
    for cluster, every in chosen.items():
        every.sort(key=lambda row: (not row["core"], -row["score"]))
        chosen[cluster] = every[: MEMBERS + 1]
    ids = sorted({row["document"] for every in chosen.values() for row in every})
    whole = {_key(row): row for row in rows(run, "members", among & ds.field("document").isin(ids))}
    return {cluster: [whole[_key(row)] for row in every] for cluster, every in chosen.items()}


def _key(row: Row) -> tuple[int, str, str]:
    return row["cluster"], row["document"], row["title"]


def _met(run: Run, among: ds.Expression, cores: dict[int, str]) -> dict[tuple[int, str], Row]:
    """The matches with the core of each cluster, by the other thread."""
    names = sorted(set(cores.values()))
    with_core = ds.field("left_document").isin(names) | ds.field("right_document").isin(names)
    found: dict[tuple[int, str], Row] = {}
    for match in rows(run, "matches", among & with_core):
        ends = match["left_document"], match["right_document"]
        for one, other in (ends, ends[::-1]):
            if one == cores[match["cluster"]]:
                found.setdefault((match["cluster"], other), match)
    return found


def _thread(core: Row, member: Row, match: Row, how: list[How]) -> Thread:
    return Thread(place(member), member["score"], [_field(each, core, member, match) for each in how])


def _field(how: How, core: Row, member: Row, match: Row) -> Field:
    left, right = core[how.field], member[how.field]
    similarity = match.get(how.field)
    missing = why_missing(left, right) if similarity is None else ""
    found, more = limited(changes_of_long(left[:COMPARED], right[:COMPARED]), CHARACTERS)
    more += max(len(left), len(right), COMPARED) - COMPARED
    return Field(how, similarity, missing, (_parts(side(found, "-")), _parts(side(found, "+"))), more)


def _parts(found: Changes) -> Parts:
    return [Part(text, "" if sign == "=" else "wording") for sign, text in found]


def place(row: Row) -> Row:
    """What the page calls a thread by, and where it can be opened."""
    return {"document": row["document"], "title": row["title"], "url": safe_url(row["url"])}


def with_places(run: Run, bridges: Sequence[Row]) -> list[Row]:
    """Bridges with what the page calls both threads by: under `left` and `right`."""
    known = homes(run, (_end(row, side) for row in bridges for side in SIDES))
    return [row | {side: _placed(row, side, known) for side in SIDES} for row in bridges]


def _end(row: Row, side: str) -> Name:
    return row[f"{side}_document"], row[f"{side}_title"]


def _placed(row: Row, side: str, known: dict[Name, Home]) -> Row:
    document, title = _end(row, side)
    url = known.get((document, title), NOWHERE).url
    return {"document": document, "title": title, "url": url, "cluster": row[f"{side}_cluster"]}
