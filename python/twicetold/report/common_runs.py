"""Runs of words that two texts have in common, wherever they stand: for texts that say the same in another order.

A comparison word by word strikes out nearly all of a reworded text, since it keeps the order of both. Here the longest
run that both have is paired first, then the next of what is left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from twicetold.views.words import CJK

RUN_WORDS = 2  # words of a run at least,
RUN_CHARACTERS = 8  # and characters: "of the" says nothing
PLACES_PER_RUN = 8  # places of the same two words that are tried: a text that repeats them is not compared with all
_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")

WordRun = tuple[int, int, int]  # the first word of the left and of the right text, and the number of words


@dataclass(frozen=True)
class RunPart:
    """A stretch of a text; `run` is the number of the run, the same on both sides, or None between runs."""

    text: str
    run: int | None = None


def mark_common_runs(left: str, right: str) -> tuple[list[RunPart], list[RunPart]]:
    """Both texts in parts, with the runs that both have.

    `("a big storm hit the old town", "the old town saw a big storm")` -> run 0 is "the old town", run 1 "a big storm"
    """
    places = [[found.span() for found in _WORD.finditer(text)] for text in (left, right)]
    words = [
        [text[start:end].casefold() for start, end in own] for text, own in zip((left, right), places, strict=True)
    ]
    chosen = choose_runs(words[0], words[1], [end - start for start, end in places[0]])
    sides = ([(run[side], run[2]) for run in chosen] for side in (0, 1))
    first, second = (_split_text(text, own, runs) for text, own, runs in zip((left, right), places, sides, strict=True))
    return first, second


def choose_runs(left: list[str], right: list[str], lengths: list[int]) -> list[WordRun]:
    """The runs that both have, the longest first; no word is in two of them. `lengths` are those of the left words."""
    taken: tuple[set[int], set[int]] = set(), set()
    chosen: list[WordRun] = []
    for start, other, words in sorted(_find_runs(left, right), key=lambda run: (-run[2], run[0], run[1])):
        for first, second, length in _cut_taken((start, other, words), taken):
            if sum(lengths[first : first + length]) + length - 1 >= RUN_CHARACTERS:
                chosen.append((first, second, length))
                taken[0].update(range(first, first + length))
                taken[1].update(range(second, second + length))
    return chosen


def _find_runs(left: list[str], right: list[str]) -> list[WordRun]:
    """Every run that cannot be made longer at either end."""
    places: dict[tuple[str, ...], list[int]] = {}
    for number in range(len(right) - RUN_WORDS + 1):
        own = places.setdefault(tuple(right[number : number + RUN_WORDS]), [])
        if len(own) < PLACES_PER_RUN:
            own.append(number)
    found: list[WordRun] = []
    ends: dict[int, int] = {}  # of each diagonal, where the last run on it ended
    for start in range(len(left) - RUN_WORDS + 1):
        for other in places.get(tuple(left[start : start + RUN_WORDS]), ()):
            if start < ends.get(start - other, 0):
                continue  # within a run that is found already
            words = RUN_WORDS
            while (
                start + words < len(left) and other + words < len(right) and left[start + words] == right[other + words]
            ):
                words += 1
            ends[start - other] = start + words
            found.append((start, other, words))
    return found


def _cut_taken(run: WordRun, taken: tuple[set[int], set[int]]) -> list[WordRun]:
    """The parts of a run whose words are in no other."""
    parts: list[WordRun] = []
    begin = None
    for step in range(run[2] + 1):
        is_free = step < run[2] and run[0] + step not in taken[0] and run[1] + step not in taken[1]
        if is_free and begin is None:
            begin = step
        elif not is_free and begin is not None:
            if step - begin >= RUN_WORDS:
                parts.append((run[0] + begin, run[1] + begin, step - begin))
            begin = None
    return parts


def _split_text(text: str, places: list[tuple[int, int]], runs: list[tuple[int, int]]) -> list[RunPart]:
    parts: list[RunPart] = []
    reached = 0
    for number, (first, words) in sorted(enumerate(runs), key=lambda run: run[1]):
        start, end = places[first][0], places[first + words - 1][1]
        parts += [RunPart(text[reached:start]), RunPart(text[start:end], number)]
        reached = end
    return [part for part in (*parts, RunPart(text[reached:])) if part.text]
