r"""Paths are bytes on the disk, and texts in Python: how they are stored, handed to libraries, and shown.

Python gives a byte that is not a letter in the locale's encoding as a lone surrogate, which no table and no terminal
can hold. A name with the byte ff is shown as `\xff`.
"""

from __future__ import annotations

import codecs
import os
from pathlib import Path

BYTE_NAMES = "twicetold-byte-names"  # an error handler for streams: a byte of a file name becomes `\xff`


def show_path(path: str | Path) -> str:
    r"""A path as a table or a message can hold it: bytes that are not UTF-8 become `\xe9`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def store_path(path: str) -> str:
    """A path as `run.json` holds it: the same in every locale. Bytes that are not UTF-8 are lone surrogates."""
    return os.fsencode(path).decode("utf-8", "surrogateescape")


def restore_path(stored: str) -> str:
    """The path that `store_path` stored, as this process names it."""
    return os.fsdecode(stored.encode("utf-8", "surrogateescape"))


def spell_bytes(error: UnicodeError) -> tuple[str, int]:
    r"""Spell what a stream cannot hold: a byte of a file name as `\xff`, anything else as `\u00e9` is spelled."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    spelled = "".join(map(spell_character, error.object[error.start : error.end]))
    return spelled, error.end


def spell_character(character: str) -> str:
    r"""A character in letters: `\x1b`, `\u202e`; a byte of a file name as `\xff`."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


codecs.register_error(BYTE_NAMES, spell_bytes)
