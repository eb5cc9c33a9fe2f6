"""What readers of editions and scanned pages share: a file of markup to documents, each with its text and regions.

A reader of such a format names a handler, which is told of tags and text and gives documents as they are complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, ClassVar

from twicetold.config import Reading
from twicetold.readers.base import DocumentBatchBuilder, Split, WholeFileReader
from twicetold.readers.inputs import format_path, name_file, name_stem, open_unpacked
from twicetold.readers.layout import LayoutBuilder, Region
from twicetold.readers.regions import build_region_batches
from twicetold.readers.xml_stream import MarkupError, XmlStream
from twicetold.tables.batches import Batch


@dataclass
class PagedDocument:
    """A document of a file: its text and regions, and what the file says about it."""

    layout: LayoutBuilder
    name: str = ""  # within the file, where it has several documents
    title: str = ""
    facts: dict[str, str] = field(default_factory=dict)  # further columns of DOCUMENTS

    @property
    def regions(self) -> list[Region]:
        return self.layout.regions


class PagedHandler:
    """What a format makes of tags and text: documents that are complete are in `documents` until they are taken."""

    wanted: ClassVar[str]  # what a file of the format must have, for an error
    stream: ClassVar[type[Any]] = XmlStream

    def __init__(self, most: int) -> None:
        self.most = most  # characters of a document
        self.documents: list[PagedDocument] = []

    def open_tag(self, name: str, attributes: dict[str, str]) -> None: ...

    def close_tag(self, name: str) -> None: ...

    def add_text(self, text: str) -> None: ...

    def take_documents(self) -> list[PagedDocument]:
        taken, self.documents = self.documents, []
        return taken


@dataclass(frozen=True)
class PagedReader(WholeFileReader):
    """A reader of files of markup, with the regions of their documents."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "plain"
    handler: ClassVar[type[PagedHandler]]

    def has_regions(self, path: str) -> bool:
        """Whether a file has regions: any of these formats can."""
        return True

    def read_regions(self, split: Split) -> Iterator[Batch]:
        """Where the texts of a file are on its pages, in batches of REGIONS."""
        return build_region_batches(
            (name, region)
            for name, found in self._read_documents(split.path)
            if isinstance(found, PagedDocument)
            for region in found.regions
        )

    def add_file(self, rows: DocumentBatchBuilder, path: str) -> Iterator[Batch]:
        source = format_path(path)
        for number, (name, found) in enumerate(self._read_documents(path), 1):
            place = f"document {number}"
            if isinstance(found, MarkupError):
                yield from rows.reject(place=found.place, reason=found.reason, document=name, source=source)
            elif found.layout.is_too_long:
                reason = f"a document is over the limit of {self.reading.document_bytes:,} bytes"
                yield from rows.reject(place=place, reason=reason, document=name, source=source)
            elif not found.layout.length:
                yield from rows.skip(document=name, place=place, reason="no text", source=source)
            else:
                text, title = found.layout.build_text(), found.title or name_stem(path)
                facts = {"source": source, **found.facts}
                yield from rows.add(document=name, title=title, text=text, place=place, **facts)

    def _read_documents(self, path: str) -> Iterator[tuple[str, PagedDocument | MarkupError]]:
        """The documents of a file with their ids, and the error that ended it."""
        name = name_file(path, self.folder)
        handler = self.handler(self.reading.document_bytes)
        count = 0
        try:
            for _ in handler.stream(handler).feed(self._open(path)):
                for document in handler.take_documents():
                    count += 1
                    yield self._identify(name, document), document
            for document in handler.take_documents():
                count += 1
                yield self._identify(name, document), document
            if not count:
                raise MarkupError("line 1", f"the file has no {handler.wanted}")
        except MarkupError as error:
            for document in handler.take_documents():
                yield self._identify(name, document), document
            yield name, error

    def _open(self, path: str) -> BinaryIO:
        try:
            return open_unpacked(path, self.reading)
        except OSError as error:
            raise MarkupError("byte 0", str(error.strerror or error)) from None

    def _identify(self, name: str, document: PagedDocument) -> str:
        return f"{name}#{document.name}" if document.name else name
