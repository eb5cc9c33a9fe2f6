"""Newspaper pages with reprints, from any clean texts; who copied from whom is known.

A text of 600 to 2,500 characters is printed first on one page. Each later reprint copies any earlier one, or one of the
latest twenty, so that chains are long: it changes about one word in forty, at least two, and cuts up to a tenth off
either end. A page has other text before and after it.
At last a scanner misreads each page on its own, 0 to 12 % of its characters. One page in ten is lost: what was
copied from it counts as copied from the nearest page above it that is there, if any.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.noise_corpus import add_noise

SEED = 2202
LENGTHS = 600, 2_500  # characters of a text
MOST_NOISE = 0.12
LOST = 0.1  # share of the pages that are lost
CHANGED = 1 / 40  # share of the words that a reprint changes
LEAST_CHANGED = 2
MOST_CUT = 0.1  # share of a text that is cut off at either end
FIRST_YEAR, YEARS = 1830, 60


@dataclass(frozen=True)
class Reprint:
    """A text on a page: which it is, where it stands, what it was copied from, and how noisy it is.

    `parent` is the page that it was copied from, or the nearest above that is not lost; `is_lost` says which.
    """

    text: int
    document: str
    span: tuple[int, int]
    parent: str | None
    date: str
    error: float
    is_lost: bool = False


@dataclass(frozen=True)
class ReprintCorpus:
    texts: list[str]
    pages: dict[str, str]
    reprints: list[Reprint]

    def write(self, path: Path) -> None:
        """JSONL with id, series, date and text, in a random order."""
        dates = {reprint.document: reprint.date for reprint in self.reprints}
        names = sorted(self.pages)
        random.Random(SEED).shuffle(names)
        lines = [
            json.dumps({"id": name, "series": f"paper {name}", "date": dates[name], "text": self.pages[name]}) + "\n"
            for name in names
        ]
        path.write_text("".join(lines), encoding="utf-8")


def make_reprints(
    sources: Sequence[str], texts: int, copies: int, seed: int = SEED, latest: int | None = None
) -> ReprintCorpus:
    """So many texts with 2 to `copies` reprints each; the other sources give the rest of the pages.

    With `latest`, a reprint copies one of so many that were printed last.
    """
    draw = random.Random(seed)
    sources = list(sources)
    if seed != SEED:
        draw.shuffle(sources)
    originals = [_cut_text(source, draw) for source in sources[:texts]]
    filling = " ".join(sources[texts:]).split()
    words = [word for word in filling if word.isalpha() and len(word) > 4]
    pages: dict[str, str] = {}
    reprints: list[Reprint] = []
    for number, original in enumerate(originals):
        size = round(2 * (copies / 2) ** (number / max(texts - 1, 1)))
        versions: list[tuple[str, str]] = []  # name and text of each print
        for at in range(size):
            name = f"{number:02}-{at:03}"
            parent = draw.randrange(max(at - latest, 0) if latest else 0, at) if at else None
            text = original if parent is None else _reprint(versions[parent][1], words, draw)
            versions.append((name, text))
            day = round(at * 365 * YEARS / size) + 1
            date = f"{FIRST_YEAR + day // 365}-{day % 365 // 31 + 1:02}-{day % 365 % 31 % 28 + 1:02}"
            before, after = (" ".join(_draw_filling(filling, draw)) for _ in range(2))
            rate = draw.uniform(0, MOST_NOISE)
            noisy, places = add_noise(f"{before} {text} {after}", rate, draw)
            pages[name] = noisy
            span = places[len(before) + 1], places[len(before) + 1 + len(text)]
            reprints.append(Reprint(number, name, span, None if parent is None else versions[parent][0], date, rate))
    lost = {reprint.document for reprint in reprints if draw.random() < LOST}
    parents = {reprint.document: reprint.parent for reprint in reprints}

    def find_surviving(parent: str | None) -> str | None:
        while parent is not None and parent in lost:
            parent = parents[parent]
        return parent

    found = [
        replace(each, parent=find_surviving(each.parent), is_lost=each.parent in lost)
        for each in reprints
        if each.document not in lost
    ]
    return ReprintCorpus(originals, {each.document: pages[each.document] for each in found}, found)


def _cut_text(source: str, draw: random.Random) -> str:
    """A stretch of whole words that begins with a sentence."""
    length = draw.randint(*LENGTHS)
    begins = [found.end() for found in re.finditer(r"[.!?] ", source[: max(len(source) - length - 50, 1)])]
    start = draw.choice(begins) if begins else 0
    return source[start : source.find(" ", start + length)]


def _reprint(text: str, words: Sequence[str], draw: random.Random) -> str:
    """The text with some words changed and its ends cut, at words."""
    own = text.split()
    first, last = (draw.randint(0, int(len(own) * MOST_CUT)) if draw.random() < 0.5 else 0 for _ in range(2))
    own = own[first : len(own) - last]
    for at in draw.sample(range(len(own)), max(LEAST_CHANGED, round(len(own) * CHANGED))):
        own[at] = draw.choice(words)
    return " ".join(own)


def _draw_filling(filling: Sequence[str], draw: random.Random) -> list[str]:
    """Other text of a page: words in an order that no other page has."""
    return draw.choices(filling, k=draw.randint(20, 150))
