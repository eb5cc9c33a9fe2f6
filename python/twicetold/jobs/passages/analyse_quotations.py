"""Which documents share passages with most others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES, DocumentName, name_side

MOST_DOCUMENTS = 20
_NAME_COLUMNS = [f"{side}_{name}" for side in SIDES for name in ("document", "title")]


class QuotedDocumentsAnalysis(Analysis):
    title: ClassVar[str] = "Most quoted documents"
    question: ClassVar[str] = "Which documents share passages with most other documents?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"document_pairs": (*_NAME_COLUMNS, "passages", "right_share")}
    schema: ClassVar[pa.Schema] = build_schema(
        document=pa.string(),
        title=pa.string(),
        partners=pa.uint64(),  # documents that share a passage with it
        passages=pa.uint64(),
        share=pa.float64(),  # of its characters, the most that one of them shares
    )

    def compute_table(self, run: Run) -> pa.Table:
        partners, passages = Counter[DocumentName](), Counter[DocumentName]()
        shares: dict[DocumentName, float] = {}
        columns = [*_NAME_COLUMNS, "passages", "left_share", "right_share"]
        for row in read_rows(run, "document_pairs", columns=columns):
            if not row["passages"]:
                continue  # only boilerplate
            for side in SIDES:
                name = name_side(row, side)
                partners[name] += 1
                passages[name] += row["passages"]
                shares[name] = max(shares.get(name, 0.0), row[f"{side}_share"])
        order = sorted(partners, key=lambda name: (-partners[name], -passages[name], name))[:MOST_DOCUMENTS]
        rows = [
            {"document": name[0], "title": name[1], "partners": partners[name], "passages": passages[name]}
            | {"share": shares[name]}
            for name in order
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        first = charts.prepare_rows(table.slice(0, 1))[0]
        name = charts.shorten_text(first["title"] or first["document"], 60)
        with_others = "another document" if first["partners"] == 1 else f"{first['partners']:,} other documents"
        return f"{name} shares passages with {with_others}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        documents = charts.prepare_rows(table)
        for rank, row in enumerate(documents, 1):
            row["name"] = f"{rank}. {charts.shorten_text(row['title'] or row['document'], 44)}"
            row["label"] = f"{row['partners']:,} ({row['passages']:,} passage{'s' if row['passages'] != 1 else ''})"
        base = altair.Chart(
            altair.Data(values=documents), width=charts.WIDTH - 140, height={"step": charts.BAR_HEIGHT}
        ).encode(x=altair.X("partners:Q", axis=None), y=altair.Y("name:N", title=None, sort=None))
        bars = base.mark_bar().encode(tooltip=["title:N", "partners:Q", "passages:Q"])
        return altair.layer(bars, base.mark_text(align="left", dx=5).encode(text="label:N"))
