"""Pairs of documents as a page shows them: the sentences that both have, side by side where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import pyarrow.dataset as ds

from twicetold.report.differences import MarkedParts, ShortenedText, mark_differences
from twicetold.report.links import NO_LINK, DocumentLink, find_links
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES, DocumentName, Row, name_side

MOST_PAIRS = 100  # of documents
SENTENCES_PER_PAIR = 12
SENTENCE_CHARACTERS = 400  # characters of a sentence

MembersByCluster = dict[int, list[Row]]


@dataclass(frozen=True)
class SharedSentenceItem:
    """A sentence that two documents share, as both have it; `is_same` where the text is equal."""

    cluster: int
    is_same: bool
    parts: tuple[MarkedParts, MarkedParts]


@dataclass(frozen=True)
class DocumentPairItem:
    """A row of `document_pairs`, where both documents can be opened, and the first sentences that they share."""

    row: Row
    places: list[Row]
    sentences: list[SharedSentenceItem]

    @property
    def left_out(self) -> int:
        return max(int(self.row["shared"]) - len(self.sentences), 0)


def read_document_pairs(run: Run) -> list[DocumentPairItem]:
    """The pairs that share most."""
    rows = list(islice(read_rows(run, "document_pairs"), MOST_PAIRS)) if "document_pairs" in run.tables else []
    if not rows:
        return []
    names = {name_side(row, side) for row in rows for side in SIDES}
    links, members = find_links(run, names), _read_members(run, names)
    return [_build_pair(row, links, members) for row in rows]


def _build_pair(
    row: Row, links: dict[DocumentName, DocumentLink], members: dict[DocumentName, MembersByCluster]
) -> DocumentPairItem:
    names = [name_side(row, side) for side in SIDES]
    places = [
        {"document": document, "title": title, "url": links.get((document, title), NO_LINK).url}
        for document, title in names
    ]
    left, right = (members.get(name, {}) for name in names)
    shared = [cluster for cluster in left if cluster in right]
    sentences = [_compare_members(cluster, left[cluster], right[cluster]) for cluster in shared[:SENTENCES_PER_PAIR]]
    return DocumentPairItem(row, places, sentences)


def _read_members(run: Run, names: set[DocumentName]) -> dict[DocumentName, MembersByCluster]:
    """The repeated sentences of these documents by cluster, in the order in which the documents have them."""
    among = ds.field("document").isin(sorted({document for document, _ in names}))
    columns = ["cluster", "document", "title", "position", "variant", "text"]
    rows = [row for row in read_rows(run, "members", among, columns) if (row["document"], row["title"]) in names]
    found: dict[DocumentName, MembersByCluster] = {}
    for row in sorted(rows, key=lambda row: int(row["position"])):
        found.setdefault((row["document"], row["title"]), {}).setdefault(row["cluster"], []).append(row)
    return found


def _compare_members(cluster: int, left: list[Row], right: list[Row]) -> SharedSentenceItem:
    """The two that are the same, if any are, else the first of both."""
    variants = {row["variant"]: row for row in right}
    same = ((row, variants[row["variant"]]) for row in left if row["variant"] in variants)
    own, other = next(same, (left[0], right[0]))
    texts = [ShortenedText.cut_text(row["text"], SENTENCE_CHARACTERS) for row in (own, other)]
    return SharedSentenceItem(cluster, own["variant"] == other["variant"], mark_differences(texts[0], texts[1]))
