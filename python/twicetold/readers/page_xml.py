"""PAGE XML, the format of Transkribus and eScriptorium: regions of a page with their lines, in reading order.

A file is a document of one page. Running heads, page numbers and catchwords are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from twicetold.readers.layout import Box, LayoutBuilder, read_number, read_points, surround_points
from twicetold.readers.paged import PagedDocument, PagedHandler, PagedReader

LEFT_OUT_TYPES = frozenset({"header", "footer", "page-number", "catch-word", "signature-mark"})
_TEXT_HOLDERS = ("TextRegion", "TextLine", "Word")  # elements that may hold a text


@dataclass
class _PageElement:
    """A region, line or word while it is read: its text, or that of its parts."""

    name: str
    id: str = ""
    is_left_out: bool = False
    points: list[tuple[int, int]] = field(default_factory=list)
    text: str | None = None
    words: list[str] = field(default_factory=list)
    lines: list[tuple[str, Box | None]] = field(default_factory=list)


class PageHandler(PagedHandler):
    """Regions, which are put in reading order when the page is complete."""

    wanted = "<Page> element"

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._begin_file()

    def _begin_file(self) -> None:
        self._page: dict[str, str] | None = None
        self._open: list[_PageElement] = []
        self._regions: list[_PageElement] = []
        self._order: dict[str, int] = {}
        self._said: list[str] | None = None
        self._held = 0  # characters, so that a page is not larger than a document

    def open_tag(self, name: str, attributes: dict[str, str]) -> None:
        if name in _TEXT_HOLDERS:
            is_left_out = attributes.get("type", "") in LEFT_OUT_TYPES
            self._open.append(_PageElement(name, attributes.get("id", ""), is_left_out))
        elif name == "Coords" and self._open:
            self._open[-1].points += read_points(attributes.get("points", ""))
        elif name == "Point" and self._open:  # as files of 2010 have them
            self._open[-1].points.append((read_number(attributes.get("x")), read_number(attributes.get("y"))))
        elif name == "Unicode":
            self._said = []
        elif name in ("RegionRefIndexed", "RegionRef"):
            self._order.setdefault(attributes.get("regionRef", ""), len(self._order))
        elif name == "Page":
            self._page = attributes

    def close_tag(self, name: str) -> None:
        if name == "Unicode" and self._open and self._open[-1].text is None:  # the first alternative
            self._open[-1].text = "".join(self._said or [])
        if name == "Unicode":
            self._said = None
        if name in _TEXT_HOLDERS and self._open:
            self._close_element(self._open.pop())
        if name == "Page":
            self._add_document()

    def add_text(self, text: str) -> None:
        if self._said is not None and self._held <= self.most:
            self._said.append(text)
            self._held += len(text)

    def _close_element(self, element: _PageElement) -> None:
        above = self._open[-1] if self._open else None
        if element.name == "TextRegion":
            if not element.lines and element.text:
                element.lines = [(line, None) for line in element.text.splitlines()]
            element.is_left_out = element.is_left_out or (above is not None and above.is_left_out)
            self._regions.append(element)
        elif above and element.name == "TextLine":
            text = element.text if element.text and element.text.strip() else " ".join(element.words)
            above.lines.append((text, surround_points(element.points)))
        elif above and element.name == "Word":
            above.words.append(element.text or "")

    def _add_document(self) -> None:
        page = self._page or {}
        layout = LayoutBuilder(self.most)
        image = page.get("imageFilename", "")
        sizes = (max(read_number(page.get(name)), 0) for name in ("imageWidth", "imageHeight"))
        layout.begin_page(image, image, *sizes)
        last = len(self._order)
        for region in sorted(self._regions, key=lambda each: self._order.get(each.id, last)):
            for line, box in () if region.is_left_out else region.lines:
                layout.add_line(line, box)
            layout.end_block()
        layout.is_too_long = layout.is_too_long or self._held > self.most
        self.documents.append(PagedDocument(layout))
        self._begin_file()


class PageXmlReader(PagedReader):
    """Files of PAGE XML, of any version."""

    suffixes: ClassVar[tuple[str, ...]] = (".page.xml",)
    handler = PageHandler
