"""Documents by the names that people type: in any case, and what may have been meant by a name that there is not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import pyarrow.compute as pc

from twicetold.run import Run
from twicetold.run.finished import scan_table

# The first of these that a run has knows its documents by name.
NAMED_TABLES = ("documents", "pages", "threads", "members")
MOST_SUGGESTIONS = 3
MOST_NAMES = 50_000  # that a mistyped one is compared with


def find_nearest_names(given_name: str, names: Iterable[str]) -> list[str]:
    """Names that are nearly the same, begin so, or contain it. Names may come more than once."""
    given_name = given_name.casefold()
    same: dict[str, str] = {}
    near: dict[str, str] = {}
    longer: dict[str, str] = {}
    around: dict[str, str] = {}
    for name in names:
        folded = name.casefold()
        if folded == given_name:
            same[folded] = name
        elif folded[:1] == given_name[:1] and abs(len(folded) - len(given_name)) <= 1 + len(given_name) // 5:
            if len(near) < MOST_NAMES:
                near.setdefault(folded, name)
        elif folded.startswith(given_name) and len(longer) < MOST_SUGGESTIONS:
            longer.setdefault(folded, name)
        elif given_name and given_name in folded and len(around) < MOST_SUGGESTIONS:
            around.setdefault(folded, name)
    close = [near[each] for each in difflib.get_close_matches(given_name, near, n=MOST_SUGGESTIONS)]
    return [*same.values(), *close, *longer.values(), *around.values()][:MOST_SUGGESTIONS]


def suggest_names(given_name: str, names: Iterable[str], otherwise: str) -> str:
    """A hint with these names, or what to say where there are none."""
    found = find_nearest_names(given_name, names)
    return f"did you mean {' or '.join(f'`{name}`' for name in found)}?" if found else otherwise


def correct_case(run: Run, name: str) -> str:
    """The id or title that is meant: the name itself if there is such a document, else the same in another case."""
    table = next((each for each in NAMED_TABLES if each in run.tables), None)
    if table is None:
        return name
    found = ""
    for batch in scan_table(run, table, columns=["document", "title"]):
        for column in ("title", "document"):
            names = pc.unique(batch[column])
            if pc.any(pc.equal(names, name)).as_py():
                return name
            alike = names.filter(pc.equal(pc.utf8_lower(names), name.lower())).to_pylist()
            found = found or next(iter(alike), "")
    return found or name
