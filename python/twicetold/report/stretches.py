"""What two long texts differ in: only the stretches where they do, each with some of what both say around it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from twicetold.report.marking import Part, Parts
from twicetold.show.words import Changes, changes_of_long, limited, side

AROUND = 90  # characters of what both say, before and after a difference
LONGEST = 600  # characters of a stretch on either side,
MOST = 6  # stretches of a pair,
ROOM = 1_800  # and characters of them all
_CUT = "…"


@dataclass(frozen=True)
class Differences:
    """The stretches side by side, and how many more there are; `cut` says that a stretch is not shown whole."""

    shown: list[tuple[Parts, Parts]]
    left_out: int
    cut: bool


def differences(left: str, right: str) -> Differences:
    """The first stretches in which two texts differ; none where they are the same."""
    every = stretches(changes_of_long(left, right))
    shown: list[tuple[Parts, Parts]] = []
    room, is_cut = ROOM, False
    for stretch in every[:MOST]:
        if room <= 0:
            break
        short, more = limited(stretch, LONGEST)
        is_cut = is_cut or more > 0
        both = _parts(side(short, "-"), more), _parts(side(short, "+"), more)
        room -= max(sum(len(part.text) for part in parts) for parts in both)
        shown.append(both)
    return Differences(shown, len(every) - len(shown), is_cut)


def stretches(found: Changes, around: int = AROUND) -> list[Changes]:
    """Changes with what stands around them; those with little between them are one stretch.

    `[("=", "a long way to "), ("-", "go"), ("+", "walk")]` around 3 -> `[[("=", "…to "), ("-", "go"), ("+", "walk")]]`
    """
    whole = _merged(found)
    done: list[Changes] = []
    for number, (sign, text) in enumerate(whole):
        is_between = 0 < number < len(whole) - 1
        if sign != "=" or (is_between and len(text) <= 2 * around):
            done = done or [[]]
            done[-1].append((sign, text))
            continue
        if number > 0:
            done[-1].append(("=", _head(text, around)))
        if number < len(whole) - 1:
            done.append([("=", _tail(text, around))])
    return done


def _merged(found: Changes) -> Changes:
    """Stretches of one sign in a row as one: a long pair is compared piece by piece."""
    return [(sign, "".join(text for _, text in group)) for sign, group in groupby(found, key=lambda part: part[0])]


def _head(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0] or text[:most]}{_CUT}"


def _tail(text: str, most: int) -> str:
    return text if len(text) <= most else f"{_CUT}{text[-most:].partition(' ')[2] or text[-most:]}"


def _parts(found: Changes, more: int) -> Parts:
    parts = [Part(text, "" if sign == "=" else "wording") for sign, text in found]
    return [*parts, Part(_CUT)] if more else parts
