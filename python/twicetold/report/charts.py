"""A section for each analysis that suits the run: its question, its chart, its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from markupsafe import Markup

from twicetold import registry
from twicetold.analyses.base import Analysis, suited
from twicetold.analyses.charts import svg
from twicetold.errors import MissingPackage, RunError
from twicetold.report.drawing import drawing
from twicetold.report.marking import Text
from twicetold.run import Run

ROWS = 50
CELL = 200  # characters


@dataclass(frozen=True)
class Section:
    """An analysis as the page shows it. Without a chart, `missing` says why."""

    name: str
    title: str
    question: str
    chart: Markup | None
    missing: str
    columns: list[str]
    rows: list[list[Any]]
    there: int


def sections(run: Run) -> Iterator[Section]:
    """Those that suit the run's job, in the order of the menu."""
    for name in suited(str(run.facts.get("job"))):
        yield _section(run, name, registry.load("analysis", name)())


def _section(run: Run, name: str, analysis: Analysis) -> Section:
    try:
        table = analysis.table(run)
    except RunError:
        return Section(
            name, analysis.title, analysis.question, None, "The run lacks the tables that this takes.", [], [], 0
        )
    chart, missing = _chart(name, analysis, table)
    columns = [each.replace("_", " ") for each in table.column_names]
    return Section(name, analysis.title, analysis.question, chart, missing, columns, _rows(table), table.num_rows)


def _chart(name: str, analysis: Analysis, table: pa.Table) -> tuple[Markup | None, str]:
    try:
        drawn = drawing(svg(analysis.chart_of(table)), name, analysis.title)
    except MissingPackage as error:
        return None, f"No chart: {error.message}. With {error.hint} the next report has it."
    return drawn, "" if drawn else "No chart: it cannot stand in a page, or is too large for one."


def _rows(table: pa.Table) -> list[list[Any]]:
    return [[_cell(value) for value in row.values()] for row in table.slice(0, ROWS).to_pylist()]


def _cell(value: Any) -> Any:
    """Numbers as strings, texts as `Text`: the page aligns the ones and cuts the others."""
    if isinstance(value, bool) or value is None:
        return Text("" if value is None else "yes" if value else "no")
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else Text.cut(str(value), CELL)
