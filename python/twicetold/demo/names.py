"""Invented names: places, people, ships, species, each page's own.

A name is three parts. The first and second come from prefix-free lists, so two different triples never spell the same
name, and `build_core_name` gives every page a name of its own without remembering any.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random

from twicetold.demo.words import NAME_PARTS


def _keep_prefix_free(candidates: Iterable[str]) -> tuple[str, ...]:
    """The candidates, without any that begins with another: `["ha", "har", "bo"]` -> `("bo", "ha")`"""
    kept: list[str] = []
    for candidate in sorted(set(candidates)):
        if not kept or not candidate.startswith(kept[-1]):
            kept.append(candidate)
    return tuple(kept)


_HEADS = _keep_prefix_free(
    onset + vowel + coda
    for onset, vowel, coda in product(
        "B Br C Cr D Dr F Fl G Gr H J K Kl L M N P Pr R S Sk St T Th Tr V W Y Z".split(),
        "a e i o u".split(),
        "l n r s m v d g".split(),
    )
    if (len(onset) * 7 + ord(vowel) * 3 + len(coda) * 5 + ord(onset[0])) % 3 != 0
)
_MIDDLES = _keep_prefix_free(
    onset + vowel + coda
    for onset, vowel, coda in product(
        "b d g k l m n r t v w".split(), "a e i o u y".split(), ["", "n", "r", "sk", "th"]
    )
    if len(coda) < 2 or vowel in "aeo"
) + tuple(v + c for v, c in product("aeo", ("ck", "ff", "gg", "mm", "pp")))
_PLACE_TAILS, _SURNAME_TAILS, _GIVEN_NAMES = (NAME_PARTS[part] for part in ("place_tails", "surname_tails", "given"))

CORE_NAME_COUNT = len(_HEADS) * len(_MIDDLES) * len(_PLACE_TAILS)


def build_core_name(number: int, person: bool = False) -> str:
    """The name with this number; numbers in a row of `CORE_NAME_COUNT` give different names."""
    number = (number * 1_000_003 + 7_919) % CORE_NAME_COUNT
    number, tail = divmod(number, len(_PLACE_TAILS))
    head, middle = divmod(number, len(_MIDDLES))
    return _HEADS[head] + _MIDDLES[middle] + (_SURNAME_TAILS if person else _PLACE_TAILS)[tail]


def _draw_names(random: Random, count: int, tails: tuple[str, ...]) -> tuple[str, ...]:
    """`count` different two- or three-part names in the order drawn."""
    names: dict[str, None] = {}
    draw = random.random
    while len(names) < count:
        name = _HEADS[int(draw() * len(_HEADS))]
        if draw() < 0.7:
            name += _MIDDLES[int(draw() * len(_MIDDLES))]
        names[name + tails[int(draw() * len(tails))]] = None
    return tuple(names)


def build_name_pools(seed: int) -> dict[str, tuple[str, ...]]:
    """The proper names that fill slots: `place`, `surname`, `given`, `person` and `genus`."""
    random = Random(seed * 2 + 1)
    draw = random.random
    places = _draw_names(random, 24_000, _PLACE_TAILS)
    surnames = _draw_names(random, 16_000, _SURNAME_TAILS)
    people: dict[str, None] = {}
    while len(people) < 40_000:
        people[f"{_GIVEN_NAMES[int(draw() * len(_GIVEN_NAMES))]} {surnames[int(draw() * len(surnames))]}"] = None
    species = [build_core_name(int(draw() * CORE_NAME_COUNT)) for _ in range(2_000)]
    return {
        "place": places,
        "surname": surnames,
        "given": _GIVEN_NAMES,
        "person": tuple(people),
        "genus": tuple(convert_to_genus(name) for name in species),
    }


def convert_to_genus(name: str) -> str:
    """A name as a genus: `"Harrowmere"` -> `"Harrowmops"`"""
    stem = name.split(" ")[0][:7].rstrip("aeiouy")
    return stem + ("ia", "us", "ella", "opsis", "ops", "ina")[len(name) % 6]
