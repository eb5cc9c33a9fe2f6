"""The matrix of two documents' sentences as a page draws it: a dot where two match, a box where a passage lies.

A plot counts in sentences, so that its script reads the sentence from the dot; it is stretched to its shape as a whole.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import pyarrow.dataset as ds

from twicetold.report.marking import Text
from twicetold.run import Run
from twicetold.run.finished import scan
from twicetold.show.passage_texts import SIDES, Document, Sentences

MOST = 10_000  # dots of a plot
CROWD = 1_500
CELL = 24  # the most pixels that a sentence takes
LEAST, WIDEST = 160, 480  # pixels of a plot's sides
SENTENCE = 300  # characters of a sentence that a dot shows,
SENTENCES = 200_000  # and of all those of a plot

Pair = tuple[Document, Document]
Dot = tuple[int, int]


@dataclass(frozen=True)
class Plot:
    """`dots` is a path; `said` are the sentences on each side that a dot or a passage may show, by position."""

    wide: int  # in sentences,
    high: int
    width: int  # and in pixels
    height: int
    dots: str
    drawn: int
    there: int
    said: list[dict[int, Text]]

    @property
    def is_crowded(self) -> bool:
        """Whether the dots would hide the passages; then they are small and lie under them."""
        return self.drawn > CROWD


def dots(run: Run, pairs: Collection[Pair]) -> dict[Pair, list[Dot]]:
    """The matches of these pairs, in order."""
    found = {pair: (array("I"), array("I")) for pair in pairs}
    columns = [f"{side}_{name}" for side in SIDES for name in ("document", "title", "position")]
    sides = [sorted({pair[number][0] for pair in pairs}) for number in (0, 1)]
    among = ds.field("left_document").isin(sides[0]) & ds.field("right_document").isin(sides[1])
    for batch in scan(run, "matches", among, columns) if pairs and "matches" in run.tables else ():
        values = zip(*(batch[name].to_pylist() for name in columns), strict=True)
        for left, left_title, one, right, right_title, other in values:
            own = found.get(((left, left_title), (right, right_title)))
            if own:
                own[0].append(one)
                own[1].append(other)
    return {pair: sorted(zip(*own, strict=True)) for pair, own in found.items()}


def thinned(found: Sequence[Dot], most: int = MOST) -> list[Dot]:
    """At most so many, evenly from all of them."""
    if len(found) <= most:
        return list(found)
    return [found[number * len(found) // most] for number in range(most)]


def plot(drawn: Sequence[Dot], there: int, corners: Iterable[Dot], sides: Sequence[Sentences]) -> Plot:
    """What a page needs to draw these dots, of so many; `corners` are where passages begin."""
    wide, high = (max(side.count, 1) for side in sides)
    cell = min(WIDEST / max(wide, high), CELL)
    return Plot(
        wide,
        high,
        round(max(wide * cell, LEAST)),
        round(max(high * cell, LEAST)),
        "".join(f"M{left} {right}h0" for left, right in drawn),
        len(drawn),
        there,
        _said([*corners, *drawn], sides),
    )


def _said(places: Iterable[Dot], sides: Sequence[Sentences]) -> list[dict[int, Text]]:
    """The sentences at these places, each once, as long as there is room."""
    said: list[dict[int, Text]] = [{}, {}]
    room = SENTENCES
    for place in places:
        for side, position in enumerate(place):
            if room > 0 and position not in said[side] and position in sides[side].said:
                text = Text.cut(sides[side].said[position].text, SENTENCE)
                said[side][position] = text
                room -= len(text.shown)
    return [dict(sorted(each.items())) for each in said]
