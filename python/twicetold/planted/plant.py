"""What is planted: the members of clusters, passages and near misses, each by its number.

Everything here is a function of the seed and numbers, so any member can be made when its page is, in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from twicetold.planted.copyedit import copyedited
from twicetold.planted.draws import CLUSTER, MEMBER, NEAR_MISS, PASSAGE, Draw, pick, shuffled, stream
from twicetold.planted.layout import PASSAGE_LENGTHS, Layout
from twicetold.planted.names import CORE_NAMES, core_name
from twicetold.planted.sentences import IT, SUBJECTS, Grammar, Sentence
from twicetold.planted.similarity import edit_similarity

FACTS = {
    "place": "place", "person": "name", "surname": "name", "year": "date", "date": "date", "month": "date",
    "number": "number", "small": "number", "percent": "number", "money": "number", "millions": "number",
    "length": "number", "area": "number", "height": "number", "weight": "number", "number_word": "number",
}  # fmt: skip
"""Slots that hold a fact, and what kind of change it is when they differ."""
_RELATIONS = ("did", "done", "want")
_THINGS = (
    "job",
    "building",
    "animal",
    "vessel",
    "feature",
    "good",
    "a:job",
    "a:building",
    "a:feature",
    "event",
    "group",
)
_ON_THE_SUBJECT = tuple(
    f"{words} {IT}, " for words in ("As for", "In accounts of", "In the story of", "With regard to")
)
_LONG_TITLES = ("song", "line", "species", "election")
_CITATION = "{person}, The {adj_cap} {building_cap} of {place}, {place} {press}, {year}, pages {small}–{number}."


@dataclass(frozen=True, slots=True)
class Plant:
    """A planted sentence. `facts` are the values in which members of a cluster differ, (kind, value) in order."""

    cluster: int
    kind: str
    size: int
    text: str
    values: tuple[str, ...]
    facts: tuple[tuple[str, str], ...] = ()
    pair: int = -1
    """The near-miss pair it belongs to."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of sentences in two articles: `ends[0]` the source, `ends[1]` the copy."""

    ends: tuple[tuple[Plant, ...], tuple[Plant, ...]]
    shared: int
    kind: str


_TRIES = 30


