"""What the peers have in common: the shingles, and pairs as rows of an array."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

THREADS = 2


@dataclass(frozen=True)
class Shingles:
    """What texts are compared by: every `length` characters or words in a row, and the least Jaccard of a pair.

    Words are what stands between two blanks.
    """

    of: str
    length: int
    threshold: float = 0.8

    def tokens(self, text: str) -> list[str]:
        """`"a b c"` by two words -> `["a b", "b c"]`"""
        if self.of == "characters":
            return [text[start : start + self.length] for start in range(len(text) - self.length + 1)]
        words = text.split(" ")
        return [" ".join(words[start : start + self.length]) for start in range(len(words) - self.length + 1)]

    def as_words(self, texts: Iterable[str]) -> list[str]:
        """For libraries that count words and nothing else: each character becomes one."""
        return list(texts) if self.of == "words" else [spelled(text) for text in texts]


SENTENCES = Shingles("characters", 12)
DOCUMENTS = Shingles("words", 5)
SHINGLES = {"characters": SENTENCES, "words": DOCUMENTS}

Found = NDArray[np.uint32] | NDArray[np.bool_]  # pairs, a row each; or flags
Setting = tuple[int, ...]
Work = Callable[[], Found]
Prepare = Callable[[list[str], Shingles, Setting], Work]


class Letters(dict[int, str]):
    """Another letter for what is none, so that no library takes it for the end of a word."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        self[code] = letter if letter.isalnum() else chr(0x4E00 + code % 20_000)
        return self[code]


LETTERS = Letters()


def spelled(text: str) -> str:
    """Every character a word: `"ab"` -> `"a b"`"""
    return " ".join(text.translate(LETTERS))


def pairs_of_lists(candidates: Iterable[Sequence[int]]) -> NDArray[np.uint32]:
    """Pairs of what was found for each text, itself included: `[[0, 1], [1, 0], [2]]` -> `[[0, 1]]`"""
    counts, listed = [], []
    for own in candidates:
        counts.append(len(own))
        listed.append(own)
    left = np.repeat(np.arange(len(counts), dtype=np.uint32), counts)
    right = np.fromiter(chain.from_iterable(listed), np.uint32, int(sum(counts)))
    return each_once(left, right)


def each_once(left: NDArray[np.uint32], right: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Both directions of a pair become one, in order."""
    low, high = np.minimum(left, right).astype(np.uint64), np.maximum(left, right)
    joined = np.unique((low << np.uint64(32) | high)[left != right])
    return np.stack([joined >> np.uint64(32), joined & np.uint64(0xFFFFFFFF)], axis=1).astype(np.uint32)


def pairs_of_groups(groups: Iterable[Sequence[int]]) -> NDArray[np.uint32]:
    """All pairs within each group: `[[0, 1, 2]]` -> `[[0, 1], [0, 2], [1, 2]]`"""
    left, right = [np.zeros(0, np.uint32)], [np.zeros(0, np.uint32)]
    for group in groups:
        members = np.array(group, np.uint32)
        first, second = np.triu_indices(len(members), 1)
        left.append(members[first])
        right.append(members[second])
    return each_once(np.concatenate(left), np.concatenate(right))
