"""Frames made longer at their slots, in many ways.

One frame with only its slots drawn anew would repeat its fixed words in every use, and any two uses would be alike. So
each frame is cut into variants: slots here and there grow a second word, a place, a companion, until fixed words are
less than half of the text. Growth at different slots also moves what stays fixed out of line.
"""

from __future__ import annotations

import re

from twicetold.demo.draws import Draw, shuffle_items
from twicetold.demo.pools import SlotPools
from twicetold.demo.words import LONGER_FORMS

SLOT_PATTERN = re.compile(r"\{([a-z_:]+)\}")

_STIFF_SLOTS = frozenset(
    "date length area height weight span money percent millions circa number small decade day key".split()
)
"""Slots whose text is half fixed: `km (`, `crowns`, the century."""


class SlotLengths(dict[str, float]):
    """Mean length of the text in a slot."""

    def __init__(self, pools: SlotPools) -> None:
        super().__init__(it=12.0)
        self.pools = pools

    def __missing__(self, name: str) -> float:
        pool = self.pools[name]
        self[name] = sum(map(len, pool)) / len(pool)
        return self[name]


def measure_fixed_share(frame: str, lengths: SlotLengths) -> float:
    """The share of a frame's text that is the same in each use: `1.0` when there is no slot."""
    fixed = float(len(SLOT_PATTERN.sub("", frame)))
    total = fixed
    for name in SLOT_PATTERN.findall(frame):
        length = lengths[name]
        total += length
        fixed += length * (0.5 if name in _STIFF_SLOTS else 0.05)
    return fixed / total


def expand_frame(frame: str, count: int, share: float, lengths: SlotLengths, draw: Draw, least: int = 1) -> list[str]:
    """`count` longer versions of the frame, each grown until at most `share` of it is fixed, or every slot has grown.

    At least `least` slots grow, or a frame rich in slots would have only one version. A slot grows once, so that a
    sentence stays one a person could have written.
    """
    grown = []
    for _ in range(count):
        parts = SLOT_PATTERN.split(frame)  # text, slot, text, slot, ..., text
        for number in range(1, len(parts), 2):
            parts[number] = "{" + parts[number] + "}"
        places = shuffle_items([number for number in range(1, len(parts), 2) if _has_longer_form(parts, number)], draw)
        for done, number in enumerate(places[:5]):
            if done >= least and measure_fixed_share("".join(parts), lengths) <= share:
                break
            forms = LONGER_FORMS[parts[number][1:-1]]
            parts[number] = forms[int(draw() * len(forms))]
        text = "".join(parts)
        grown.append(
            text.replace("{region}", "{region_cap}", 1) if text.startswith("{region}") else _capitalise_text(text)
        )
    return grown


def _capitalise_text(text: str) -> str:
    return text[0].upper() + text[1:]


def _has_longer_form(parts: list[str], number: int) -> bool:
    """Whether the slot has a longer form here: a year after a month has not."""
    return parts[number][1:-1] in LONGER_FORMS and not (parts[number] == "{year}" and parts[number - 1] == " ")
