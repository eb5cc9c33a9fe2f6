"""Texts that the report shows: a run of `documents` keeps no others.

Of the largest clusters the text of the core and of those least like it, where a doubt would be; as they were compared,
so without markup and with case and blanks levelled. What is left out here is told there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.steps import Same
from twicetold.schema import DOCUMENT_VARIANTS
from twicetold.stages.documents.resembling import LABELS

CLUSTERS = 1_000  # the largest,
VARIANTS = 5  # of each besides the core,
CHARACTERS = 60_000  # and of these
_CHOSEN = pa.schema([LABELS.field(name) for name in ("unit", "cluster", "variant")])


def variants(load: Callable[[str], Any], clusters: int, engine: Engine) -> Any:
    """The table `variants` of a run that has so many clusters: where it has none, no text is looked at."""
    if not clusters:
        return engine.table(DOCUMENT_VARIANTS.empty_table())
    chosen = engine.group(engine.map(load("labels"), Texts()), ("cluster",), Chosen())
    shown = engine.map(engine.join(load("units"), chosen, on=("unit",), key="unit"), Beginning())
    return engine.group(shown, ("cluster", "variant"), Same(DOCUMENT_VARIANTS))


@dataclass(frozen=True)
class Texts:
    """The distinct texts of the largest clusters, each by its first document."""

    schema: ClassVar[pa.Schema] = pa.schema([*_CHOSEN, LABELS.field("similarity")])

    def __call__(self, labels: pa.RecordBatch) -> pa.RecordBatch:
        firsts = pc.equal(labels["number"], labels["unit"])
        return labels.filter(pc.and_(firsts, pc.less(labels["cluster"], CLUSTERS))).select(self.schema.names)


@dataclass(frozen=True)
class Chosen:
    """Texts grouped by cluster, to the few of each that are shown."""

    schema: ClassVar[pa.Schema] = _CHOSEN

    def __call__(self, texts: pa.RecordBatch) -> pa.RecordBatch:
        chosen: list[dict[str, Any]] = []
        for _, group in groupby(texts.to_pylist(), key=lambda row: row["cluster"]):
            every = sorted(group, key=lambda row: (row["variant"] > 0, row["similarity"], row["variant"]))
            chosen += every[: VARIANTS + 1]
        return pa.RecordBatch.from_pylist(chosen, _CHOSEN)


@dataclass(frozen=True)
class Beginning:
    """Texts that are shown, cut."""

    schema: ClassVar[pa.Schema] = DOCUMENT_VARIANTS

    def __call__(self, texts: pa.RecordBatch) -> pa.RecordBatch:
        length = pc.utf8_length(texts["text"]).cast(pa.uint32())
        cut = pc.utf8_slice_codeunits(texts["text"], 0, CHARACTERS)
        return pa.RecordBatch.from_arrays([texts["cluster"], texts["variant"], length, cut], schema=DOCUMENT_VARIANTS)
