"""What changed between two texts, word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

Changes = list[tuple[str, str]]

MOST_STEPS = 250_000  # words times words; past it, what differs is told as one change, in linear time

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # written without blanks: each character is a word
_WORD = rf"[^\W{CJK}]+"
_TOKEN = re.compile(rf"{_WORD}(?:[.,:'’/-]{_WORD})*|\s+|.", re.DOTALL)


def changes(old: str, new: str) -> Changes:
    """Stretches of text: `=` in both, `-` in the old alone, `+` in the new alone.

    `("in May 1905.", "in May 1906.")` -> `[("=", "in May "), ("-", "1905"), ("+", "1906"), ("=", ".")]`
    """
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    first = _common(left, right)
    last = _common(left[first:][::-1], right[first:][::-1])
    head, tail = left[:first], left[len(left) - last :]
    middle = _changed(left[first : len(left) - last], right[first : len(right) - last])
    return _joined([("=", "".join(head)), *middle, ("=", "".join(tail))])


def _common(left: list[str], right: list[str]) -> int:
    """How many words both begin with."""
    same = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        same += 1
    return same


def _changed(left: list[str], right: list[str]) -> Changes:
    if len(left) * len(right) > MOST_STEPS:
        return [("-", "".join(left)), ("+", "".join(right))]
    found: Changes = []
    matcher = SequenceMatcher(str.isspace, left, right, autojunk=False)  # blanks are no reason to align
    for _, from_left, to_left, from_right, to_right in matcher.get_opcodes():
        gone, come = "".join(left[from_left:to_left]), "".join(right[from_right:to_right])
        found += [("=", gone)] if gone == come else [("-", gone), ("+", come)]
    return found


def _joined(parts: Changes) -> Changes:
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
