"""Frames made ready to fill, and sentences drawn from them.

A frame becomes a format string and a list of pools, so that a sentence costs one draw per slot and one format. This is
the hot path of the generator: everything that can be done once per seed is done in `Grammar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from twicetold.demo.draws import FRAMES, Draw, pick_item, seed_stream
from twicetold.demo.expand import SLOT_PATTERN, expand_frame, measure_fixed_share
from twicetold.demo.frames import Subject, general
from twicetold.demo.frames.buildings import BRIDGE, MILL, RAILWAY, SHIP
from twicetold.demo.frames.events import BATTLE, ELECTION, SONG
from twicetold.demo.frames.nature import ASTEROID, SPECIES
from twicetold.demo.frames.people import COMPOSER, PAINTER
from twicetold.demo.frames.water import LAKE, RIVER, TOWN
from twicetold.demo.measures import MARKUP, NUMBERS
from twicetold.demo.names import build_name_pools
from twicetold.demo.words import WORDS

SUBJECTS: tuple[Subject, ...] = (
    LAKE, RIVER, TOWN, MILL, BRIDGE, RAILWAY, SHIP, PAINTER, COMPOSER, SPECIES, ASTEROID, BATTLE, ELECTION, SONG,
)  # fmt: skip
SUBJECT_MARK = "\x00"
"""Stands for the article's subject until the sentence is placed in an article."""

Pool = tuple[tuple[str, ...], int]
Frame = tuple[str, list[Pool], list[str]]
"""Format string, pools with their sizes, names of the slots."""

_IRREGULAR_PLURALS = {"mouse": "mice", "dormouse": "dormice", "wolf": "wolves", "marsh": "marshes"}


@dataclass(slots=True)
class FilledFrame:
    """A filled frame, kept in parts so that one value can be exchanged."""

    format: str
    values: list[str]
    slots: list[str]

    def render_text(self, it: str) -> str:
        return (self.format % tuple(self.values)).replace(SUBJECT_MARK, it)


class _SlotLengths(dict[str, float]):
    """Mean length of the text in a slot."""

    def __init__(self, grammar: Grammar) -> None:
        super().__init__(it=12.0)
        self.grammar = grammar

    def __missing__(self, name: str) -> float:
        pool = self.grammar.find_pool(name)
        self[name] = sum(map(len, pool)) / len(pool)
        return self[name]


