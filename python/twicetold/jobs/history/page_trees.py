"""Trees as a page shows them: drawn along time, then every sentence with what changed and the diff on the wiki."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

import pyarrow.dataset as ds

from twicetold.jobs.history.diffs import find_wiki_urls, format_diff_url
from twicetold.jobs.history.show_page import format_day, format_relation
from twicetold.jobs.history.tree_drawing import COLOURS, TreeDrawing, draw_tree, format_letter, name_variants
from twicetold.report.differences import MarkedPart, MarkedParts, ShortenedText
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row
from twicetold.views.words import compare_texts

TREES_AT_ONCE = 50  # trees that are in memory; for each lot the tables are read once
SENTENCES_PER_TREE = 60  # sentences of a tree that are on the page
SENTENCE_CHARACTERS = 1_200  # of each of them
_SIGNS = {"=": "", "-": "gone", "+": "come"}


@dataclass(frozen=True)
class SentenceItem:
    """A row of `trees`: how it came about, its variant, its text with what differs from its source, its diff."""

    row: Row
    relation: str
    letter: str
    colour: int
    parts: MarkedParts
    more: int  # characters that were left out
    is_changed: bool
    url: str
    diff: str


@dataclass(frozen=True)
class TreeItem:
    """A row of `clusters` and all that the page shows of its tree."""

    row: Row
    sentences: list[SentenceItem]
    drawing: TreeDrawing | None
    confidence: float  # of its least certain copy

    @property
    def left_out(self) -> int:
        return int(self.row["size"]) - len(self.sentences)

    @property
    def relations(self) -> list[str]:
        return sorted({each.row["relation"] for each in self.sentences})


def list_copied_trees(run: Run, most: int) -> list[int]:
    """The clusters with copies between pages, those with most copies first."""
    rows = read_rows(run, "clusters", ds.field("copies") > 0, ["copies", "cluster"])
    return [number for _, number in nsmallest(most, ((-row["copies"], row["cluster"]) for row in rows))]


def read_trees(run: Run, most: int) -> Iterator[TreeItem]:
    """The trees with most copies; a few at a time."""
    wanted = iter(list_copied_trees(run, most))
    while numbers := list(islice(wanted, TREES_AT_ONCE)):
        among = ds.field("cluster").isin(numbers)
        heads = {row["cluster"]: row for row in read_rows(run, "clusters", among)}
        nodes: dict[int, list[Row]] = {}
        for row in read_rows(run, "trees", among):
            nodes.setdefault(row["cluster"], []).append(row)
        urls = find_wiki_urls(run, (row["document"] for own in nodes.values() for row in own))
        yield from (_build_tree(heads[number], nodes[number], urls) for number in numbers)


def _build_tree(head: Row, nodes: list[Row], urls: dict[str, str]) -> TreeItem:
    known = {(node["document"], node["life"]): node for node in nodes}
    variants = name_variants(nodes)
    sentences = [_build_sentence(node, known, variants, urls) for node in nodes[:SENTENCES_PER_TREE]]
    said = [f"{format_day(each.row['timestamp'])}, {each.row['title']}: {each.relation}" for each in sentences]
    sure = min((node["confidence"] for node in nodes if node["relation"] not in ("root", "edit")), default=1.0)
    return TreeItem(head, sentences, draw_tree(nodes, said), sure)


def _build_sentence(
    node: Row, known: dict[tuple[str, int], Row], variants: dict[str, int], urls: dict[str, str]
) -> SentenceItem:
    parent = known.get((node["parent_document"], node["parent_life"])) if node["parent_document"] else None
    variant, text = variants[node["text"].casefold()], ShortenedText.cut_text(node["text"], SENTENCE_CHARACTERS)
    parts, is_changed = [MarkedPart(text.shown)], parent is None
    if parent is not None and parent["text"] != node["text"]:
        found = compare_texts(parent["text"][:SENTENCE_CHARACTERS], text.shown)
        parts, is_changed = [MarkedPart(words, _SIGNS[sign]) for sign, words in found], True
    url = urls.get(node["document"], "")
    relation = format_relation(node, parent["title"] if parent else "")
    return SentenceItem(
        node, relation, format_letter(variant), variant % COLOURS, parts, text.more, is_changed, url,
        format_diff_url(url, node["revision"]),
    )  # fmt: skip
