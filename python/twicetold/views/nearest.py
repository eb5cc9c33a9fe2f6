"""Names that may have been meant by one that there is not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_SUGGESTIONS = 3
MOST_NAMES = 50_000  # that a mistyped one is compared with


def find_nearest_names(given_name: str, names: Iterable[str]) -> list[str]:
    """The same in another case, nearly the same, or beginning so. Names may come more than once."""
    given_name = given_name.casefold()
    same: dict[str, str] = {}
    near: dict[str, str] = {}
    longer: dict[str, str] = {}
    for name in names:
        folded = name.casefold()
        if folded == given_name:
            same[folded] = name
        elif folded[:1] == given_name[:1] and abs(len(folded) - len(given_name)) <= 1 + len(given_name) // 5:
            if len(near) < MOST_NAMES:
                near.setdefault(folded, name)
        elif folded.startswith(given_name) and len(longer) < MOST_SUGGESTIONS:
            longer.setdefault(folded, name)
    close = [near[each] for each in difflib.get_close_matches(given_name, near, n=MOST_SUGGESTIONS)]
    return [*same.values(), *close, *longer.values()][:MOST_SUGGESTIONS]


def suggest_names(given_name: str, names: Iterable[str], otherwise: str) -> str:
    """A hint with these names, or what to say where there are none."""
    found = find_nearest_names(given_name, names)
    return f"did you mean {' or '.join(f'`{name}`' for name in found)}?" if found else otherwise
