"""Pairs of documents as a page shows them: their plot, and their passages side by side with the differences marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pyarrow.dataset as ds

from twicetold.jobs.passages import texts
from twicetold.jobs.passages.kinds import BOILERPLATE, FREE_FORMS, PASSAGE_KINDS
from twicetold.jobs.passages.plot import DocumentPairNames, Dot, MatchPlot, plot_dots, read_match_dots, sample_dots
from twicetold.jobs.passages.texts import RequestedSentences
from twicetold.report.common_runs import RunPart, mark_common_runs
from twicetold.report.differences import MarkedParts, mark_changed_words
from twicetold.report.links import NO_LINK, DocumentLink, find_links, shorten_path
from twicetold.report.page import EXCERPT_CHARACTERS, shorten_text
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.tables.kinds import order_kind_names
from twicetold.views.rows import SIDES, DocumentName, Row, name_side
from twicetold.views.words import Changes, compare_texts, cut_words, limit_characters, select_side, split_into_blocks

PASSAGES_PER_PAIR = 40  # of a pair,
SENTENCES_PER_PASSAGE = 150  # of each of them,
PASSAGE_CHARACTERS = 6_000  # and of these
UNFOLDED_CHARACTERS = 1_200  # characters of a passage that are seen at once; the rest is folded
BLOCK_CHARACTERS = 400  # characters that stand side by side before the next begin
PAIRS_AT_ONCE = 25  # pairs that are in memory; for each lot the tables are read once

SideBySide = tuple[MarkedParts, MarkedParts]


@dataclass(frozen=True)
class PassageItem:
    """A row of `passages`; what stands side by side, first what is seen at once; about how much was left out.

    A passage in other words has `runs` instead: both sides whole, with the runs of words that both have.
    """

    row: Row
    shown: list[SideBySide]
    folded: list[SideBySide]
    left_out: int
    runs: tuple[list[RunPart], list[RunPart]] | None = None


@dataclass(frozen=True)
class PairingSide:
    """A document: where it can be opened, its language, and how many sentences it has."""

    place: Row
    language: str
    sentences: int


@dataclass(frozen=True)
class Pairing:
    """A row of `document_pairs`, its number on the page, and all that the page shows of it."""

    number: int
    row: Row
    sides: list[PairingSide]
    kinds: dict[str, int]
    plot: MatchPlot
    passages: list[PassageItem]

    @property
    def excerpt(self) -> str:
        """How the longest passage begins in the left document."""
        return shorten_text(self.passages[0].row["left"].text, EXCERPT_CHARACTERS) if self.passages else ""

    @property
    def passages_left_out(self) -> int:
        return sum(self.kinds.values()) - len(self.passages)


def read_pairings(run: Run, most: int) -> Iterator[Pairing]:
    """The first pairs of the run, those that share most; a few at a time."""
    found = enumerate(islice(read_rows(run, "document_pairs"), most))
    while some := list(islice(found, PAIRS_AT_ONCE)):
        yield from _read_some_pairings(run, some)


def _read_some_pairings(run: Run, some: list[tuple[int, Row]]) -> Iterator[Pairing]:
    pairs = [_name_documents(row) for _, row in some]
    passages, kinds = _read_passages(run, pairs)
    dots = read_match_dots(run, pairs)
    drawn = {pair: sample_dots(dots[pair]) for pair in pairs}
    said = texts.read_sentences(run, _collect_positions(passages, drawn))
    known = find_links(run, (name for pair in pairs for name in pair))
    for (number, row), pair in zip(some, pairs, strict=True):
        both = [said[name] for name in pair]
        sides = [
            _build_side(row, each, known.get(name, NO_LINK), said[name]) for each, name in zip(SIDES, pair, strict=True)
        ]
        corners = [(each["left_first"], each["right_first"]) for each in passages[pair]]
        shown = [_build_passage(each, both) for each in passages[pair]]
        yield Pairing(number, row, sides, kinds[pair], plot_dots(drawn[pair], len(dots[pair]), corners, both), shown)


def _read_passages(
    run: Run, pairs: list[DocumentPairNames]
) -> tuple[dict[DocumentPairNames, list[Row]], dict[DocumentPairNames, dict[str, int]]]:
    """Of each pair the longest passages, boilerplate last, and how many there are of each kind."""
    found: dict[DocumentPairNames, list[Row]] = {pair: [] for pair in pairs}
    plates: dict[DocumentPairNames, list[Row]] = {pair: [] for pair in pairs}
    kinds: dict[DocumentPairNames, Counter[str]] = {pair: Counter() for pair in pairs}
    among = ds.field("left_document").isin(sorted({pair[0][0] for pair in pairs}))
    for row in read_rows(run, "passages", among):
        pair = _name_documents(row)
        if pair in kinds:
            kinds[pair][row["kind"]] += 1
            into = (plates if row["kind"] == BOILERPLATE else found)[pair]
            if len(into) < PASSAGES_PER_PAIR:
                into.append(row)
    chosen = {pair: [*found[pair], *plates[pair]][:PASSAGES_PER_PAIR] for pair in pairs}
    return chosen, {pair: _order_kinds(kinds[pair]) for pair in pairs}


def _order_kinds(kinds: Counter[str]) -> dict[str, int]:
    return {name: kinds[name] for name in order_kind_names(PASSAGE_KINDS, kinds) if kinds[name]}


def _collect_positions(
    passages: dict[DocumentPairNames, list[Row]], drawn: dict[DocumentPairNames, list[Dot]]
) -> dict[DocumentName, set[int]]:
    """Every sentence that the page may show."""
    wanted = texts.collect_positions((row for each in passages.values() for row in each), SENTENCES_PER_PASSAGE)
    for pair, places in drawn.items():
        for number, name in enumerate(pair):
            wanted.setdefault(name, set()).update(place[number] for place in places)
    return wanted


def _build_passage(row: Row, side_sentences: list[RequestedSentences]) -> PassageItem:
    both = [
        texts.assemble_side(row, each, own, SENTENCES_PER_PASSAGE)
        for each, own in zip(SIDES, side_sentences, strict=True)
    ]
    if row["form"] in FREE_FORMS:
        return _build_free_passage(row | dict(zip(SIDES, both, strict=True)))
    found, left_out = limit_characters(compare_texts(both[0].text, both[1].text), PASSAGE_CHARACTERS)
    there = max(row[f"{each}_end"] - row[f"{each}_start"] for each in SIDES)
    if any(row[f"{each}_last"] - row[f"{each}_first"] >= SENTENCES_PER_PASSAGE for each in SIDES):
        left_out = max(left_out, there - max(len(each.text) for each in both), 1)
    beside = [_split_sides(block) for block in split_into_blocks(found, BLOCK_CHARACTERS)]
    seen = _count_unfolded_blocks(beside)
    return PassageItem(row | dict(zip(SIDES, both, strict=True)), beside[:seen], beside[seen:], left_out)


def _build_free_passage(row: Row) -> PassageItem:
    whole = [row[side].text for side in SIDES]
    left, right = (cut_words(text, PASSAGE_CHARACTERS) for text in whole)
    left_out = max(row[f"{side}_end"] - row[f"{side}_start"] for side in SIDES) - max(len(left), len(right))
    is_cut = max(len(text) for text in whole) > PASSAGE_CHARACTERS
    return PassageItem(row, [], [], max(left_out, 1) if is_cut else 0, mark_common_runs(left, right))


def _count_unfolded_blocks(beside: list[SideBySide]) -> int:
    """How many blocks are seen at once: one that is nearly all is not worth a fold."""
    characters = 0
    for number, block in enumerate(beside):
        if characters > UNFOLDED_CHARACTERS and number < len(beside) - 1:
            return number
        characters += max(sum(len(part.text) for part in parts) for parts in block)
    return len(beside)


def _split_sides(block: Changes) -> SideBySide:
    left, right = (mark_changed_words(select_side(block, sign)) for sign in "-+")
    return left, right


def _build_side(row: Row, side: str, home: DocumentLink, document_sentences: RequestedSentences) -> PairingSide:
    title = row[f"{side}_title"]
    name = shorten_path(row[f"{side}_document"], title)
    named = {"document": name, "title": name if title in name else title}
    return PairingSide(named | {"url": home.url}, home.language, document_sentences.count)


def _name_documents(row: Row) -> DocumentPairNames:
    return name_side(row, "left"), name_side(row, "right")
