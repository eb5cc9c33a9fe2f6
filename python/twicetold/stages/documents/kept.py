"""The tables of the job `documents` as a user reads them: clusters, members with why each stays or goes, matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.engines.base import Engine
from twicetold.engines.steps import Same, Select
from twicetold.schema import (
    ALIKE,
    DOCUMENT_BRIDGES,
    DOCUMENT_CLUSTERS,
    DOCUMENT_MATCHES,
    DOCUMENT_MEMBERS,
    STANDING,
)
from twicetold.stages.documents.keeping import Keep
from twicetold.stages.documents.resembling import LABELS, NUMBERED, Spared
from twicetold.stages.placing import Bridges, Placed, Shown

_NAMES = ("document", "title", "source", "place")
_COUNT = pa.uint32()


def tables(load: Callable[[str], Any], told: Told, engine: Engine) -> dict[str, Any]:
    """The tables `clusters`, `members`, `matches`, `bridges`."""
    standing, labels = load("standing"), load("labels")
    named = engine.map(standing, Select(pa.schema([STANDING.field(name) for name in ("number", *_NAMES)])))
    heads = engine.map(engine.join(load("heads"), named, on=("core",), key="number"), Select(DOCUMENT_CLUSTERS))
    known = engine.join(labels, engine.map(standing, Select(_KNOWN)), on=("number",), key="number")
    members = engine.map(engine.join(known, engine.map(named, Cores()), on=("core",), key="core"), told)
    placed = engine.join(load("verified"), engine.map(labels, Clustered()), ("left", "right"), "unit", keep=True)
    met = engine.map(engine.join(engine.map(placed, Placed(ALIKE)), named, ("left", "right"), "number"), Select(_MET))
    matches = engine.group(met, ("cluster", "left", "right"), Same(_MET))
    return {
        "clusters": engine.group(heads, ("cluster",), Same(DOCUMENT_CLUSTERS)),
        "members": engine.group(members, ("cluster", "number"), Select(DOCUMENT_MEMBERS)),
        "matches": engine.map(matches, Shown(DOCUMENT_MATCHES)),
        "bridges": engine.map(matches, Bridges(DOCUMENT_BRIDGES)),
    }


_OF_MEMBERS = (
    "preferred",
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
_KNOWN = pa.schema([STANDING.field(name) for name in ("number", *_OF_MEMBERS)])


@dataclass(frozen=True)
class Cores:
    """Documents under the name that members know their core by."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [NUMBERED.field("core"), DOCUMENT_MEMBERS.field("repeats"), STANDING.field("source").with_name("core_source")]
    )

    def __call__(self, named: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays(
            [named[name] for name in ("number", "document", "source")], schema=self.schema
        )


@dataclass(frozen=True)
class Told:
    """Documents of clusters with why each is kept, or what it repeats."""

    keep: Keep
    spared: Spared
    measure: str
    schema: ClassVar[pa.Schema] = pa.schema([*DOCUMENT_MEMBERS, STANDING.field("number")])

    def __call__(self, known: pa.RecordBatch) -> pa.RecordBatch:
        columns = {name: known[name] for name in known.schema.names}
        columns["kept"] = self.spared(known)
        columns["core"] = pc.equal(known["core"], known["number"])
        rows = pa.RecordBatch.from_pydict(columns).to_pylist()
        columns["why"] = pa.array([self._why(row) for row in rows], pa.string())
        columns["repeats"] = pc.if_else(columns["kept"], "", known["repeats"])
        return pa.RecordBatch.from_arrays([columns[name] for name in self.schema.names], schema=self.schema)

    def _why(self, row: dict[str, Any]) -> str:
        if not row["kept"]:
            how = f"{self.measure} {row['similarity']:.2f}" if row["variant"] else "the same text"
            return f"repeats `{row['repeats']}` of {row['core_source']} ({how})"
        if self.spared.everyone:
            return "nothing was to be removed"
        return "stands in --against" if self.spared.sided else self.keep.why(row, row["size"])


@dataclass(frozen=True)
class Clustered:
    """The distinct texts with the number of their cluster."""

    schema: ClassVar[pa.Schema] = pa.schema([LABELS.field("unit"), LABELS.field("cluster")])

    def __call__(self, labels: pa.RecordBatch) -> pa.RecordBatch:
        return labels.filter(pc.equal(labels["number"], labels["unit"])).select(self.schema.names)


_MET = pa.schema([*Placed(ALIKE).schema, *[each for each in DOCUMENT_MATCHES if each.name.endswith(_NAMES)]])
