"""Names that a truth gives to documents, looked up in a run: an id, else a title or file name that no other has."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from pathlib import PurePath

from twicetold.errors import InputError
from twicetold.run import Run
from twicetold.run.finished import scan_table


def find_documents(run: Run, names: Collection[str], table: str = "documents") -> dict[str, str]:
    """The ids of those documents (or of what `table` has) that are in the run, by the names they were given."""
    names = set(names)
    ids: set[str] = set()
    others: dict[str, set[str]] = {}
    for batch in scan_table(run, table, columns=["document", "title"]) if names else ():
        for document, title in zip(batch["document"].to_pylist(), batch["title"].to_pylist(), strict=True):
            if document in names:
                ids.add(document)
            for name in {title, PurePath(document).name} & names:
                others.setdefault(name, set()).add(document)
    for name in sorted(others.keys() - ids):
        if len(others[name]) > 1:
            raise InputError(
                f"`{name}` in the truth file names several {table}", f"use ids: {_quote_ids(others[name])}"
            )
    return {name: name if name in ids else min(others[name]) for name in ids | others.keys()}


def normalise_text(text: str) -> str:
    """The same text for texts that read the same: `normalise_text("Ａ  b")` -> `a b`"""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _quote_ids(ids: Iterable[str], most: int = 3) -> str:
    first = sorted(ids)[:most]
    return ", ".join(f"`{each}`" for each in first)
