"""What is planted: the members of clusters, passages and near misses, each by its number.

Everything here is a function of the seed and numbers, so any member can be made when its page is, in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from twicetold.demo.copyedit import apply_copyedits
from twicetold.demo.draws import CLUSTER, MEMBER, NEAR_MISS, PASSAGE, Draw, pick_item, seed_stream, shuffle_items
from twicetold.demo.layout import PASSAGE_LENGTHS, Layout
from twicetold.demo.names import CORE_NAME_COUNT, build_core_name
from twicetold.demo.sentences import SUBJECT_MARK, SUBJECTS, FilledFrame, Grammar
from twicetold.demo.similarity import compute_edit_similarity

FACT_KINDS = {
    "place": "place", "person": "name", "surname": "name", "year": "date", "date": "date", "month": "date",
    "number": "number", "small": "number", "percent": "number", "money": "number", "millions": "number",
    "length": "number", "area": "number", "height": "number", "weight": "number", "number_word": "number",
}  # fmt: skip
"""Slots that hold a fact, and what kind of change it is when they differ."""
_RELATION_SLOTS = ("did", "done", "want")
_THING_SLOTS = (
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
_SUBJECT_OPENERS = tuple(
    f"{words} {SUBJECT_MARK}, " for words in ("As for", "In accounts of", "In the story of", "With regard to")
)
_LONG_TITLE_NOUNS = ("song", "line", "species", "election")
_CITATION_FRAME = "{person}, The {adj_cap} {building_cap} of {place}, {place} {press}, {year}, pages {small}–{number}."


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


@dataclass(frozen=True, slots=True)
class PlantedPassage:
    """A run of sentences in two articles: `ends[0]` the source, `ends[1]` the copy."""

    ends: tuple[tuple[PlantedSentence, ...], tuple[PlantedSentence, ...]]
    shared: int
    kind: str


_MOST_TRIES = 30


class Planter:
    """Makes planted sentences for one corpus."""

    def __init__(self, seed: int, grammar: Grammar, layout: Layout) -> None:
        self.seed = seed
        self.grammar = grammar
        self.layout = layout
        self._passage_starts = (0, *accumulate(PASSAGE_LENGTHS))
        self._citation = grammar._compile_frame(_CITATION_FRAME)

    def choose_subject(self, cluster: int) -> int:
        """The kind of article the cluster's sentences belong in."""
        return int(seed_stream(self.seed, CLUSTER, cluster)() * len(SUBJECTS))

    def build_member(self, cluster: int, member: int, it: str) -> PlantedSentence:
        """A member of a cluster, in an article on `it`."""
        kind, size = self.layout.find_kind_and_size(cluster)
        draw = seed_stream(self.seed, CLUSTER, cluster)
        subject = int(draw() * len(SUBJECTS))
        own = seed_stream(self.seed, MEMBER, cluster, member)
        if kind == "reference":
            return self._build_reference(cluster, size, member, draw, own)
        if kind == "template":
            return self._build_template(cluster, size, subject, draw, it, own)
        if kind == "drift":
            return self._build_drift(cluster, size, member, subject, draw)
        base = self._draw_base_sentence(subject, draw, 75)
        text = base.render_text(it)
        if kind == "other":
            return self._build_other(cluster, size, member, subject, draw, own)
        if kind == "copyedit":
            text = self._derive_member_text(text, cluster, size, member)
        return PlantedSentence(cluster, kind, size, text, tuple(base.values))

    def _draw_base_sentence(self, subject: int, draw: Draw, shortest: int, longest: int = 320) -> FilledFrame:
        while True:
            base = self.grammar.draw_sentence(subject, draw)
            if shortest <= len(base.render_text("")) <= longest:
                return base

    def _derive_member_text(self, text: str, cluster: int, size: int, member: int) -> str:
        """The text as this member has it: 0 the original, the others each edited in their own way."""
        texts = [text]
        while len(texts) <= member:
            own = seed_stream(self.seed, MEMBER, cluster, len(texts))
            tried = (apply_copyedits(text, 0.8 if size == 2 else 0.9, own) for _ in range(_MOST_TRIES))
            # A short text has only so many edits; then a number tells the members of a large cluster apart.
            texts.append(next((edited for edited in tried if edited not in texts), f"{text[:-1]} {len(texts)}."))
        return texts[-1]

    def _redraw_slots(self, base: FilledFrame, slots: list[int], draw: Draw) -> FilledFrame:
        """The sentence with new values in these slots."""
        values = list(base.values)
        for slot in slots:
            pool = self.grammar.find_pool(base.slots[slot])
            while values[slot] == base.values[slot]:
                values[slot] = pick_item(pool, draw)
        return FilledFrame(base.format, values, base.slots)

    def _build_template(self, cluster: int, size: int, subject: int, draw: Draw, it: str, own: Draw) -> PlantedSentence:
        """One frame of many articles: the subject and a fact or two change, the rest is word for word the same."""
        needed = 26 if SUBJECTS[subject].noun in _LONG_TITLE_NOUNS else 14
        while True:
            if draw() < 0.4:
                base = self.grammar.draw_definition(subject, draw)
            else:
                base = self.grammar.draw_statement_after(pick_item(_SUBJECT_OPENERS, draw), subject, draw)
            length = len(base.render_text(""))
            room = length * 0.16 - needed
            if room >= 0 and 100 <= length <= 320:
                break
        varied: list[int] = []
        for slot in shuffle_items([number for number, name in enumerate(base.slots) if name in FACT_KINDS], draw):
            if len(base.values[slot]) <= room and len(varied) < 2:
                varied.append(slot)
                room -= len(base.values[slot])
        sentence = self._redraw_slots(base, sorted(varied), own)
        facts = tuple((FACT_KINDS[base.slots[slot]], sentence.values[slot]) for slot in sorted(varied))
        return PlantedSentence(
            cluster, "template", size, sentence.render_text(it), tuple(sentence.values), (("name", it), *facts)
        )

    def _build_drift(self, cluster: int, size: int, member: int, subject: int, draw: Draw) -> PlantedSentence:
        """The same sentence with another value for one fact; all members of the cluster disagree."""
        while True:
            base = self._draw_base_sentence(subject, draw, 75)
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
        while len(values) <= member:
            value = pick_item(self.grammar.find_pool(base.slots[slot]), draw)
            if value not in values and value not in text and abs(len(value) - len(values[0])) < 6:
                values.append(value)
        base.values[slot] = values[member]
        fact = (FACT_KINDS[base.slots[slot]], values[member])
        return PlantedSentence(cluster, "drift", size, base.render_text(""), tuple(base.values), (fact,))

    def _build_other(
        self, cluster: int, size: int, member: int, subject: int, draw: Draw, own: Draw
    ) -> PlantedSentence:
        """Alike by chance: another relation between other things, in the same words otherwise."""
        while True:
            base = self._draw_base_sentence(subject, draw, 110)
            relations = [slot for slot, name in enumerate(base.slots) if name in _RELATION_SLOTS]
            things = [slot for slot, name in enumerate(base.slots) if name in _THING_SLOTS]
            if relations and things:
                slots = [pick_item(relations, draw), pick_item(things, draw)]
                if sum(len(base.values[slot]) for slot in slots) < 0.15 * len(base.render_text("")):
                    break
        sentence = base
        while member:
            sentence = self._redraw_slots(base, slots, own)
            if compute_edit_similarity(sentence.render_text(""), base.render_text("")) >= (0.82 if size == 2 else 0.88):
                break
        return PlantedSentence(cluster, "other", size, sentence.render_text(""), tuple(sentence.values))

    def _build_reference(self, cluster: int, size: int, member: int, draw: Draw, own: Draw) -> PlantedSentence:
        """One work cited with other pages, or another year."""
        base = self.draw_citation(draw)
        sentence = self._redraw_slots(base, [6, 7] if own() < 0.6 else [5, 6], own) if member else base
        return PlantedSentence(cluster, "reference", size, sentence.render_text(""), tuple(sentence.values))

    def draw_citation(self, draw: Draw) -> FilledFrame:
        """A book cited: `Anna Dorvel, The Low Barn of Gorsea, Talby University Press, 1911, pages 31–1,433.`"""
        text, pools, names = self._citation
        return FilledFrame(text, [pool[int(draw() * size)] for pool, size in pools], names)

    def build_near_miss(self, pair: int, side: int) -> PlantedSentence:
        """One of two sentences in the same frame, alike at a glance, whose edit similarity is 0.55 to 0.75."""
        draw = seed_stream(self.seed, NEAR_MISS, pair)
        subject = int(draw() * len(SUBJECTS))
        while True:
            base = self._draw_base_sentence(subject, draw, 75)
            text = base.render_text("")
            slots = shuffle_items(range(len(base.slots)), draw)
            for count in range(2, len(slots) + 1):
                other = self._redraw_slots(base, slots[:count], draw)
                similarity = compute_edit_similarity(text, other.render_text(""))
                if similarity < 0.55:
                    break
                if similarity <= 0.75:
                    chosen = other if side else base
                    return PlantedSentence(-1, "", 0, chosen.render_text(""), tuple(chosen.values), pair=pair)

    def build_passage(self, number: int) -> PlantedPassage:
        """A copied passage: word for word, or with a sentence edited, contradicted, put in or left out."""
        draw = seed_stream(self.seed, PASSAGE, number)
        subject = int(draw() * len(SUBJECTS))
        lap, place = divmod(number, len(PASSAGE_LENGTHS))
        first = self.layout.first_passage_cluster + lap * self._passage_starts[-1] + self._passage_starts[place]
        left, right = [], []
        for part in range(PASSAGE_LENGTHS[place]):
            base = self._draw_base_sentence(subject, seed_stream(self.seed, PASSAGE, number, part + 1), 60)
            left.append(PlantedSentence(first + part, "identical", 2, base.render_text(""), tuple(base.values)))
        right = list(left)
        mode = draw()
        if mode < 0.5:
            return PlantedPassage((tuple(left), tuple(right)), len(left), "identical")
        spot = 1 + int(draw() * (len(left) - 2))
        one = left[spot]
        kind = "copyedit"
        shared = len(left)
        if mode < 0.72 or (len(left) < 5 and mode >= 0.82):
            left[spot] = PlantedSentence(one.cluster, "copyedit", 2, one.text, one.values)
            right[spot] = PlantedSentence(one.cluster, "copyedit", 2, apply_copyedits(one.text, 0.8, draw), one.values)
        elif mode < 0.82:
            left[spot] = self._build_drift(one.cluster, 2, 0, subject, seed_stream(self.seed, PASSAGE, number, 100))
            right[spot] = self._build_drift(one.cluster, 2, 1, subject, seed_stream(self.seed, PASSAGE, number, 100))
            kind = "drift"
        elif mode < 0.91:
            base = self._draw_base_sentence(subject, draw, 60)
            right.insert(spot, PlantedSentence(-1, "", 0, base.render_text(""), tuple(base.values)))
        else:
            left[spot] = PlantedSentence(-1, "", 0, one.text, one.values)
            del right[spot]
            shared -= 1
        return PlantedPassage((tuple(left), tuple(right)), shared, kind)

    def build_title(self, subject: int, number: int, draw: Draw) -> str:
        """The title of the article with this number; no two articles share one."""
        text, pools, _ = self.grammar.titles[subject]
        core = build_core_name(number, person=SUBJECTS[subject].noun in ("painter", "composer"))
        title = (text % tuple(pick_item(pool, draw) for pool, _ in pools)).replace(SUBJECT_MARK, core)
        return title if number < CORE_NAME_COUNT else f"{title} ({number // CORE_NAME_COUNT + 1})"
