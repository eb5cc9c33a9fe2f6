"""Pages of the encyclopedia, block by block: articles, and a few redirects and pages of other namespaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from twicetold.demo import wikitext
from twicetold.demo.draws import BLOCK, PAGE, Draw, pick_item, seed_stream, shuffle_items
from twicetold.demo.layout import BLOCK_SENTENCES, PAGE_LENGTHS, Layout
from twicetold.demo.names import CORE_NAME_COUNT, build_core_name
from twicetold.demo.plants.facts import ALIAS, PARALLEL, build_fact, choose_plant, draw_alias
from twicetold.demo.plants.members import MemberPlace, PlantedSentence, build_member, choose_subject
from twicetold.demo.plants.near_misses import build_near_miss
from twicetold.demo.plants.passages import PlantedPassage, build_passage
from twicetold.demo.sentences import SUBJECT_MARK, build_grammar
from twicetold.demo.words import SUBJECTS

IDS_PER_BLOCK = 60
_PLACE_NOUNS = ("lake", "river", "town", "mill", "bridge")


@dataclass(slots=True)
class PlantedPage:
    """A page as the dump has it, and what a reader should find in it."""

    id: int
    title: str
    timestamp: str
    wikitext: str
    namespace: int = 0
    redirect: str | None = None
    paragraphs: list[list[str]] = field(default_factory=list)
    """The prose as read, sentence by sentence."""
    plants: dict[int, PlantedSentence] = field(default_factory=dict)
    """What is planted, by the sentence's position in the page."""
    references: list[PlantedSentence] = field(default_factory=list)
    passages: list[tuple[int, int, int]] = field(default_factory=list)
    """(passage * 2 + end, first position, last position)"""

    @property
    def text(self) -> str:
        """The prose alone, a blank line between paragraphs."""
        return "\n\n".join(map(" ".join, self.paragraphs))


@dataclass(slots=True)
class _ArticlePlan:
    """What one article will hold."""

    number: int
    length: int
    subject: int
    title: str
    draw: Draw
    plants: dict[int, PlantedSentence] = field(default_factory=dict)
    references: list[PlantedSentence] = field(default_factory=list)
    passages: list[tuple[int, int, int]] = field(default_factory=list)
    holds: set[int] = field(default_factory=set)
    notes: int = 0
    name: str = ""
    """What it is about, where that is not its title: the subject of its article on the history of it."""
    alias: str = ""
    """Another name of its subject."""

    def has_room_for(self, key: int) -> bool:
        """Whether there is room for one more sentence and nothing of this cluster yet."""
        return key not in self.holds and len(self.plants) < self.length - 1

    def find_free_position(self, draw: Draw) -> int:
        """A position after the first sentence where nothing is planted."""
        position = 1 + int(draw() * (self.length - 1))
        while position in self.plants:
            position = position % (self.length - 1) + 1
        return position


