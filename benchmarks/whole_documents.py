"""The documents that `documents` compares: real ones in plain words, and more made of their sentences where asked for.

Every library cuts words in a way of its own. So that all compare the same, and the truth is one, a text is its words of
ASCII letters and digits, in lower case, with a blank between: what any of them takes for a word.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from benchmarks.planting import edited
from benchmarks.texts import SEED, normalise

WORD = re.compile(r"[a-z0-9]+")
LEAST_WORDS = 50
MOST_CHARACTERS = 1_000_000
COPIES = 10  # of those made up, one in so many is a copy of the one before, a few words changed


def plain(text: str) -> str:
    """`"Don't  panic: 42!"` -> `"don t panic 42"`"""
    return " ".join(WORD.findall(normalise(text)))


def drawn(documents: Iterable[tuple[str, str]], count: int) -> list[str]:
    """`count` distinct texts of whole folders in a fixed order: near-duplicates stand side by side.

    So a part has about as many of them for a document as the whole. A folder is what a name has before its last `/`.
    """
    folders: dict[str, list[str]] = {}
    for name, text in documents:
        folders.setdefault(name.rpartition("/")[0] or name, []).append(text)
    names = sorted(folders)
    random.Random(SEED).shuffle(names)
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(filter(fits, map(plain, folders[name]))))
        if len(found) >= count:
            break
    return list(found)[:count]


def fits(text: str) -> bool:
    """Whether it is long enough to be compared, and no whole book."""
    return len(text) <= MOST_CHARACTERS and text.count(" ") >= LEAST_WORDS - 1


def topped_up(texts: list[str], count: int) -> list[str]:
    """The texts; where there are fewer than `count`, pieces of them put together anew after them, some twice."""
    if len(texts) >= count:
        return texts
    return [*texts, *islice(assembled(texts), count - len(texts))]


def assembled(texts: Sequence[str], piece: int = 12) -> Iterator[str]:
    """Documents without end, as long as real ones, of `piece` words from here and there."""
    draw = random.Random(SEED)
    before = ""
    for number in range(10**9):
        if number % COPIES == COPIES - 1:
            yield edited(before, draw.choice(texts), draw, draw.choice((0.005, 0.01, 0.02, 0.05)))
            continue
        wanted, words = draw.choice(texts).count(" ") + 1, list[str]()
        while len(words) < wanted:
            own = draw.choice(texts).split(" ")
            start = draw.randrange(max(1, len(own) - 20 * piece))
            for place in range(start, start + 20 * piece, 2 * piece):
                words += own[place : place + piece]
        before = " ".join(words)
        yield before
