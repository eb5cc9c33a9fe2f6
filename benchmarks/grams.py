"""The plain way to find passages: runs of eight words that two documents share, neighbours merged.

Each document's runs of words are hashed once. Then either every two documents are compared (`all_pairs`), or only those
that an index brings together (`by_index`); both give the same passages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

WORD = re.compile(r"\w+")
LENGTH = 8  # words
GAP = 20  # words that may stand between two hits of one passage: a gram is lost with each of its words
SHORTEST = 120  # characters, as with twicetold

Passage = tuple[int, int, int, int, int, int]  # left and right document, and the characters in each
Hits = list[tuple[int, int]]


class Grams:
    """A document's words, and where each run of eight of them first stands."""

    def __init__(self, text: str) -> None:
        found = [(match.group().lower(), match.start(), match.end()) for match in WORD.finditer(text)]
        words = [word for word, _, _ in found]
        self.starts = [start for _, start, _ in found]
        self.ends = [end for _, _, end in found]
        runs = zip(*(words[skip:] for skip in range(LENGTH)), strict=False)
        self.places: dict[int, int] = {}
        for place, run in enumerate(runs):
            self.places.setdefault(hash(run), place)


def compare_all_pairs(texts: Sequence[str]) -> list[Passage]:
    """Every two documents, by the intersection of their grams."""
    every = [Grams(text) for text in texts]
    found: list[Passage] = []
    for (left, one), (right, two) in combinations(enumerate(every), 2):
        shared = one.places.keys() & two.places.keys()
        if shared:
            hits = [(one.places[gram], two.places[gram]) for gram in shared]
            found += ((left, right, *place) for place in merge_hits(hits, one, two))
    return found


def compare_by_index(texts: Sequence[str]) -> list[Passage]:
    """The documents of each gram, and so only those pairs that share one."""
    every = [Grams(text) for text in texts]
    index: dict[int, list[int]] = defaultdict(list)
    for number, grams in enumerate(every):
        for gram in grams.places:
            index[gram].append(number)
    hits: dict[tuple[int, int], Hits] = defaultdict(list)
    for gram, numbers in index.items():
        if len(numbers) > 1:
            for left, right in combinations(numbers, 2):
                hits[left, right].append((every[left].places[gram], every[right].places[gram]))
    return [
        (left, right, *place)
        for (left, right), own in sorted(hits.items())
        for place in merge_hits(own, every[left], every[right])
    ]


def merge_hits(hits: Hits, one: Grams, two: Grams) -> Iterator[tuple[int, int, int, int]]:
    """Hits that follow one another on both sides, as characters of both.

    `(0, 5), (1, 6), (40, 9)` are two passages: the words 0 to 8 with 5 to 13, and 40 to 47 with 9 to 16.
    """
    chains: list[list[int]] = []  # first and last hit: left, right, left, right
    for left, right in sorted(hits):
        for chain in reversed(chains[-4:]):
            if 0 <= left - chain[2] <= GAP + LENGTH and 0 <= right - chain[3] <= GAP + LENGTH:
                chain[2:] = left, right
                break
        else:
            chains.append([left, right, left, right])
    for first, other, last, end in chains:
        place = one.starts[first], one.ends[last + LENGTH - 1], two.starts[other], two.ends[end + LENGTH - 1]
        if min(place[1] - place[0], place[3] - place[2]) >= SHORTEST:
            yield place
