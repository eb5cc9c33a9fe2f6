"""Clusters of threads as a page shows them: the core, those most like it, and each field of both beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pyarrow.dataset as ds

from twicetold.jobs.threads.evidence import FieldComparison, explain_missing, read_field_comparisons
from twicetold.jobs.threads.tables import FIELDS
from twicetold.report.clusters import ClusterItem, read_with_bridges
from twicetold.report.differences import MarkedParts, ShortenedText, mark_changed_words
from twicetold.report.links import keep_web_url
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row
from twicetold.views.words import compare_texts, limit_characters, select_side

MEMBERS_PER_CLUSTER = 8  # threads of a cluster besides its core
FIELD_CHARACTERS = 700  # characters of each field
COMPARED_CHARACTERS = 4_000  # characters of a field that are compared word by word


@dataclass(frozen=True)
class ThreadFieldItem:
    """A field of the core and of a member: how alike, or why that is not known, and both texts in parts."""

    how: FieldComparison
    similarity: float | None
    missing: str
    sides: tuple[MarkedParts, MarkedParts]
    more: int  # characters that were left out of the longer one


@dataclass(frozen=True)
class ThreadMemberItem:
    """A member of a cluster: where it can be opened, and its fields against those of the core."""

    place: Row
    question: str
    similarity: float
    fields: list[ThreadFieldItem]


@dataclass
class ThreadClusterItem(ClusterItem):
    """A row of `clusters`, its core with the beginning of its texts, and those most like it."""

    core: Row
    texts: dict[str, ShortenedText]
    threads: list[ThreadMemberItem]

    @property
    def left_out(self) -> int:
        return int(self.row["size"]) - len(self.threads) - 1


def read_thread_clusters(run: Run, most: int) -> Iterator[ThreadClusterItem]:
    """The first clusters of the run, the largest; a few at a time."""
    read_some = partial(_read_some_clusters, run, read_field_comparisons(run))
    return read_with_bridges(run, most, read_some, describe_place)


def _read_some_clusters(run: Run, how: list[FieldComparison], numbers: list[int]) -> Iterator[ThreadClusterItem]:
    among = ds.field("cluster").isin(numbers)
    heads = list(read_rows(run, "clusters", among))
    members = _read_members(run, among)
    core_matches = _read_core_matches(run, among, {row["cluster"]: row["document"] for row in heads})
    for row in heads:
        core, *others = members[row["cluster"]]
        texts = {name: ShortenedText.cut_text(core[name], FIELD_CHARACTERS) for name in FIELDS}
        threads = [
            _build_thread(core, each, core_matches.get((row["cluster"], each["document"]), {}), how) for each in others
        ]
        yield ThreadClusterItem(row, describe_place(core), texts, threads)


def _read_members(run: Run, among: ds.Expression) -> dict[int, list[Row]]:
    """Of each cluster the core and the threads most like it, whole. What is left out is never read whole."""
    chosen: dict[int, list[Row]] = {}
    for row in read_rows(run, "members", among, ["cluster", "document", "title", "core", "similarity"]):
        chosen.setdefault(row["cluster"], []).append(row)
    for cluster, every in chosen.items():
        every.sort(key=lambda row: (not row["core"], -row["similarity"]))
        chosen[cluster] = every[: MEMBERS_PER_CLUSTER + 1]
    ids = sorted({row["document"] for every in chosen.values() for row in every})
    whole = {_identify_member(row): row for row in read_rows(run, "members", among & ds.field("document").isin(ids))}
    return {cluster: [whole[_identify_member(row)] for row in every] for cluster, every in chosen.items()}


def _identify_member(row: Row) -> tuple[int, str, str]:
    return row["cluster"], row["document"], row["title"]


def _read_core_matches(run: Run, among: ds.Expression, cores: dict[int, str]) -> dict[tuple[int, str], Row]:
    """The matches with the core of each cluster, by the other thread."""
    names = sorted(set(cores.values()))
    with_core = ds.field("left_document").isin(names) | ds.field("right_document").isin(names)
    found: dict[tuple[int, str], Row] = {}
    for match in read_rows(run, "matches", among & with_core):
        ends = match["left_document"], match["right_document"]
        for one, other in (ends, ends[::-1]):
            if one == cores[match["cluster"]]:
                found.setdefault((match["cluster"], other), match)
    return found


def _build_thread(core: Row, member: Row, match: Row, how: list[FieldComparison]) -> ThreadMemberItem:
    fields = [_compare_field(each, core, member, match) for each in how]
    return ThreadMemberItem(describe_place(member), member["question"], member["similarity"], fields)


def _compare_field(how: FieldComparison, core: Row, member: Row, match: Row) -> ThreadFieldItem:
    left, right = core[how.field], member[how.field]
    similarity = match.get(how.field)
    missing = explain_missing(left, right, how.weight) if similarity is None else ""
    found, more = limit_characters(
        compare_texts(left[:COMPARED_CHARACTERS], right[:COMPARED_CHARACTERS]), FIELD_CHARACTERS
    )
    more += max(len(left), len(right), COMPARED_CHARACTERS) - COMPARED_CHARACTERS
    left_side, right_side = (mark_changed_words(select_side(found, sign)) for sign in "-+")
    return ThreadFieldItem(how, similarity, missing, (left_side, right_side), more)


def describe_place(row: Row) -> Row:
    """What the page calls a thread by, and where it can be opened."""
    return {"document": row["document"], "title": row["title"], "url": keep_web_url(row["url"])}
