"""The HTML cleaner: a page's main text as blocks, with offsets into the HTML.

Which parts of a page are its main text, resiliparse judges; it knows no offsets. So the Rust scanner reads all blocks
with theirs, and keeps those that stand in what resiliparse gave.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.errors import MissingPackage
from twicetold.tables.batches import Batch
from twicetold.tables.reading import BLOCKS

_NESTING_TAG = re.compile(r"<(/?)(?:div|section|article|main|[uod]l|table|blockquote|form|center)\b", re.IGNORECASE)
_DEPTH_PER_CHARACTER = 4  # at 130 ns for a level of a tag, 0.5 s per MB
_DEPTH_OF_SMALL_PAGES = 200_000


@dataclass(frozen=True)
class CleanHtml:
    """Documents to blocks. With `main_only` off, menus, footers and the like are kept too."""

    schema: ClassVar[pa.Schema] = BLOCKS
    main_only: bool = True

    def __call__(self, documents: Batch) -> Batch:
        main = extract_main_texts(documents) if self.main_only else None
        return _kernels.clean_html(documents, main)


@dataclass(frozen=True)
class CleanHtmlFragment(CleanHtml):
    """HTML that is all text, as the body of a post is: nothing around it to leave out."""

    main_only: bool = False


def extract_main_texts(documents: Batch) -> pa.Array:
    """The main text of each page; null where there is none to find (not read, not HTML, too deep, none found)."""
    extract = _import_extractor()
    rows = zip(documents.column("status"), documents.column("text"), strict=True)
    texts = [_extract_main_text(extract, page.as_py()) if status.as_py() == "read" else None for status, page in rows]
    return pa.array(texts, pa.string())


def _extract_main_text(extract: Callable[..., str], page: str) -> str | None:
    if is_too_deep(page):
        return None
    try:
        text = extract(
            page,
            main_content=True,
            preserve_formatting=True,  # a line per block, as the scanner has them
            list_bullets=False,
            links=False,
            alt_texts=False,
            form_fields=False,
            noscript=False,
            comments=False,
        )
    except Exception:  # whatever a hostile page does to the parser, the scanner can still read it
        return None
    return text if text.strip() else None


def is_too_deep(page: str) -> bool:
    """Whether resiliparse would take too long: its time grows with the depth of every block element, 40 KB of `<div>`
    take it a second. Pages as people write them are far below (depth 20 every 100 characters is 0.2 per character)."""
    limit = max(_DEPTH_OF_SMALL_PAGES, _DEPTH_PER_CHARACTER * len(page))
    depth = total = 0
    for tag in _NESTING_TAG.finditer(page):
        depth = max(0, depth - 1) if tag.group(1) else depth + 1
        total += depth
        if total > limit:
            return True
    return False


def _import_extractor() -> Callable[..., str]:
    try:
        from resiliparse.extract.html2text import extract_plain_text
    except ImportError:
        raise MissingPackage("resiliparse", "web") from None
    return extract_plain_text  # type: ignore[no-any-return]
