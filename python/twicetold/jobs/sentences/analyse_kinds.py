"""What the clusters are, as Table 1 of Ayhan and others (2013), who sorted 824 by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.sentences.kinds import SENTENCE_KINDS
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.tables.kinds import order_kind_names
from twicetold.text.colours import GREY


class ClusterKindsAnalysis(Analysis):
    title: ClassVar[str] = "Kinds of clusters"
    question: ClassVar[str] = "What are the repetitions: copies, edits, facts that drifted, templates, references?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"clusters": ("kind", "size", "documents")}
    schema: ClassVar[pa.Schema] = build_schema(
        kind=pa.string(),
        clusters=pa.uint64(),
        share=pa.float64(),  # of all clusters
        members=pa.uint64(),
        members_share=pa.float64(),
        documents=pa.uint64(),  # a document counts once for each cluster it stands in
    )

    def compute_table(self, run: Run) -> pa.Table:
        counted = {name: Counter[str]() for name in ("clusters", "members", "documents")}
        for batch in scan_table(run, "clusters", columns=["kind", "size", "documents"]):
            grouped = pa.Table.from_batches([batch]).group_by("kind", use_threads=False)
            for row in grouped.aggregate([([], "count_all"), ("size", "sum"), ("documents", "sum")]).to_pylist():
                counted["clusters"][row["kind"]] += row["count_all"]
                counted["members"][row["kind"]] += row["size_sum"]
                counted["documents"][row["kind"]] += row["documents_sum"]
        clusters, members = (counted[name].total() for name in ("clusters", "members"))
        kinds = order_kind_names(SENTENCE_KINDS, counted["clusters"]) if clusters else []
        rows = [
            {"kind": kind, "share": counted["clusters"][kind] / clusters}
            | {"members_share": counted["members"][kind] / members}
            | {name: numbers[kind] for name, numbers in counted.items()}
            for kind in kinds
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        rows = {row["kind"]: row for row in table.to_pylist()}
        drift = rows["drift"]["clusters"]
        said = f"{drift:,} cluster{'s say' if drift != 1 else ' says'} what cannot all be true"
        return f"{charts.format_percentage(rows['identical']['share'])} are word for word the same; {said}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        rows = charts.prepare_rows(table)
        for row in rows:
            row["label"] = f"{row['clusters']:,}  ({charts.format_percentage(row['share'], 1)})"
        base = altair.Chart(
            altair.Data(values=rows), width=charts.WIDTH, height={"step": charts.BAR_HEIGHT + 8}
        ).encode(
            x=altair.X("clusters:Q", axis=None),
            y=altair.Y("kind:N", title=None, sort=[row["kind"] for row in rows]),
        )
        names = [row["kind"] for row in rows]
        known = {kind.name: kind.colour for kind in SENTENCE_KINDS}
        colours = [known.get(name, GREY) for name in names]
        bars = base.mark_bar().encode(
            color=altair.Color("kind:N", scale=altair.Scale(domain=names, range=colours), legend=None),
            tooltip=["kind:N", *[altair.Tooltip(f"{name}:Q", format=",") for name in ("clusters", "members")]],
        )
        return altair.layer(bars, base.mark_text(align="left", dx=5).encode(text="label:N"))
