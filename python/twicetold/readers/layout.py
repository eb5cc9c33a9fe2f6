"""Lines of pages to one text that reads on, and back: which characters of the text are which line of which page.

Lines of a block are joined by a blank, and a word that was divided at a line's end becomes whole again. So a sentence
that was set in a narrow column is found in a wide one. Each line stays a region of the text, with its box on the page
where that is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

HYPHENS = "-\u00ad\u2010\u00ac\u2e17\u2e40="  # what printers and scanners end a divided word with
_SENTENCE_ENDS = ".!?:;\"'”’»)]"


class Box(NamedTuple):
    """A rectangle on a page, from its upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class PageInfo:
    """A page: its id and number (from 1), its picture and its size; "" and 0 where the input does not say."""

    id: str
    number: int
    image: str = ""
    width: int = 0
    height: int = 0


class Region(NamedTuple):
    """Characters of a text that are one line, or a part of one, on a page."""

    page: PageInfo
    line: int  # from 1 on each page
    start: int
    end: int
    box: Box | None


@dataclass
class LayoutBuilder:
    """Pages, blocks and lines in reading order, on their way to a text with its regions.

    A text longer than `most` characters is dropped, and `is_too_long` says so.
    """

    most: int
    regions: list[Region] = field(default_factory=list)
    length: int = 0
    is_too_long: bool = False
    _parts: list[str] = field(default_factory=list)
    _page: PageInfo | None = None
    _pages: int = 0
    _line: int = 0
    _joins: bool = False  # the last line ends within a word
    _ends_block: bool = False

    def begin_page(self, id: str = "", image: str = "", width: int = 0, height: int = 0) -> None:
        """Go on with a new page."""
        self._pages += 1
        self._page = PageInfo(id or str(self._pages), self._pages, image, width, height)
        self._line = 0

    def end_block(self) -> None:
        """Go on with a new paragraph."""
        self._ends_block = True

    def add_line(self, text: str, box: Box | None = None, *, joins: bool = False, separator: str = " ") -> None:
        """Add a line. With `joins`, its last word goes on in the next line, whatever that begins with."""
        text = " ".join(text.split())
        if not text:
            self._joins = self._joins or joins
            return
        self._line += 1
        between = self._choose_separator(text, separator)
        start = self.length + len(between)
        self.length = start + len(text)
        if self.length > self.most:
            self.is_too_long = True
            self._parts, self.regions = [], []
        else:
            self._parts += [between, text]
            if self._page:
                self.regions.append(Region(self._page, self._line, start, self.length, box))
        self._joins, self._ends_block = joins, False

    def build_text(self) -> str:
        return "".join(self._parts)

    def _choose_separator(self, text: str, separator: str) -> str:
        """What stands between the last line and this one; nothing where a word was divided."""
        last = self._parts[-1] if self._parts else ""
        if not last:
            return ""
        is_divided = len(last) > 1 and last[-1] in HYPHENS and last[-2].isalpha() and text[0].islower()
        if self._joins or is_divided:
            self._drop_hyphen(last)
            return ""
        if not self._ends_block:
            return separator
        # A paragraph that goes on in the next column or on the next page.
        return " " if text[0].islower() and last[-1] not in _SENTENCE_ENDS else "\n\n"

    def _drop_hyphen(self, last: str) -> None:
        if last[-1] in HYPHENS and len(last) > 1:
            self._parts[-1] = last[:-1]
            self.length -= 1
            if self.regions and self.regions[-1].end == self.length + 1:
                self.regions[-1] = self.regions[-1]._replace(end=self.length)


def read_number(value: str | None) -> int:
    """A coordinate, `120` or `119.6`, as a whole number; 0 where it is none."""
    try:
        return max(-(2**31), min(round(float(value or "")), 2**31 - 1))
    except (ValueError, OverflowError):
        return 0


def read_points(points: str) -> list[tuple[int, int]]:
    """The corners of a polygon, `10,20 110,20 110,60`, as pairs of numbers."""
    pairs = (pair.partition(",") for pair in points.split())
    return [(read_number(x), read_number(y)) for x, _, y in pairs]


def surround_points(points: list[tuple[int, int]]) -> Box | None:
    """The smallest box around a polygon."""
    if not points:
        return None
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across) - min(across), max(down) - min(down))
