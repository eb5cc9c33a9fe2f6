"""Text from anywhere, made safe to print: it must not move the cursor, recolour the screen or reverse a line."""

from __future__ import annotations

import re
import sys

from twicetold.text.paths import spell_character

# C0 and C1 controls (escape sequences begin with one), line and paragraph separators, and what reorders a line.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BLANKS = "\t\n\v\f\r\x85\u2028\u2029"


def escape_controls(text: str) -> str:
    r"""The text on one line, with controls spelled out: `"a\tb\x1b[31m"` -> `a b\x1b[31m`, as letters."""
    return _UNSAFE.sub(lambda found: " " if found[0] in _BLANKS else spell_character(found[0]), text)


def cut_title(title: str, most: int = 80) -> str:
    """A title on one line of at most so many characters: `("Lake Orrin", 4)` -> `Lake…`"""
    text = escape_controls(title)
    return text if len(text) <= most else f"{text[:most]}…"


def escape_json(line: str) -> str:
    """JSON with what `json.dumps` leaves raw escaped as well; it reads back the same."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def write_output(data: bytes, is_json: bool = False) -> None:
    """Write lines to standard output: to a file or pipe as they are, to a terminal with controls spelled out."""
    if not sys.stdout.isatty():
        sys.stdout.buffer.write(data)
        return
    escape = escape_json if is_json else escape_controls
    sys.stdout.write("\n".join(map(escape, data.decode("utf-8", "replace").split("\n"))))
