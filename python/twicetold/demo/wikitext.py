"""Articles as editors write them: bold titles, links, templates, notes, infoboxes, lists, tables, categories.

Every construct renders to a text that is known, or to nothing; the sentences of the truth are what remains.
"""

from __future__ import annotations

from collections.abc import Sequence

from twicetold.demo.draws import Draw, pick_item
from twicetold.demo.sentences import SUBJECT_MARK, FilledFrame, Grammar
from twicetold.demo.words import SUBJECTS


def render_markup(sentence: FilledFrame, grammar: Grammar, it: str) -> str:
    """The sentence with links and templates for the values that have them."""
    get = grammar.markup.get
    return (sentence.format % tuple([get(value, value) for value in sentence.values])).replace(SUBJECT_MARK, it)


def mark_values(text: str, values: Sequence[str], grammar: Grammar) -> str:
    """The same for a text that was edited after it was filled: the values still in it are marked."""
    for value in values:
        markup = grammar.markup.get(value)
        if markup and f" {value}" in text and f"[{value}" not in text:
            text = text.replace(f" {value}", f" {markup}", 1)
    return text


def render_infobox(subject: int, title: str, grammar: Grammar, draw: Draw) -> str:
    """A box of facts at the top; none of it is prose."""
    pools = grammar.pools
    return (
        f"{{{{Infobox {SUBJECTS[subject].infobox}\n| name = {title}\n| image = {title.replace(' ', '_')}.jpg\n"
        f"| caption = {title} in {pick_item(pools['year'], draw)}\n| location = [[{pick_item(pools['place'], draw)}]]\n"
        f"| established = {{{{start date|{pick_item(pools['year'], draw)}}}}}\n"
        f"| extent = {grammar.markup[pick_item(pools['length'], draw)]}<ref>{pick_item(pools['surname'], draw)} "
        f"{pick_item(pools['year'], draw)}, p. {pick_item(pools['small'], draw)}</ref>\n}}}}\n"
    )


def render_table(grammar: Grammar, draw: Draw) -> str:
    """A small table; cells are not prose."""
    pools = grammar.pools
    rows = "".join(
        f"|-\n| [[{pick_item(pools['place'], draw)}]] "
        f"|| {pick_item(pools['number'], draw)} || {pick_item(pools['year'], draw)}\n"
        for _ in range(2 + int(draw() * 5))
    )
    return '{| class="wikitable sortable"\n|+ ' + f"Figures by place\n! Place !! Number !! Year\n{rows}|}}\n"


def render_picture(title: str, grammar: Grammar, draw: Draw) -> str:
    """An image with a caption that holds a link."""
    pools = grammar.pools
    return (
        f"[[File:{title} {pick_item(pools['small'], draw)}.jpg|thumb|upright=1.2|"
        f"The [[{pick_item(pools['building'], draw)}]] "
        f"seen from {pick_item(pools['place'], draw)}]]\n"
    )


def render_footnote(citation: FilledFrame, number: int, draw: Draw) -> str:
    """A note after a sentence: new, new with a name, or an earlier one by its name. Its name may hold a slash."""
    style = draw()
    if style < 0.25 and number:
        return '<ref name="n/1" />'
    text = citation.render_text("")
    if style < 0.5 or not number:
        return f'<ref name="n/{number + 1}">{text}</ref>'
    return f"<ref>{text}</ref>"


def render_closing_sections(subject: int, references: Sequence[str], grammar: Grammar, draw: Draw) -> str:
    """The last sections: see also, references, links, categories."""
    pools = grammar.pools
    parts = []
    if draw() < 0.3:
        parts.append(
            f"\n== See also ==\n* [[{pick_item(pools['place'], draw)}]]\n* [[{pick_item(pools['person'], draw)}]]\n"
        )
    parts.append("\n== References ==\n{{reflist}}\n")
    parts += [f"* {reference}\n" for reference in references]
    if draw() < 0.15:
        parts.append(
            f"\n== External links ==\n* [https://example.org/{pick_item(pools['number'], draw)} Official site]\n"
        )
    parts.append("\n")
    for category in SUBJECTS[subject].categories:
        filled = category.replace("{place}", pick_item(pools["place"], draw)).replace(
            "{year}", pick_item(pools["year"], draw)
        )
        parts.append(f"[[Category:{filled.replace('{surname}', pick_item(pools['surname'], draw))}]]\n")
    return "".join(parts)
