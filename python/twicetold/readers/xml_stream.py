"""XML as it comes from a stream: tags and text in order, in bounded memory, and nothing that a file can do with it.

The parser is expat, which comes with Python. Entities that a file declares are never expanded, no file or address that
it names is opened, and a tag or a nesting that is too large ends the reading with an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.entities import html5
from typing import BinaryIO, NoReturn, Protocol
from xml.parsers import expat

CHUNK_BYTES = 1 << 18
LONGEST_TAG_BYTES = 1 << 22  # expat holds a tag until it is complete, and looks at it again with each chunk
DEEPEST_NESTING = 1_000


class MarkupError(Exception):
    """What ends the reading of a file of markup: where, and why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason = place, reason


class TagHandler(Protocol):
    """What is told of a file of markup. Names have no prefix: `tei:div` is `div`."""

    def open_tag(self, name: str, attributes: dict[str, str]) -> None: ...

    def close_tag(self, name: str) -> None: ...

    def add_text(self, text: str) -> None: ...


class XmlStream:
    """Feeds a handler from a stream, chunk by chunk."""

    def __init__(self, handler: TagHandler) -> None:
        self._handler = handler
        self._depth = 0
        self._fed = 0
        parser = self._parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.UseForeignDTD(True)  # so that `&nbsp;` is skipped, and not an error
        parser.StartElementHandler = self._open_tag
        parser.EndElementHandler = self._close_tag
        parser.CharacterDataHandler = handler.add_text
        parser.EntityDeclHandler = self._refuse_entity
        parser.SkippedEntityHandler = self._add_entity

    def feed(self, stream: BinaryIO) -> Iterator[None]:
        """Feed all of the stream, with a pause after each chunk; a MarkupError says where it could not be read on."""
        try:
            while chunk := stream.read(CHUNK_BYTES):
                self._fed += len(chunk)
                self._parser.Parse(chunk, False)
                if self._fed - self._parser.CurrentByteIndex > LONGEST_TAG_BYTES:
                    self._fail(f"a tag is longer than {LONGEST_TAG_BYTES:,} bytes")
                yield
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            place = f"line {error.lineno}"
            raise MarkupError(place, f"invalid XML: {expat.ErrorString(error.code)}") from None
        except (LookupError, ValueError) as error:  # an encoding that Python does not know, or bytes that are not in it
            self._fail(f"invalid XML: {error}")
        except OSError as error:
            self._fail(str(error.strerror or error))

    def _open_tag(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST_NESTING:
            self._fail(f"tags are nested more than {DEEPEST_NESTING:,} deep")
        self._handler.open_tag(name.rpartition(":")[2], attributes)

    def _close_tag(self, name: str) -> None:
        self._depth -= 1
        self._handler.close_tag(name.rpartition(":")[2])

    def _refuse_entity(self, name: str, *_: object) -> None:
        self._fail(f"the file declares an entity, `{name[:60]}`, and entities are not expanded")

    def _add_entity(self, name: str, is_parameter: bool) -> None:
        """A named character of HTML, such as `&eacute;`; other entities are unknown and leave nothing."""
        self._handler.add_text("" if is_parameter else html5.get(f"{name};", ""))

    def _fail(self, reason: str) -> NoReturn:
        raise MarkupError(f"line {self._parser.CurrentLineNumber}", reason)
