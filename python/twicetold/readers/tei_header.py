"""What a TEI header says of its document: title, author, date, series, language.

The date is that of the text: of its creation, else of the source that was edited, and only without both the date on
which the edition was published.
"""

from __future__ import annotations

import re

from twicetold.readers.base import LONGEST_NAME

_DATE_ATTRIBUTES = ("when", "when-iso", "from", "notBefore", "from-iso", "to", "notAfter", "value")
_DATE_HOLDERS = (("creation", 0), ("sourceDesc", 1), ("publicationStmt", 2))  # the best first
_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2})(?!\d)")
_COLLECTED = ("title", "author", "date")


class TeiHeader:
    """A header while it is read."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._found: dict[str, tuple[int, str]] = {}  # the best value of each column, with its rank
        self._target: tuple[str, int] | None = None  # what the text of the open element is, with its rank
        self._words: list[str] = []

    @property
    def title(self) -> str:
        return self._found.get("title", (0, ""))[1]

    def list_facts(self) -> dict[str, str]:
        """The columns of a document besides its title."""
        return {name: value for name, (_, value) in self._found.items() if name != "title"}

    def open_tag(self, name: str, attributes: dict[str, str]) -> None:
        self._open.append(name)
        if name == "language":
            self._keep("language", 0, attributes.get("ident", attributes.get("id", "")))
        elif name in _COLLECTED and self._target is None:
            self._target, self._words = self._choose_target(name, attributes), []

    def close_tag(self, name: str) -> None:
        self._open.pop()
        if self._target and name in _COLLECTED:
            column, rank = self._target
            words = " ".join("".join(self._words).split())
            found = _YEAR.search(words) if column == "timestamp" else None
            self._keep(column, rank, (found.group() if found else "") if column == "timestamp" else words)
            self._target = None

    def add_text(self, text: str) -> None:
        if self._target and len(self._words) < LONGEST_NAME:
            self._words.append(text[:LONGEST_NAME])

    def add_language(self, attributes: dict[str, str], rank: int) -> None:
        """Read the language of an element outside the header."""
        self._keep("language", rank, attributes.get("xml:lang", attributes.get("lang", "")))

    def _choose_target(self, name: str, attributes: dict[str, str]) -> tuple[str, int] | None:
        is_source = "sourceDesc" in self._open
        if name == "author":
            return None if is_source or "titleStmt" not in self._open else ("contributor", 0)
        if name == "title":
            if "seriesStmt" in self._open or (is_source and attributes.get("level") in ("j", "s")):
                return "series", int(attributes.get("level") != "j")
            is_main = attributes.get("type", "main") == "main"
            return None if is_source or "titleStmt" not in self._open else ("title", int(not is_main))
        rank = next((rank for holder, rank in _DATE_HOLDERS if holder in self._open), None)
        if rank is None:
            return None
        given = next((attributes[each] for each in _DATE_ATTRIBUTES if attributes.get(each)), "")
        if given:
            self._keep("timestamp", 2 * rank, given)
            return None
        return "timestamp", 2 * rank + 1

    def _keep(self, column: str, rank: int, value: str) -> None:
        """Keep a value, unless there is one that is as good."""
        if value and rank < self._found.get(column, (99, ""))[0]:
            self._found[column] = rank, value[:LONGEST_NAME]