class PageGenerator:
    """All pages of a corpus; a block is made on its own."""

    def __init__(self, seed: int, layout: Layout) -> None:
        self.seed = seed
        self.layout = layout
        self.grammar = build_grammar(seed)

    def __iter__(self) -> Iterator[PlantedPage]:
        for block in range(self.layout.blocks):
            yield from self.generate_block(block)

    def generate_block(self, block: int) -> Iterator[PlantedPage]:
        """The pages of one block, in the order of their ids."""
        draw = seed_stream(self.seed, BLOCK, block)
        plans = self._plan_articles(block, draw)
        self._place_passages(block, plans, draw)
        self._place_facts(block, plans, draw)
        self._place_members(block, plans, draw)
        for place, plan in enumerate(plans):
            yield self._write_article(block * IDS_PER_BLOCK + place + 1, plan)
        yield from self._generate_other_pages(block, plans, draw)

    def _plan_articles(self, block: int, draw: Draw) -> list[_ArticlePlan]:
        left = self.layout.sentences - block * BLOCK_SENTENCES
        subjects = shuffle_items([number % len(SUBJECTS) for number in range(len(PAGE_LENGTHS))], draw)
        plans = []
        for place, length in enumerate(shuffle_items(PAGE_LENGTHS, draw)):
            if left <= 0:
                break
            number = block * len(PAGE_LENGTHS) + place
            own = seed_stream(self.seed, PAGE, number)
            title = self._build_title(subjects[place], number, own)
            plans.append(_ArticlePlan(number, min(length, left), subjects[place], title, own))
            left -= length
        return plans

    def _build_title(self, subject: int, number: int, draw: Draw) -> str:
        """The title of the article with this number; no two articles share one."""
        text, pools, _ = self.grammar.titles[subject]
        core = build_core_name(number, person=SUBJECTS[subject].noun in ("painter", "composer"))
        title = (text % tuple(pick_item(pool, draw) for pool, _ in pools)).replace(SUBJECT_MARK, core)
        return title if number < CORE_NAME_COUNT else f"{title} ({number // CORE_NAME_COUNT + 1})"

    def build_passage(self, number: int) -> PlantedPassage:
        """The passage with this number."""
        return build_passage(self.grammar, self.layout, self.seed, number)

    def _place_passages(self, block: int, plans: list[_ArticlePlan], draw: Draw) -> None:
        for passage, end in self.layout.list_passages(block):
            sentences = self.build_passage(passage).ends[end]
            roomy = [
                plan for plan in plans
                if plan.length > len(sentences) + 1 and not plan.passages and ~passage not in plan.holds
            ]  # fmt: skip
            plan = pick_item(roomy, draw)
            first = 1 + int(draw() * (plan.length - len(sentences)))
            plan.plants.update(enumerate(sentences, first))
            plan.passages.append((passage * 2 + end, first, first + len(sentences) - 1))
            plan.holds.add(~passage)

    def _place_facts(self, block: int, plans: list[_ArticlePlan], draw: Draw) -> None:
        """Facts to an article on a place and, but for parallel ones, to one that becomes the history of that place."""
        roomy = [plan for plan in plans if len(plan.plants) < plan.length - 2]
        places = [plan for plan in roomy if SUBJECTS[plan.subject].noun in _PLACE_NOUNS]
        others = [plan for plan in roomy if plan not in places]
        for number in self.layout.list_facts(block)[: min(len(places), len(others))]:
            plan, other = places.pop(), others.pop()
            if choose_plant(number) == PARALLEL:
                other = plan
            else:
                other.title, other.name, other.subject = f"History of {plan.title}", plan.title, plan.subject
            if choose_plant(number) == ALIAS:
                plan.alias = draw_alias(self.grammar, self.seed, number)
            cluster = self.layout.first_fact_cluster + number
            for each, fact in zip(
                (plan, other), build_fact(self.grammar, self.seed, number, cluster, plan.title), strict=True
            ):
                each.plants[each.find_free_position(draw)] = fact

    def _place_members(self, block: int, plans: list[_ArticlePlan], draw: Draw) -> None:
        """Cluster members to articles of their kind where there is one, near misses anywhere."""
        for cluster, member in self.layout.list_members(block):
            subject = choose_subject(self.seed, cluster)
            titled = [plan for plan in plans if not plan.name]  # a template is of what a title names
            open_plans = [plan for plan in titled if plan.has_room_for(cluster)] or titled
            plan = pick_item([plan for plan in open_plans if plan.subject == subject] or open_plans, draw)
            kind, size = self.layout.find_kind_and_size(cluster)
            place = MemberPlace(self.seed, cluster, kind, size, member, plan.title)
            plant = build_member(self.grammar, place)
            plan.holds.add(cluster)
            if plant.kind == "reference":
                plan.references.append(plant)
            else:
                plan.plants[plan.find_free_position(draw)] = plant
        for pair, side in self.layout.list_near_misses(block):
            key = -(1 << 40) - pair
            plan = pick_item([plan for plan in plans if plan.has_room_for(key)], draw)
            plan.holds.add(key)
            plan.plants[plan.find_free_position(draw)] = build_near_miss(self.grammar, self.seed, pair, side)

    def _write_article(self, number: int, plan: _ArticlePlan) -> PlantedPage:
        """The article written out, paragraph by paragraph."""
        words, draw, title = self.grammar, plan.draw, plan.title
        sections = list(SUBJECTS[plan.subject].sections)
        parts = [wikitext.render_infobox(plan.subject, title, words, draw)] if draw() < 0.4 else []
        paragraphs: list[list[str]] = []
        first = 0
        while first < plan.length:
            if first and sections and draw() < 0.35:
                parts.append(f"\n\n== {sections.pop(0)} ==\n")
            elif first:
                parts.append("\n\n")
            if draw() < 0.03:
                parts.append(wikitext.render_picture(title, words, draw))
            if draw() < 0.01:
                parts.append(wikitext.render_table(words, draw))
            last = min(first + 2 + int(draw() * 5), plan.length)
            paragraphs.append(self._write_paragraph(plan, first, last, parts))
            first = last
        references = [plant.text for plant in plan.references]
        parts.append("\n" + wikitext.render_closing_sections(plan.subject, references, words, draw))
        page = PlantedPage(number, title, _draw_timestamp(draw), "".join(parts), paragraphs=paragraphs)
        page.plants, page.references, page.passages = plan.plants, plan.references, plan.passages
        return page

    def _write_paragraph(self, plan: _ArticlePlan, first: int, last: int, parts: list[str]) -> list[str]:
        """The sentences as read; their wikitext goes to `parts`. This loop is where the time goes."""
        words, draw, planted, subject = self.grammar, plan.draw, plan.plants, plan.subject
        before, after = ("* ", "\n") if first and draw() < 0.02 else ("", " ")
        texts: list[str] = []
        for position in range(first, last):
            plant = planted.get(position)
            if plant is not None:
                text = markup = plant.text
                if draw() < 0.5:
                    markup = wikitext.mark_values(text, plant.values, words)
                if plant.link[0]:
                    markup = markup.replace(*plant.link, 1)
            elif position:
                sentence = words.draw_sentence(subject, draw)
                text = markup = sentence.format % tuple(sentence.values)
                if draw() < 0.5:
                    markup = wikitext.render_markup(sentence, words, "")
            else:
                sentence = words.draw_definition(subject, draw)
                names = [plan.name or plan.title, plan.alias]
                text = sentence.render_text(_join_names(names))
                markup = wikitext.render_markup(
                    sentence, words, _join_names([each and f"'''{each}'''" for each in names])
                )
            texts.append(text)
            if draw() < 0.12:
                markup += wikitext.render_footnote(words.draw_citation(draw), plan.notes, draw)
                plan.notes += 1
            parts += (before, markup, after)
        if draw() < 0.01:
            parts.append("<!-- please keep the [[order]] of this {{section}} -->")
        return texts

    def _generate_other_pages(self, block: int, plans: list[_ArticlePlan], draw: Draw) -> Iterator[PlantedPage]:
        """A few redirects, a category page and a talk page to a block: what a reader has to pass over."""
        number = block * IDS_PER_BLOCK + len(PAGE_LENGTHS) + 1
        titles = [plan.title for plan in plans]
        other_names = [(plan.title, plan.alias) for plan in plans if plan.alias]
        for title, alias in [*other_names, *((pick_item(titles, draw), "") for _ in range(2))]:
            short = alias or f"{title} (other name {number})"
            body = f"#REDIRECT [[{title}]]\n\n{{{{R from other name}}}}"
            yield PlantedPage(number, short, _draw_timestamp(draw), body, redirect=title)
            number += 1
        place = pick_item(self.grammar.pools["place"], draw)
        body = f"Articles on what can be seen at [[{place}]].\n\n[[Category:Places]]"
        yield PlantedPage(number, f"Category:Sights of {place} {block}", _draw_timestamp(draw), body, namespace=14)
        title = pick_item(titles, draw)
        body = (
            f"== {pick_item(self.grammar.pools['topic'], draw)} ==\nShould the paragraph on this stay? ~~~~\n:No. ~~~~"
        )
        yield PlantedPage(number + 1, f"Talk:{title}", _draw_timestamp(draw), body, namespace=1)


def _join_names(names: list[str]) -> str:
    """`["Lake Orrin", "Gorsea"]` -> `Lake Orrin (Gorsea)`"""
    return f"{names[0]} ({names[1]})" if names[1] else names[0]


def _draw_timestamp(draw: Draw) -> str:
    month, day, hour = 1 + int(draw() * 12), 1 + int(draw() * 28), int(draw() * 24)
    return f"{2010 + int(draw() * 15)}-{month:02}-{day:02}T{hour:02}:{int(draw() * 60):02}:{int(draw() * 60):02}Z"
