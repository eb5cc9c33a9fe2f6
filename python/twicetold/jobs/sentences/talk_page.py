"""A contradiction as a note for a talk page, in wikitext that an editor can paste.

The sentences are other people's text: what could be taken for markup is put in `<nowiki>`, with `<` and `&` escaped,
and titles become links only where MediaWiki would allow such a title. See https://www.mediawiki.org/wiki/Help:Links.
"""

from __future__ import annotations

import re

from twicetold.jobs.sentences.disagreements import list_facts
from twicetold.jobs.sentences.show_contradictions import DATED
from twicetold.text.terminal import escape_controls
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

_PLAIN_TEXT = re.compile(
    r"""[^\W_](?:[^\W_]|[\s,.()%/–—"“”‘’?!$€£°-]|[:;](?=\ )|'(?!'))*"""
)  # what no wiki takes for markup
_MAGIC_WORDS = re.compile(r"\b(ISBN|RFC|PMID)\b|---", re.IGNORECASE)  # but for these
_FORBIDDEN_IN_TITLE = re.compile(
    r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|~~~|%[0-9A-Fa-f]{2}|&[\w#]+;|^[\s:/]|^\.\.?(/|$)|/\.\.?(/|$)"
)
_FORBIDDEN_IN_ANCHOR = re.compile(r"[<>\[\]{}|\x00-\x1f\x7f]|~~~")


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


def quote_text(text: str) -> str:
    """Text that stays text: `quoted("a [[b]]")` -> `<nowiki>a [[b]]</nowiki>`; words alone stay as they are."""
    line = escape_controls(text).strip()
    if not line or (_PLAIN_TEXT.fullmatch(line) and not _MAGIC_WORDS.search(line)):
        return line
    escaped = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<nowiki>{escaped}</nowiki>"


def _format_place(row: Row, side: str) -> str:
    facts = [_link_revision(row[f"{side}_revision"]), quote_text(row[f"{side}_timestamp"][:10])]
    facts.append("the newer of the two" if row["newer"] == side else "")
    known = ", ".join(fact for fact in facts if fact)
    return link_article(_name_document(row, side), row[f"{side}_section"]) + (f" ({known})" if known else "")


def link_article(title: str, section: str = "") -> str:
    """`link("Orrin", "History / Ice")` -> `[[:Orrin#Ice|Orrin, Ice]]`; what cannot be a title is only quoted."""
    heading = section.rpartition(" / ")[2] if section != title else ""
    label = quote_text(f"{title}, {heading}" if heading else title)
    if _FORBIDDEN_IN_TITLE.search(title) or not 0 < len(title.encode()) < 256:
        return label
    anchor = f"#{heading}" if heading and not _FORBIDDEN_IN_ANCHOR.search(heading) else ""
    return f"[[:{title}{anchor}|{label}]]"


def _link_revision(revision: str) -> str:
    known = revision.isascii() and revision.isdecimal()
    return f"[[Special:PermanentLink/{revision}|revision {revision}]]" if known else quote_text(revision)


def _name_document(row: Row, side: str) -> str:
    name: str = row[f"{side}_title"] or row[f"{side}_document"]
    return name


def _shorten_value(value: str) -> str:
    return value if len(value) <= HEADING_CHARACTERS else f"{value[:HEADING_CHARACTERS]}…"
