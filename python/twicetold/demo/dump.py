"""MediaWiki's export format, version 0.11, as the dumps have it."""

from __future__ import annotations

from hashlib import sha1
from xml.sax.saxutils import escape

from twicetold.demo.pages import PlantedPage

_NAMESPACES = {
    -2: "Media", -1: "Special", 0: "", 1: "Talk", 2: "User", 3: "User talk", 4: "Planted", 5: "Planted talk", 6: "File",
    7: "File talk", 8: "MediaWiki", 9: "MediaWiki talk", 10: "Template", 11: "Template talk", 12: "Help",
    13: "Help talk", 14: "Category", 15: "Category talk", 828: "Module", 829: "Module talk",
}  # fmt: skip


def _format_namespace(key: int, name: str) -> str:
    attributes = f'      <namespace key="{key}" case="first-letter"'
    return f"{attributes}>{name}</namespace>\n" if name else f"{attributes} />\n"


HEADER = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://www.mediawiki.org/xml/export-0.11/ http://www.mediawiki.org/xml/export-0.11.xsd" '
    'version="0.11" xml:lang="en">\n  <siteinfo>\n    <sitename>Planted</sitename>\n    <dbname>plantedwiki</dbname>\n'
    "    <base>https://planted.example.org/wiki/Main_Page</base>\n    <generator>twicetold planted</generator>\n"
    "    <case>first-letter</case>\n    <namespaces>\n"
    + "".join(_format_namespace(key, name) for key, name in _NAMESPACES.items())
    + "    </namespaces>\n  </siteinfo>\n"
)
FOOTER = "</mediawiki>\n"


def _escape_xml(text: str) -> str:
    """The text as the dumps escape it, quotation marks too."""
    return escape(text, {'"': "&quot;"})


def render_page(page: PlantedPage) -> str:
    """One `<page>` with its one revision."""
    size = len(page.wikitext.encode())
    digest = _encode_base36(sha1(page.wikitext.encode(), usedforsecurity=False).digest())
    redirect = f'    <redirect title="{_escape_xml(page.redirect)}" />\n' if page.redirect else ""
    revision, editor = page.id + 1_000_000, page.id % 97
    return (
        f"  <page>\n    <title>{_escape_xml(page.title)}</title>\n"
        f"    <ns>{page.namespace}</ns>\n    <id>{page.id}</id>\n"
        f"{redirect}    <revision>\n      <id>{revision}</id>\n      <timestamp>{page.timestamp}</timestamp>\n"
        f"      <contributor>\n        <username>Editor {editor}</username>\n        <id>{editor + 1}</id>\n"
        f"      </contributor>\n      <origin>{revision}</origin>\n      <model>wikitext</model>\n"
        f'      <format>text/x-wiki</format>\n      <text bytes="{size}" sha1="{digest}" xml:space="preserve">'
        f"{_escape_xml(page.wikitext)}</text>\n      <sha1>{digest}</sha1>\n    </revision>\n  </page>\n"
    )


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _encode_base36(digest: bytes) -> str:
    """A SHA-1 as MediaWiki writes it: 31 digits to the base 36."""
    number = int.from_bytes(digest, "big")
    digits = []
    for _ in range(31):
        number, digit = divmod(number, 36)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))
