"""Which cluster keeps a name, and what sets the clusters of two moments apart.

A text is known by its hash, and a cluster is a dict of its texts with the number of members that say each. An old and a
new cluster share the members of their common texts: of a text with 5 copies before and 3 now they share 3.

- The pair of an old and a new cluster that share the most members keeps the name; then the pair that shares the most
  among the others, and so on. Of pairs that share as many the one with the lowest name comes first, then the one with
  the lowest text.
- A new cluster that gets no name this way is given the next number that was never a name, in order of the lowest texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

Text: TypeAlias = tuple[int, int]  # two hashes
Copies: TypeAlias = Mapping[Text, int]
Core = TypeVar("Core", bound=Hashable)


@dataclass(frozen=True)
class ClusterChange:
    """What happened to a cluster. The first kinds take texts from it, the others give it some, never both."""

    event: str  # died, split, shrank; born, merged, grew
    cluster: int
    size: int  # members afterwards
    texts: dict[Text, int]  # the copies that it lost, or got
    others: list[int] = field(default_factory=list)  # clusters that texts went to, or came from


def name_clusters(before: Mapping[int, Copies], now: Mapping[Core, Copies], first_free: int) -> dict[Core, int]:
    """The name of each cluster of `now`, by those of `before`, which touch no other clusters."""
    shared = _count_shared_members(before, now)
    lowest = {core: min(texts) for core, texts in now.items()}
    ordered = sorted(shared, key=lambda pair: (-shared[pair], pair[0], lowest[pair[1]]))
    names: dict[Core, int] = {}
    taken: set[int] = set()
    for name, core in ordered:
        if name not in taken and core not in names:
            names[core] = name
            taken.add(name)
    unnamed = sorted((core for core in now if core not in names), key=lambda core: lowest[core])
    return names | {core: first_free + place for place, core in enumerate(unnamed)}


def _count_shared_members(before: Mapping[int, Copies], now: Mapping[Core, Copies]) -> dict[tuple[int, Core], int]:
    homes = {text: name for name, texts in before.items() for text in texts}
    shared: dict[tuple[int, Core], int] = defaultdict(int)
    for core, texts in now.items():
        for text, copies in texts.items():
            if text in homes:
                name = homes[text]
                shared[name, core] += min(copies, before[name][text])
    return shared


def describe_changes(before: Mapping[int, Copies], now: Mapping[int, Copies]) -> Iterator[ClusterChange]:
    """What happened to each cluster, by name: losses first, so that no text is ever in two clusters."""
    old_homes = {text: name for name, texts in before.items() for text in texts}
    new_homes = {text: name for name, texts in now.items() for text in texts}
    for name in sorted(before):
        lost = _subtract(before[name], now.get(name, {}))
        others = _list_other_homes(lost, new_homes, name)
        if name not in now:
            yield ClusterChange("died", name, 0, lost, others)
        elif lost:
            size = sum(before[name].values()) - sum(lost.values())
            yield ClusterChange("split" if others else "shrank", name, size, lost, others)
    for name in sorted(now):
        gained = _subtract(now[name], before.get(name, {}))
        others = _list_other_homes(gained, old_homes, name)
        if gained:
            event = "born" if name not in before else "merged" if others else "grew"
            yield ClusterChange(event, name, sum(now[name].values()), gained, others)


def _subtract(texts: Copies, others: Copies) -> dict[Text, int]:
    left = {text: copies - others.get(text, 0) for text, copies in texts.items()}
    return {text: copies for text, copies in sorted(left.items()) if copies > 0}


def _list_other_homes(texts: Copies, homes: Mapping[Text, int], name: int) -> list[int]:
    return sorted({homes[text] for text in texts if text in homes} - {name})
