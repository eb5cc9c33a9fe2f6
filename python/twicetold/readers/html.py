"""HTML files: a file is a document, its text the HTML as decoded; the cleaner of the same name finds the words in it.

How web pages tell their encoding, and often tell it wrongly, is known here; the WARC reader asks here too.
"""

from __future__ import annotations

import codecs
import html
import re
from dataclasses import dataclass
from typing import ClassVar

from twicetold.errors import MissingPackage
from twicetold.readers.text import TextReader, detect_bom

_META_CHARSET = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_META_BYTES = 4096  # browsers look at 1024, and go on looking; pages put scripts first
_TITLE_CHARACTERS = 1 << 16
# Only what browsers know: a page may not choose `punycode` or another codec of Python that is none for pages.
_WEB_CODECS = re.compile(
    r"utf-8|utf-16(-[lb]e)?|ascii|cp(125[0-8]|874|866|932|949|950)|iso8859-\d+|koi8-[ru]|gb(k|2312|18030)|"
    r"big5(hkscs)?|euc_(jp|kr)|shift_jis|iso2022_jp|tis-620|mac-(roman|cyrillic)|hz"
)
# Names that stand for more than they say: browsers read these with the wider encoding.
_WIDER_CODECS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}


@dataclass(frozen=True)
class HtmlReader(TextReader):
    """A file per page. `reading.encoding` is asked when the page does not tell."""

    suffixes: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")
    markup: ClassVar[str] = "html"

    def decode(self, raw: bytes) -> str:
        """The page as text; see `decode_page`."""
        return decode_page(raw, "", self.reading.encoding)

    def choose_title(self, path: str, text: str) -> str:
        """What stands in `<title>`, else the file's name."""
        return extract_title(text) or super().choose_title(path, text)


def decode_page(raw: bytes, charset: str, fallback: str) -> str:
    """The text of a page, from the first of these that decodes it without a fault.

    Its byte order mark; `charset` (of the HTTP head); `<meta charset>`; `fallback`; UTF-8. A page that none decodes
    has stray bytes, which become U+FFFD where there are few (1 character in 1,000), or tells the wrong encoding: then
    resiliparse's detector is asked, and what it cannot decode either becomes U+FFFD.
    """
    marked, encoding = detect_bom(raw)
    if marked:
        return raw[marked:].decode(encoding, "replace")
    names = [
        name
        for name in (_resolve_charset(charset), _resolve_charset(_find_meta_charset(raw)), fallback, "utf-8")
        if name
    ]
    for name in dict.fromkeys(names):
        try:
            return raw.decode(name)
        except UnicodeDecodeError:
            continue
    text = raw.decode(names[0], "replace")
    if text.count("\ufffd") * 1000 <= len(text):
        return text
    return raw.decode(_detect_charset(raw), "replace")


def detect_page_encoding(head: bytes) -> str:
    """What the beginning of a page says that it is written in: by its mark or `<meta charset>`, else UTF-8."""
    encoding = detect_bom(head)[1] or _resolve_charset(_find_meta_charset(head))
    return "utf-8-sig" if encoding in ("", "utf-8") else encoding


def extract_title(page: str) -> str:
    """The words of the first `<title>`: `<title>A &amp; B</title>` -> `A & B`; "" without one."""
    head = page[:_TITLE_CHARACTERS]
    opened = re.search(r"<title[\s>]", head, re.IGNORECASE)
    start = head.find(">", opened.start()) if opened else -1
    closed = re.compile("</title", re.IGNORECASE).search(head, start) if start >= 0 else None
    return " ".join(html.unescape(head[start + 1 : closed.start()]).split())[:300] if closed else ""


def _find_meta_charset(raw: bytes) -> str:
    found = _META_CHARSET.search(raw[:_META_BYTES])
    name = found.group(1).decode("ascii") if found else ""
    return "utf-8" if name.lower().startswith("utf-16") else name  # it could be read, so it is not UTF-16


def _resolve_charset(charset: str) -> str:
    """The codec for a charset's name, "" for a name that no browser knows. `ISO-8859-1` -> `cp1252`"""
    name = charset.strip().strip("\"'").lower().removeprefix("x-")
    try:
        codec = codecs.lookup({"sjis": "shift_jis", "ks_c_5601-1987": "euc_kr"}.get(name, name)).name if name else ""
    except (LookupError, ValueError):
        return ""
    return _WIDER_CODECS.get(codec, codec) if _WEB_CODECS.fullmatch(codec) else ""


def _detect_charset(raw: bytes) -> str:
    try:
        from resiliparse.parse.encoding import detect_encoding
    except ImportError:
        raise MissingPackage("resiliparse", "web") from None
    return _resolve_charset(detect_encoding(raw)) or "utf-8"
