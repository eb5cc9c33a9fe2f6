"""What the clusters are, as Table 1 of Ayhan and others (2013), who sorted 824 by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, schema
from twicetold.run import Run
from twicetold.run.finished import must_have_column, scan
from twicetold.schema import KIND_NAMES


class Kinds(Analysis):
    title: ClassVar[str] = "Kinds of clusters"
    question: ClassVar[str] = "What are the repetitions: copies, edits, facts that drifted, templates, references?"
    schema: ClassVar[pa.Schema] = schema(
        kind=pa.string(),
        clusters=pa.uint64(),
        share=pa.float64(),  # of all clusters
        members=pa.uint64(),
        members_share=pa.float64(),
        documents=pa.uint64(),  # a document counts once for each cluster it stands in
    )

    def table(self, run: Run) -> pa.Table:
        must_have_column(run, "clusters", "kind")
        counted = {name: Counter[str]() for name in ("clusters", "members", "documents")}
        for batch in scan(run, "clusters", columns=["kind", "size", "documents"]):
            grouped = pa.Table.from_batches([batch]).group_by("kind", use_threads=False)
            for row in grouped.aggregate([([], "count_all"), ("size", "sum"), ("documents", "sum")]).to_pylist():
                counted["clusters"][row["kind"]] += row["count_all"]
                counted["members"][row["kind"]] += row["size_sum"]
                counted["documents"][row["kind"]] += row["documents_sum"]
        clusters, members = (counted[name].total() for name in ("clusters", "members"))
        kinds = [*KIND_NAMES, *sorted(set(counted["clusters"]) - set(KIND_NAMES))] if clusters else []
        rows = [
            {"kind": kind, "share": counted["clusters"][kind] / clusters}
            | {"members_share": counted["members"][kind] / members}
            | {name: numbers[kind] for name, numbers in counted.items()}
            for kind in kinds
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def finding(self, table: pa.Table) -> str:
        rows = {row["kind"]: row for row in table.to_pylist()}
        drift = rows["drift"]["clusters"]
        said = f"{drift:,} cluster{'s say' if drift != 1 else ' says'} what cannot all be true"
        return f"{charts.per_cent(rows['identical']['share'])} are word for word the same; {said}"

    def drawn(self, table: pa.Table) -> Any:
        altair = charts.altair()
        rows = charts.rows(table)
        for row in rows:
            row["label"] = f"{row['clusters']:,}  ({charts.per_cent(row['share'], 1)})"
        base = altair.Chart(
            altair.Data(values=rows), width=charts.WIDTH, height={"step": charts.BAR_HEIGHT + 8}
        ).encode(
            x=altair.X("clusters:Q", axis=None),
            y=altair.Y("kind:N", title=None, sort=None),
        )
        names = [row["kind"] for row in rows]
        colours = [charts.KIND_COLOURS.get(name, charts.GREY) for name in names]
        bars = base.mark_bar().encode(
            color=altair.Color("kind:N", scale=altair.Scale(domain=names, range=colours), legend=None),
            tooltip=["kind:N", *[altair.Tooltip(f"{name}:Q", format=",") for name in ("clusters", "members")]],
        )
        return altair.layer(bars, base.mark_text(align="left", dx=5).encode(text="label:N"))
