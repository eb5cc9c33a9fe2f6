"""When the documents were written that share passages, where the input has dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses.base import Analysis, build_schema
from twicetold.analyses.years import draw_years, has_years, read_year
from twicetold.jobs.passages.kinds import BOILERPLATE
from twicetold.run import Run
from twicetold.run.finished import scan_table

_DATE_COLUMNS = ("left_timestamp", "right_timestamp")


class PassageDatesAnalysis(Analysis):
    title: ClassVar[str] = "Passages over time"
    question: ClassVar[str] = "In which years were passages taken up again?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"passages": (*_DATE_COLUMNS, "kind")}
    schema: ClassVar[pa.Schema] = build_schema(
        year=pa.string(),  # of the later document
        passages=pa.uint64(),
        older=pa.uint64(),  # those whose earlier document is from an earlier year
    )

    def supports_run(self, run: Run) -> bool:
        return super().supports_run(run) and all(has_years(run, "passages", column) for column in _DATE_COLUMNS)

    def compute_table(self, run: Run) -> pa.Table:
        passages, older = Counter[str](), Counter[str]()
        for batch in scan_table(run, "passages", columns=[*_DATE_COLUMNS, "kind"]):
            found = batch.filter(pc.not_equal(batch["kind"], BOILERPLATE))
            for pair in zip(*(found[column].to_pylist() for column in _DATE_COLUMNS), strict=True):
                earlier, later = sorted(read_year(each) for each in pair)
                if earlier:
                    passages[later] += 1
                    older[later] += earlier < later
        rows = [{"year": year, "passages": passages[year], "older": older[year]} for year in sorted(passages)]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        passages, older = (sum(table[name].to_pylist()) for name in ("passages", "older"))
        return f"{older:,} of {passages:,} dated passages repeat a document of an earlier year"

    def draw_table(self, table: pa.Table) -> Any:
        return draw_years(table, "passages", "passages")
