"""Where a document can be opened: an address of the web, or nowhere. A record may give any, and `javascript:` runs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import urlsplit

import pyarrow.dataset as ds

from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.views.rows import DocumentName

MOST_URL_CHARACTERS = 2_000
_WEB_ADDRESS = re.compile(r"https?://[^\s\x00-\x20\x7f-\x9f\"<>\\^`{|}]+", re.IGNORECASE)
_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*", re.IGNORECASE)


@dataclass(frozen=True)
class DocumentLink:
    """Where a document stands and in which language; "" where that is not known."""

    url: str = ""
    language: str = ""


NO_LINK = DocumentLink()


def keep_web_url(url: str) -> str:
    """The address if it is one of the web and has a host, else "": `javascript:alert(1)` -> ``"""
    if len(url) > MOST_URL_CHARACTERS or not _WEB_ADDRESS.fullmatch(url):
        return ""
    try:
        return url if urlsplit(url).hostname else ""
    except ValueError:  # brackets that are no IPv6 address
        return ""


def shorten_path(name: str, title: str) -> str:
    """A file with its folder: where that lies on someone's disk is nobody's affair. Other ids stay as they are."""
    path = PurePath(name)
    is_file = path.is_absolute() or path.stem == title
    return "/".join(path.parts[-2:]) if is_file and "://" not in name else name


def find_links(run: Run, document_names: Iterable[DocumentName]) -> dict[DocumentName, DocumentLink]:
    """The homes of these documents. Where two of the same name stand elsewhere, none is known."""
    names = set(document_names)
    if not names or "documents" not in run.tables:
        return {}
    found: dict[DocumentName, DocumentLink] = {}
    among = ds.field("document").isin(sorted({document for document, _ in names}))
    for batch in scan_table(run, "documents", among, ["document", "title", "url", "language"]):
        for document, title, url, language in zip(
            *(batch[name].to_pylist() for name in batch.schema.names), strict=True
        ):
            if (document, title) in names:
                home = DocumentLink(keep_web_url(url), language if _LANGUAGE_CODE.fullmatch(language) else "")
                same = found.setdefault((document, title), home) == home
                found[document, title] = home if same else NO_LINK
    return found
