"""Texts that the report shows: a run of `documents` keeps no others.

Of the largest clusters the text of the core and of those least like it, where a doubt would be; as they were compared,
so without markup and with case and blanks levelled. What is left out here is told there.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, make_step
from twicetold.jobs.documents.similar_documents import DOCUMENT_LABELS
from twicetold.jobs.documents.tables import DOCUMENT_VARIANTS
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows

CLUSTER_LIMIT = 1_000  # the largest,
VARIANT_LIMIT = 5  # of each besides the core,
VARIANT_CHARACTERS = 60_000  # and of these
_CHOSEN_VARIANTS = pa.schema([DOCUMENT_LABELS.field(name) for name in ("unit", "cluster", "variant")])


def collect_variants(load: Callable[[str], Any], clusters: int, engine: Engine) -> Table:
    """The table `variants` of a run that has so many clusters: where it has none, no text is looked at."""
    if not clusters:
        return engine.load_rows(DOCUMENT_VARIANTS.empty_table())
    chosen = engine.group(engine.map(load("labels"), list_cluster_variants), ("cluster",), choose_cluster_variants)
    shown = engine.map(engine.join(load("units"), chosen, on=("unit",), key="unit"), cut_variant_texts)
    return engine.group(shown, ("cluster", "variant"), PassRows(DOCUMENT_VARIANTS))


@make_step(pa.schema([*_CHOSEN_VARIANTS, DOCUMENT_LABELS.field("similarity")]))
def list_cluster_variants(labels: Batch) -> Batch:
    """The distinct texts of the largest clusters, each by its first document."""
    firsts = pc.equal(labels["number"], labels["unit"])
    return labels.filter(pc.and_(firsts, pc.less(labels["cluster"], CLUSTER_LIMIT))).select(
        list_cluster_variants.schema.names
    )


@make_step(_CHOSEN_VARIANTS)
def choose_cluster_variants(texts: Batch) -> Batch:
    """Texts grouped by cluster, to the few of each that are shown."""
    chosen: list[dict[str, Any]] = []
    for _, group in groupby(texts.to_pylist(), key=lambda row: row["cluster"]):
        every = sorted(group, key=lambda row: (row["variant"] > 0, row["similarity"], row["variant"]))
        chosen += every[: VARIANT_LIMIT + 1]
    return build_batch_of_rows(chosen, _CHOSEN_VARIANTS)


@make_step(DOCUMENT_VARIANTS)
def cut_variant_texts(texts: Batch) -> Batch:
    """Texts that are shown, cut."""
    length = pc.utf8_length(texts["text"]).cast(pa.uint32())
    cut = pc.utf8_slice_codeunits(texts["text"], 0, VARIANT_CHARACTERS)
    return build_batch([texts["cluster"], texts["variant"], length, cut], DOCUMENT_VARIANTS)
