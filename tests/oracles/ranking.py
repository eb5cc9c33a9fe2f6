"""The ranking of threads again, plain and slow: every two compared, space by space, as the documentation has it."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pyarrow as pa

from twicetold import _kernels

SHARES = (0.5, 0.3, 0.2)
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


def terms(thread: dict[str, str]) -> Terms:
    """The counted terms of a thread: of the whole, of its question, of its title's letters."""
    asked = Counter({token: 3 * count for token, count in Counter(stems(thread["question"])).items()})
    asked.update(stems(thread["description"]))
    asked.update({f"#{tag}": 3 for tag in thread["tags"].split("\n") if tag})
    whole = asked.copy()
    for name in ("answer", "more_answers", "code"):
        whole.update(stems(thread[name]))
    return [whole, asked, Counter(grams(thread["question"]))]


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
            parts = {"whole": whole, "asked": asked, "title": title}
            rows.append({"thread": thread, "other": other, **parts, "rank": rank})
    return rows
