"""How copying grew: sentences that came to pages in each year, and those of them that came from another page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.analyses.base import Analysis, build_schema
from twicetold.analyses.charts import format_percentage
from twicetold.analyses.years import draw_years, read_year
from twicetold.jobs.history.evidence import NO_SOURCE
from twicetold.run import Run
from twicetold.run.finished import read_rows


class CopyingYearsAnalysis(Analysis):
    title: ClassVar[str] = "Copying over time"
    question: ClassVar[str] = "In which years did sentences come from other pages, and how many of all?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "revisions": ("timestamp", "brought"),
        "events": ("kind", "target_timestamp"),
    }
    schema: ClassVar[pa.Schema] = build_schema(
        year=pa.string(),
        sentences=pa.uint64(),  # that revisions of this year brought to their pages
        copied=pa.uint64(),  # of these, sentences that came from another page
        share=pa.float64(),
    )

    def compute_table(self, run: Run) -> pa.Table:
        brought, copied = Counter[str](), Counter[str]()
        for row in read_rows(run, "revisions", columns=["timestamp", "brought"]):
            brought[read_year(row["timestamp"])] += row["brought"]
        for row in read_rows(run, "events", ds.field("kind") != NO_SOURCE, ["kind", "target_timestamp"]):
            copied[read_year(row["target_timestamp"])] += 1
        rows = [
            {"year": year, "sentences": brought[year], "copied": copied[year], "share": copied[year] / brought[year]}
            for year in sorted(brought)
            if year and brought[year]
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        most = max(table.to_pylist(), key=lambda row: (row["copied"], row["year"]))
        return (
            f"most in {most['year']}: {most['copied']:,}, {format_percentage(most['share'], 1)} of what came that year"
        )

    def draw_table(self, table: pa.Table) -> Any:
        return draw_years(table, "copied", "sentences from other pages")
