"""Two texts side by side, each cut into what is the same and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from twicetold.views import words

MOST_CHARACTERS = 4_000  # of a text on the page

CHANGE_KINDS = (
    "number",
    "date",
    "name",
    "place",
    "quantity",
    "negation",
    "wording",
    "punctuation",
    "order",
    "addition",
    "removal",
)


@dataclass(frozen=True)
class ShortenedText:
    """A text's beginning, and how many characters were left out."""

    shown: str
    more: int = 0

    @classmethod
    def cut_text(cls, text: str, most: int = MOST_CHARACTERS) -> ShortenedText:
        shown = words.cut_words(text, most)
        return cls(shown, len(text) - len(shown))


EMPTY_TEXT = ShortenedText("")


@dataclass(frozen=True)
class MarkedPart:
    """A stretch of a text. `kind` is "" where both texts have it."""

    text: str
    kind: str = ""
    disagrees: bool = False


MarkedParts = list[MarkedPart]


def mark_differences(
    left: ShortenedText, right: ShortenedText, changes: Sequence[dict[str, Any]] | None = None
) -> tuple[MarkedParts, MarkedParts]:
    """Both texts in parts, by the changes of their match where these fit, else compared word by word.

    `("in 1905.", "in 1906.")` -> `in `, `1905`, `.` and `in `, `1906`, `.`
    """
    if changes and _has_fitting_places(left, right, changes):
        return _split_by_changes(left.shown, changes, "left"), _split_by_changes(right.shown, changes, "right")
    found = words.compare_texts(left.shown, right.shown)
    return _split_by_words(found, "-"), _split_by_words(found, "+")


def mark_changed_words(found: words.Changes) -> MarkedParts:
    """One side of a comparison word by word, in parts."""
    return [MarkedPart(text, "" if sign == "=" else "wording") for sign, text in found]


def swap_sides(changes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same changes, told of the right text against the left one."""
    other = {"left": "right", "right": "left"}
    turned = {"addition": "removal", "removal": "addition"}
    return [
        {
            "kind": turned.get(change["kind"], change["kind"]),
            "disagrees": change["disagrees"],
            **{f"{other[side]}{end}": change[f"{side}{end}"] for side in other for end in ("", "_start", "_end")},
        }
        for change in changes
    ]


def normalise_change_kind(kind: str) -> str:
    """The kind of a change, if it is one that the page has a mark for."""
    return kind if kind in CHANGE_KINDS else "wording"


def _has_fitting_places(left: ShortenedText, right: ShortenedText, changes: Sequence[dict[str, Any]]) -> bool:
    """Whether the places are places of these very texts; what was cut off cannot be told."""
    return all(
        change[f"{side}_end"] > len(text.shown)
        or text.shown[change[f"{side}_start"] : change[f"{side}_end"]] == change[side]
        for change in changes
        for side, text in (("left", left), ("right", right))
    )


def _split_by_changes(text: str, changes: Sequence[dict[str, Any]], side: str) -> MarkedParts:
    parts, reached = [], 0
    for change in sorted(changes, key=lambda each: (each[f"{side}_start"], each[f"{side}_end"])):
        start, end = max(change[f"{side}_start"], reached), change[f"{side}_end"]
        if start < min(end, len(text)):
            parts += [
                MarkedPart(text[reached:start]),
                MarkedPart(text[start:end], normalise_change_kind(change["kind"]), change["disagrees"]),
            ]
            reached = end
    return [part for part in (*parts, MarkedPart(text[reached:])) if part.text]


def _split_by_words(found: words.Changes, sign: str) -> MarkedParts:
    return mark_changed_words([(each, text) for each, text in found if each in ("=", sign)])
