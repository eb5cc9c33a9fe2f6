"""Small edits that keep what a sentence says: spelling, wording, an added word, a comma, a changed order."""

from __future__ import annotations

import re

from twicetold.demo.draws import Draw, pick_item
from twicetold.demo.similarity import compute_edit_similarity
from twicetold.demo.words import COPYEDITS

_WORD_SWAPS = [pair.split("/") for pair in COPYEDITS["swaps"]]
_VERB_PATTERN = re.compile(r" (was|were|is|are|has|had) ")
_MOVABLE_OPENERS = ("In", "On", "By", "Near", "After", "Since", "Before", "During")
_OPENER_PATTERN = re.compile(r"^([^,;]{8,30}), ([A-Za-z].*)\.$")


def apply_copyedits(text: str, lowest: float, draw: Draw) -> str:
    """The text after one to three small edits, not below `lowest` in edit similarity and never unchanged."""
    for _ in range(60):
        edited = text
        for _ in range(1 + int(draw() * 3)):
            edited = pick_item(_EDITS, draw)(edited, draw)
        if edited != text and compute_edit_similarity(text, edited) >= lowest:
            return edited
    return text[:-1] + " as well."


def _replace_word(text: str, draw: Draw) -> str:
    """Another word for one of those in the text, tried from a random place in the list on."""
    first = int(draw() * len(_WORD_SWAPS))
    for number in range(len(_WORD_SWAPS)):
        one, other = _WORD_SWAPS[(first + number) % len(_WORD_SWAPS)]
        for old, new in ((one, other), (other, one)):
            found = re.search(rf" {re.escape(old)}(?=[ ,;.])", text)
            if found:
                return text[: found.start() + 1] + new + text[found.end() :]
    return text


def _add_word(text: str, draw: Draw) -> str:
    word = pick_item(COPYEDITS["added"], draw)
    return _VERB_PATTERN.sub(lambda match: f" {match.group(1)} {word} ", text, count=1)


def _change_punctuation(text: str, draw: Draw) -> str:
    """A comma less, or a comma before the last `and`, or a semicolon for a comma."""
    if draw() < 0.5 and ", " in text:
        return text.replace(", ", pick_item((" ", "; ", " – "), draw), 1)
    head, joint, rest = text.rpartition(" and ")
    return head + "," + joint + rest if joint and not head.endswith(",") else text


def _drop_word(text: str, draw: Draw) -> str:
    """Without an adverb, where there is one."""
    return re.sub(r" [a-z]{3,}ly(?= [a-z])", "", text, count=1)


def _move_opener(text: str, draw: Draw) -> str:
    """The opener moved to the end: `In 1790, it sank.` -> `It sank in 1790.`"""
    match = _OPENER_PATTERN.match(text)
    if not match or match.group(1).split(" ")[0] not in _MOVABLE_OPENERS:
        return text
    opener, rest = match.groups()
    return f"{rest[0].upper()}{rest[1:]} {opener[0].lower()}{opener[1:]}."


def _expand_year(text: str, draw: Draw) -> str:
    return re.sub(r" in (1[5-9]\d\d|20[01]\d)\b", r" in the year \1", text, count=1)


_EDITS = (
    *[_replace_word] * 3, _add_word, _change_punctuation, _drop_word, _move_opener, _expand_year,
)  # fmt: skip
