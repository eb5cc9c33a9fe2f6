"""Where an edit can be seen on the wiki: the address of its diff, from the address of its page."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

import pyarrow.dataset as ds

from twicetold.report.links import keep_web_url
from twicetold.run import Run
from twicetold.run.finished import scan_table


def format_diff_url(page_url: str, revision: str) -> str:
    """The address of what a revision changed; "" where the page has no address, or the revision no number.

    `https://en.wikipedia.org/wiki/Lake`, `17` -> `https://en.wikipedia.org/wiki/Lake?diff=prev&oldid=17`
    """
    if not page_url or not (revision.isascii() and revision.isdecimal()):
        return ""
    return f"{page_url}{'&' if '?' in page_url else '?'}diff=prev&oldid={revision}"


def find_wiki_urls(run: Run, documents: Iterable[str]) -> dict[str, str]:
    """The addresses of pages by their ids. Only a wiki's address ends in the title, and only a wiki has diffs."""
    wanted = sorted(set(documents))
    found: dict[str, str] = {}
    if not wanted:
        return found
    for batch in scan_table(run, "pages", ds.field("document").isin(wanted), ["document", "title", "url"]):
        for document, title, url in zip(*(batch[name].to_pylist() for name in batch.schema.names), strict=True):
            if unquote(url).endswith(title.replace(" ", "_")):
                found[document] = keep_web_url(url)
    return found
