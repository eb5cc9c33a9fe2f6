"""Other people's text in wikitext: quoted, or a link.

What could be taken for markup is put in `<nowiki>`, with `<` and `&` escaped, and titles become links only where
MediaWiki would allow such a title. See https://www.mediawiki.org/wiki/Help:Links.
"""

from __future__ import annotations

import re

from twicetold.text.terminal import escape_controls

_PLAIN_TEXT = re.compile(
    r"""[^\W_](?:[^\W_]|[\s,.()%/–—"“”‘’?!$€£°-]|[:;](?=\ )|'(?!'))*"""
)  # what no wiki takes for markup
_MAGIC_WORDS = re.compile(r"\b(ISBN|RFC|PMID)\b|---", re.IGNORECASE)  # but for these
_FORBIDDEN_IN_TITLE = re.compile(
    r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|~~~|%[0-9A-Fa-f]{2}|&[\w#]+;|^[\s:/]|^\.\.?(/|$)|/\.\.?(/|$)"
)
_FORBIDDEN_IN_ANCHOR = re.compile(r"[<>\[\]{}|\x00-\x1f\x7f]|~~~")


def quote_text(text: str) -> str:
    """Text that stays text: `quoted("a [[b]]")` -> `<nowiki>a [[b]]</nowiki>`; words alone stay as they are."""
    line = escape_controls(text).strip()
    if not line or (_PLAIN_TEXT.fullmatch(line) and not _MAGIC_WORDS.search(line)):
        return line
    escaped = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<nowiki>{escaped}</nowiki>"


def link_article(title: str, section: str = "") -> str:
    """`link("Orrin", "History / Ice")` -> `[[:Orrin#Ice|Orrin, Ice]]`; what cannot be a title is only quoted."""
    heading = section.rpartition(" / ")[2] if section != title else ""
    label = quote_text(f"{title}, {heading}" if heading else title)
    if _FORBIDDEN_IN_TITLE.search(title) or not 0 < len(title.encode()) < 256:
        return label
    anchor = f"#{heading}" if heading and not _FORBIDDEN_IN_ANCHOR.search(heading) else ""
    return f"[[:{title}{anchor}|{label}]]"


def link_revision(revision: str, special: str = "PermanentLink") -> str:
    """A link to a revision, or with `Diff` to what it changed; what is no number is only quoted."""
    known = revision.isascii() and revision.isdecimal()
    return f"[[Special:{special}/{revision}|revision {revision}]]" if known else quote_text(revision)
