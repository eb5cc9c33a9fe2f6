"""Finds the pages of a dump line by line, as WikiClean's reader did, without an XML parser.

A page begins after any line that ends with `<page>` and lasts to the next that ends with `</page>`, whatever lies
between: that is how the original got through a dump that is not well-formed. It also means that a page whose opening
tag was cut off is lost, and that one spliced into another becomes part of it.
"""

from __future__ import annotations

import bz2
from collections.abc import Iterable, Iterator
from pathlib import Path


def read_pages(path: Path) -> Iterator[str]:
    """Yield the raw XML of every page. Bytes that are not UTF-8 become U+FFFD, as in Java."""
    with bz2.open(path, "rt", encoding="utf-8", errors="replace", newline=None) as lines:
        yield from split_pages(lines)


def split_pages(lines: Iterable[str]) -> Iterator[str]:
    """Split lines into pages. The last page may be incomplete."""
    page: list[str] = []
    for line in lines:
        line = line.removesuffix("\n")
        if page or line.endswith("<page>"):
            page.append(line + "\n")
        if page[1:] and line.endswith("</page>"):
            yield "".join(page)
            page = []
    if page:
        yield "".join(page)


def is_article(page: str) -> bool:
    """Whether the page is in the main namespace. Redirects are in it: the papers' 10.2M articles include them.

    The first `<ns>` decides; a page without one (dumps before 2010) counts as an article.
    """
    start, end = page.find("<ns>"), page.find("</ns>")
    if start == -1 or end == -1 or start > end:
        return True
    return page[start + len("<ns>") : end].strip() == "0"


def find_page_id(page: str) -> str:
    """Return the text of the first `<id>`, or "0"."""
    start, end = page.find("<id>"), page.find("</id>")
    return "0" if start == -1 or end == -1 or start > end else page[start + len("<id>") : end]
