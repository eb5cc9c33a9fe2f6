"""hOCR, what Tesseract and OCRopus write: HTML whose classes and titles say what is a page, a line, and where.

A file is a document, of one page or many. It is read as HTML, so that a file that is not well-formed is read too.
"""

from __future__ import annotations

import re
from typing import ClassVar

from twicetold.readers.base import LONGEST_NAME
from twicetold.readers.html_stream import HtmlStream
from twicetold.readers.layout import Box, LayoutBuilder, read_number
from twicetold.readers.paged import PagedDocument, PagedHandler, PagedReader

LINE_CLASSES = frozenset({"ocr_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"})
BLOCK_CLASSES = frozenset({"ocr_carea", "ocr_par", "ocrx_block", "ocr_column"})
_BOX = re.compile(r"\bbbox\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)")
_IMAGE = re.compile(r"\bimage\s+(?:\"([^\"]*)\"|'([^']*)'|([^;\s]+))")


class HocrHandler(PagedHandler):
    """Pages, blocks and lines by the classes of elements."""

    wanted = "element of the class ocr_page"
    stream = HtmlStream

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._layout = LayoutBuilder(most)
        self._open: list[str] = []  # what each open element is
        self._pages = 0
        self._depth = 0  # pages that are open
        self._held = 0  # characters of the line
        self._words: list[str] = []
        self._box: Box | None = None
        self._title: list[str] = []

    def open_tag(self, name: str, attributes: dict[str, str]) -> None:
        classes = frozenset(attributes.get("class", "").split())
        title = attributes.get("title", "")
        if "ocr_page" in classes:
            self._begin_page(attributes.get("id", ""), title)
            self._open.append("page")
            self._depth += 1
        elif classes & LINE_CLASSES:
            self._flush_line()
            self._box = _read_box(title)
            self._open.append("line")
        elif classes & BLOCK_CLASSES:
            self._flush_line()
            self._open.append("block")
        else:
            self._open.append(name if name in ("title", "script", "style") else "")

    def close_tag(self, name: str) -> None:
        kind = self._open.pop() if self._open else ""
        if kind in ("line", "block", "page"):
            self._flush_line()
        if kind in ("block", "page"):
            self._layout.end_block()
        self._depth -= kind == "page"
        if not self._open and self._pages:
            self.documents.append(PagedDocument(self._layout, title=" ".join("".join(self._title).split())))
            self._layout, self._pages = LayoutBuilder(self.most), 0

    def add_text(self, text: str) -> None:
        if self._depth and self._held <= self.most:
            self._words.append(text)
            self._held += len(text)
        elif self._open and self._open[-1] == "title" and len(self._title) < LONGEST_NAME:
            self._title.append(text[:LONGEST_NAME])

    def _begin_page(self, name: str, title: str) -> None:
        self._flush_line()
        self._pages += 1
        found = _IMAGE.search(title)
        box = _read_box(title) or Box(0, 0, 0, 0)
        image = next(filter(None, found.groups()), "") if found else ""
        self._layout.begin_page(name, image, max(box.width, 0), max(box.height, 0))

    def _flush_line(self) -> None:
        self._layout.add_line("".join(self._words), self._box)
        self._words, self._box, self._held = [], None, 0


def _read_box(title: str) -> Box | None:
    """The box in the title of an element: `bbox 10 20 110 60; baseline 0 -5`."""
    found = _BOX.search(title)
    if not found:
        return None
    left, top, right, bottom = map(read_number, found.groups())
    return Box(left, top, right - left, bottom - top)


class HocrReader(PagedReader):
    """Files of hOCR."""

    suffixes: ClassVar[tuple[str, ...]] = (".hocr",)
    handler = HocrHandler
