"""Steps one after the other, as every engine runs them on a batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from twicetold.tables.batches import Batch

# The last of a chain may be a function that gives something else than a batch: what a kernel takes, for example.
Chain: TypeAlias = tuple[Callable[[Any], Any], ...]


def apply_chains(chains: Sequence[Chain], batch: Batch) -> list[Any]:
    """Return what each chain makes of the batch; what chains begin with in common is done once."""
    done: dict[Chain, Any] = {(): batch}
    for chain in chains:
        for end in range(1, len(chain) + 1):
            if chain[:end] not in done:
                done[chain[:end]] = chain[end - 1](done[chain[: end - 1]])
    return [done[chain] for chain in chains]
