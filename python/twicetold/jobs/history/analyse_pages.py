"""The pages that give sentences to others and those that take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.text.colours import BLUE, ORANGE
from twicetold.views.rows import DocumentName

MOST_PAGES = 20
_COLUMNS = ("kind", "source_document", "source_title", "target_document", "target_title")


class GivingPagesAnalysis(Analysis):
    title: ClassVar[str] = "Pages that give and take"
    question: ClassVar[str] = "Which pages gave most sentences to others, and which took most?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"events": _COLUMNS}
    schema: ClassVar[pa.Schema] = build_schema(
        document=pa.string(),
        title=pa.string(),
        given=pa.uint64(),  # sentences that came from it to other pages
        taken=pa.uint64(),  # sentences that came to it
    )

    def compute_table(self, run: Run) -> pa.Table:
        given, taken = Counter[DocumentName](), Counter[DocumentName]()
        for row in read_rows(run, "events", ds.field("kind") != NO_SOURCE, _COLUMNS):
            given[row["source_document"], row["source_title"]] += 1
            taken[row["target_document"], row["target_title"]] += 1
        names = sorted(given | taken, key=lambda name: (-given[name] - taken[name], name))[:MOST_PAGES]
        rows = [{"document": name[0], "title": name[1], "given": given[name], "taken": taken[name]} for name in names]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        rows = charts.prepare_rows(table)
        giver, taker = max(rows, key=lambda row: row["given"]), max(rows, key=lambda row: row["taken"])
        names = [charts.shorten_text(row["title"] or row["document"], 60) for row in (giver, taker)]
        return f"{names[0]} gave {giver['given']:,}, {names[1]} took {taker['taken']:,}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        parts = [
            {"page": f"{rank}. {charts.shorten_text(row['title'] or row['document'], 44)}", "way": way}
            | {"sentences": -row["given"] if way == "gave" else row["taken"]}
            for rank, row in enumerate(charts.prepare_rows(table), 1)
            for way in ("gave", "took")
        ]
        colours = altair.Scale(domain=["gave", "took"], range=[BLUE, ORANGE])
        axis = altair.Axis(labelExpr="format(abs(datum.value), ',d')", tickMinStep=1)
        return (
            altair.Chart(altair.Data(values=parts), width=charts.WIDTH - 140, height={"step": charts.BAR_HEIGHT})
            .mark_bar()
            .encode(
                x=altair.X("sentences:Q", title="sentences", axis=axis),
                y=altair.Y("page:N", title=None, sort=None),
                color=altair.Color("way:N", title=None, scale=colours),
            )
        )
