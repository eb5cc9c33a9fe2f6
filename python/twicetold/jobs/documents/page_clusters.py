"""Clusters of documents as a page shows them: the one that is kept and why, those removed, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath

import pyarrow.dataset as ds

from twicetold.report.clusters import ClusterItem, read_with_bridges
from twicetold.report.differences import EMPTY_TEXT, ShortenedText
from twicetold.report.links import keep_web_url, shorten_path
from twicetold.report.page import EXCERPT_CHARACTERS, shorten_text
from twicetold.report.stretches import Differences, find_differences
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES, Row

MEMBERS_PER_CLUSTER = 12  # members of a cluster besides its core
BEGINNING_CHARACTERS = 500  # characters of the core
OVERLAPS_PER_MEMBER = 5
_DOCUMENT_KEY_COLUMNS = ("source", "place", "revision")

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
    excerpt: str = ""  # how its text begins, where it has no title and the run has the text


@dataclass
class DocumentClusterItem(ClusterItem):
    """A row of `clusters`, its core with how it begins, and others of it."""

    core: DocumentMemberItem
    text: ShortenedText
    members: list[DocumentMemberItem]

    @property
    def left_out(self) -> int:
        return int(self.row["size"]) - len(self.members) - 1


def read_document_clusters(run: Run, most: int) -> Iterator[DocumentClusterItem]:
    """The first clusters of the run, the largest; a few at a time."""
    return read_with_bridges(run, most, partial(_read_some_clusters, run), describe_place)


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
        head = DocumentMemberItem(core, describe_place(core), excerpt=_cut_excerpt(core, own, shown))
        yield DocumentClusterItem(row, head, text, shown)


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
    excerpt = _cut_excerpt(row, texts)
    shown = tuple(overlaps[:OVERLAPS_PER_MEMBER])
    plain = DocumentMemberItem(row, describe_place(row), None, 0, shown, len(overlaps), excerpt)
    variant = row["variant"]
    if not variant or variant in seen or not {0, variant} <= texts.keys():
        return plain
    seen.add(variant)
    (left, left_length), (right, right_length) = texts[0], texts[variant]
    unseen = max(left_length - len(left), right_length - len(right))
    return replace(plain, differs=find_differences(left, right), unread_characters=unseen)


def _cut_excerpt(row: Row, texts: dict[int, tuple[str, int]], members: Sequence[DocumentMemberItem] = ()) -> str:
    """How the text of a document without a title begins: an id alone says nothing.

    What its core shares with a member is shown as it is written; other texts only as they were compared.
    """
    if row["title"] and row["title"] != row["document"]:
        return ""
    whole = [each["excerpt"] for member in members for each in member.overlaps if not each["right_start"]]
    return shorten_text(whole[0] if whole else texts.get(row["variant"], ("", 0))[0], EXCERPT_CHARACTERS)


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
        "why": row.get("why", "").replace(row["source"] or "\0", source),  # `first of 3 (a.txt, line 1)`
    }


def shorten_source(source: str) -> str:
    """A file by its name and folder."""
    return source if "://" in source else "/".join(PurePath(source).parts[-2:]).lstrip("/")
