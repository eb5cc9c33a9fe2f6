"""The features again, plain and slow: windows as slices, frequencies by asking every text, the hash one step at a time.

Only what a word is comes from the kernel, and its stem: those are the rules and dictionaries of Unicode and Snowball.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from twicetold.config import Finding
from twicetold.features import split_words
from twicetold.features.weighted_tokens import WeightedStems, list_tokens

ALL = 2**64
FIRST, SECOND = 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93


# ---- the hash ----


def taken(state: int, word: int) -> int:
    value = state ^ word
    value = (value ^ value >> 32) * FIRST % ALL
    return (value ^ value >> 29) * SECOND % ALL


def fold(values: Sequence[int], count: int) -> int:
    """One hash of several, in this order."""
    state = count * SECOND % ALL ^ FIRST
    for value in values:
        state = taken(state, value)
    return state ^ state >> 32


def shingle(text: str) -> int:
    """Of the bytes eight at a time; the last eight overlap those before, fewer are padded with zeros."""
    window = text.encode()
    pieces = [window[at : at + 8] for at in range(0, len(window), 8)] or [b""]
    if len(window) > 8:
        pieces[-1] = window[-8:]
    return fold([int.from_bytes(piece, "little") for piece in pieces], len(window))


def mix(value: int) -> int:
    state = taken(FIRST, value)
    return state ^ state >> 32


# ---- the features ----


def hashes(text: str, finding: Finding, corpus: Sequence[str]) -> list[int]:
    """The features of a text, in order, as the settings want them; `corpus` is all distinct texts."""
    length = finding.shingle
    if finding.feature == "characters":
        return characters(text, length or 12)
    if finding.feature == "words":
        return words(text, length or 3)
    if finding.feature == "winnow":
        every = characters(text, length or 12) if finding.winnow_of == "characters" else words(text, length or 3)
        return [every[at] for at in winnowed(every, finding.winnow_window)]
    if finding.feature == "imatch":
        return imatch(text, finding, corpus)
    if finding.feature in ("weighted", "stems", "grams"):
        return weighted(text, finding, corpus)
    return spotsigs(text, finding, corpus)


def characters(text: str, length: int) -> list[int]:
    return [shingle("".join(window)) for window in windows(list(text), length)]


def words(text: str, length: int) -> list[int]:
    return [fold(window, len(window)) for window in windows([shingle(word) for word in split_words(text)], length)]


def windows(parts: list, length: int) -> list[list]:
    """Every `length` parts in a row; fewer parts are one window, none are none."""
    return [parts[at : at + length] for at in range(max(len(parts) - length, 0) + 1)] if parts else []


def winnowed(every: list[int], window: int) -> list[int]:
    """The places of the rightmost least of each window, each once."""
    kept: list[int] = []
    for places in windows(list(range(len(every))), window):
        least = min(places, key=lambda at: (every[at], -at))
        kept += [least] if least not in kept else []
    return kept


def imatch(text: str, finding: Finding, corpus: Sequence[str]) -> list[int]:
    count, (low, high) = len(corpus), finding.idf_range

    def counts(word: str) -> bool:
        frequency = sum(word in split_words(other) for other in corpus)
        return low <= math.log((count + 1) / frequency) / math.log(count + 1) <= high

    kept = sorted(shingle(word) for word in set(split_words(text)) if counts(word))
    found = []
    for lexicon in range(finding.lexicons + 1):
        chance = mix((finding.seed + lexicon) % ALL)
        own = [word for word in kept if lexicon == 0 or mix(word ^ chance) / 2**64 < finding.lexicon_share]
        found += [fold([lexicon, *own], len(own))] if own else []
    return found


def weighted(text: str, finding: Finding, corpus: Sequence[str]) -> list[int]:
    """Each token, as often as it stands there, with as many hashes as its level."""
    known = levels(finding, tuple(corpus))
    return [fold([shingle(token), copy], 2) for token in tokens(text, finding) for copy in range(known[token])]


@lru_cache(4)
def levels(finding: Finding, corpus: tuple[str, ...], factors: tuple[tuple[str, float], ...] = ()) -> dict[str, int]:
    """Of every token of the corpus."""
    frequencies = Counter(token for text in corpus for token in set(tokens(text, finding)))
    return {
        token: level(idf(frequency, len(corpus)) * dict(factors).get(token, 1.0))
        for token, frequency in frequencies.items()
    }


def level(weight: float) -> int:
    return min(math.floor(weight * 8 + 0.5), 16)


def idf(frequency: int, count: int) -> float:
    return math.log((count + 1) / frequency) / math.log(count + 1) if frequency > 1 else 1.0


def tokens(text: str, finding: Finding) -> list[str]:
    if finding.feature == "grams":
        return grams(text, finding.shingle or 3)
    small = [word.lower() for word in split_words(text)]
    return [stem(word, finding.stemming) for word in small] if finding.feature == "stems" else small


@cache
def stem(word: str, stemming: str) -> str:
    """What the kernel says of a word alone. One that alone would be cut in two is of a script without stems."""
    (found,) = list_tokens(word, WeightedStems(stemming)) if split_words(word) == [word] else [word]
    return found


@cache
def is_letter(character: str) -> bool:
    return split_words(character) != []


def grams(text: str, length: int) -> list[str]:
    """Windows of characters of a text with one space for all that is no letter, and at both ends."""
    pieces = [" "]
    for character in text:
        mark = unicodedata.category(character).startswith("M") and pieces[-1] != " "
        pieces.append(character.lower() if is_letter(character) or mark else " ")
    spaced = re.sub(" +", " ", "".join([*pieces, " "]))
    return [gram for window in windows(list(spaced), length) if (gram := "".join(window)) != " "]


def spotsigs(text: str, finding: Finding, corpus: Sequence[str]) -> list[int]:
    common = antecedents(finding, corpus)
    found, spoken = [], split_words(text)
    for at, word in enumerate(spoken):
        content = [each for each in spoken[at + 1 :] if each not in common]
        chain = content[finding.spot_distance - 1 :: finding.spot_distance][: finding.spot_chain]
        if word in common and len(chain) == finding.spot_chain:
            found.append(fold([shingle(each) for each in [word, *chain]], len(chain) + 1))
    return found


def antecedents(finding: Finding, corpus: Sequence[str]) -> set[str]:
    """The words that are in most texts; among equals the first by their bytes."""
    if not finding.antecedents.isdecimal():
        return set(finding.antecedents.split(","))
    spoken = {word for text in corpus for word in split_words(text)}
    order = sorted(spoken, key=lambda word: (-sum(word in split_words(text) for text in corpus), word.encode()))
    return set(order[: int(finding.antecedents)])
