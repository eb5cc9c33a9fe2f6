"""ALTO, the format of scanned newspapers and books in libraries: strings in lines in blocks, with their boxes.

A file is a document, mostly of one page. A word that ALTO says is divided at a line's end becomes whole.
"""

from __future__ import annotations

from typing import ClassVar

from twicetold.readers.layout import Box, LayoutBuilder, read_number
from twicetold.readers.paged import PagedDocument, PagedHandler, PagedReader


class AltoHandler(PagedHandler):
    """Pages with their blocks, lines and strings."""

    wanted = "<alto> element"

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._layout = LayoutBuilder(most)
        self._image: list[str] | None = None
        self._file_name = ""
        self._strings: list[str] = []
        self._box: Box | None = None
        self._joins = False

    def open_tag(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "Page":
                sizes = (max(read_number(attributes.get(each)), 0) for each in ("WIDTH", "HEIGHT"))
                name = attributes.get("ID", "") or attributes.get("PHYSICAL_IMG_NR", "")
                self._layout.begin_page(name, self._file_name, *sizes)
            case "TextLine":
                self._strings, self._joins, self._box = [], False, read_box(attributes)
            case "String":
                self._strings.append(attributes.get("CONTENT", ""))
                self._joins = attributes.get("SUBS_TYPE") == "HypPart1"
            case "HYP":
                self._joins = True
            case "fileName":
                self._image = []

    def close_tag(self, name: str) -> None:
        match name:
            case "TextLine":
                self._layout.add_line(" ".join(self._strings), self._box, joins=self._joins)
            case "TextBlock":
                self._layout.end_block()
            case "fileName":
                self._file_name, self._image = "".join(self._image or []).strip(), None
            case "alto":
                self.documents.append(PagedDocument(self._layout))
                self._layout = LayoutBuilder(self.most)

    def add_text(self, text: str) -> None:
        if self._image is not None:
            self._image.append(text)


def read_box(attributes: dict[str, str]) -> Box | None:
    """The box of an element; None where it has no place or no size."""
    if "HPOS" not in attributes or "VPOS" not in attributes:
        return None
    return Box(*(read_number(attributes.get(name)) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")))


class AltoReader(PagedReader):
    """Files of ALTO XML, of any version."""

    suffixes: ClassVar[tuple[str, ...]] = (".alto", ".alto.xml")
    handler = AltoHandler
