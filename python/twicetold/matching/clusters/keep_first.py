"""A resolver for units that are numbered in the order in which they would be kept.

The first is kept, all that match it are removed, and the rest goes the same way: no two that are kept match, and
whatever is removed matches one that is kept, of which the most similar is its core. So no chain can be in a cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from twicetold import _kernels
from twicetold.engines.steps import GroupResolver
from twicetold.tables.batches import Batch
from twicetold.tables.matching import UNIT_CORES


@dataclass(frozen=True)
class KeepFirst(GroupResolver):
    """Matches grouped by component and in order, to the units that are removed, with their cores, and the cores."""

    schema: ClassVar[pa.Schema] = UNIT_CORES

    def resolve_parts(self, parts: Iterable[Batch], memory_bytes: int, folder: str) -> Iterator[Batch]:
        keeper = _kernels.FirstKeeper()
        for part in parts:
            yield keeper.push(part)
        yield keeper.push(None)
