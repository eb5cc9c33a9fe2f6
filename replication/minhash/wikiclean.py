"""Converts wikitext to text as WikiClean did for the papers, step by step and in the same order.

The input is still XML-escaped (`&lt;ref&gt;`), and entities are resolved last. What goes wrong here, and is kept:

- a dump that writes the attributes of `<text>` in another order (all since 2020) comes out empty;
- an unbalanced `{{`, `{|` or `[[File:` drops everything after it;
- `{{convert|3.5|km}}` has a decimal, does not match, and goes with the other templates: the fact vanishes;
- a `<ref name=.../>` is removed up to the first `/>` with no slash before it, so a slash in the name makes the next
  `</ref>` the end, and the text between is gone;
- a heading is anything between two runs of `=` on a line, formulas and URLs with `=` too;
- a footer heading drops the rest of the article, whatever sections follow it.

Java's `\\s`, `\\d` and letter case are ASCII alone, hence `re.ASCII` everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.entities import name2codepoint

_TEXT_TAG = '<text xml:space="preserve"'
_NOT_LINE_END = "[^\n\r\x85\u2028\u2029]"  # Java's `.`

_FOOTERS = [
    re.compile(rf"==\s*{title}\s*==.*", re.ASCII | re.IGNORECASE | re.DOTALL)
    for title in ("See also", "References", "Further reading", "External links", "Related pages")
]
# In the order of application, with what each match becomes. Captions and templates go between the two lists.
_BEFORE_TEMPLATES = [
    (re.compile(r"&lt;br */&gt;"), ""),
    (re.compile(r"&lt;ref[^/]+/&gt;"), ""),
    (re.compile(r"&lt;ref.*?&lt;/ref&gt;", re.DOTALL), ""),
    (re.compile(r"\[\[[a-z-]+:[^]|]+]]"), " "),  # a link to another language has no pipe
    (re.compile(r" [(\[]\{\{IPA[^}]+}}[)\]]"), ""),
    (re.compile(r" \{\{IPA[^}]+}}"), ""),
    (re.compile(r"\{\{convert\|(\d+)\|([^|]+)}}", re.ASCII), r"\1 \2"),
    (re.compile(r"\{\{convert\|(\d+)\|([^|]+)\|[^}]+}}", re.ASCII), r"\1 \2"),
]
_AFTER_TEMPLATES = [
    (re.compile(r"(?:<|&lt;|&#60;)!--.*?--(?:>|&gt;|&#62;)", re.DOTALL), ""),
    (re.compile(r"'''?"), ""),
    (re.compile(rf"=+\s?({_NOT_LINE_END}*?)=+", re.ASCII), "\\1\n"),
    (re.compile(r"\[\[Category:[^]]+]]"), ""),
    (re.compile(r"\[\[[^]]+\|([^]]+)]]"), r"\1"),
    (re.compile(r"\[\[|]]"), ""),
    (re.compile(r"&lt;math&gt;.*?&lt;/math&gt;", re.ASCII | re.IGNORECASE | re.DOTALL), ""),
    (re.compile(r"&lt;gallery&gt;.*?&lt;/gallery&gt;", re.ASCII | re.IGNORECASE | re.DOTALL), ""),
    (re.compile(r"__NOTOC__"), ""),
    (re.compile(r"[\n\r]:\s*", re.ASCII), "\n"),
]
_TAG = re.compile(r"<[^>]+>")
_BLANK_LINES = re.compile(r"[\n\r]{2,}")
_ENTITY = re.compile(r"&([^&;]+);")
_UP_TO_SPACE = "".join(map(chr, range(0x21)))  # what Java's `trim` takes off


def clean_page(page: str, with_title: bool, find_text: Callable[[str], str]) -> str:
    """Return the text of a page given as raw XML, after its title if `with_title`. `find_text` finds the markup."""
    text = find_text(page)
    for footer in _FOOTERS:
        text = footer.sub("", text)
    text = _apply_rules(text, _BEFORE_TEMPLATES)
    for label in ("[[File:", "[[Image:", "[[Datei"):
        text = remove_nested(text, label, "[[", "]]")
    text = remove_nested(text, "{{", "{{", "}}")
    text = _apply_rules(text, _AFTER_TEMPLATES)
    text = remove_nested(text, "{|", "{|", "|}")
    text = unescape(unescape(text))
    text = _BLANK_LINES.sub("\n\n", _TAG.sub("", text)).strip(_UP_TO_SPACE)
    return f"{find_title(page)}\n\n{text}" if with_title else text


def find_markup(page: str) -> str:
    """Find the text between the text tag and its end, still escaped."""
    start, end = _find_text_bounds(page)
    behind_tag = page.find(">", start) + 1
    return "" if start == -1 or behind_tag > end else page[behind_tag:end]


def find_markup_as_published(page: str) -> str:
    """Find the text as WikiClean did at the time of the papers: 27 characters after the tag begins.

    Exports say `<text xml:space="preserve" bytes="70">`, and of these `bytes="70">` stays in the text: its quote begins
    a sentence. WikiClean has looked for the `>` since 2020, and the fixtures were counted so; hence this is kept apart,
    and its effect printed.
    """
    start, end = _find_text_bounds(page)
    behind_tag = start + len(_TEXT_TAG) + 1
    return "" if start == -1 or behind_tag > end else page[behind_tag:end]


def _find_text_bounds(page: str) -> tuple[int, int]:
    start = page.find(_TEXT_TAG)
    return start, page.find("</text>", max(start, 0))


def find_title(page: str) -> str:
    start = page.find("<title>")
    end = page.find("</title>", max(start, 0))
    return "" if start == -1 or end == -1 else unescape(page[start + len("<title>") : end])


def _apply_rules(text: str, rules: list[tuple[re.Pattern[str], str]]) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def remove_nested(text: str, label: str, opening: str, closing: str) -> str:
    """Remove the spans from `label` to the closing pair that balances it. One that never closes takes the rest.

    `remove_nested("a{{b{{c}}d}}e", "{{", "{{", "}}")` -> `"ae"`. The second character of an opening pair may be the
    first of the next pair, so `{{{` within a span opens two levels, and `}}}` closes one: a template parameter in a
    template takes the rest of the article with it.
    """
    pairs = re.compile(f"{re.escape(opening[0])}(?={re.escape(opening[1])})|{re.escape(closing)}")
    kept, position = [], 0
    while (start := text.find(label, position)) != -1:
        kept.append(text[position:start])
        depth = 1
        for pair in pairs.finditer(text, start + len(label)):
            depth += -1 if pair[0] == closing else 1
            if depth == 0:
                position = pair.end()
                break
        else:
            return "".join(kept)
    return "".join(kept) + text[position:]


def unescape(text: str) -> str:
    """Resolve the HTML 4 entities of a text once, and keep anything else: `"&amp;lt;"` -> `"&lt;"`"""
    return _ENTITY.sub(_resolve_entity, text)


def _resolve_entity(entity: re.Match[str]) -> str:
    name = entity[1]
    if not name.startswith("#"):
        return chr(name2codepoint[name]) if name in name2codepoint else entity[0]
    hexadecimal = name[1:2] in ("x", "X")
    try:
        code = int(name[2:], 16) if hexadecimal else int(name[1:])
        return chr(code)
    except (ValueError, OverflowError):
        return entity[0]
