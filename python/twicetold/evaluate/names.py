"""Names that a truth gives to documents and sentences, looked up in a run.

A document goes by its id, else by its title or file name if no other has it. A sentence goes by `document:position`,
else by its text, whatever its case and white space.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from pathlib import PurePath

import pyarrow.dataset as ds

from twicetold.errors import InputError
from twicetold.evaluate.found import Member
from twicetold.run import Run
from twicetold.run.finished import scan

_OCCURRENCES = 2  # of a text that are kept: a pair may name one text twice


def documents(run: Run, names: Collection[str], table: str = "documents") -> dict[str, str]:
    """The ids of those documents (or of what `table` has) that are in the run, by the names they were given."""
    names = set(names)
    ids: set[str] = set()
    others: dict[str, set[str]] = {}
    for batch in scan(run, table, columns=["document", "title"]) if names else ():
        for document, title in zip(batch["document"].to_pylist(), batch["title"].to_pylist(), strict=True):
            if document in names:
                ids.add(document)
            for name in {title, PurePath(document).name} & names:
                others.setdefault(name, set()).add(document)
    for name in sorted(others.keys() - ids):
        if len(others[name]) > 1:
            raise InputError(f"the truth's `{name}` names several {table}", f"give ids: {_some(others[name])}")
    return {name: name if name in ids else min(others[name]) for name in ids | others.keys()}


def sentences(run: Run, names: Iterable[str]) -> dict[str, list[Member]]:
    """The sentences of each name: one place, or the first places of a text, those in a cluster before others."""
    names = set(names)
    places = {name: place for name in names if (place := _place(name))}
    ids = documents(run, {document for document, _ in places.values()})
    wanted = {name: (ids[document], number) for name, (document, number) in places.items() if document in ids}
    there = texts(run, set(wanted.values()))
    found = {name: [place] for name, place in wanted.items() if place in there}
    return found | _by_text(run, names - found.keys())


def texts(run: Run, wanted: Collection[Member]) -> dict[Member, str]:
    """What these sentences say; those that the run does not have are left out."""
    said: dict[Member, str] = {}
    among = ds.field("document").isin(sorted({document for document, _ in wanted}))
    for batch in scan(run, "sentences", among, ["document", "position", "text"]) if wanted else ():
        places = zip(batch["document"].to_pylist(), batch["position"].to_pylist(), strict=True)
        for row, place in enumerate(places):
            if place in wanted and place not in said:
                said[place] = batch["text"][row].as_py()
    return said


def normal(text: str) -> str:
    """Texts that read the same have the same: `normal("Ａ  b")` -> `a b`"""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _place(name: str) -> Member | None:
    """`wiki:7:12` -> `("wiki:7", 12)`; None where no position stands at the end."""
    found = re.fullmatch(r"(.+):([0-9]{1,10})", name.strip(), re.DOTALL)
    return (found[1], int(found[2])) if found else None


def _by_text(run: Run, names: Collection[str]) -> dict[str, list[Member]]:
    """The first places of texts, in clusters before elsewhere."""
    by_normal: dict[str, list[Member]] = {normal(name): [] for name in names}
    for table in [each for each in ("members", "sentences") if names and each in run.tables]:
        for batch in scan(run, table, columns=["document", "position", "text"]):
            columns = (batch[name].to_pylist() for name in ("document", "position", "text"))
            for document, position, text in zip(*columns, strict=True):
                known = by_normal.get(normal(text))
                if known is not None and len(known) < _OCCURRENCES and (document, position) not in known:
                    known.append((document, position))
    return {name: places for name in names if (places := by_normal[normal(name)])}


def _some(ids: Iterable[str], most: int = 3) -> str:
    first = sorted(ids)[:most]
    return ", ".join(f"`{each}`" for each in first)
