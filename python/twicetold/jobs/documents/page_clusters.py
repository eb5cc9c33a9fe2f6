"""Clusters of documents as a page shows them: the one that is kept and why, those removed, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePath
from typing import Any

import pyarrow.dataset as ds

from twicetold.report.bridges import SIDES, read_bridges
from twicetold.report.differences import EMPTY_TEXT, ShortenedText
from twicetold.report.links import NO_LINK, find_links, keep_web_url, shorten_path
from twicetold.report.stretches import Differences, find_differences
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows

MEMBERS_PER_CLUSTER = 12  # of a cluster besides its core,
BEGINNING_CHARACTERS = 500  # characters of the core,
OVERLAPS_PER_MEMBER = 5  # of a member,
CLUSTERS_AT_ONCE = 50  # clusters that are in memory; for each lot the tables are read once
_DOCUMENT_KEY_COLUMNS = ("source", "place", "revision")

Row = dict[str, Any]
DocumentKey = tuple[str, ...]


@dataclass(frozen=True)
class DocumentMemberItem:
    """A document of a cluster; in what it differs from the core, where the run has both texts; where they overlap."""

    row: Row
    place: Row
    differs: Differences | None = None
    unread_characters: int = 0  # characters of the longer text that the run does not have
    overlaps: tuple[Row, ...] = ()
    overlap_count: int = 0


@dataclass
class DocumentClusterItem:
    """A row of `clusters`, its core with how it begins, and others of it."""

    row: Row
    core: DocumentMemberItem
    text: ShortenedText
    members: list[DocumentMemberItem]
    bridges: list[Row] = field(default_factory=list)
    bridge_count: int = 0

    @property
    def left_out(self) -> int:
        return int(self.row["size"]) - len(self.members) - 1


def read_document_clusters(run: Run, most: int) -> Iterator[DocumentClusterItem]:
    """The first clusters of the run, the largest; a few at a time."""
    shown = min(most, count_rows(run, "clusters"))
    bridges, there = read_bridges(run, shown, add_places)
    numbers = iter(range(shown))
    while some := list(islice(numbers, CLUSTERS_AT_ONCE)):
        for cluster in _read_some_clusters(run, some):
            number = cluster.row["cluster"]
            cluster.bridges, cluster.bridge_count = bridges.get(number, []), there[number]
            yield cluster


def _read_some_clusters(run: Run, numbers: list[int]) -> Iterator[DocumentClusterItem]:
    among = ds.field("cluster").isin(numbers)
    members = _read_members(run, among)
    texts = _read_texts(run, among)
    wanted = {_identify_document(row) for every in members.values() for row in every}
    met = _read_overlaps(run, among, wanted)
    for row in read_rows(run, "clusters", among):
        number = row["cluster"]
        core, *others = members[number]
        own = texts.get(number, {})
        whole, length = own.get(0, ("", 0))
        text = (
            ShortenedText(whole[:BEGINNING_CHARACTERS], max(length - BEGINNING_CHARACTERS, 0)) if whole else EMPTY_TEXT
        )
        seen: set[int] = set()
        shown = [_build_member(each, core, own, seen, met) for each in others]
        yield DocumentClusterItem(row, DocumentMemberItem(core, describe_place(core)), text, shown)


def _read_members(run: Run, among: ds.Expression) -> dict[int, list[Row]]:
    """Of each cluster the core and then those least like it; copies of its text come last."""
    chosen: dict[int, list[Row]] = {}
    for row in read_rows(run, "members", among):
        every = chosen.setdefault(row["cluster"], [])
        every.append(row)
        if len(every) > 4 * MEMBERS_PER_CLUSTER:  # a cluster may have a million
            chosen[row["cluster"]] = _select_members(every)
    return {cluster: _select_members(every) for cluster, every in chosen.items()}


def _select_members(every: list[Row]) -> list[Row]:
    order = sorted(every, key=lambda row: (not row["core"], row["variant"] == 0, row["similarity"]))
    return order[: MEMBERS_PER_CLUSTER + 1]


def _read_texts(run: Run, among: ds.Expression) -> dict[int, dict[int, tuple[str, int]]]:
    """The texts of clusters that the run has, by variant, each with its length before it was cut."""
    found: dict[int, dict[int, tuple[str, int]]] = {}
    for row in read_rows(run, "variants", among) if "variants" in run.tables else ():
        found.setdefault(row["cluster"], {})[row["variant"]] = row["text"], row["length"]
    return found


def _build_member(
    row: Row,
    core: Row,
    texts: dict[int, tuple[str, int]],
    seen: set[int],
    overlaps_by_pair: dict[DocumentKey, list[Row]],
) -> DocumentMemberItem:
    """A member; what several of one text differ in is shown with the first of them."""
    overlaps = overlaps_by_pair.get((*_identify_document(row), *_identify_document(core)), [])
    told = DocumentMemberItem(row, describe_place(row), None, 0, tuple(overlaps[:OVERLAPS_PER_MEMBER]), len(overlaps))
    variant = row["variant"]
    if not variant or variant in seen or not {0, variant} <= texts.keys():
        return told
    seen.add(variant)
    (left, left_length), (right, right_length) = texts[0], texts[variant]
    unseen = max(left_length - len(left), right_length - len(right))
    return DocumentMemberItem(row, told.place, find_differences(left, right), unseen, told.overlaps, told.overlap_count)


def _read_overlaps(run: Run, among: ds.Expression, document_keys: set[DocumentKey]) -> dict[DocumentKey, list[Row]]:
    """Where documents and their cores say the same, by both of them."""
    found: dict[DocumentKey, list[Row]] = {}
    for row in read_rows(run, "overlaps", among) if "overlaps" in run.tables else ():
        ends = tuple(row[f"{side}_{name}"] for side in SIDES for name in _DOCUMENT_KEY_COLUMNS)
        if ends[:3] in document_keys and ends[3:] in document_keys:
            found.setdefault(ends, []).append(row)
    return found


def _identify_document(row: Row) -> DocumentKey:
    return tuple(row[name] for name in _DOCUMENT_KEY_COLUMNS)


def describe_place(row: Row) -> Row:
    """What the page calls a document by, where it stands in the input, and where it can be opened."""
    name, source = shorten_path(row["document"], row["title"]), shorten_source(row["source"])
    is_file = source == shorten_source(row["document"])  # which is a document as a whole, and has its name
    where = "" if is_file else ", ".join(each for each in (source, row["place"]) if each)
    return {
        "document": name,
        "title": row["title"] or name,
        "url": keep_web_url(row.get("url", "")),
        "where": where,
        "why": row.get("why", "").replace(
            row["source"] or "\0", shorten_source(row["source"])
        ),  # `first of 3 (a.txt, line 1)`
    }


def shorten_source(source: str) -> str:
    """A file by its name and folder."""
    return source if "://" in source else "/".join(PurePath(source).parts[-2:]).lstrip("/")


def add_places(run: Run, bridges: Sequence[Row]) -> list[Row]:
    """Bridges with what the page calls both documents by: under `left` and `right`."""
    known = find_links(run, ((row[f"{side}_document"], row[f"{side}_title"]) for row in bridges for side in SIDES))

    def describe_side(row: Row, side: str) -> Row:
        own = {name: row[f"{side}_{name}"] for name in ("document", "title", "source", "place")}
        url = known.get((own["document"], own["title"]), NO_LINK).url
        return describe_place(own | {"url": url}) | {"cluster": row[f"{side}_cluster"]}

    return [row | {side: describe_side(row, side) for side in SIDES} for row in bridges]
