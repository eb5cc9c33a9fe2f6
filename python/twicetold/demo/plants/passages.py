"""Passages: runs of sentences that two articles share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate

from twicetold.demo.draws import PASSAGE, seed_stream
from twicetold.demo.layout import PASSAGE_LENGTHS, Layout
from twicetold.demo.plants.copyedit import apply_copyedits
from twicetold.demo.plants.facts import build_changed_copy
from twicetold.demo.plants.members import PlantedSentence
from twicetold.demo.sentences import Grammar
from twicetold.demo.words import SUBJECTS

_STARTS = tuple(accumulate(PASSAGE_LENGTHS, initial=0))


@dataclass(frozen=True, slots=True)
class PlantedPassage:
    """A run of sentences in two articles: `ends[0]` the source, `ends[1]` the copy."""

    ends: tuple[tuple[PlantedSentence, ...], tuple[PlantedSentence, ...]]
    shared: int
    kind: str


def build_passage(grammar: Grammar, layout: Layout, seed: int, number: int) -> PlantedPassage:
    """A copied passage: word for word, or with a sentence edited, contradicted, put in or left out."""
    draw = seed_stream(seed, PASSAGE, number)
    subject = int(draw() * len(SUBJECTS))
    lap, place = divmod(number, len(PASSAGE_LENGTHS))
    first = layout.first_passage_cluster + lap * _STARTS[-1] + _STARTS[place]
    left = []
    for part in range(PASSAGE_LENGTHS[place]):
        base = grammar.draw_base_sentence(subject, seed_stream(seed, PASSAGE, number, part + 1), 60)
        left.append(PlantedSentence(first + part, "identical", 2, base.render_text(""), tuple(base.values)))
    right = list(left)
    mode = draw()
    if mode < 0.5:
        return PlantedPassage((tuple(left), tuple(right)), len(left), "identical")
    spot = 1 + int(draw() * (len(left) - 2))
    one = left[spot]
    kind = "copyedit"
    shared = len(left)
    if mode < 0.72 or (len(left) < 5 and mode >= 0.82):
        left[spot] = replace(one, kind="copyedit")
        right[spot] = replace(left[spot], text=apply_copyedits(one.text, 0.8, draw))
    elif mode < 0.82:
        left[spot], right[spot] = build_changed_copy(grammar, one.cluster, subject, draw)
        kind = "drift"
    elif mode < 0.91:
        base = grammar.draw_base_sentence(subject, draw, 60)
        right.insert(spot, PlantedSentence(-1, "", 0, base.render_text(""), tuple(base.values)))
    else:
        left[spot] = replace(one, cluster=-1, kind="", size=0)
        del right[spot]
        shared -= 1
    return PlantedPassage((tuple(left), tuple(right)), shared, kind)
