"""Names that a truth gives to sentences, looked up in a run.

A sentence goes by `document:position`, else by its text, whatever its case and white space.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

import pyarrow.dataset as ds

from twicetold.evaluate.findings import Member
from twicetold.evaluate.names import find_documents, normalise_text
from twicetold.run import Run
from twicetold.run.finished import scan_table

_OCCURRENCES = 2  # of a text that are kept: a pair may name one text twice


def find_sentences(run: Run, names: Iterable[str]) -> dict[str, list[Member]]:
    """The sentences of each name: one place, or the first places of a text, those in a cluster before others."""
    names = set(names)
    places = {name: place for name in names if (place := parse_place(name))}
    ids = find_documents(run, {document for document, _ in places.values()})
    wanted = {name: (ids[document], number) for name, (document, number) in places.items() if document in ids}
    there = read_sentence_texts(run, set(wanted.values()))
    found = {name: [place] for name, place in wanted.items() if place in there}
    return found | _find_by_text(run, names - found.keys())


def read_sentence_texts(run: Run, wanted: Collection[Member]) -> dict[Member, str]:
    """What these sentences say; those that the run does not have are left out."""
    said: dict[Member, str] = {}
    among = ds.field("document").isin(sorted({document for document, _ in wanted}))
    for batch in scan_table(run, "sentences", among, ["document", "position", "text"]) if wanted else ():
        places = zip(batch["document"].to_pylist(), batch["position"].to_pylist(), strict=True)
        for row, place in enumerate(places):
            if place in wanted and place not in said:
                said[place] = batch["text"][row].as_py()
    return said


def parse_place(name: str) -> Member | None:
    """`wiki:7:12` -> `("wiki:7", 12)`; None where no position stands at the end."""
    found = re.fullmatch(r"(.+):([0-9]{1,10})", name.strip(), re.DOTALL)
    return (found[1], int(found[2])) if found else None


def _find_by_text(run: Run, names: Collection[str]) -> dict[str, list[Member]]:
    """The first places of texts, in clusters before elsewhere."""
    by_normal: dict[str, list[Member]] = {normalise_text(name): [] for name in names}
    for table in [each for each in ("members", "sentences") if names and each in run.tables]:
        for batch in scan_table(run, table, columns=["document", "position", "text"]):
            columns = (batch[name].to_pylist() for name in ("document", "position", "text"))
            for document, position, text in zip(*columns, strict=True):
                known = by_normal.get(normalise_text(text))
                if known is not None and len(known) < _OCCURRENCES and (document, position) not in known:
                    known.append((document, position))
    return {name: places for name in names if (places := by_normal[normalise_text(name)])}
