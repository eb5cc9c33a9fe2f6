"""Frames made ready to fill, and sentences drawn from them.

A frame becomes a format string and a list of pools, so that a sentence costs one draw per slot and one format. This is
the hot path of the generator: everything that can be done once per seed is done in `Grammar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from twicetold.demo.draws import FRAMES, Draw, pick_item, seed_stream
from twicetold.demo.expand import SLOT_PATTERN, SlotLengths, expand_frame, measure_fixed_share
from twicetold.demo.pools import SlotPools, build_markup
from twicetold.demo.words import CITATION_FRAME, FACT_FRAMES, GENERAL_FRAMES, SUBJECTS

SUBJECT_MARK = "\x00"
"""Stands for the article's subject until the sentence is placed in an article."""

Pool = tuple[tuple[str, ...], int]
Frame = tuple[str, list[Pool], list[str]]
"""Format string, pools with their sizes, names of the slots."""


@dataclass(slots=True)
class FilledFrame:
    """A filled frame, kept in parts so that one value can be exchanged."""

    format: str
    values: list[str]
    slots: list[str]

    def render_text(self, it: str) -> str:
        return (self.format % tuple(self.values)).replace(SUBJECT_MARK, it)


class Grammar:
    """All frames of one seed, ready to fill."""

    def __init__(self, seed: int) -> None:
        self.pools = SlotPools(seed)
        self.markup = build_markup(self.pools)
        self._draw = seed_stream(seed, FRAMES)
        self._lengths = SlotLengths(self.pools)
        tails = self._expand_frames(GENERAL_FRAMES["tails"], 8, 0.45)
        self.titles = [self._compile_frame(subject.title.replace("{core}", "{it}")) for subject in SUBJECTS]
        self.citation = self._compile_frame(CITATION_FRAME)
        self.facts = {plant: [self._compile_frame(text) for text in texts] for plant, texts in FACT_FRAMES.items()}
        self.definitions = [self._compile_frames(subject.definitions, 12, 0.42, tails) for subject in SUBJECTS]
        self.openers = self._compile_frames([text + " " for text in GENERAL_FRAMES["openers"]], 4, 0.5)
        self.tails = [self._compile_frame(text) for text in tails]
        self.short = self._compile_frames(GENERAL_FRAMES["short_statements"], 24, 0.22)
        common = self._compile_frames(GENERAL_FRAMES["statements"], 64, 0.45, tails)
        self.statements = [self._compile_frames(subject.statements, 48, 0.45, tails) + common for subject in SUBJECTS]
        self.lowered = [[self._lower_frame(frame) for frame in frames] for frames in self.statements]

    def _expand_frames(self, texts: Sequence[str], count: int, share: float, least: int = 0) -> list[str]:
        return [grown for text in texts for grown in expand_frame(text, count, share, self._lengths, self._draw, least)]

    def _compile_frames(self, texts: Sequence[str], count: int, share: float, tails: Sequence[str] = ()) -> list[Frame]:
        """Frames in `count` variants each; one that stays too fixed for its slots is given a tail for good."""
        grown = self._expand_frames(texts, count, share, least=1 if tails else 0)
        for number, text in enumerate(grown):
            if tails and measure_fixed_share(text, self._lengths) > share + 0.06:
                grown[number] += pick_item(tails, self._draw)
        return [self._compile_frame(text) for text in grown]

    def _lower_frame(self, frame: Frame) -> Frame:
        """The frame as it goes on after an opener: `The wheel` -> `the wheel`, names stay as they are."""
        text, pools, names = frame
        if text.startswith("%s"):
            first = names[0].replace("_cap", "")
            pool = self.pools[first]
            return text, [(pool, len(pool)), *pools[1:]], [first, *names[1:]]
        if not text.startswith((SUBJECT_MARK, '"')):
            text = text[0].lower() + text[1:]
        return text, pools, names

    def _compile_frame(self, text: str) -> Frame:
        names = [name for name in SLOT_PATTERN.findall(text) if name != "it"]
        text = text.replace("%", "%%").replace("{it}", SUBJECT_MARK)
        return SLOT_PATTERN.sub("%s", text), [(self.pools[name], len(self.pools[name])) for name in names], names

    def draw_definition(self, subject: int, draw: Draw) -> FilledFrame:
        """An article's first sentence."""
        return _fill_frame(*pick_item(self.definitions[subject], draw), draw)

    def draw_fact(self, plant: str, draw: Draw) -> FilledFrame:
        """A statement on the subject that is named in it, for one of the plants in `plants/facts.py`."""
        return _fill_frame(*pick_item(self.facts[plant], draw), draw)

    def draw_statement_after(self, opener: str, subject: int, draw: Draw) -> FilledFrame:
        """A statement that follows these words."""
        text, pools, names = pick_item(self.lowered[subject], draw)
        return _fill_frame(opener + text, pools, names, draw)

    def draw_citation(self, draw: Draw) -> FilledFrame:
        """A book cited: `Anna Dorvel, The Low Barn of Gorsea, Talby University Press, 1911, pages 31–1,433.`"""
        return _fill_frame(*self.citation, draw)

    def draw_sentence(self, subject: int, draw: Draw) -> FilledFrame:
        """A statement on this kind of subject, with or without an opener and tails.

        One in five is short, one in sixteen has an opener, and tails follow now and then: lengths have a mean of 130
        characters, a deviation of 50 and a tail to the right.
        """
        shape = draw()
        if shape < 0.20:
            return _fill_frame(*pick_item(self.short, draw), draw)
        if shape > 0.94:
            text, pools, names = _join_frames(pick_item(self.openers, draw), pick_item(self.lowered[subject], draw))
        else:
            text, pools, names = pick_item(self.statements[subject], draw)
        tail = draw()
        while tail < 0.04:
            text, pools, names = _join_frames((text, pools, names), pick_item(self.tails, draw))
            tail = draw() * 0.4
        return _fill_frame(text, pools, names, draw)

    def draw_base_sentence(self, subject: int, draw: Draw, shortest: int, longest: int = 320) -> FilledFrame:
        """A sentence of `shortest` to `longest` characters, to be copied or changed."""
        while True:
            base = self.draw_sentence(subject, draw)
            if shortest <= len(base.render_text("")) <= longest:
                return base

    def redraw_slots(self, base: FilledFrame, slots: Sequence[int], draw: Draw) -> FilledFrame:
        """The sentence with new values in these slots."""
        values = list(base.values)
        for slot in slots:
            while values[slot] == base.values[slot]:
                values[slot] = pick_item(self.pools[base.slots[slot]], draw)
        return FilledFrame(base.format, values, base.slots)


def _join_frames(first: Frame, second: Frame) -> Frame:
    return first[0] + second[0], first[1] + second[1], first[2] + second[2]


def _fill_frame(text: str, pools: list[Pool], names: list[str], draw: Draw) -> FilledFrame:
    return FilledFrame(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)


@lru_cache(maxsize=4)
def build_grammar(seed: int) -> Grammar:
    """The grammar of a seed; making one takes about 0.5 s."""
    return Grammar(seed)
