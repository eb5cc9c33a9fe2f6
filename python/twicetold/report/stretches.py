"""What two long texts differ in: only the stretches where they do, each with some of what both say around it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from twicetold.report.differences import MarkedPart, MarkedParts, mark_changed_words
from twicetold.views.words import Changes, compare_texts, limit_characters, select_side

CONTEXT_CHARACTERS = 90  # characters of what both say, before and after a difference
STRETCH_CHARACTERS = 600  # characters of a stretch on either side,
MOST_STRETCHES = 6  # stretches of a pair,
TOTAL_CHARACTERS = 1_800  # and characters of them all
_ELLIPSIS = "…"


@dataclass(frozen=True)
class Differences:
    """The stretches side by side, and how many more there are; `cut` says that a stretch is not shown whole."""

    shown: list[tuple[MarkedParts, MarkedParts]]
    left_out: int
    cut: bool


def find_differences(left: str, right: str) -> Differences:
    """The first stretches in which two texts differ; none where they are the same."""
    every = split_into_stretches(compare_texts(left, right))
    shown: list[tuple[MarkedParts, MarkedParts]] = []
    room, is_cut = TOTAL_CHARACTERS, False
    for stretch in every[:MOST_STRETCHES]:
        if room <= 0:
            break
        short, more = limit_characters(stretch, STRETCH_CHARACTERS)
        is_cut = is_cut or more > 0
        end = [MarkedPart(_ELLIPSIS)] if more else []
        left_side, right_side = (mark_changed_words(select_side(short, sign)) + end for sign in "-+")
        both = left_side, right_side
        room -= max(sum(len(part.text) for part in parts) for parts in both)
        shown.append(both)
    return Differences(shown, len(every) - len(shown), is_cut)


def split_into_stretches(found: Changes, around: int = CONTEXT_CHARACTERS) -> list[Changes]:
    """Changes with what stands around them; those with little between them are one stretch.

    `[("=", "a long way to "), ("-", "go"), ("+", "walk")]` around 3 -> `[[("=", "…to "), ("-", "go"), ("+", "walk")]]`
    """
    whole = _merge_signs(found)
    done: list[Changes] = []
    for number, (sign, text) in enumerate(whole):
        is_between = 0 < number < len(whole) - 1
        if sign != "=" or (is_between and len(text) <= 2 * around):
            done = done or [[]]
            done[-1].append((sign, text))
            continue
        if number > 0:
            done[-1].append(("=", _cut_head(text, around)))
        if number < len(whole) - 1:
            done.append([("=", _cut_tail(text, around))])
    return done


def _merge_signs(found: Changes) -> Changes:
    """Stretches of one sign in a row as one: a long pair is compared piece by piece."""
    return [(sign, "".join(text for _, text in group)) for sign, group in groupby(found, key=lambda part: part[0])]


def _cut_head(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0] or text[:most]}{_ELLIPSIS}"


def _cut_tail(text: str, most: int) -> str:
    return text if len(text) <= most else f"{_ELLIPSIS}{text[-most:].partition(' ')[2] or text[-most:]}"
