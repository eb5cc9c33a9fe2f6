"""Names that may have been meant by one that there is not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

SUGGESTED = 3
MOST_NAMES = 50_000  # that a mistyped one is compared with


def nearest(wanted: str, names: Iterable[str]) -> list[str]:
    """The same in another case, nearly the same, or beginning so. Names may come more than once."""
    wanted = wanted.casefold()
    same: dict[str, str] = {}
    near: dict[str, str] = {}
    longer: dict[str, str] = {}
    for name in names:
        folded = name.casefold()
        if folded == wanted:
            same[folded] = name
        elif folded[:1] == wanted[:1] and abs(len(folded) - len(wanted)) <= 1 + len(wanted) // 5:
            if len(near) < MOST_NAMES:
                near.setdefault(folded, name)
        elif folded.startswith(wanted) and len(longer) < SUGGESTED:
            longer.setdefault(folded, name)
    close = [near[each] for each in difflib.get_close_matches(wanted, near, n=SUGGESTED)]
    return [*same.values(), *close, *longer.values()][:SUGGESTED]


def meant(wanted: str, names: Iterable[str], otherwise: str) -> str:
    """A hint with these names, or what to say where there are none."""
    found = nearest(wanted, names)
    return f"did you mean {' or '.join(f'`{name}`' for name in found)}?" if found else otherwise
