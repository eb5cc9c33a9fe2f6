"""The members of planted clusters, a function for each kind of cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twicetold.demo.draws import CLUSTER, MEMBER, Draw, pick_item, seed_stream, shuffle_items
from twicetold.demo.plants.copyedit import apply_copyedits
from twicetold.demo.sentences import SUBJECT_MARK, FilledFrame, Grammar
from twicetold.demo.similarity import compute_edit_similarity
from twicetold.demo.words import SUBJECTS

FACT_KINDS = {
    "place": "place", "person": "name", "surname": "name",
    "year": "date", "recent": "date", "date": "date", "month": "date",
    "number": "number", "small": "number", "percent": "number", "money": "number", "millions": "number",
    "length": "number", "area": "number", "height": "number", "weight": "number", "number_word": "number",
}  # fmt: skip
"""Slots that hold a fact, and what kind of change it is when they differ."""
_RELATION_SLOTS = ("did", "done", "want")
_THING_SLOTS = tuple("job building animal vessel feature good a:job a:building a:feature event group".split())
_SUBJECT_OPENERS = tuple(
    f"{words} {SUBJECT_MARK}, " for words in ("As for", "In accounts of", "In the story of", "With regard to")
)
_LONG_TITLE_NOUNS = ("song", "line", "species", "election")
_MOST_TRIES = 30


@dataclass(frozen=True, slots=True)
class PlantedSentence:
    """A planted sentence. `facts` are the values in which members of a cluster differ, (kind, value) in order."""

    cluster: int
    kind: str
    size: int
    text: str
    values: tuple[str, ...]
    facts: tuple[tuple[str, str], ...] = ()
    pair: int = -1
    """The near-miss pair it belongs to."""
    plant: str = ""
    """Which of the plants of `facts.py` it is."""
    link: tuple[str, str] = ("", "")
    """A name in it, and what an editor types for that."""


@dataclass(frozen=True, slots=True)
class MemberPlace:
    """Which member of which cluster to build, and for an article on what."""

    seed: int
    cluster: int
    kind: str
    size: int
    number: int
    title: str

    def complete(self, sentence: FilledFrame, facts: tuple[tuple[str, str], ...] = ()) -> PlantedSentence:
        """The member that consists of this sentence."""
        text = sentence.render_text(self.title)
        return PlantedSentence(self.cluster, self.kind, self.size, text, tuple(sentence.values), facts)


def choose_subject(seed: int, cluster: int) -> int:
    """The kind of article that the cluster's sentences belong in."""
    return int(seed_stream(seed, CLUSTER, cluster)() * len(SUBJECTS))


def build_member(grammar: Grammar, place: MemberPlace) -> PlantedSentence:
    """A member of a cluster. All members draw from the cluster's stream alike, so they share what is drawn from it."""
    draw = seed_stream(place.seed, CLUSTER, place.cluster)
    subject = int(draw() * len(SUBJECTS))
    return MEMBER_BUILDERS[place.kind](grammar, place, subject, draw)


def _build_identical(grammar: Grammar, place: MemberPlace, subject: int, draw: Draw) -> PlantedSentence:
    return place.complete(grammar.draw_base_sentence(subject, draw, 75))


def _build_copyedit(grammar: Grammar, place: MemberPlace, subject: int, draw: Draw) -> PlantedSentence:
    base = grammar.draw_base_sentence(subject, draw, 75)
    text = derive_member_text(base.render_text(place.title), place)
    return PlantedSentence(place.cluster, place.kind, place.size, text, tuple(base.values))


def derive_member_text(text: str, place: MemberPlace) -> str:
    """The text as this member has it: member 0 has the original, the others each edit it in their own way."""
    texts = [text]
    while len(texts) <= place.number:
        own = seed_stream(place.seed, MEMBER, place.cluster, len(texts))
        tried = (apply_copyedits(text, 0.8 if place.size == 2 else 0.9, own) for _ in range(_MOST_TRIES))
        # A short text has only so many edits; then a number tells the members of a large cluster apart.
        texts.append(next((edited for edited in tried if edited not in texts), f"{text[:-1]} {len(texts)}."))
    return texts[-1]


def _build_template(grammar: Grammar, place: MemberPlace, subject: int, draw: Draw) -> PlantedSentence:
    """One frame of many articles: the subject and a fact or two change, the rest is word for word the same."""
    needed = 26 if SUBJECTS[subject].noun in _LONG_TITLE_NOUNS else 14
    while True:
        if draw() < 0.4:
            base = grammar.draw_definition(subject, draw)
        else:
            base = grammar.draw_statement_after(pick_item(_SUBJECT_OPENERS, draw), subject, draw)
        length = len(base.render_text(""))
        room = length * 0.16 - needed
        if room >= 0 and 100 <= length <= 320:
            break
    varied: list[int] = []
    for slot in shuffle_items([number for number, name in enumerate(base.slots) if name in FACT_KINDS], draw):
        if len(base.values[slot]) <= room and len(varied) < 2:
            varied.append(slot)
            room -= len(base.values[slot])
    own = seed_stream(place.seed, MEMBER, place.cluster, place.number)
    sentence = grammar.redraw_slots(base, sorted(varied), own)
    facts = tuple((FACT_KINDS[base.slots[slot]], sentence.values[slot]) for slot in sorted(varied))
    return place.complete(sentence, (("name", place.title), *facts))


def _build_other(grammar: Grammar, place: MemberPlace, subject: int, draw: Draw) -> PlantedSentence:
    """Similar by chance: another relation between other things, in the same words otherwise."""
    while True:
        base = grammar.draw_base_sentence(subject, draw, 110)
        relations = [slot for slot, name in enumerate(base.slots) if name in _RELATION_SLOTS]
        things = [slot for slot, name in enumerate(base.slots) if name in _THING_SLOTS]
        if relations and things:
            slots = [pick_item(relations, draw), pick_item(things, draw)]
            if sum(len(base.values[slot]) for slot in slots) < 0.15 * len(base.render_text("")):
                break
    sentence = base
    own = seed_stream(place.seed, MEMBER, place.cluster, place.number)
    while place.number:
        sentence = grammar.redraw_slots(base, slots, own)
        similarity = compute_edit_similarity(sentence.render_text(""), base.render_text(""))
        if similarity >= (0.82 if place.size == 2 else 0.88):
            break
    return place.complete(sentence)


def _build_reference(grammar: Grammar, place: MemberPlace, subject: int, draw: Draw) -> PlantedSentence:
    """One work cited with other pages, or another year."""
    base = grammar.draw_citation(draw)
    own = seed_stream(place.seed, MEMBER, place.cluster, place.number)
    slots = [6, 7] if own() < 0.6 else [5, 6]
    return place.complete(grammar.redraw_slots(base, slots, own) if place.number else base)


MEMBER_BUILDERS: dict[str, Callable[[Grammar, MemberPlace, int, Draw], PlantedSentence]] = {
    "identical": _build_identical,
    "template": _build_template,
    "copyedit": _build_copyedit,
    "reference": _build_reference,
    "other": _build_other,
}