class Grammar:
    """All frames of one seed, ready to fill."""

    def __init__(self, seed: int) -> None:
        self.pools: dict[str, tuple[str, ...]] = {**WORDS, **NUMBERS, **build_name_pools(seed)}
        self.markup = _build_markup(self.pools)
        self._draw = seed_stream(seed, FRAMES)
        self._lengths = _SlotLengths(self)
        tails = self._expand_frames(general.TAILS, 8, 0.45)
        self.titles = [self._compile_frame(subject.title.replace("{core}", "{it}")) for subject in SUBJECTS]
        self.definitions = [self._compile_frames(subject.definitions, 12, 0.42, tails) for subject in SUBJECTS]
        self.openers = self._compile_frames([text + " " for text in general.OPENERS], 4, 0.5)
        self.tails = [self._compile_frame(text) for text in tails]
        self.short = self._compile_frames(general.SHORT_STATEMENTS, 24, 0.22)
        common = self._compile_frames(general.STATEMENTS, 64, 0.45, tails)
        self.statements = [self._compile_frames(subject.statements, 48, 0.45, tails) + common for subject in SUBJECTS]
        self.lowered = [[self._lower_frame(frame) for frame in frames] for frames in self.statements]

    def _expand_frames(self, texts: Sequence[str], count: int, share: float, least: int = 0) -> list[str]:
        return [grown for text in texts for grown in expand_frame(text, count, share, self._lengths, self._draw, least)]

    def _compile_frames(self, texts: Sequence[str], count: int, share: float, tails: Sequence[str] = ()) -> list[Frame]:
        """Frames in `count` variants each; one that stays too fixed for its slots is given a tail for good."""
        grown = self._expand_frames(texts, count, share, least=1 if tails else 0)
        if tails:
            grown = [
                text
                if measure_fixed_share(text, self._lengths) <= share + 0.06
                else text + pick_item(tails, self._draw)
                for text in grown
            ]
        return [self._compile_frame(text) for text in grown]

    def _lower_frame(self, frame: Frame) -> Frame:
        """The frame as it goes on after an opener: `The wheel` -> `the wheel`, names stay as they are."""
        text, pools, names = frame
        if text.startswith("%s"):
            first = names[0].replace("_cap", "")
            pool = self.find_pool(first)
            return text, [(pool, len(pool)), *pools[1:]], [first, *names[1:]]
        if not text.startswith((SUBJECT_MARK, '"')):
            text = text[0].lower() + text[1:]
        return text, pools, names

    def _compile_frame(self, text: str) -> Frame:
        names = [name for name in SLOT_PATTERN.findall(text) if name != "it"]
        text = text.replace("%", "%%").replace("{it}", SUBJECT_MARK)
        return SLOT_PATTERN.sub("%s", text), [(pool, len(pool)) for pool in map(self.find_pool, names)], names

    def find_pool(self, name: str) -> tuple[str, ...]:
        """The pool behind a slot; variants (`a:adj`, `job_plural`, `good_cap`) are made when first asked for."""
        if name not in self.pools:
            self.pools[name] = self._build_pool_variant(name)
        return self.pools[name]

    def _build_pool_variant(self, name: str) -> tuple[str, ...]:
        if name.startswith("a:"):
            return tuple(_add_article(word) for word in self.find_pool(name[2:]))
        if name.startswith("a_cap:"):
            return tuple(_capitalise_word(_add_article(word)) for word in self.find_pool(name[6:]))
        if name.endswith("_plural"):
            return tuple(_build_plural(word) for word in self.find_pool(name.removesuffix("_plural")))
        if name.endswith("_cap"):
            return tuple(_capitalise_word(word) for word in self.find_pool(name.removesuffix("_cap")))
        if name.endswith("_lower"):
            return tuple(word.lower() + "i" for word in self.find_pool(name.removesuffix("_lower")))
        if name.endswith("_plain"):
            return tuple(word.replace(",", "") for word in self.find_pool(name.removesuffix("_plain")))
        raise KeyError(f"no pool for the slot `{name}`")

    def draw_definition(self, subject: int, draw: Draw) -> FilledFrame:
        """An article's first sentence."""
        frames = self.definitions[subject]
        text, pools, names = frames[int(draw() * len(frames))]
        return FilledFrame(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)

    def draw_statement_after(self, opener: str, subject: int, draw: Draw) -> FilledFrame:
        """A statement that follows these words."""
        text, pools, names = pick_item(self.lowered[subject], draw)
        return FilledFrame(opener + text + ".", [pool[int(draw() * size)] for pool, size in pools], names)

    def draw_sentence(self, subject: int, draw: Draw) -> FilledFrame:
        """A statement on this kind of subject, with or without an opener and tails.

        One in five is short, one in sixteen has an opener, and tails follow now and then: lengths have a mean of 130
        characters, a deviation of 50 and a tail to the right.
        """
        shape = draw()
        if shape < 0.20:
            text, pools, names = self.short[int(draw() * len(self.short))]
            return FilledFrame(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)
        if shape > 0.94:
            opener, pools, names = self.openers[int(draw() * len(self.openers))]
            frames = self.lowered[subject]
            text, more, more_names = frames[int(draw() * len(frames))]
            text = opener + text
            pools = pools + more
            names = names + more_names
        else:
            frames = self.statements[subject]
            text, pools, names = frames[int(draw() * len(frames))]
        tail = draw()
        while tail < 0.04:
            more_text, more, more_names = self.tails[int(draw() * len(self.tails))]
            text += more_text
            pools = pools + more
            names = names + more_names
            tail = draw() * 0.4
        return FilledFrame(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)


@lru_cache(maxsize=4)
def build_grammar(seed: int) -> Grammar:
    """The grammar of a seed; making one takes about 0.5 s."""
    return Grammar(seed)


def _build_markup(pools: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """What an editor types for a value: measures as templates, most places and some people and things as links."""
    markup = dict(MARKUP)
    for number, place in enumerate(pools["place"]):
        if number % 4:
            markup[place] = f"[[{place}]]" if number % 4 > 1 else f"[[{place} (town)|{place}]]"
    markup.update((person, f"[[{person}]]") for person in pools["person"][::3])
    for name in ("building", "rock", "plant", "vessel", "form", "work"):
        markup.update((word, f"[[{word}]]") for word in pools[name][::3])
        markup.update(
            (_build_plural(word), f"[[{word}]]s") for word in pools[name][::3] if _build_plural(word) == word + "s"
        )
    markup.update((genus, f"''{genus}''") for genus in pools["genus"])
    markup.update((f"{year}s", f"[[{year}s]]") for year in range(1800, 1900, 20))
    return markup


def _add_article(word: str) -> str:
    return ("an " if word[0] in "aeioAEIO" or word.startswith(("un", "up", "um", "ul")) else "a ") + word


def _capitalise_word(word: str) -> str:
    return word[:1].upper() + word[1:]


def _build_plural(word: str) -> str:
    """`"otter"` -> `"otters"`, `"wood mouse"` -> `"wood mice"`; good for the words of `words.py`."""
    stem, blank, last = word.rpartition(" ")
    if last in _IRREGULAR_PLURALS:
        return stem + blank + _IRREGULAR_PLURALS[last]
    if word.endswith("man"):
        return word[:-2] + "en"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
