"""The lives in each cluster: looked up by the hashes of the clusters' texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, make_step
from twicetold.jobs.flow import TableLoader
from twicetold.jobs.history.tables import HASHES, HISTORY_MEMBERS, LIVES_WITH_KEYS
from twicetold.matching.clusters.members import select_label_hashes
from twicetold.matching.fold import convert_folding_settings
from twicetold.tables.batches import Batch, build_batch


def collect_lives(load: TableLoader, settings: Folding, engine: Engine) -> dict[str, Table]:
    """The table `placed`: every life of every cluster, in order of time."""
    hashes = engine.map(load("labels"), select_label_hashes)
    lives = engine.map(load("all_lives"), HashLives(settings))
    found = engine.map(engine.join(lives, hashes, on=("high",), key="high"), label_lives)
    return {"placed": engine.group(found, ("cluster",), PassRows(HISTORY_MEMBERS))}


@dataclass(frozen=True)
class HashLives:
    """Lives with the hashes of their texts: to find again which unit each became."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = pa.schema([*LIVES_WITH_KEYS, *HASHES])

    def __call__(self, lives: Batch) -> Batch:
        hashes = _kernels.hash_sentences(lives, *convert_folding_settings(self.settings))
        return build_batch([*lives.columns, *(hashes[name] for name in HASHES.names)], self.schema)


@make_step(HISTORY_MEMBERS)
def label_lives(joined: Batch) -> Batch:
    """Lives that were joined by one half of their hash: those whose other hashes agree, too."""
    same = pc.and_(pc.equal(joined["low"], joined["label_low"]), pc.equal(joined["check"], joined["label_check"]))
    return joined.filter(same).select(HISTORY_MEMBERS.names)
