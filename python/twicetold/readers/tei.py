"""TEI, the format of scholarly editions: each `<TEI>` is a document, also those within a `<teiCorpus>`.

The text is that of `<text>`. Paragraphs, heads, verse groups and the like are blocks. A note follows the block
that it is in. Running heads, deletions, and of alternatives all but one are left out. `tei_header.py` says what is
read of the header, and `tei_facsimile.py` where lines are on their pages.
"""

from __future__ import annotations

from typing import ClassVar

from twicetold.readers.layout import LayoutBuilder
from twicetold.readers.paged import PagedDocument, PagedHandler, PagedReader
from twicetold.readers.tei_facsimile import TeiFacsimile
from twicetold.readers.tei_header import TeiHeader

ROOTS = frozenset({"TEI", "TEI.2"})
_BLOCK_NAMES = """
    ab address addrLine argument back body byline castItem closer dateline div div1 div2 div3 div4 div5 div6 div7
    docAuthor docDate docEdition docImprint epigraph figure front group head imprimatur item label lg listBibl list
    opener p postscript row salute signed sp speaker stage table text titlePage titlePart trailer
"""
BLOCKS = frozenset(_BLOCK_NAMES.split())
LINES = frozenset({"l", "cell"})
LEFT_OUT = frozenset({"am", "certainty", "del", "figDesc", "fw", "gap", "interp", "interpGrp", "metamark", "respons"})
ALTERNATIVES = frozenset({"choice", "app", "rdgGrp"})  # of their children one is read
UNWANTED = frozenset({"abbr", "note", "orig", "sic", "wit", "witDetail"})  # the first child that is none of these
BREAKS = frozenset({"lb", "pb", "cb", "gb", "milestone"})


class _TeiText:
    """A document while it is read."""

    def __init__(self, most: int, name: str) -> None:
        self.name, self.most = name, most
        self.layout = LayoutBuilder(most)
        self.header = TeiHeader()
        self.facsimile = TeiFacsimile()
        self.in_header = self.in_text = self.in_facsimile = self.left_out = self.in_note = 0
        self.has_page = False
        self.box: str = ""
        self.words: list[str] = []
        self.note: list[str] = []
        self.notes: list[str] = []
        self.held = 0  # characters that are in no line yet, and how many of them are in notes that have ended
        self.held_notes = 0

    def add_text(self, text: str) -> None:
        if self.in_header:
            self.header.add_text(text)
        elif self.in_text and not self.left_out and self.held <= self.most:
            (self.note if self.in_note else self.words).append(text)
            self.held += len(text)

    def end_line(self, *, joins: bool = False) -> None:
        self.layout.add_line("".join(self.words), self.facsimile.find_box(self.box), joins=joins)
        self.words, self.box = [], ""
        self.held = self.held_notes

    def end_block(self) -> None:
        """End a block. The notes in it come after it, each as a block."""
        self.end_line()
        self.layout.end_block()
        for note in self.notes:
            self.layout.add_line(note)
            self.layout.end_block()
        self.notes, self.held, self.held_notes = [], 0, 0

    def end_note(self) -> None:
        note = " ".join("".join(self.note).split())
        self.note = []
        if note:
            self.notes.append(note)
            self.held_notes += len(note)

    def add_break(self, name: str, attributes: dict[str, str]) -> None:
        """A new line, column or page. `break="no"` says that it is within a word."""
        if self.in_note:
            self.note.append(" ")
            return
        self.end_line(joins=attributes.get("break") == "no")
        if name == "pb":
            self.layout.begin_page(*self.facsimile.describe_page(attributes))
            self.has_page = True
        elif name == "lb":
            if not self.has_page:
                self.layout.begin_page()
                self.has_page = True
            self.box = attributes.get("facs", "")


class TeiHandler(PagedHandler):
    """Documents, of which one may contain others."""

    wanted = "<TEI> element"

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._texts: list[_TeiText] = []
        self._names: list[str] = []  # the open elements
        self._chosen: list[bool] = []  # of each open element with alternatives, whether one was read
        self._count = 0
        self._is_corpus = False

    def open_tag(self, name: str, attributes: dict[str, str]) -> None:
        above = self._names[-1] if self._names else ""
        self._names.append(name)
        self._is_corpus = self._is_corpus or name in ("teiCorpus", "teiCorpus.2")
        if name in ROOTS:
            self._count += 1
            own = attributes.get("xml:id", attributes.get("id", "")) or str(self._count)
            self._texts.append(_TeiText(self.most, own if self._is_corpus or self._texts else ""))
            self._texts[-1].header.add_language(attributes, rank=2)
        elif self._texts:
            self._open_within(self._texts[-1], name, attributes, above)

    def _open_within(self, text: _TeiText, name: str, attributes: dict[str, str], above: str) -> None:
        if text.in_header or name == "teiHeader":
            text.in_header += 1
            text.header.open_tag(name, attributes)
        elif text.in_facsimile or (name in ("facsimile", "sourceDoc") and not text.in_text):
            text.in_facsimile += 1
            text.facsimile.open_tag(name, attributes)
        elif text.in_text or name == "text":
            text.in_text += 1
            if text.in_text == 1:
                text.header.add_language(attributes, rank=1)
            self._open_in_text(text, name, attributes, above)

    def _open_in_text(self, text: _TeiText, name: str, attributes: dict[str, str], above: str) -> None:
        if text.left_out or name in LEFT_OUT or (above in ALTERNATIVES and not self._choose(name)):
            text.left_out += 1
        elif name == "note" or text.in_note:
            text.in_note += name == "note" or name in BLOCKS
            if name in BLOCKS or name in BREAKS or name in LINES:
                text.note.append(" ")
        elif name in BREAKS:
            text.add_break(name, attributes)
        elif name in BLOCKS:
            text.end_block()
        elif name in LINES:
            text.end_line()
        if name in ALTERNATIVES:
            self._chosen.append(False)

    def _choose(self, name: str) -> bool:
        """Whether a child of an element with alternatives is the one that is read."""
        if name in UNWANTED or self._chosen[-1]:
            return False
        self._chosen[-1] = True
        return True

    def close_tag(self, name: str) -> None:
        self._names.pop()
        if not self._texts:
            return
        text = self._texts[-1]
        if name in ROOTS and not text.in_text:
            self._end_document(self._texts.pop())
        elif text.in_header:
            text.in_header -= 1
            text.header.close_tag(name)
        elif text.in_facsimile:
            text.in_facsimile -= 1
            text.facsimile.close_tag(name)
        elif text.in_text:
            text.in_text -= 1
            self._close_in_text(text, name)

    def _close_in_text(self, text: _TeiText, name: str) -> None:
        if name in ALTERNATIVES:
            self._chosen.pop()
        if text.left_out:
            text.left_out -= 1
        elif text.in_note:
            text.in_note -= name == "note" or name in BLOCKS
            if name in BLOCKS:
                text.note.append(" ")
            if not text.in_note:
                text.end_note()
        elif name in BLOCKS:
            text.end_block()
        elif name in LINES:
            text.end_line()

    def add_text(self, text: str) -> None:
        if self._texts:
            self._texts[-1].add_text(text)

    def _end_document(self, text: _TeiText) -> None:
        text.end_block()
        if text.layout.length or not self._count > 1:
            self.documents.append(PagedDocument(text.layout, text.name, text.header.title, text.header.list_facts()))


class TeiReader(PagedReader):
    """Files of TEI, P4 or P5."""

    suffixes: ClassVar[tuple[str, ...]] = (".tei", ".tei.xml")
    handler = TeiHandler
