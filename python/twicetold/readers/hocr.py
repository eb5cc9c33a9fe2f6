"""hOCR, what Tesseract and OCRopus write: HTML whose classes and titles say what is a page, a line, and where.

A file is a document, of one page or many. It is read as HTML, so that a file that is not well-formed is read too.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import BinaryIO, ClassVar

from twicetold.readers.base import LONGEST_NAME
from twicetold.readers.html import detect_page_encoding
from twicetold.readers.layout import Box, LayoutBuilder, read_number
from twicetold.readers.paged import PagedDocument, PagedHandler, PagedReader
from twicetold.readers.xml_stream import CHUNK_BYTES, DEEPEST_NESTING, LONGEST_TAG_BYTES, MarkupError, TagHandler

LINE_CLASSES = frozenset({"ocr_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"})
BLOCK_CLASSES = frozenset({"ocr_carea", "ocr_par", "ocrx_block", "ocr_column"})
_VOID_TAGS = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_BOX = re.compile(r"\bbbox\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)")
_IMAGE = re.compile(r"\bimage\s+(?:\"([^\"]*)\"|'([^']*)'|([^;\s]+))")


class HtmlStream:
    """Feeds a handler with the tags of HTML. A tag that is not closed ends with the one around it."""

    def __init__(self, handler: TagHandler) -> None:
        self._parser = _TagParser(handler)

    def feed(self, stream: BinaryIO) -> Iterator[None]:
        """Feed all of the stream, with a pause after each chunk; a MarkupError says where it could not be read on."""
        try:
            chunk = stream.read(CHUNK_BYTES)
            decoder = codecs.getincrementaldecoder(detect_page_encoding(chunk))("strict")
            while chunk:
                self._parser.feed(decoder.decode(chunk))
                if len(self._parser.rawdata) > LONGEST_TAG_BYTES:
                    self._fail(f"a tag is longer than {LONGEST_TAG_BYTES:,} bytes")
                yield
                chunk = stream.read(CHUNK_BYTES)
            self._parser.feed(decoder.decode(b"", True))
            self._parser.close()
            self._parser.close_tags(0)
        except UnicodeDecodeError as error:
            self._fail(f"byte 0x{error.object[error.start]:02x} is not valid {error.encoding}")
        except OSError as error:
            self._fail(str(error.strerror or error))

    def _fail(self, reason: str) -> None:
        raise MarkupError(f"line {self._parser.getpos()[0]}", reason) from None


class _TagParser(HTMLParser):
    def __init__(self, handler: TagHandler) -> None:
        super().__init__(convert_charrefs=True)
        self._handler = handler
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len(self._open) >= DEEPEST_NESTING:
            raise MarkupError(f"line {self.getpos()[0]}", f"tags are nested more than {DEEPEST_NESTING:,} deep")
        self._handler.open_tag(tag, {name: value or "" for name, value in attrs})
        self._open.append(tag)
        if tag in _VOID_TAGS:
            self.close_tags(len(self._open) - 1)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self.close_tags(len(self._open) - 1 - self._open[::-1].index(tag))

    def handle_data(self, data: str) -> None:
        self._handler.add_text(data)

    def close_tags(self, left: int) -> None:
        """Close open tags until `left` of them are open."""
        while len(self._open) > left:
            self._handler.close_tag(self._open.pop())


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
