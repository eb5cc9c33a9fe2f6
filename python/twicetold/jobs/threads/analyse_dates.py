"""When questions were asked that another thread asks too, where the input has dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.analyses.base import Analysis, build_schema
from twicetold.analyses.years import draw_years, has_years, read_year
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.text.plurals import format_share

_NAME_COLUMNS = ("document", "title")


class QuestionDatesAnalysis(Analysis):
    title: ClassVar[str] = "Repeated questions over time"
    question: ClassVar[str] = "In which years were the questions asked that another thread asks too?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "threads": (*_NAME_COLUMNS, "timestamp"),
        "members": ("cluster", *_NAME_COLUMNS, "question"),
    }
    schema: ClassVar[pa.Schema] = build_schema(
        year=pa.string(),
        threads=pa.uint64(),
        repeated=pa.uint64(),  # threads that ask what another asks
        share=pa.float64(),
    )

    def supports_run(self, run: Run) -> bool:
        return super().supports_run(run) and has_years(run, "threads", "timestamp")

    def compute_table(self, run: Run) -> pa.Table:
        members = {
            name
            for batch in scan_table(run, "members", columns=_NAME_COLUMNS)
            for name in zip(*(batch[column].to_pylist() for column in _NAME_COLUMNS), strict=True)
        }
        threads, repeated = Counter[str](), Counter[str]()
        for batch in scan_table(run, "threads", columns=[*_NAME_COLUMNS, "timestamp"]):
            columns = (batch[column].to_pylist() for column in (*_NAME_COLUMNS, "timestamp"))
            for document, title, timestamp in zip(*columns, strict=True):
                if year := read_year(timestamp):
                    threads[year] += 1
                    repeated[year] += (document, title) in members
        rows = [
            {"year": year, "threads": threads[year], "repeated": repeated[year]}
            | {"share": repeated[year] / threads[year]}
            for year in sorted(threads)
        ]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        first = max(table.to_pylist(), key=lambda row: row["share"])
        return f"most in {first['year']}: {format_share(first['repeated'], first['threads'], 'thread')}"

    def draw_table(self, table: pa.Table) -> Any:
        return draw_years(table, "repeated", "repeated questions")
