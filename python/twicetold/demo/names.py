"""Invented names: places, people, ships, species, each page's own.

A name is three parts. The first and second come from prefix-free lists, so two different triples never spell the same
name, and `core_name` gives every page a name of its own without remembering any.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random


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
_PLACE_TAILS = (
    """
    bach beck berg borough bourne bridge brook burg burn bury by carn church cliff combe court cross dale den dorf
    fall fell field fleet fold ford garth gate glen ham haugh haven head heim hill holm holt hurst keld kirk land ley
    lin loch lund marsh mere mill minster moor more mouth ness nor pool port quay rath ridge rigg rock sand sea shaw
    side slade sound stead stoke ston stow strand strath thorpe thwaite toft ton vale vik wade wall water well wick
    wold wood worth wyke
"""
).split()
_SURNAME_TAILS = (
    """
    ak an ander ard aris arne beck berg bert by croft dahl danz dor dric duin eau ek ell elli en er esco ett ev ez
    feld fer gaard gren grim han hart hof ic idge ier in ing ini inski ique is kamp ka ko kov lander lein lind lock
    low man mark meyer mond nell nik o off ola olt omb onen ore oux ov owski ra rich ric rose sen shaw sky son stein
    stra strom ton tov ulis us va vel ville wald well wright yk zani
"""
).split()
_GIVEN_NAMES = (
    """
    Ada Adrian Agnes Alba Albert Aldo Alena Alfred Alice Alma Alva Amos Anders Andrea Anna Anselm Anton Arne Arthur
    Astrid August Aurel Barbara Beata Benno Berta Bianca Bruno Camilla Carl Casimir Cecilia Clara Clemens Conrad Cora
    Cyril Dagmar Damian Daria David Delia Dora Edgar Edith Edmund Egon Elias Elin Elmer Elsa Emil Emma Enoch Erik
    Ernst Esther Eugen Eva Fabian Felix Flora Frank Frida Gabriel Georg Gerda Gideon Gilbert Gisela Greta Gustav Hanna
    Harald Hedwig Helen Hector Henrik Hilda Hugo Ida Ignaz Igor Ilse Ines Ingrid Irma Isaac Ivan Ivo Jacob Jan Jasper
    Joan Jonas Josef Judith Julian Karin Kasper Klara Konrad Lars Laura Leo Leona Lewis Lina Linus Livia Lorenz Louis
    Lucia Ludwig Lydia Magda Malte Marcus Maria Marta Martin Mathilda Maud Max Mila Milan Miriam Moritz Nadia Nils
    Nina Noah Nora Octavia Olaf Olga Oscar Oskar Oswald Otto Paula Percy Peter Petra Philip Quentin Ralph Regina
    Reinhold Rita Robert Rosa Ruben Rudolf Rufus Ruth Salome Samuel Selma Silas Silvia Simon Sofia Stefan Susanna Sven
    Tamara Tessa Theo Thora Tilda Tobias Ulrich Ursula Valentin Vera Victor Viola Walter Wanda Wenzel Wilma Xaver
    Yvonne Zelda
"""
).split()

CORE_NAME_COUNT = len(_HEADS) * len(_MIDDLES) * len(_PLACE_TAILS)


def build_core_name(number: int, person: bool = False) -> str:
    """The name with this number; numbers in a row of `CORE_NAMES` give different names."""
    number = (number * 1_000_003 + 7_919) % CORE_NAME_COUNT
    number, tail = divmod(number, len(_PLACE_TAILS))
    head, middle = divmod(number, len(_MIDDLES))
    return _HEADS[head] + _MIDDLES[middle] + (_SURNAME_TAILS if person else _PLACE_TAILS)[tail]


def _draw_names(random: Random, count: int, tails: list[str]) -> tuple[str, ...]:
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
    """The proper names that fill slots: `place`, `surname`, `given`, `person`, `genus`, `title` (of a book or song)."""
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
        "given": tuple(_GIVEN_NAMES),
        "person": tuple(people),
        "genus": tuple(convert_to_genus(name) for name in species),
    }


def convert_to_genus(name: str) -> str:
    """A name as a genus: `"Harrowmere"` -> `"Harrowmops"`"""
    stem = name.split(" ")[0][:7].rstrip("aeiouy")
    return stem + ("ia", "us", "ella", "opsis", "ops", "ina")[len(name) % 6]