class Planter:
    """Makes planted sentences for one corpus."""

    def __init__(self, seed: int, grammar: Grammar, layout: Layout) -> None:
        self.seed = seed
        self.grammar = grammar
        self.layout = layout
        self._passage_starts = (0, *accumulate(PASSAGE_LENGTHS))
        self._citation = grammar._frame(_CITATION)

    def subject(self, cluster: int) -> int:
        """The kind of article the cluster's sentences belong in."""
        return int(stream(self.seed, CLUSTER, cluster)() * len(SUBJECTS))

    def member(self, cluster: int, member: int, it: str) -> Plant:
        """A member of a cluster, in an article on `it`."""
        kind, size = self.layout.kind_and_size(cluster)
        draw = stream(self.seed, CLUSTER, cluster)
        subject = int(draw() * len(SUBJECTS))
        own = stream(self.seed, MEMBER, cluster, member)
        if kind == "reference":
            return self._reference(cluster, size, member, draw, own)
        if kind == "template":
            return self._template(cluster, size, subject, draw, it, own)
        if kind == "drift":
            return self._drift(cluster, size, member, subject, draw)
        base = self._base(subject, draw, 75)
        text = base.plain(it)
        if kind == "other":
            return self._other(cluster, size, member, subject, draw, own)
        if kind == "copyedit":
            text = self._edited(text, cluster, size, member)
        return Plant(cluster, kind, size, text, tuple(base.values))

    def _base(self, subject: int, draw: Draw, shortest: int, longest: int = 320) -> Sentence:
        while True:
            base = self.grammar.sentence(subject, draw)
            if shortest <= len(base.plain("")) <= longest:
                return base

    def _edited(self, text: str, cluster: int, size: int, member: int) -> str:
        """The text as this member has it: 0 the original, the others each edited in their own way."""
        texts = [text]
        while len(texts) <= member:
            own = stream(self.seed, MEMBER, cluster, len(texts))
            tried = (copyedited(text, 0.8 if size == 2 else 0.9, own) for _ in range(_TRIES))
            # A short text has only so many edits; then a number tells the members of a large cluster apart.
            texts.append(next((edited for edited in tried if edited not in texts), f"{text[:-1]} {len(texts)}."))
        return texts[-1]

    def _redrawn(self, base: Sentence, slots: list[int], draw: Draw) -> Sentence:
        """The sentence with new values in these slots."""
        values = list(base.values)
        for slot in slots:
            pool = self.grammar.pool(base.slots[slot])
            while values[slot] == base.values[slot]:
                values[slot] = pick(pool, draw)
        return Sentence(base.format, values, base.slots)

    def _template(self, cluster: int, size: int, subject: int, draw: Draw, it: str, own: Draw) -> Plant:
        """One frame of many articles: the subject and a fact or two change, the rest is word for word the same."""
        needed = 26 if SUBJECTS[subject].noun in _LONG_TITLES else 14
        while True:
            if draw() < 0.4:
                base = self.grammar.definition(subject, draw)
            else:
                base = self.grammar.after(pick(_ON_THE_SUBJECT, draw), subject, draw)
            length = len(base.plain(""))
            room = length * 0.16 - needed
            if room >= 0 and 100 <= length <= 320:
                break
        varied: list[int] = []
        for slot in shuffled([number for number, name in enumerate(base.slots) if name in FACTS], draw):
            if len(base.values[slot]) <= room and len(varied) < 2:
                varied.append(slot)
                room -= len(base.values[slot])
        sentence = self._redrawn(base, sorted(varied), own)
        facts = tuple((FACTS[base.slots[slot]], sentence.values[slot]) for slot in sorted(varied))
        return Plant(cluster, "template", size, sentence.plain(it), tuple(sentence.values), (("name", it), *facts))

    def _drift(self, cluster: int, size: int, member: int, subject: int, draw: Draw) -> Plant:
        """The same sentence with another value for one fact; all members of the cluster disagree."""
        while True:
            base = self._base(subject, draw, 75)
            text = base.plain("")
            slots = [
                slot
                for slot, name in enumerate(base.slots)
                if name in FACTS and text.count(base.values[slot]) == 1 and len(base.values[slot]) * 6 < len(text)
            ]
            if slots:
                break
        slot = pick(slots, draw)
        values = [base.values[slot]]
        while len(values) <= member:
            value = pick(self.grammar.pool(base.slots[slot]), draw)
            if value not in values and value not in text and abs(len(value) - len(values[0])) < 6:
                values.append(value)
        base.values[slot] = values[member]
        fact = (FACTS[base.slots[slot]], values[member])
        return Plant(cluster, "drift", size, base.plain(""), tuple(base.values), (fact,))

    def _other(self, cluster: int, size: int, member: int, subject: int, draw: Draw, own: Draw) -> Plant:
        """Alike by chance: another relation between other things, in the same words otherwise."""
        while True:
            base = self._base(subject, draw, 110)
            relations = [slot for slot, name in enumerate(base.slots) if name in _RELATIONS]
            things = [slot for slot, name in enumerate(base.slots) if name in _THINGS]
            if relations and things:
                slots = [pick(relations, draw), pick(things, draw)]
                if sum(len(base.values[slot]) for slot in slots) < 0.15 * len(base.plain("")):
                    break
        sentence = base
        while member:
            sentence = self._redrawn(base, slots, own)
            if edit_similarity(sentence.plain(""), base.plain("")) >= (0.82 if size == 2 else 0.88):
                break
        return Plant(cluster, "other", size, sentence.plain(""), tuple(sentence.values))

    def _reference(self, cluster: int, size: int, member: int, draw: Draw, own: Draw) -> Plant:
        """One work cited with other pages, or another year."""
        base = self.citation(draw)
        sentence = self._redrawn(base, [6, 7] if own() < 0.6 else [5, 6], own) if member else base
        return Plant(cluster, "reference", size, sentence.plain(""), tuple(sentence.values))

    def citation(self, draw: Draw) -> Sentence:
        """A book cited: `Anna Dorvel, The Low Barn of Gorsea, Talby University Press, 1911, pages 31–1,433.`"""
        text, pools, names = self._citation
        return Sentence(text, [pool[int(draw() * size)] for pool, size in pools], names)

    def near_miss(self, pair: int, side: int) -> Plant:
        """One of two sentences in the same frame, alike at a glance, whose edit similarity is 0.55 to 0.75."""
        draw = stream(self.seed, NEAR_MISS, pair)
        subject = int(draw() * len(SUBJECTS))
        while True:
            base = self._base(subject, draw, 75)
            text = base.plain("")
            slots = shuffled(range(len(base.slots)), draw)
            for count in range(2, len(slots) + 1):
                other = self._redrawn(base, slots[:count], draw)
                similarity = edit_similarity(text, other.plain(""))
                if similarity < 0.55:
                    break
                if similarity <= 0.75:
                    chosen = other if side else base
                    return Plant(-1, "", 0, chosen.plain(""), tuple(chosen.values), pair=pair)

    def passage(self, number: int) -> Passage:
        """A copied passage: word for word, or with a sentence edited, contradicted, put in or left out."""
        draw = stream(self.seed, PASSAGE, number)
        subject = int(draw() * len(SUBJECTS))
        lap, place = divmod(number, len(PASSAGE_LENGTHS))
        first = self.layout.first_passage_cluster + lap * self._passage_starts[-1] + self._passage_starts[place]
        left, right = [], []
        for part in range(PASSAGE_LENGTHS[place]):
            base = self._base(subject, stream(self.seed, PASSAGE, number, part + 1), 60)
            left.append(Plant(first + part, "identical", 2, base.plain(""), tuple(base.values)))
        right = list(left)
        mode = draw()
        if mode < 0.5:
            return Passage((tuple(left), tuple(right)), len(left), "identical")
        spot = 1 + int(draw() * (len(left) - 2))
        one = left[spot]
        kind = "copyedit"
        shared = len(left)
        if mode < 0.72 or (len(left) < 5 and mode >= 0.82):
            left[spot] = Plant(one.cluster, "copyedit", 2, one.text, one.values)
            right[spot] = Plant(one.cluster, "copyedit", 2, copyedited(one.text, 0.8, draw), one.values)
        elif mode < 0.82:
            left[spot] = self._drift(one.cluster, 2, 0, subject, stream(self.seed, PASSAGE, number, 100))
            right[spot] = self._drift(one.cluster, 2, 1, subject, stream(self.seed, PASSAGE, number, 100))
            kind = "drift"
        elif mode < 0.91:
            base = self._base(subject, draw, 60)
            right.insert(spot, Plant(-1, "", 0, base.plain(""), tuple(base.values)))
        else:
            left[spot] = Plant(-1, "", 0, one.text, one.values)
            del right[spot]
            shared -= 1
        return Passage((tuple(left), tuple(right)), shared, kind)

    def title(self, subject: int, number: int, draw: Draw) -> str:
        """The title of the article with this number; no two articles share one."""
        text, pools, _ = self.grammar.titles[subject]
        core = core_name(number, person=SUBJECTS[subject].noun in ("painter", "composer"))
        title = (text % tuple(pick(pool, draw) for pool, _ in pools)).replace(IT, core)
        return title if number < CORE_NAMES else f"{title} ({number // CORE_NAMES + 1})"
