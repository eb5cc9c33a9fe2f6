"""Facts that are stated twice, of a subject that both sentences name: which of them cannot both be true is known.

    contradiction  another number or date, undated: one of the two is wrong
    dated-update   each side names its own date: both can be true
    alias          another name for the subject, which its article, a redirect and a link give
    parallel       two things in one article, each with its own number

The first sentence is in the article on the subject. The second is in its article on the history of the subject, or, if
parallel, in the same one. A list of contradictions should have the first sort and no other. A copied passage can also
have a sentence with another value, which is a contradiction too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from twicetold.demo.draws import FACT, Draw, pick_item, seed_stream
from twicetold.demo.plants.members import FACT_KINDS, PlantedSentence
from twicetold.demo.sentences import FilledFrame, Grammar
from twicetold.demo.similarity import compute_edit_similarity

CONTRADICTION, DATED, ALIAS, PARALLEL = "contradiction", "dated-update", "alias", "parallel"
_CYCLE = (CONTRADICTION, DATED, CONTRADICTION, ALIAS, CONTRADICTION, PARALLEL)
_KINDS = {CONTRADICTION: "drift", DATED: "drift", ALIAS: "copyedit", PARALLEL: "template"}
_CHANGED_SLOTS = ("year", "recent", "money", "number", "small", "length", "area", "side")
_LOWEST_SIMILARITY = 0.82


def choose_plant(number: int) -> str:
    """Which plant the fact with this number is."""
    return _CYCLE[number % len(_CYCLE)]


def draw_alias(grammar: Grammar, seed: int, number: int) -> str:
    """The other name of the fact's subject."""
    return pick_item(grammar.pools["place"], seed_stream(seed, FACT, number, 1))


def build_fact(grammar: Grammar, seed: int, number: int, cluster: int, name: str) -> list[PlantedSentence]:
    """The two sentences of a fact about the subject with this name."""
    plant, alias, draw = choose_plant(number), draw_alias(grammar, seed, number), seed_stream(seed, FACT, number)
    members = None
    while not members:
        base = grammar.draw_fact(plant, draw)
        slots = [slot for slot, each in enumerate(base.slots) if each in _CHANGED_SLOTS]
        sides = (base, grammar.redraw_slots(base, slots, draw))
        members = _plant_sides(cluster, plant, sides, slots, (name, alias if plant == ALIAS else name))
    if plant == ALIAS:
        facts = ((("name", name),), (("name", alias),))
        members = [replace(each, facts=own) for each, own in zip(members, facts, strict=True)]
        members[1] = replace(members[1], link=(alias, f"[[{name}|{alias}]]"))
    return members


def build_changed_copy(grammar: Grammar, cluster: int, subject: int, draw: Draw) -> list[PlantedSentence]:
    """Any statement, and its copy with another number or date: a contradiction within a copied passage."""
    while True:
        base = grammar.draw_base_sentence(subject, draw, 75)
        slots = [slot for slot, name in enumerate(base.slots) if FACT_KINDS.get(name) in ("number", "date")]
        if slots:
            changed = [pick_item(slots, draw)]
            sides = (base, grammar.redraw_slots(base, changed, draw))
            if members := _plant_sides(cluster, CONTRADICTION, sides, changed, ("", "")):
                return members


def _plant_sides(
    cluster: int, plant: str, sides: Sequence[FilledFrame], slots: Sequence[int], names: Sequence[str]
) -> list[PlantedSentence] | None:
    """The members; None where they are not alike enough, or a changed value is in a sentence twice."""
    texts = [side.render_text(own) for side, own in zip(sides, names, strict=True)]
    values = [side.values[slot] for side in sides for slot in slots]
    if compute_edit_similarity(*texts) < _LOWEST_SIMILARITY or any(
        text.count(value) > 1 for text in texts for value in values
    ):
        return None
    kinds = [FACT_KINDS.get(sides[0].slots[slot], "wording") for slot in slots]
    return [
        PlantedSentence(
            cluster, _KINDS[plant], 2, text, tuple(side.values),
            tuple((kind, side.values[slot]) for kind, slot in zip(kinds, slots, strict=True)), plant=plant,
        )
        for side, text in zip(sides, texts, strict=True)
    ]  # fmt: skip
