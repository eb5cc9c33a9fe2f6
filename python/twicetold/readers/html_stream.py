"""HTML as it comes from a stream: tags and text in order, in time that grows with its length whatever it says.

`html.parser` of Python looks at the rest of a page again and again where a comment or a tag is never closed, and raises
an `AssertionError` at `<![<`. Here each character is looked at once, but for a tag that a chunk cuts.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from twicetold.readers.html import detect_page_encoding
from twicetold.readers.xml_stream import CHUNK_BYTES, DEEPEST_NESTING, LONGEST_TAG_BYTES, MarkupError, TagHandler

VOID_TAGS = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_UNREAD_TAGS = frozenset({"script", "style"})
_LONGEST_REFERENCE = 40  # `&CounterClockwiseContourIntegral;` and more
# Nothing of these is tried twice: `*+` gives nothing back.
_TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/>]*+)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>""")
_ATTRIBUTE = re.compile(r"""([^\s=/>"']++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]++)))?+""")


class HtmlStream:
    """Feeds a handler with the tags of HTML. A tag that is not closed ends with the one around it."""

    def __init__(self, handler: TagHandler) -> None:
        self._handler = handler
        self._open: list[str] = []
        self._rest = ""  # what was fed and is not read yet
        self._line = 1
        self._skipped_to = ""  # of a comment, a declaration or a script, what ends it; "" elsewhere

    def feed(self, stream: BinaryIO) -> Iterator[None]:
        """Feed all of the stream, with a pause after each chunk; a MarkupError says where it could not be read on."""
        try:
            chunk = stream.read(CHUNK_BYTES)
            decoder = codecs.getincrementaldecoder(detect_page_encoding(chunk))("strict")
            while chunk:
                self._take(decoder.decode(chunk))
                if len(self._rest) > LONGEST_TAG_BYTES:
                    self._fail(f"a tag is longer than {LONGEST_TAG_BYTES:,} bytes")
                yield
                chunk = stream.read(CHUNK_BYTES)
            self._take(decoder.decode(b"", True), is_end=True)
            self._close_tags(0)
        except UnicodeDecodeError as error:
            self._fail(f"byte 0x{error.object[error.start]:02x} is not valid {error.encoding}")
        except OSError as error:
            self._fail(str(error.strerror or error))

    def _take(self, text: str, *, is_end: bool = False) -> None:
        """Read as far as it is certain what there is; the rest waits for more."""
        page = self._rest + text
        at = 0
        while at < len(page):
            reached = self._skip(page, at) if self._skipped_to else self._read_piece(page, at, is_end)
            if reached == at:
                break
            self._line += page.count("\n", at, reached)
            at = reached
        self._rest = page[at:]

    def _skip(self, page: str, at: int) -> int:
        wanted = self._skipped_to
        found = page.find(wanted, at) if wanted[:2] != "</" else _find_closing_tag(page, wanted, at)
        if found < 0:
            return max(at, len(page) - len(wanted) + 1)
        self._skipped_to = ""
        return found if wanted[:2] == "</" else found + len(wanted)

    def _read_piece(self, page: str, at: int, is_end: bool) -> int:
        """Read the text or the tag that begins here; gives where it ends, or `at` where more of it must come first."""
        if page[at] != "<":
            return self._read_text(page, at, is_end)
        if not is_end and len(page) - at < len("<!--"):
            return at
        if page.startswith(("<!", "<?"), at):
            self._skipped_to = "-->" if page.startswith("<!--", at) else ">"
            return at + (4 if self._skipped_to == "-->" else 2)
        if not re.match(r"</?[a-zA-Z]", page[at : at + 3]):
            self._handler.add_text("<")
            return at + 1
        found = _TAG.match(page, at)
        if not found:
            return len(page) if is_end else at  # as browsers do, a tag that the page does not end is left out
        self._take_tag(found[2].lower(), found[3], is_closing=bool(found[1]))
        return found.end()

    def _read_text(self, page: str, at: int, is_end: bool) -> int:
        end = page.find("<", at)
        if end < 0:
            end = len(page)
            cut = page.rfind("&", max(at, end - _LONGEST_REFERENCE))
            end = cut if cut >= 0 and not is_end and ";" not in page[cut:] else end
        if end > at:
            self._handler.add_text(html.unescape(page[at:end]))
        return end

    def _take_tag(self, name: str, attributes: str, *, is_closing: bool) -> None:
        if is_closing:
            if name in self._open:
                self._close_tags(len(self._open) - 1 - self._open[::-1].index(name))
            return
        if len(self._open) >= DEEPEST_NESTING:
            self._fail(f"tags are nested more than {DEEPEST_NESTING:,} deep")
        found = _ATTRIBUTE.finditer(attributes)
        self._handler.open_tag(
            name, {each[1].lower(): html.unescape(each[2] or each[3] or each[4] or "") for each in found}
        )
        self._open.append(name)
        if name in VOID_TAGS:
            self._close_tags(len(self._open) - 1)
        elif name in _UNREAD_TAGS:
            self._skipped_to = f"</{name}"

    def _close_tags(self, left: int) -> None:
        """Close open tags until `left` of them are open."""
        while len(self._open) > left:
            self._handler.close_tag(self._open.pop())

    def _fail(self, reason: str) -> NoReturn:
        raise MarkupError(f"line {self._line}", reason) from None


def _find_closing_tag(page: str, wanted: str, at: int) -> int:
    """Where `</script` is, in capitals or small letters; -1 where it is not."""
    found = re.compile(re.escape(wanted), re.IGNORECASE).search(page, at)
    return found.start() if found else -1
