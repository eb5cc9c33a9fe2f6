"""What changed between two texts, word by word: how it is cut and limited where people read it.

The kernel behind `matches.changes` aligns the words, so that a change reads the same in a table, in `show` and in a
report; `src/compare/` does the work.
"""

from __future__ import annotations

import re

from twicetold import _kernels

Changes = list[tuple[str, str]]

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # written without blanks: each character is a word
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[」』”’）]*\s*")  # of a sentence


def compare_texts(old: str, new: str) -> Changes:
    """Stretches of text: `=` in both, `-` in the old alone, `+` in the new alone.

    `("the old town", "a new town")` -> `[("-", "the old"), ("+", "a new"), ("=", " town")]`
    """
    return _kernels.compare_texts(old, new)


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
    """The beginning of each text, of at most `most` characters, cut after a word; how many characters are left out."""
    kept: Changes = []
    reached = {"-": 0, "+": 0}
    shown = {"-": 0, "+": 0}
    for sign, text in found:
        sides = ("-", "+") if sign == "=" else (sign,)
        room = most - max(reached[each] for each in sides)
        part = cut_words(text, room) if room > 0 else ""
        kept += [(sign, part)] if part else []
        for each in sides:
            reached[each] += len(text)
            shown[each] += len(part)
    return kept, max(reached[each] - shown[each] for each in reached)


def cut_words(text: str, most: int) -> str:
    """The beginning of a text, of at most `most` characters, cut after a word if there is a blank to cut at."""
    if len(text) <= most or text[most].isspace():
        return text[:most]
    return text[: max(text.rfind(blank, 0, most) for blank in " \n") + 1] or text[:most]
