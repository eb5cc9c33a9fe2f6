"""What an analysis is: a question, a table that answers it, and a chart of that table.

To add one, write a file with a class like those beside this one, and add its line to `registry.py`: the command
`analyse`, the report, `run.charts` and the contract tests find it there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
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
    jobs: ClassVar[tuple[str, ...]] = ("sentences",)  # whose runs have the tables that it takes

    def suits(self, run: Run) -> bool:
        return run.facts.get("job") in self.jobs

    @abstractmethod
    def table(self, run: Run) -> pa.Table:
        """The answer, as `schema` says: few rows however large the run is, and little kept to make them."""

    @abstractmethod
    def drawn(self, table: pa.Table) -> Any:
        """An Altair chart of a table that has rows. `charts.rows` makes its texts safe to show."""

    def finding(self, table: pa.Table) -> str:
        """The answer in a sentence, to stand under the chart's title."""
        return ""

    def chart(self, run: Run) -> Any:
        """The answer as an Altair chart, for a notebook, or for `charts.save`."""
        return self.chart_of(self.table(run))

    def chart_of(self, table: pa.Table) -> Any:
        """The same of a table that is there already."""
        drawn = self.drawn(table) if table.num_rows else charts.nothing()
        return charts.themed(drawn, self.title, self.finding(table) if table.num_rows else "", self.question)


def suited(job: str) -> list[str]:
    """The analyses on the menu that take the tables of a job's runs, in its order."""
    return [name for name in registry.names("analysis") if job in registry.load("analysis", name).jobs]


def schema(**columns: pa.DataType) -> pa.Schema:
    """The columns of an answer; none is ever null."""
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])
