"""Frames made ready to fill, and sentences drawn from them.

A frame becomes a format string and a list of pools, so that a sentence costs one draw per slot and one format. This is
the hot path of the generator: everything that can be done once per seed is done in `Grammar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from twicetold.planted.draws import FRAMES, Draw, pick, stream
from twicetold.planted.expand import SLOT, fixed_share, variants
from twicetold.planted.frames import Subject, general
from twicetold.planted.frames.built import BRIDGE, MILL, RAILWAY, SHIP
from twicetold.planted.frames.events import BATTLE, ELECTION, SONG
from twicetold.planted.frames.nature import ASTEROID, SPECIES
from twicetold.planted.frames.people import COMPOSER, PAINTER
from twicetold.planted.frames.water import LAKE, RIVER, TOWN
from twicetold.planted.measures import MARKUP, NUMBERS
from twicetold.planted.names import name_pools
from twicetold.planted.words import WORDS

SUBJECTS: tuple[Subject, ...] = (
    LAKE, RIVER, TOWN, MILL, BRIDGE, RAILWAY, SHIP, PAINTER, COMPOSER, SPECIES, ASTEROID, BATTLE, ELECTION, SONG,
)  # fmt: skip
IT = "\x00"
"""Stands for the article's subject until the sentence is placed in an article."""

Pool = tuple[tuple[str, ...], int]
Frame = tuple[str, list[Pool], list[str]]
"""Format string, pools with their sizes, names of the slots."""

_IRREGULAR = {"mouse": "mice", "dormouse": "dormice", "wolf": "wolves", "marsh": "marshes"}


@dataclass(slots=True)
class Sentence:
    """A filled frame, kept in parts so that one value can be exchanged."""

    format: str
    values: list[str]
    slots: list[str]

    def plain(self, it: str) -> str:
        return (self.format % tuple(self.values)).replace(IT, it)


class _Lengths(dict[str, float]):
    """Mean length of the text in a slot."""

    def __init__(self, grammar: Grammar) -> None:
        super().__init__(it=12.0)
        self.grammar = grammar

    def __missing__(self, name: str) -> float:
        pool = self.grammar.pool(name)
        self[name] = sum(map(len, pool)) / len(pool)
        return self[name]


