"""The sentences of clusters: looked up by the hashes of the clusters' texts, so that no unit must list its copies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns, make_step
from twicetold.jobs.flow import TableLoader
from twicetold.jobs.sentences.tables import SENTENCE_MEMBERS, SENTENCE_MEMBERS_BY_PLACE
from twicetold.matching.clusters.members import select_label_hashes
from twicetold.matching.fold import convert_folding_settings
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.matching import UNIT_LABELS
from twicetold.tables.reading import SENTENCES


def collect_members(load: TableLoader, settings: Folding, engine: Engine) -> dict[str, Table]:
    """The table `members`: every sentence of every cluster, in order."""
    hashes = engine.map(load("labels"), select_label_hashes)
    sentences = engine.map(load("sentences"), HashSentences(settings))
    found = engine.map(engine.join(sentences, hashes, on=("high",), key="high"), label_sentences)
    return {"members": engine.group(found, ("cluster",), SelectColumns(SENTENCE_MEMBERS))}


_HASHES = pa.schema([UNIT_LABELS.field(name) for name in ("high", "low", "check")])


@dataclass(frozen=True)
class HashSentences:
    """The sentences that count as they stand, with their hashes: to find again which unit each became."""

    settings: Folding = field(default_factory=Folding)
    schema: ClassVar[pa.Schema] = pa.schema([*SENTENCES, *_HASHES])

    def __call__(self, sentences: Batch) -> Batch:
        hashes = _kernels.hash_sentences(sentences, *convert_folding_settings(self.settings))
        marked = build_batch([*sentences.columns, *(hashes[name] for name in _HASHES.names)], self.schema)
        return marked.filter(hashes["used"])


@make_step(SENTENCE_MEMBERS_BY_PLACE)
def label_sentences(joined: Batch) -> Batch:
    """Marked sentences that were joined by one half of their hash: those whose other hashes agree, too."""
    same = pc.and_(pc.equal(joined["low"], joined["label_low"]), pc.equal(joined["check"], joined["label_check"]))
    return joined.filter(same).select(SENTENCE_MEMBERS_BY_PLACE.names)
