"""A contradiction as a note for a talk page, in wikitext that an editor can paste.

The sentences are other people's text: what could be taken for markup is put in `<nowiki>`, with `<` and `&` escaped,
and titles become links only where MediaWiki would allow such a title. See https://www.mediawiki.org/wiki/Help:Links.
"""

from __future__ import annotations

import re

from twicetold.show.drift import SIDES, differing
from twicetold.show.views import Row
from twicetold.terminal import visible

LONGEST = 80  # characters of a value or name in the heading
REQUEST = (
    "Could someone who knows the sources please check which is right? Both may be, if they speak of different times or "
    "things. This was found by comparing texts, not by judging them: nobody has looked into which of the two is wrong."
)

_PLAIN = re.compile(
    r"""[^\W_](?:[^\W_]|[\s,.()%/–—"“”‘’?!$€£°-]|[:;](?=\ )|'(?!'))*"""
)  # what no wiki takes for markup
_MAGIC = re.compile(r"\b(ISBN|RFC|PMID)\b|---", re.IGNORECASE)  # but for these
_NO_TITLE = re.compile(r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|~~~|%[0-9A-Fa-f]{2}|&[\w#]+;|^[\s:/]|^\.\.?(/|$)|/\.\.?(/|$)")
_NO_ANCHOR = re.compile(r"[<>\[\]{}|\x00-\x1f\x7f]|~~~")


def note(row: Row) -> str:
    """The note: a heading, both statements with their places, what differs, and that nobody has judged it yet."""
    names = " and ".join(dict.fromkeys(quoted(_short(_name(row, side))) for side in SIDES))
    values = [" or ".join(quoted(_short(change[side])) for side in SIDES if change[side]) for change in differing(row)]
    where = "Two places" if row["left_title"] == row["right_title"] else "Two articles"
    lines = [
        f"== {names}: {values[0]}? ==" if values and values[0] else f"== {names} disagree ==",
        f"{where} make nearly the same statement, but not with the same facts:",
        *(f"* {_place(row, side)}: “{quoted(row[f'{side}_text'])}”" for side in SIDES),
        f"What differs: {'; '.join(value for value in values if value)}.",
        "",
        f"{REQUEST} ~~~~",
    ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """Text that stays text: `quoted("a [[b]]")` -> `<nowiki>a [[b]]</nowiki>`; words alone stay as they are."""
    line = visible(text).strip()
    if not line or (_PLAIN.fullmatch(line) and not _MAGIC.search(line)):
        return line
    escaped = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<nowiki>{escaped}</nowiki>"


def _place(row: Row, side: str) -> str:
    facts = [_permanent(row[f"{side}_revision"]), quoted(row[f"{side}_timestamp"][:10])]
    facts.append("the newer of the two" if row["newer"] == side else "")
    known = ", ".join(fact for fact in facts if fact)
    return link(_name(row, side), row[f"{side}_section"]) + (f" ({known})" if known else "")


def link(title: str, section: str = "") -> str:
    """`link("Orrin", "History / Ice")` -> `[[:Orrin#Ice|Orrin, Ice]]`; what cannot be a title is only quoted."""
    heading = section.rpartition(" / ")[2] if section != title else ""
    label = quoted(f"{title}, {heading}" if heading else title)
    if _NO_TITLE.search(title) or not 0 < len(title.encode()) < 256:
        return label
    anchor = f"#{heading}" if heading and not _NO_ANCHOR.search(heading) else ""
    return f"[[:{title}{anchor}|{label}]]"


def _permanent(revision: str) -> str:
    known = revision.isascii() and revision.isdecimal()
    return f"[[Special:PermanentLink/{revision}|revision {revision}]]" if known else quoted(revision)


def _name(row: Row, side: str) -> str:
    name: str = row[f"{side}_title"] or row[f"{side}_document"]
    return name


def _short(value: str) -> str:
    return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
