"""The tables of the job `documents` as a user reads them: clusters, members with why each stays or goes, matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import PassRows, SelectColumns, make_step
from twicetold.jobs.documents.keep_rule import KeepRule
from twicetold.jobs.documents.similar_documents import DOCUMENT_LABELS, KeepPolicy
from twicetold.jobs.documents.tables import (
    DOCUMENT_BRIDGES,
    DOCUMENT_CLUSTERS,
    DOCUMENT_MATCHES,
    DOCUMENT_MEMBERS,
    ORDERED_DOCUMENTS,
)
from twicetold.matching.clusters.matches import AddMatchClusters, KeepBridges
from twicetold.tables.batches import Batch, build_batch, build_named_batch
from twicetold.tables.matching import UNIT_MATCHES

_NAME_COLUMNS = ("document", "title", "source", "place")
_COUNT = pa.uint32()


def build_document_tables(
    load: Callable[[str], Any], explain: ExplainDocumentMembers, engine: Engine
) -> dict[str, Table]:
    """The tables `clusters`, `members`, `matches`, `bridges`."""
    standing, labels = load("standing"), load("labels")
    named = engine.map(
        standing, SelectColumns(pa.schema([ORDERED_DOCUMENTS.field(name) for name in ("number", *_NAME_COLUMNS)]))
    )
    heads = engine.map(engine.join(load("heads"), named, on=("core",), key="number"), SelectColumns(DOCUMENT_CLUSTERS))
    known = engine.join(labels, engine.map(standing, SelectColumns(_MEMBER_DOCUMENTS)), on=("number",), key="number")
    members = engine.map(engine.join(known, engine.map(named, name_document_cores), on=("core",), key="core"), explain)
    placed = engine.join(
        load("verified"), engine.map(labels, select_text_clusters), ("left", "right"), "unit", keep=True
    )
    met = engine.map(
        engine.join(engine.map(placed, AddMatchClusters(UNIT_MATCHES)), named, ("left", "right"), "number"),
        SelectColumns(_MATCHES_WITH_NAMES),
    )
    matches = engine.group(met, ("cluster", "left", "right"), PassRows(_MATCHES_WITH_NAMES))
    return {
        "clusters": engine.group(heads, ("cluster",), PassRows(DOCUMENT_CLUSTERS)),
        "members": engine.group(members, ("cluster", "number"), SelectColumns(DOCUMENT_MEMBERS)),
        "matches": engine.map(matches, SelectColumns(DOCUMENT_MATCHES)),
        "bridges": engine.map(matches, KeepBridges(DOCUMENT_BRIDGES)),
    }


_MEMBER_COLUMNS = (
    "rank",
    "order",
    "source",
    "place",
    "document",
    "title",
    "revision",
    "url",
    "timestamp",
    "value",
    "length",
)
_MEMBER_DOCUMENTS = pa.schema([ORDERED_DOCUMENTS.field(name) for name in ("number", *_MEMBER_COLUMNS)])


@make_step(pa.schema([DOCUMENT_LABELS.field("core"), DOCUMENT_MEMBERS.field("repeats")]))
def name_document_cores(named: Batch) -> Batch:
    """Documents under the name that members know their core by."""
    return build_batch([named[name] for name in ("number", "document")], name_document_cores.schema)


@dataclass(frozen=True)
class ExplainDocumentMembers:
    """Documents of clusters with why each is kept, or what it repeats."""

    keep: KeepRule
    policy: KeepPolicy
    measure: str
    schema: ClassVar[pa.Schema] = pa.schema([*DOCUMENT_MEMBERS, ORDERED_DOCUMENTS.field("number")])

    def __call__(self, known: Batch) -> Batch:
        columns = {name: known[name] for name in known.schema.names}
        columns["kept"] = self.policy(known)
        columns["core"] = pc.equal(known["core"], known["number"])
        rows = pa.RecordBatch.from_pydict(columns).to_pylist()
        columns["why"] = pa.array([self._explain_row(row) for row in rows], pa.string())
        columns["repeats"] = pc.if_else(columns["kept"], "", known["repeats"])
        return build_named_batch(columns, self.schema)

    def _explain_row(self, row: dict[str, Any]) -> str:
        if not row["kept"]:
            how = f"{self.measure} {row['similarity']:.2f}" if row["variant"] else "the same text"
            return f"repeats `{row['repeats']}` ({how})"
        if self.policy.keeps_all:
            return "nothing was to be removed"
        return (
            "it is in the set given by --against"
            if self.policy.has_against
            else self.keep.explain_kept(row, row["size"])
        )


@make_step(pa.schema([DOCUMENT_LABELS.field("unit"), DOCUMENT_LABELS.field("cluster")]))
def select_text_clusters(labels: Batch) -> Batch:
    """The distinct texts with the number of their cluster."""
    return labels.filter(pc.equal(labels["number"], labels["unit"])).select(select_text_clusters.schema.names)


_MATCHES_WITH_NAMES = pa.schema(
    [*AddMatchClusters(UNIT_MATCHES).schema, *[each for each in DOCUMENT_MATCHES if each.name.endswith(_NAME_COLUMNS)]]
)
