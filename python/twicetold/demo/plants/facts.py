"""Facts that are stated twice, of a subject that both sentences name: which of them cannot both be true is known.

    contradiction  another number or date, undated: one of the two is wrong
    dated-update   each side names its own date: both can be true
    alias          another name for the subject, which its article, a redirect and a link give
    parallel       two things in one article, each with its own number

The first sentence is in the article on the subject. The second is in its article on the history of the subject, or, if
parallel, in the same one. A list of contradictions should have the first sort and no other.
"""

from __future__ import annotations

from dataclasses import replace

from twicetold.demo.draws import FACT, Draw, pick_item, seed_stream
from twicetold.demo.plants.members import FACT_KINDS, MemberPlace, PlantedSentence
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
    names = (name, alias if plant == ALIAS else name)
    while True:
        base = grammar.draw_fact(plant, draw)
        slots = [slot for slot, each in enumerate(base.slots) if each in _CHANGED_SLOTS]
        sides = (base, grammar.redraw_slots(base, slots, draw))
        texts = [side.render_text(own) for side, own in zip(sides, names, strict=True)]
        values = [side.values[slot] for side in sides for slot in slots]
        if compute_edit_similarity(*texts) >= _LOWEST_SIMILARITY and not any(
            text.count(value) > 1 for text in texts for value in values
        ):
            break
    facts = [[(_name_change(side, slot), side.values[slot]) for slot in slots] for side in sides]
    members = [
        PlantedSentence(cluster, _KINDS[plant], 2, text, tuple(side.values), tuple(changed), plant=plant)
        for side, text, changed in zip(sides, texts, facts, strict=True)
    ]
    if plant == ALIAS:
        members = [replace(each, facts=(("name", own),)) for each, own in zip(members, names, strict=True)]
        members[1] = replace(members[1], link=(alias, f"[[{name}|{alias}]]"))
    return members


def _name_change(sentence: FilledFrame, slot: int) -> str:
    return FACT_KINDS.get(sentence.slots[slot], "wording")


def build_drift(grammar: Grammar, place: MemberPlace, subject: int, draw: Draw) -> PlantedSentence:
    """The same sentence with another value for one fact; all members of the cluster disagree."""
    while True:
        base = grammar.draw_base_sentence(subject, draw, 75)
        text = base.render_text("")
        slots = [
            slot
            for slot, name in enumerate(base.slots)
            if name in FACT_KINDS and text.count(base.values[slot]) == 1 and len(base.values[slot]) * 6 < len(text)
        ]
        if slots:
            break
    slot = pick_item(slots, draw)
    values = [base.values[slot]]
    while len(values) <= place.number:
        value = pick_item(grammar.pools[base.slots[slot]], draw)
        if value not in values and value not in text and abs(len(value) - len(values[0])) < 6:
            values.append(value)
    base.values[slot] = values[place.number]
    member = place.complete(base, ((FACT_KINDS[base.slots[slot]], values[place.number]),))
    return replace(member, plant=CONTRADICTION)
