"""What a site writes into a question when it is closed as a duplicate: it would give the answer away.

Only the forms that sites insert are removed, a notice that leads to a link at once; people also write about duplicates.
The patterns are Arrow's (RE2), which take linear time on any text.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

_NOTICE = (
    r"(?:(?:(?:possible|exact|likely|probable)\s+)?duplicates?(?:\s+of)?"
    r"|this\s+question\s+(?:already\s+has|may\s+already\s+have|has\s+already|was\s+already)\s+[^<>]{0,60}?)"
)
_OPENING_TAGS = r"(?:\s|<(?:p|strong|b|em|i|h[1-6]|div|span)(?:\s[^<>]*)?>)*"
# What may stand between the notice and its first link.
_LINK_START = r"\s*:?(?:\s|:|&nbsp;|</?(?:p|strong|b|em|i|br|ul|ol|li|span|div|h[1-6])(?:\s[^<>]*)?/?>)*<a\s"
_HOLDERS = ("blockquote", "aside", "div")
_PATTERNS = (
    *(rf"(?is)<{each}(?:\s[^<>]*)?>{_OPENING_TAGS}{_NOTICE}{_LINK_START}.*?</{each}>" for each in _HOLDERS),
    rf"(?is)<p>{_OPENING_TAGS}{_NOTICE}\s*:?(?:\s|:|</(?:strong|b|em|i)>)*</p>\s*<ul>\s*<li>\s*<a\s.*?</ul>",
    rf"(?is)<p>{_OPENING_TAGS}{_NOTICE}{_LINK_START}.*?</p>",
    r"(?i)<!--\s*end of automatically inserted text\s*-->",
)
_NOTE = r"(?i)(?:\s*\[(?:duplicate|closed|on hold|migrated|deleted|locked)\])+\s*$"


def remove_banners(bodies: pa.Array) -> pa.Array:
    """Bodies in HTML without notices such as `<blockquote><p>Possible Duplicate: <a ...>`."""
    if not pc.any(pc.match_substring(bodies, "duplicate", ignore_case=True)).as_py() and not _has_answered_notice(
        bodies
    ):
        return bodies
    for pattern in _PATTERNS:
        bodies = pc.replace_substring_regex(bodies, pattern, "")
    return bodies


def remove_notes(titles: pa.Array) -> pa.Array:
    """Titles without what a site adds to them: `Where is it? [duplicate]` -> `Where is it?`."""
    return pc.replace_substring_regex(titles, _NOTE, "")


def _has_answered_notice(bodies: pa.Array) -> bool:
    return bool(pc.any(pc.match_substring_regex(bodies, r"(?i)already\s+ha|has\s+already|was\s+already")).as_py())