class Grammar:
    """All frames of one seed, ready to fill."""

    def __init__(self, seed: int) -> None:
        self.pools: dict[str, tuple[str, ...]] = {**WORDS, **NUMBERS, **name_pools(seed)}
        self.markup = _markup(self.pools)
        self._draw = stream(seed, FRAMES)
        self._lengths = _Lengths(self)
        tails = self._grown(general.TAILS, 8, 0.45)
        self.titles = [self._frame(subject.title.replace("{core}", "{it}")) for subject in SUBJECTS]
        self.definitions = [self._frames(subject.definitions, 12, 0.42, tails) for subject in SUBJECTS]
        self.openers = self._frames([text + " " for text in general.OPENERS], 4, 0.5)
        self.tails = [self._frame(text) for text in tails]
        self.short = self._frames(general.SHORT, 24, 0.22)
        common = self._frames(general.STATEMENTS, 64, 0.45, tails)
        self.statements = [self._frames(subject.statements, 48, 0.45, tails) + common for subject in SUBJECTS]
        self.lowered = [[self._lowered(frame) for frame in frames] for frames in self.statements]

    def _grown(self, texts: Sequence[str], count: int, share: float, least: int = 0) -> list[str]:
        return [grown for text in texts for grown in variants(text, count, share, self._lengths, self._draw, least)]

    def _frames(self, texts: Sequence[str], count: int, share: float, tails: Sequence[str] = ()) -> list[Frame]:
        """Frames in `count` variants each; one that stays too fixed for its slots is given a tail for good."""
        grown = self._grown(texts, count, share, least=1 if tails else 0)
        if tails:
            grown = [
                text if fixed_share(text, self._lengths) <= share + 0.06 else text + pick(tails, self._draw)
                for text in grown
            ]
        return [self._frame(text) for text in grown]

    def _lowered(self, frame: Frame) -> Frame:
        """The frame as it goes on after an opener: `The wheel` -> `the wheel`, names stay as they are."""
        text, pools, names = frame
        if text.startswith("%s"):
            first = names[0].replace("_cap", "")
            pool = self.pool(first)
            return text, [(pool, len(pool)), *pools[1:]], [first, *names[1:]]
        if not text.startswith((IT, '"')):
            text = text[0].lower() + text[1:]
        return text, pools, names

    def _frame(self, text: str) -> Frame:
        names = [name for name in SLOT.findall(text) if name != "it"]
        text = text.replace("%", "%%").replace("{it}", IT)
        return SLOT.sub("%s", text), [(pool, len(pool)) for pool in map(self.pool, names)], names

    def pool(self, name: str) -> tuple[str, ...]:
        """The pool behind a slot; variants (`a:adj`, `job_plural`, `good_cap`) are made when first asked for."""
        if name not in self.pools:
            self.pools[name] = self._variant(name)
        return self.pools[name]

    def _variant(self, name: str) -> tuple[str, ...]:
        if name.startswith("a:"):
            return tuple(_article(word) for word in self.pool(name[2:]))
        if name.startswith("a_cap:"):
            return tuple(_capital(_article(word)) for word in self.pool(name[6:]))
        if name.endswith("_plural"):
            return tuple(_plural(word) for word in self.pool(name.removesuffix("_plural")))
        if name.endswith("_cap"):
            return tuple(_capital(word) for word in self.pool(name.removesuffix("_cap")))
        if name.endswith("_lower"):
            return tuple(word.lower() + "i" for word in self.pool(name.removesuffix("_lower")))
        if name.endswith("_plain"):
            return tuple(word.replace(",", "") for word in self.pool(name.removesuffix("_plain")))
        raise KeyError(f"no pool for the slot `{name}`")

    def definition(self, subject: int, draw: Draw) -> Sentence:
        """An article's first sentence."""
        frames = self.definitions[subject]
        text, pools, names = frames[int(draw() * len(frames))]
        return Sentence(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)

    def after(self, opener: str, subject: int, draw: Draw) -> Sentence:
        """A statement that follows these words."""
        text, pools, names = pick(self.lowered[subject], draw)
        return Sentence(opener + text + ".", [pool[int(draw() * size)] for pool, size in pools], names)

    def sentence(self, subject: int, draw: Draw) -> Sentence:
        """A statement on this kind of subject, with or without an opener and tails.

        One in five is short, one in sixteen has an opener, and tails follow now and then: lengths have a mean of 130
        characters, a deviation of 50 and a tail to the right.
        """
        shape = draw()
        if shape < 0.20:
            text, pools, names = self.short[int(draw() * len(self.short))]
            return Sentence(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)
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
        return Sentence(text + ".", [pool[int(draw() * size)] for pool, size in pools], names)


@lru_cache(maxsize=4)
def grammar(seed: int) -> Grammar:
    """The grammar of a seed; making one takes about 0.5 s."""
    return Grammar(seed)


def _markup(pools: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """What an editor types for a value: measures as templates, most places and some people and things as links."""
    markup = dict(MARKUP)
    for number, place in enumerate(pools["place"]):
        if number % 4:
            markup[place] = f"[[{place}]]" if number % 4 > 1 else f"[[{place} (town)|{place}]]"
    markup.update((person, f"[[{person}]]") for person in pools["person"][::3])
    for name in ("building", "rock", "plant", "vessel", "form", "work"):
        markup.update((word, f"[[{word}]]") for word in pools[name][::3])
        markup.update((_plural(word), f"[[{word}]]s") for word in pools[name][::3] if _plural(word) == word + "s")
    markup.update((genus, f"''{genus}''") for genus in pools["genus"])
    markup.update((f"{year}s", f"[[{year}s]]") for year in range(1800, 1900, 20))
    return markup


def _article(word: str) -> str:
    return ("an " if word[0] in "aeioAEIO" or word.startswith(("un", "up", "um", "ul")) else "a ") + word


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _plural(word: str) -> str:
    """`"otter"` -> `"otters"`, `"wood mouse"` -> `"wood mice"`; good for the words of `words.py`."""
    stem, blank, last = word.rpartition(" ")
    if last in _IRREGULAR:
        return stem + blank + _IRREGULAR[last]
    if word.endswith("man"):
        return word[:-2] + "en"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
