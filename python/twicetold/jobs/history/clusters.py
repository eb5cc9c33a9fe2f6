"""The table `clusters`: what each cluster is, from its tree."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pyarrow as pa

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.jobs.history.trees import EDIT, ROOT
from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.tables.columns import define_table

HISTORY_CLUSTERS = define_table(
    cluster=pa.uint32(),
    size=pa.uint32(),  # lives
    documents=pa.uint32(),
    variants=pa.uint32(),  # distinct texts
    roots=pa.uint32(),  # lives that came from nowhere inside
    copies=pa.uint32(),  # lives that came from another page
    edits=pa.uint32(),
    timestamp=pa.string(),  # when the first of them was written
    document=pa.string(),  # where
    title=pa.string(),
    text=pa.string(),  # the first of them
)


def summarise_trees(trees: Table, engine: Engine) -> Table:
    """One row for each cluster."""
    return engine.group(trees, ("cluster",), summarise_nodes)


@make_step(HISTORY_CLUSTERS)
def summarise_nodes(trees: Batch) -> Batch:
    """Nodes grouped by cluster, to a row each."""
    groups = groupby(trees.to_pylist(), key=lambda row: row["cluster"])
    return build_batch_of_rows([_summarise(list(nodes)) for _, nodes in groups], HISTORY_CLUSTERS)


def _summarise(nodes: list[dict[str, Any]]) -> dict[str, Any]:
    relations = [node["relation"] for node in nodes]
    first = {name: nodes[0][name] for name in ("cluster", "timestamp", "document", "title", "text")}
    return first | {
        "size": len(nodes),
        "documents": len({node["document"] for node in nodes}),
        "variants": len({node["text"].casefold() for node in nodes}),
        "roots": relations.count(ROOT),
        "edits": relations.count(EDIT),
        "copies": len(nodes) - relations.count(ROOT) - relations.count(EDIT),
    }
