"""Sentences as the papers cut them: one regular expression over the text of an article.

A sentence begins at the next capital letter or double quote, wherever it stands, and ends after the first `.`, `!` or
`?` that is followed by white space (a closing quote may come between) or a line end. What goes wrong, and is kept:

- it ends at "U.S. ", "Inc. " and initials, the origin of the papers' class "other";
- 001 lets the first stretch end at a line end, but a stretch after inner punctuation ("3.5") runs over it, and 002 runs
  over all: headings and list items are glued to the sentence after them;
- words before the first capital are lost, and a list in lower case gives nothing.

The original pattern also matched white space around a sentence. That never moves a sentence, and without it nothing in
the pattern can fail and go back, so Java's and Python's engines agree. (Java's recursed once per inner punctuation
mark and overflowed on long lists; the rest of such an article was dropped. In these dumps no article has so many.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from replication.minhash.dump import find_page_id
from replication.minhash.wikiclean import clean_page, find_markup

# Java's `$` in multi-line mode: at the end, and before each line end that it knows (not between \r and \n).
_LINE_END = r"(?:\Z|\r|(?<!\r)\n|[\x85\u2028\u2029])"
_REST = rf"""
    (?: [.!?] (?! ['"]?\s | {_LINE_END} ) [^.!?]* )*   # inner punctuation, as in 3.5 or example.org
    [.!?]? ['"]?
"""
_SENTENCE_001 = re.compile(rf"""[A-Z"] [^.!?\n]* {_REST}""", re.VERBOSE | re.ASCII)
_SENTENCE_002 = re.compile(rf"""[A-Z"] [^.!?]* {_REST}""", re.VERBOSE | re.ASCII)


def split_sentences_001(page: str, find_text: Callable[[str], str] = find_markup) -> Iterator[str]:
    """Split a page into sentences by the rules of 001: title included, commas dropped, no stop after `(b` and `(d`."""
    text = clean_page(page, with_title=True, find_text=find_text)
    for old, new in (("  ", " "), (",", ""), ("(b.", "(b"), ("(d.", "(d")):
        text = text.replace(old, new)
    return (match[0] for match in _SENTENCE_001.finditer(text))


def write_line_002(page: str) -> str | None:
    """Write the line that 002 has for a page: no title, no line ends, and the id before the text. None for a redirect.

    Only text that begins with `#REDIRECT` in capitals is one; `#redirect` and a redirect behind a template are kept.
    """
    text = re.sub(r"\n+", " ", clean_page(page, with_title=False, find_text=find_markup))
    return None if text.startswith("#REDIRECT") else f"{find_page_id(page)}, {text}"


def split_sentences_002(line: str) -> Iterator[str]:
    """Split such a line into sentences by the rules of 002, which has no line ends left to stop at."""
    return (match[0] for match in _SENTENCE_002.finditer(line))
