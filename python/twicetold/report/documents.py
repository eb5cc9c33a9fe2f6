"""Clusters of documents as a page shows them: the one that stays and why, those that go, and in what they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePath
from typing import Any

import pyarrow.dataset as ds

from twicetold.report.bridges import SIDES, bridges_of
from twicetold.report.links import NOWHERE, homes, safe_url, short_path
from twicetold.report.marking import EMPTY, Text
from twicetold.report.stretches import Differences, differences
from twicetold.run import Run
from twicetold.run.finished import count, rows

MEMBERS = 12  # of a cluster besides its core,
BEGINNING = 500  # characters of the core,
OVERLAPS = 5  # of a member,
AT_ONCE = 50  # clusters that are in memory; for each lot the tables are read once
_SELF = ("source", "place", "revision")

Row = dict[str, Any]
Key = tuple[str, ...]


@dataclass(frozen=True)
class Member:
    """A document of a cluster; in what it differs from the core, where the run has both texts; where they overlap."""

    row: Row
    place: Row
    differs: Differences | None = None
    unseen: int = 0  # characters of the longer text that the run does not have
    overlaps: tuple[Row, ...] = ()
    overlaps_there: int = 0


@dataclass
class Cluster:
    """A row of `clusters`, its core with how it begins, and others of it."""

    row: Row
    core: Member
    text: Text
    members: list[Member]
    bridges: list[Row] = field(default_factory=list)
    bridges_there: int = 0

    @property
    def left_out(self) -> int:
        return int(self.row["size"]) - len(self.members) - 1


def clusters(run: Run, most: int) -> Iterator[Cluster]:
    """The first clusters of the run, the largest; a few at a time."""
    shown = min(most, count(run, "clusters"))
    bridges, there = bridges_of(run, shown, with_places)
    numbers = iter(range(shown))
    while some := list(islice(numbers, AT_ONCE)):
        for cluster in _clusters(run, some):
            number = cluster.row["cluster"]
            cluster.bridges, cluster.bridges_there = bridges.get(number, []), there[number]
            yield cluster


def _clusters(run: Run, numbers: list[int]) -> Iterator[Cluster]:
    among = ds.field("cluster").isin(numbers)
    members = _members(run, among)
    texts = _texts(run, among)
    wanted = {_key(row) for every in members.values() for row in every}
    met = _overlaps(run, among, wanted)
    for row in rows(run, "clusters", among):
        number = row["cluster"]
        core, *others = members[number]
        own = texts.get(number, {})
        whole, length = own.get(0, ("", 0))
        text = Text(whole[:BEGINNING], max(length - BEGINNING, 0)) if whole else EMPTY
        seen: set[int] = set()
        shown = [_member(each, core, own, seen, met) for each in others]
        yield Cluster(row, Member(core, place(core)), text, shown)


def _members(run: Run, among: ds.Expression) -> dict[int, list[Row]]:
    """Of each cluster the core and then those least like it; copies of its text come last."""
    chosen: dict[int, list[Row]] = {}
    for row in rows(run, "members", among):
        every = chosen.setdefault(row["cluster"], [])
        every.append(row)
        if len(every) > 4 * MEMBERS:  # a cluster may have a million
            chosen[row["cluster"]] = _first(every)
    return {cluster: _first(every) for cluster, every in chosen.items()}


def _first(every: list[Row]) -> list[Row]:
    order = sorted(every, key=lambda row: (not row["core"], row["variant"] == 0, row["similarity"]))
    return order[: MEMBERS + 1]


def _texts(run: Run, among: ds.Expression) -> dict[int, dict[int, tuple[str, int]]]:
    """The texts of clusters that the run has, by variant, each with its length before it was cut."""
    found: dict[int, dict[int, tuple[str, int]]] = {}
    for row in rows(run, "variants", among) if "variants" in run.tables else ():
        found.setdefault(row["cluster"], {})[row["variant"]] = row["text"], row["length"]
    return found


def _member(
    row: Row, core: Row, texts: dict[int, tuple[str, int]], seen: set[int], met: dict[Key, list[Row]]
) -> Member:
    """A member; what several of one text differ in is shown with the first of them."""
    overlaps = met.get((*_key(row), *_key(core)), [])
    told = Member(row, place(row), None, 0, tuple(overlaps[:OVERLAPS]), len(overlaps))
    variant = row["variant"]
    if not variant or variant in seen or not {0, variant} <= texts.keys():
        return told
    seen.add(variant)
    (left, left_length), (right, right_length) = texts[0], texts[variant]
    unseen = max(left_length - len(left), right_length - len(right))
    return Member(row, told.place, differences(left, right), unseen, told.overlaps, told.overlaps_there)


def _overlaps(run: Run, among: ds.Expression, wanted: set[Key]) -> dict[Key, list[Row]]:
    """Where documents and their cores say the same, by both of them."""
    found: dict[Key, list[Row]] = {}
    for row in rows(run, "overlaps", among) if "overlaps" in run.tables else ():
        ends = tuple(row[f"{side}_{name}"] for side in SIDES for name in _SELF)
        if ends[:3] in wanted and ends[3:] in wanted:
            found.setdefault(ends, []).append(row)
    return found


def _key(row: Row) -> Key:
    return tuple(row[name] for name in _SELF)


def place(row: Row) -> Row:
    """What the page calls a document by, where it stands in the input, and where it can be opened."""
    name, source = short_path(row["document"], row["title"]), source_of(row["source"])
    is_file = source == source_of(row["document"])  # which is a document as a whole, and has its name
    where = "" if is_file else ", ".join(each for each in (source, row["place"]) if each)
    return {
        "document": name,
        "title": row["title"] or name,
        "url": safe_url(row.get("url", "")),
        "where": where,
        "why": row.get("why", "").replace(
            row["source"] or "\0", source_of(row["source"])
        ),  # `first of 3 (a.txt, line 1)`
    }


def source_of(source: str) -> str:
    """A file by its name and folder."""
    return source if "://" in source else "/".join(PurePath(source).parts[-2:]).lstrip("/")


def with_places(run: Run, bridges: Sequence[Row]) -> list[Row]:
    """Bridges with what the page calls both documents by: under `left` and `right`."""
    known = homes(run, ((row[f"{side}_document"], row[f"{side}_title"]) for row in bridges for side in SIDES))

    def placed(row: Row, side: str) -> Row:
        own = {name: row[f"{side}_{name}"] for name in ("document", "title", "source", "place")}
        url = known.get((own["document"], own["title"]), NOWHERE).url
        return place(own | {"url": url}) | {"cluster": row[f"{side}_cluster"]}

    return [row | {side: placed(row, side) for side in SIDES} for row in bridges]
