"""The ranking of threads again, plain and slow: every two compared, space by space, as the documentation has it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from twicetold import _kernels

SHARES = (0.65, 0.25, 0.1)
LENGTH = 16384
Terms = list[Counter[str]]  # of a thread, one for each space


def stems(text: str) -> list[str]:
    """The stem of each word, words being parted by blanks."""
    lists = _kernels.list_feature_tokens(pa.array(text.split(), pa.string()), ("stems", [4], b""))
    return [token for words in lists.to_pylist() for token in words]


def grams(text: str) -> list[str]:
    """Every four characters in a row, with a blank at both ends; a shorter text is one gram."""
    spaced = f" {' '.join(text.lower().split())} "
    return [spaced[at : at + 4] for at in range(max(len(spaced) - 3, 1))] if text.split() else []


def beginnings(text: str) -> list[str]:
    """The first five letters of each word, words being parted by blanks."""
    return [word[:5] for word in text.lower().split()]


def terms(thread: dict[str, str]) -> Terms:
    """The counted terms of a thread: of the whole, of its question's words, of its title's letters."""
    whole, asked = (count(thread, cut) for cut in (stems, beginnings))
    whole.update({f"#{tag}": 3 for tag in thread["tags"].split("\n") if tag})
    for name in ("answer", "more_answers", "code"):
        whole.update(stems(thread[name]))
    return [whole, asked, Counter(grams(thread["question"]))]


def count(thread: dict[str, str], cut: Callable[[str], list[str]]) -> Counter[str]:
    """What title and description are made of; the title counts three times."""
    counted = Counter({token: 3 * times for token, times in Counter(cut(thread["question"])).items()})
    counted.update(cut(thread["description"]))
    return counted


def vectors(threads: list[dict[str, str]]) -> list[list[dict[str, int]]]:
    """The weights of each thread's terms, space by space, in whole numbers."""
    every = [terms(thread) for thread in threads]
    found: list[list[dict[str, int]]] = []
    for space in every:
        own = []
        for number, counts in enumerate(space):
            raw = {term: weigh(count, sum(term in other[number] for other in every), len(every)) for term, count in counts.items()}  # fmt: skip
            length = math.sqrt(sum(weight * weight for weight in raw.values())) or 1.0
            scale = math.sqrt(SHARES[number]) * LENGTH
            own.append({term: math.floor(weight * scale / length + 0.5) for term, weight in raw.items()})
        found.append(own)
    return found


def weigh(count: int, having: int, threads: int) -> int:
    """A term's weight by how often a thread has it, and how many threads have it."""
    often = math.floor((1 + math.log(min(count, 255))) * 1024 + 0.5)
    return often * math.floor(math.log(1 + (threads - having + 0.5) / (having + 0.5)) * 1024 + 0.5)


def best(threads: list[dict[str, str]], top: int) -> list[dict[str, Any]]:
    """For each thread the others with the highest scores above 0, the lowest number first among equals."""
    every = vectors(threads)
    rows = []
    for thread, own in enumerate(every):
        found = []
        for other, their in enumerate(every):
            parts = [sum(weight * two.get(term, 0) for term, weight in one.items()) for one, two in zip(own, their, strict=True)]  # fmt: skip
            if other != thread and sum(parts):
                found.append((-sum(parts), other, parts))
        for rank, (_, other, (whole, asked, title)) in enumerate(sorted(found)[:top], 1):
            parts = {"whole": whole, "asked": asked, "title": title, "meaning": 0}
            rows.append({"thread": thread, "other": other, **parts, "rank": rank})
    return rows
