"""What an analysis is: a question, a table that answers it, and a chart of that table.

To add one, write a file with a class like those beside this one, and add its line to `registry.py`: the command
`analyse`, the report, `run.charts` and the contract tests find it there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa

from twicetold import registry
from twicetold.analyses import charts
from twicetold.run import Run


class Analysis(ABC):
    """Tables of a run in, one small table out. The same run gives the same rows in the same order: break every tie."""

    title: ClassVar[str]
    question: ClassVar[str]  # ends with a question mark
    schema: ClassVar[pa.Schema]
    reads: ClassVar[Mapping[str, tuple[str, ...]]]  # the tables that a run must have, and their columns

    def supports_run(self, run: Run) -> bool:
        """Whether a run has all that the analysis reads, whichever job made it."""
        return all(
            table in run.tables and {*columns} <= {*run.read_schema(table).names}
            for table, columns in self.reads.items()
        )

    @abstractmethod
    def compute_table(self, run: Run) -> pa.Table:
        """The answer, as `schema` says: few rows however large the run is, and little kept to make them."""

    @abstractmethod
    def draw_table(self, table: pa.Table) -> Any:
        """An Altair chart of a table that has rows. `charts.rows` makes its texts safe to show."""

    def describe_finding(self, table: pa.Table) -> str:
        """The answer in a sentence, to stand under the chart's title."""
        return ""

    def build_chart(self, run: Run) -> Any:
        """The answer as an Altair chart, for a notebook, or for `charts.save`."""
        return self.build_chart_from_table(self.compute_table(run))

    def build_chart_from_table(self, table: pa.Table, *, has_title: bool = True) -> Any:
        """A chart of a table that was computed before; without a title for a page that has the title as text."""
        drawn = self.draw_table(table) if table.num_rows else charts.draw_empty_chart()
        finding = self.describe_finding(table) if table.num_rows else ""
        return charts.apply_theme(drawn, self.title if has_title else "", finding, self.question)


def load_analysis(name: str) -> Analysis:
    """The analysis with this name."""
    analysis: Analysis = registry.load_class("analysis", name)()
    return analysis


def list_suitable_analyses(run: Run) -> list[str]:
    """The names of the analyses that a run has the tables for, in the order of the menu."""
    return [name for name in registry.list_names("analysis") if load_analysis(name).supports_run(run)]


def describe_reads(analysis: Analysis) -> str:
    """What an analysis reads, in words: `a table `clusters` with `size``"""
    tables = (
        f"a table `{table}`{' with ' if columns else ''}{', '.join(f'`{name}`' for name in columns)}"
        for table, columns in analysis.reads.items()
    )
    return " and ".join(tables)


def build_schema(**columns: pa.DataType) -> pa.Schema:
    """The columns of an answer; none is ever null."""
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])
