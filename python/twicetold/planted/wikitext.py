"""Articles as editors write them: bold titles, links, templates, notes, infoboxes, lists, tables, categories.

Every construct renders to a text that is known, or to nothing; the sentences of the truth are what remains.
"""

from __future__ import annotations

from collections.abc import Sequence

from twicetold.planted.draws import Draw, pick
from twicetold.planted.sentences import IT, SUBJECTS, Grammar, Sentence


def marked(sentence: Sentence, grammar: Grammar, it: str) -> str:
    """The sentence with links and templates for the values that have them."""
    get = grammar.markup.get
    return (sentence.format % tuple([get(value, value) for value in sentence.values])).replace(IT, it)


def marked_text(text: str, values: Sequence[str], grammar: Grammar) -> str:
    """The same for a text that was edited after it was filled: the values still in it are marked."""
    for value in values:
        markup = grammar.markup.get(value)
        if markup and f" {value}" in text and f"[{value}" not in text:
            text = text.replace(f" {value}", f" {markup}", 1)
    return text


def infobox(subject: int, title: str, grammar: Grammar, draw: Draw) -> str:
    """A box of facts at the top; none of it is prose."""
    pools = grammar.pools
    return (
        f"{{{{Infobox {SUBJECTS[subject].infobox}\n| name = {title}\n| image = {title.replace(' ', '_')}.jpg\n"
        f"| caption = {title} in {pick(pools['year'], draw)}\n| location = [[{pick(pools['place'], draw)}]]\n"
        f"| established = {{{{start date|{pick(pools['year'], draw)}}}}}\n"
        f"| extent = {grammar.markup[pick(pools['length'], draw)]}<ref>{pick(pools['surname'], draw)} "
        f"{pick(pools['year'], draw)}, p. {pick(pools['small'], draw)}</ref>\n}}}}\n"
    )


def table(grammar: Grammar, draw: Draw) -> str:
    """A small table; cells are not prose."""
    pools = grammar.pools
    rows = "".join(
        f"|-\n| [[{pick(pools['place'], draw)}]] || {pick(pools['number'], draw)} || {pick(pools['year'], draw)}\n"
        for _ in range(2 + int(draw() * 5))
    )
    return '{| class="wikitable sortable"\n|+ ' + f"Figures by place\n! Place !! Number !! Year\n{rows}|}}\n"


def picture(title: str, grammar: Grammar, draw: Draw) -> str:
    """An image with a caption that holds a link."""
    pools = grammar.pools
    return (
        f"[[File:{title} {pick(pools['small'], draw)}.jpg|thumb|upright=1.2|The [[{pick(pools['building'], draw)}]] "
        f"seen from {pick(pools['place'], draw)}]]\n"
    )


def footnote(citation: Sentence, number: int, draw: Draw) -> str:
    """A note after a sentence: new, new with a name, or an earlier one by its name. Its name may hold a slash."""
    style = draw()
    if style < 0.25 and number:
        return '<ref name="n/1" />'
    text = citation.plain("")
    if style < 0.5 or not number:
        return f'<ref name="n/{number + 1}">{text}</ref>'
    return f"<ref>{text}</ref>"


def closing(subject: int, references: Sequence[str], grammar: Grammar, draw: Draw) -> str:
    """The last sections: see also, references, links, categories."""
    pools = grammar.pools
    parts = []
    if draw() < 0.3:
        parts.append(f"\n== See also ==\n* [[{pick(pools['place'], draw)}]]\n* [[{pick(pools['person'], draw)}]]\n")
    parts.append("\n== References ==\n{{reflist}}\n")
    parts += [f"* {reference}\n" for reference in references]
    if draw() < 0.15:
        parts.append(f"\n== External links ==\n* [https://example.org/{pick(pools['number'], draw)} Official site]\n")
    parts.append("\n")
    for category in SUBJECTS[subject].categories:
        filled = category.replace("{place}", pick(pools["place"], draw)).replace("{year}", pick(pools["year"], draw))
        parts.append(f"[[Category:{filled.replace('{surname}', pick(pools['surname'], draw))}]]\n")
    return "".join(parts)
