"""The matrix of two documents' sentences as a page draws it: a dot where two match, a box where a passage lies.

A plot counts in sentences, so that its script reads the sentence from the dot; it is stretched to its shape as a whole.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import pyarrow.dataset as ds

from twicetold.jobs.passages.texts import RequestedSentences
from twicetold.report.differences import ShortenedText
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.views.rows import SIDES, DocumentName

MOST_DOTS = 10_000  # dots of a plot
CROWDED_DOTS = 1_500
CELL_PIXELS = 24  # the most pixels that a sentence takes
LEAST_PIXELS, MOST_PIXELS = 160, 480  # pixels of a plot's sides
SENTENCE_CHARACTERS = 300  # characters of a sentence that a dot shows,
PLOT_CHARACTERS = 200_000  # and of all those of a plot

DocumentPairNames = tuple[DocumentName, DocumentName]
Dot = tuple[int, int]


@dataclass(frozen=True)
class MatchPlot:
    """`dots` is a path; `said` are the sentences on each side that a dot or a passage may show, by position."""

    wide: int  # in sentences,
    high: int
    width: int  # and in pixels
    height: int
    dots: str
    drawn_count: int
    dot_count: int
    sentences: list[dict[int, ShortenedText]]

    @property
    def is_crowded(self) -> bool:
        """Whether the dots would hide the passages; then they are small and lie under them."""
        return self.drawn_count > CROWDED_DOTS


def read_match_dots(run: Run, pairs: Collection[DocumentPairNames]) -> dict[DocumentPairNames, list[Dot]]:
    """The matches of these pairs, in order."""
    found = {pair: (array("I"), array("I")) for pair in pairs}
    columns = [f"{side}_{name}" for side in SIDES for name in ("document", "title", "position")]
    sides = [sorted({pair[number][0] for pair in pairs}) for number in (0, 1)]
    among = ds.field("left_document").isin(sides[0]) & ds.field("right_document").isin(sides[1])
    for batch in scan_table(run, "matches", among, columns) if pairs and "matches" in run.tables else ():
        values = zip(*(batch[name].to_pylist() for name in columns), strict=True)
        for left, left_title, one, right, right_title, other in values:
            own = found.get(((left, left_title), (right, right_title)))
            if own:
                own[0].append(one)
                own[1].append(other)
    return {pair: sorted(zip(*own, strict=True)) for pair, own in found.items()}


def sample_dots(found: Sequence[Dot], most: int = MOST_DOTS) -> list[Dot]:
    """At most so many, evenly from all of them."""
    if len(found) <= most:
        return list(found)
    return [found[number * len(found) // most] for number in range(most)]


def plot_dots(
    drawn: Sequence[Dot], there: int, corners: Iterable[Dot], sides: Sequence[RequestedSentences]
) -> MatchPlot:
    """What a page needs to draw these dots, of so many; `corners` are where passages begin."""
    wide, high = (max(side.count, 1) for side in sides)
    cell = min(MOST_PIXELS / max(wide, high), CELL_PIXELS)
    return MatchPlot(
        wide,
        high,
        round(max(wide * cell, LEAST_PIXELS)),
        round(max(high * cell, LEAST_PIXELS)),
        "".join(f"M{left} {right}h0" for left, right in drawn),
        len(drawn),
        there,
        _select_sentences([*corners, *drawn], sides),
    )


def _select_sentences(places: Iterable[Dot], sides: Sequence[RequestedSentences]) -> list[dict[int, ShortenedText]]:
    """The sentences at these places, each once, as long as there is room."""
    said: list[dict[int, ShortenedText]] = [{}, {}]
    room = PLOT_CHARACTERS
    for place in places:
        for side, position in enumerate(place):
            if room > 0 and position not in said[side] and position in sides[side].by_position:
                text = ShortenedText.cut_text(sides[side].by_position[position].text, SENTENCE_CHARACTERS)
                said[side][position] = text
                room -= len(text.shown)
    return [dict(sorted(each.items())) for each in said]
