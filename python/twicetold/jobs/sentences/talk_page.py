"""A contradiction as a note for a talk page, in wikitext that an editor can paste.

The sentences are other people's text, so `text/wikitext.py` quotes them.
"""

from __future__ import annotations

from twicetold.jobs.sentences.disagreements import list_facts
from twicetold.jobs.sentences.show_contradictions import DATED
from twicetold.text.terminal import escape_controls
from twicetold.text.wikitext import link_article, link_revision, quote_text
from twicetold.views.rows import SIDES, Row

HEADING_CHARACTERS = 80  # characters of a value or name in the heading
REVIEW_REQUEST = (
    "Could someone who knows the sources please check which is right? Both may be, if they speak of different times or "
    "things. This was found by comparing texts, not by judging them: nobody has looked into which of the two is wrong."
)
UPDATE_REQUEST = (
    "Could someone who knows the sources please bring the older one up to date? This was found by comparing texts, not "
    "by judging them."
)


def format_note(row: Row) -> str:
    """The note: a heading, both statements with their places, what differs, and that nobody has judged it yet."""
    names = " and ".join(dict.fromkeys(quote_text(_shorten_value(_name_document(row, side))) for side in SIDES))
    values = [
        " or ".join(quote_text(_shorten_value(change[side])) for side in SIDES if change[side])
        for change in list_facts(row["changes"])
    ]
    dated = row["drift"] == DATED
    question = f"{names}: {values[0]}?" if values and values[0] else f"{names} disagree"
    lines = [
        f"== {names}: one copy is older ==" if dated else f"== {question} ==",
        _emphasise_titles(row["why"]),
        *(f"* {_format_place(row, side)}: “{quote_text(row[f'{side}_text'])}”" for side in SIDES),
        *(f"* also {link_article(place['title'] or place['document'], place['section'])}" for place in row["places"]),
        f"What differs: {'; '.join(value for value in values if value)}.",
        "",
        f"{UPDATE_REQUEST if dated else REVIEW_REQUEST} ~~~~",
    ]
    return "\n".join(lines) + "\n"


def _emphasise_titles(why: str) -> str:
    """The reason with titles in italics, `*Orrin*` -> `''Orrin''`; quoted where any of it could be taken for markup."""
    pieces = escape_controls(why).split("*")
    plain = "".join(pieces).strip()
    apostrophes = any(piece.startswith("'") or piece.endswith("'") for piece in pieces)
    if quote_text(plain) != plain or len(pieces) % 2 == 0 or apostrophes:
        return quote_text(plain)
    return "".join(f"''{piece}''" if at % 2 else piece for at, piece in enumerate(pieces))


def _format_place(row: Row, side: str) -> str:
    facts = [link_revision(row[f"{side}_revision"]), quote_text(row[f"{side}_timestamp"][:10])]
    facts.append("the newer of the two" if row["newer"] == side else "")
    known = ", ".join(fact for fact in facts if fact)
    return link_article(_name_document(row, side), row[f"{side}_section"]) + (f" ({known})" if known else "")


def _name_document(row: Row, side: str) -> str:
    name: str = row[f"{side}_title"] or row[f"{side}_document"]
    return name


def _shorten_value(value: str) -> str:
    return value if len(value) <= HEADING_CHARACTERS else f"{value[:HEADING_CHARACTERS]}…"
