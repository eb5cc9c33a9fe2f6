"""What changed between two texts, word by word."""

from __future__ import annotations

import re
from bisect import bisect_left
from difflib import SequenceMatcher

Changes = list[tuple[str, str]]

MOST_STEPS = 250_000  # words times words; past it, what differs is told as one change, in linear time
ANCHOR_WORDS = 4  # words in a row that both texts have, each once: a long pair is cut there,
WORDS_BETWEEN_CUTS = 100  # at least so many words from the last cut

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # written without blanks: each character is a word
_WORD = rf"[^\W{CJK}]+"
_TOKEN = re.compile(rf"{_WORD}(?:[.,:'’/-]{_WORD})*|\s+|.", re.DOTALL)
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[」』”’）]*\s*")  # of a sentence


def compare_texts(old: str, new: str) -> Changes:
    """Stretches of text: `=` in both, `-` in the old alone, `+` in the new alone.

    `("in May 1905.", "in May 1906.")` -> `[("=", "in May "), ("-", "1905"), ("+", "1906"), ("=", ".")]`
    """
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    first = _count_common_words(left, right)
    last = _count_common_words(left[first:][::-1], right[first:][::-1])
    head, tail = left[:first], left[len(left) - last :]
    middle = _align_words(left[first : len(left) - last], right[first : len(right) - last])
    return _join_changes([("=", "".join(head)), *middle, ("=", "".join(tail))])


def compare_long_texts(old: str, new: str) -> Changes:
    """The same for texts of any length, in linear time: cut where both say the same, and told piece by piece."""
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(left) * len(right) <= MOST_STEPS:
        return compare_texts(old, new)
    found: Changes = []
    before = 0, 0
    for cut in [*_find_cuts(left, right), (len(left), len(right))]:
        pieces = ("".join(words[start:end]) for words, start, end in zip((left, right), before, cut, strict=True))
        found += compare_texts(*pieces)
        before = cut
    return [part for part in found if part[1]]


def split_into_blocks(found: Changes, characters: int) -> list[Changes]:
    """Stretches of about so many characters, cut where a sentence ends in both texts: what stands side by side."""
    done: list[Changes] = [[]]
    size = 0
    for sign, text in found:
        at = 0
        for end in _SENTENCE_END.finditer(text) if sign == "=" else ():
            if size + end.end() - at >= characters:
                done[-1].append((sign, text[at : end.end()]))
                done.append([])
                size, at = 0, end.end()
        if text[at:]:
            done[-1].append((sign, text[at:]))
            size += len(text) - at
    return [block for block in done if block]


def select_side(found: Changes, sign: str) -> Changes:
    """One of the two texts: `-` is the old one, `+` the new one."""
    return [part for part in found if part[0] in ("=", sign)]


def limit_characters(found: Changes, most: int) -> tuple[Changes, int]:
    """The first so many characters of each text, and how many of the longer one were left out."""
    kept: Changes = []
    reached = {"-": 0, "+": 0}
    for sign, text in found:
        sides = ("-", "+") if sign == "=" else (sign,)
        room = most - max(reached[each] for each in sides)
        if room > 0:
            kept.append((sign, text[:room]))
        for each in sides:
            reached[each] += len(text)
    return kept, max(*reached.values(), most) - most


def _find_cuts(left: list[str], right: list[str]) -> list[tuple[int, int]]:
    """Where the same words stand that both have only once, in the order of both."""
    places = _locate_unique_anchors(right)
    met = [(at, places[words]) for words, at in _locate_unique_anchors(left).items() if words in places]
    cuts: list[tuple[int, int]] = []
    for one, other in _find_rising_chain(met):
        last = cuts[-1] if cuts else (0, 0)
        if one - last[0] >= WORDS_BETWEEN_CUTS and other - last[1] >= WORDS_BETWEEN_CUTS:
            cuts.append((one, other))
    return cuts


def _locate_unique_anchors(words: list[str]) -> dict[tuple[str, ...], int]:
    """Where each run of ANCHOR words begins that there is only once; blanks do not count."""
    said = [place for place, word in enumerate(words) if not word.isspace()]
    found: dict[tuple[str, ...], int] = {}
    again = set()
    for number in range(len(said) - ANCHOR_WORDS + 1):
        run = tuple(words[place] for place in said[number : number + ANCHOR_WORDS])
        if found.setdefault(run, said[number]) != said[number]:
            again.add(run)
    return {run: place for run, place in found.items() if run not in again}


def _find_rising_chain(shared_anchors: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of these that rise on both sides; they rise on the left as they come."""
    lowest: list[int] = []  # the least right end of a chain of each length, and
    ends: list[int] = []  # which one it ends with
    before: list[int] = []
    for number, (_, other) in enumerate(shared_anchors):
        length = bisect_left(lowest, other)
        before.append(ends[length - 1] if length else -1)
        lowest[length : length + 1] = [other]
        ends[length : length + 1] = [number]
    chain = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(shared_anchors[at])
        at = before[at]
    return chain[::-1]


def _count_common_words(left: list[str], right: list[str]) -> int:
    """How many words both begin with."""
    same = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        same += 1
    return same


def _align_words(left: list[str], right: list[str]) -> Changes:
    if len(left) * len(right) > MOST_STEPS:
        return [("-", "".join(left)), ("+", "".join(right))]
    found: Changes = []
    matcher = SequenceMatcher(str.isspace, left, right, autojunk=False)  # blanks are no reason to align
    for _, from_left, to_left, from_right, to_right in matcher.get_opcodes():
        gone, come = "".join(left[from_left:to_left]), "".join(right[from_right:to_right])
        found += [("=", gone)] if gone == come else [("-", gone), ("+", come)]
    return found


def _join_changes(parts: Changes) -> Changes:
    """Changes with nothing but blanks between them are one, so that a phrase reads as a phrase."""
    found: Changes = []
    gone = come = ""
    last = max((number for number, (sign, text) in enumerate(parts) if sign != "=" and text), default=0)
    for number, (sign, text) in enumerate(parts):
        between = (gone or come) and text.isspace() and number < last
        if sign == "=" and text and not between:
            found += [each for each in (("-", gone), ("+", come)) if each[1]]
            gone = come = ""
            found.append((sign, text))
        else:
            gone += text if sign in "-=" else ""
            come += text if sign in "+=" else ""
    return found + [each for each in (("-", gone), ("+", come)) if each[1]]
