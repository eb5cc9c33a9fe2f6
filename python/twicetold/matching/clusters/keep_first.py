"""A resolver for units that are numbered in the order in which they would be kept.

The first is kept, all that match it are removed, and the rest goes the same way: no two that are kept match, and
whatever is removed matches one that is kept, of which the most similar is its core. So no chain can be in a cluster.
"""

from __future__ import annotations

from twicetold import _kernels
from twicetold.engines.steps import make_step
from twicetold.tables.batches import Batch
from twicetold.tables.matching import UNIT_CORES


@make_step(UNIT_CORES)
def keep_first(links: Batch) -> Batch:
    """Matches grouped by component and in order, to the units that are removed, with their cores, and the cores."""
    return _kernels.keep_first(links)
