"""Trees: how the sentences of a cluster came from each other, by edits on a page and copies between pages.

Every edge leads from what was there earlier to what came later, so the best edge into each node makes the tree of most
evidence (a maximum arborescence): no cycle can arise that would have to be broken.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import make_step
from twicetold.jobs.history.compare import Sentence, compare_sentences
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.jobs.history.tables import COPY_EVENTS, HISTORY_MEMBERS, TREES
from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows

Row = dict[str, Any]
ROOT, EDIT = "root", "edit"
_KEY = pa.field("node", pa.uint64(), nullable=False)  # a hash of the page and the number of the life
_EVENT_NAMES = ("kind", "confidence", "source_document", "source_life")
NODE_EVENTS = pa.schema([_KEY, *[COPY_EVENTS.field(name).with_name(f"event_{name}") for name in _EVENT_NAMES]])
MEMBERS_WITH_NODES = pa.schema([*HISTORY_MEMBERS, _KEY])


def build_trees(placed: Table, events: Table, engine: Engine) -> Table:
    """The table `trees`: every life of every cluster with the edge that leads to it."""
    members = engine.map(placed, name_members)
    joined = engine.join(members, engine.map(events, name_event_nodes), on=("node",), key="node", keep=True)
    return engine.group(joined, ("cluster",), link_nodes)


def _name_nodes(documents: pa.Array, lives: pa.Array) -> pa.Array:
    names = {"document": documents, "life": lives.cast(pa.string())}
    return _kernels.hash_documents(pa.RecordBatch.from_pydict(names), "document", "life")


@make_step(MEMBERS_WITH_NODES)
def name_members(placed: Batch) -> Batch:
    """Members, each with a name that its event has too."""
    return build_batch([*placed.columns, _name_nodes(placed["document"], placed["life"])], MEMBERS_WITH_NODES)


@make_step(NODE_EVENTS)
def name_event_nodes(events: Batch) -> Batch:
    """Events that have a source, by the sentence that arrived."""
    found = events.filter(pc.not_equal(events["kind"], NO_SOURCE))
    names = _name_nodes(found["target_document"], found["target_life"])
    return build_batch([names, *(found[name] for name in _EVENT_NAMES)], NODE_EVENTS)


@make_step(TREES)
def link_nodes(members: Batch) -> Batch:
    """Members grouped by cluster and in order of time, each with the edge that leads to it."""
    nodes: list[Row] = []
    for _, own in groupby(members.to_pylist(), key=lambda row: row["cluster"]):
        nodes += _link_cluster([row for row in own if not row["reverted"]])
    pairs = [(node["_parent"], node["_own"]) for node in nodes if node["_parent"]]
    differences = iter(compare_sentences(pairs))
    for node in nodes:
        node["changes"] = next(differences).changes if node["_parent"] else []
    return build_batch_of_rows([{name: node[name] for name in TREES.names} for node in nodes], TREES)


def _link_cluster(members: list[Row]) -> list[Row]:
    known = {(row["document"], row["life"]): row for row in members}
    last_of_page: dict[str, Row] = {}
    nodes = []
    for row in members:
        relation, parent, confidence = _choose_parent(row, last_of_page.get(row["document"]))
        source = known.get(parent) if parent else None
        node = {name: row[name] for name in TREES.names if name in row}
        node |= {"relation": relation, "confidence": confidence}
        node |= {"parent_document": parent[0] if parent else "", "parent_life": parent[1] if parent else 0}
        node["_own"] = Sentence(row["text"], row["title"], row["document"])
        node["_parent"] = Sentence(source["text"], source["title"], source["document"]) if source else None
        nodes.append(node)
        last_of_page[row["document"]] = row
    return nodes


def _choose_parent(row: Row, last: Row | None) -> tuple[str, tuple[str, int] | None, float]:
    """The edge into a node: an edit of the page's own sentence before a copy, and a copy before nothing."""
    if row["before"] != row["life"]:
        return EDIT, (row["document"], row["before"]), 1.0
    if row["event_kind"] is not None:
        return row["event_kind"], (row["event_source_document"], row["event_source_life"]), row["event_confidence"]
    if last is not None:
        return EDIT, (last["document"], last["life"]), 0.5
    return ROOT, None, 1.0
