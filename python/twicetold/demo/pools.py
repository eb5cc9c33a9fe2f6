"""The texts that can fill each slot of a frame, and what an editor types for them."""

from __future__ import annotations

from collections.abc import Callable

from twicetold.demo.measures import MARKUP, NUMBERS
from twicetold.demo.names import build_name_pools
from twicetold.demo.words import WORDS

_IRREGULAR_PLURALS = {"mouse": "mice", "dormouse": "dormice", "wolf": "wolves", "marsh": "marshes"}


class SlotPools(dict[str, tuple[str, ...]]):
    """The pool of each slot, by its name; variants (`a:adj`, `job_plural`, `good_cap`) are made when first needed."""

    def __init__(self, seed: int) -> None:
        super().__init__({**WORDS, **NUMBERS, **build_name_pools(seed)})

    def __missing__(self, name: str) -> tuple[str, ...]:
        prefix, colon, word = name.rpartition(":")
        base, _, suffix = (word, "", prefix) if colon else name.rpartition("_")
        self[name] = tuple(map(_VARIANTS[suffix], self[base]))
        return self[name]


def build_markup(pools: SlotPools) -> dict[str, str]:
    """What an editor types for a value: measures as templates, most places and some people and things as links."""
    markup = dict(MARKUP)
    for number, place in enumerate(pools["place"]):
        if number % 4:
            markup[place] = f"[[{place}]]" if number % 4 > 1 else f"[[{place} (town)|{place}]]"
    markup.update((person, f"[[{person}]]") for person in pools["person"][::3])
    for name in ("building", "rock", "plant", "vessel", "form", "work"):
        words = pools[name][::3]
        markup.update((word, f"[[{word}]]") for word in words)
        markup.update((_build_plural(word), f"[[{word}]]s") for word in words if _build_plural(word) == word + "s")
    markup.update((genus, f"''{genus}''") for genus in pools["genus"])
    markup.update((f"{year}s", f"[[{year}s]]") for year in range(1800, 1900, 20))
    return markup


def _add_article(word: str) -> str:
    return ("an " if word[0] in "aeioAEIO" or word.startswith(("un", "up", "um", "ul")) else "a ") + word


def _capitalise_word(word: str) -> str:
    return word[:1].upper() + word[1:]


def _build_plural(word: str) -> str:
    """`"otter"` -> `"otters"`, `"wood mouse"` -> `"wood mice"`; good for the words of `words.toml`."""
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


_VARIANTS: dict[str, Callable[[str], str]] = {
    "a": _add_article,
    "a_cap": lambda word: _capitalise_word(_add_article(word)),
    "plural": _build_plural,
    "cap": _capitalise_word,
    "lower": lambda word: word.lower() + "i",
    "plain": lambda word: word.replace(",", ""),
}
