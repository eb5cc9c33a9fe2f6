"""Pairs of documents as a page shows them: their plot, and their passages side by side with the differences marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pyarrow.dataset as ds

from twicetold.report.dots import Dot, Pair, Plot, dots, plot, thinned
from twicetold.report.links import NOWHERE, homes, short_path
from twicetold.report.marking import Part, Parts
from twicetold.run import Run
from twicetold.run.finished import rows
from twicetold.schema import PASSAGE_KINDS
from twicetold.show import passage_texts
from twicetold.show.passage_texts import SIDES, Document, Sentences, document
from twicetold.show.words import Changes, blocks, changes_of_long, limited, side

PASSAGES = 40  # of a pair,
SENTENCES = 150  # of each of them,
CHARACTERS = 6_000  # and of these
FOLDED = 1_200  # characters of a passage that are seen at once; the rest is folded
BLOCK = 400  # characters that stand side by side before the next begin
AT_ONCE = 25  # pairs that are in memory; for each lot the tables are read once

Row = dict[str, Any]
Beside = tuple[Parts, Parts]


@dataclass(frozen=True)
class Passage:
    """A row of `passages`; what stands side by side, first what is seen at once; about how much was left out."""

    row: Row
    shown: list[Beside]
    folded: list[Beside]
    left_out: int


@dataclass(frozen=True)
class Side:
    """A document: where it can be opened, its language, and how many sentences it has."""

    place: Row
    language: str
    sentences: int


@dataclass(frozen=True)
class Pairing:
    """A row of `document_pairs`, its number on the page, and all that the page shows of it."""

    number: int
    row: Row
    sides: list[Side]
    kinds: dict[str, int]
    plot: Plot
    passages: list[Passage]

    @property
    def passages_left_out(self) -> int:
        return sum(self.kinds.values()) - len(self.passages)


def pairings(run: Run, most: int) -> Iterator[Pairing]:
    """The first pairs of the run, those that share most; a few at a time."""
    found = enumerate(islice(rows(run, "document_pairs"), most))
    while some := list(islice(found, AT_ONCE)):
        yield from _pairings(run, some)


def _pairings(run: Run, some: list[tuple[int, Row]]) -> Iterator[Pairing]:
    pairs = [_pair(row) for _, row in some]
    passages, kinds = _passages(run, pairs)
    met = dots(run, pairs)
    drawn = {pair: thinned(met[pair]) for pair in pairs}
    said = passage_texts.read(run, _wanted(passages, drawn))
    known = homes(run, (name for pair in pairs for name in pair))
    for (number, row), pair in zip(some, pairs, strict=True):
        both = [said[name] for name in pair]
        sides = [_side(row, each, known.get(name, NOWHERE), said[name]) for each, name in zip(SIDES, pair, strict=True)]
        corners = [(each["left_first"], each["right_first"]) for each in passages[pair]]
        shown = [_passage(each, both) for each in passages[pair]]
        yield Pairing(number, row, sides, kinds[pair], plot(drawn[pair], len(met[pair]), corners, both), shown)


def _passages(run: Run, pairs: list[Pair]) -> tuple[dict[Pair, list[Row]], dict[Pair, dict[str, int]]]:
    """Of each pair the longest passages, boilerplate last, and how many there are of each kind."""
    found: dict[Pair, list[Row]] = {pair: [] for pair in pairs}
    plates: dict[Pair, list[Row]] = {pair: [] for pair in pairs}
    kinds: dict[Pair, Counter[str]] = {pair: Counter() for pair in pairs}
    among = ds.field("left_document").isin(sorted({pair[0][0] for pair in pairs}))
    for row in rows(run, "passages", among):
        pair = _pair(row)
        if pair in kinds:
            kinds[pair][row["kind"]] += 1
            into = (plates if row["kind"] == "boilerplate" else found)[pair]
            if len(into) < PASSAGES:
                into.append(row)
    chosen = {pair: [*found[pair], *plates[pair]][:PASSAGES] for pair in pairs}
    return chosen, {pair: _ordered(kinds[pair]) for pair in pairs}


def _ordered(kinds: Counter[str]) -> dict[str, int]:
    names = [*PASSAGE_KINDS, *sorted({*kinds} - {*PASSAGE_KINDS})]
    return {name: kinds[name] for name in names if kinds[name]}


def _wanted(passages: dict[Pair, list[Row]], drawn: dict[Pair, list[Dot]]) -> dict[Document, set[int]]:
    """Every sentence that the page may show."""
    wanted = passage_texts.wanted((row for each in passages.values() for row in each), SENTENCES)
    for pair, places in drawn.items():
        for number, name in enumerate(pair):
            wanted.setdefault(name, set()).update(place[number] for place in places)
    return wanted


def _passage(row: Row, said: list[Sentences]) -> Passage:
    told = [passage_texts.told(row, each, own, SENTENCES) for each, own in zip(SIDES, said, strict=True)]
    found, left_out = limited(changes_of_long(told[0].text, told[1].text), CHARACTERS)
    there = max(row[f"{each}_end"] - row[f"{each}_start"] for each in SIDES)
    if any(row[f"{each}_last"] - row[f"{each}_first"] >= SENTENCES for each in SIDES):
        left_out = max(left_out, there - max(len(each.text) for each in told), 1)
    beside = [_beside(block) for block in blocks(found, BLOCK)]
    seen = _seen(beside)
    return Passage(row | {each: told[n] for n, each in enumerate(SIDES)}, beside[:seen], beside[seen:], left_out)


def _seen(beside: list[Beside]) -> int:
    """How many blocks are seen at once: one that is nearly all is not worth a fold."""
    characters = 0
    for number, block in enumerate(beside):
        if characters > FOLDED and number < len(beside) - 1:
            return number
        characters += max(sum(len(part.text) for part in parts) for parts in block)
    return len(beside)


def _beside(block: Changes) -> Beside:
    left, right = (_parts(side(block, sign)) for sign in "-+")
    return left, right


def _parts(found: Changes) -> Parts:
    return [Part(text, "" if sign == "=" else "wording") for sign, text in found]


def _side(row: Row, side: str, home: Any, said: Sentences) -> Side:
    title = row[f"{side}_title"]
    name = short_path(row[f"{side}_document"], title)
    named = {"document": name, "title": name if title in name else title}
    return Side(named | {"url": home.url}, home.language, said.count)


def _pair(row: Row) -> Pair:
    return document(row, "left"), document(row, "right")
