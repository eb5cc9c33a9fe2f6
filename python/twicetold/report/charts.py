"""A section for each analysis that suits the run: its question, its chart, its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from markupsafe import Markup

from twicetold.analyses.base import Analysis, list_suitable_analyses, load_analysis
from twicetold.analyses.charts import render_svg
from twicetold.errors import MissingPackage
from twicetold.report.differences import ShortenedText
from twicetold.report.links import shorten_path
from twicetold.report.svg import clean_svg
from twicetold.run import Run

MOST_ROWS = 50
LEAST_POINTS = 5  # a chart of fewer says no more than its table
CELL_CHARACTERS = 200  # characters


@dataclass(frozen=True)
class AnalysisSection:
    """An analysis as the page shows it. Of few points there is no chart; otherwise `missing` says why there is none."""

    name: str
    title: str
    question: str
    finding: str
    chart: Markup | None
    missing: str
    columns: list[str]
    rows: list[list[Any]]
    row_count: int


def build_sections(run: Run) -> Iterator[AnalysisSection]:
    """A section for each analysis that the run has the tables for, in the order of the menu."""
    for name in list_suitable_analyses(run):
        yield _build_section(run, name, load_analysis(name))


def _build_section(run: Run, name: str, analysis: Analysis) -> AnalysisSection:
    table = analysis.compute_table(run)
    chart, missing = _draw_chart(name, analysis, table) if table.num_rows >= LEAST_POINTS else (None, "")
    finding = analysis.describe_finding(table) if table.num_rows else "nothing to show"
    columns = [each.replace("_", " ") for each in table.column_names]
    return AnalysisSection(
        name, analysis.title, analysis.question, finding, chart, missing, columns, _format_rows(table), table.num_rows
    )


def _draw_chart(name: str, analysis: Analysis, table: pa.Table) -> tuple[Markup | None, str]:
    try:
        drawn = clean_svg(render_svg(analysis.build_chart_from_table(table, has_title=False)), name, analysis.title)
    except MissingPackage as error:
        return None, f"No chart: {error.message}. With {error.hint} the next report has it."
    return drawn, "" if drawn else "No chart: it is too large for a page."


def _format_rows(table: pa.Table) -> list[list[Any]]:
    rows = table.slice(0, MOST_ROWS).to_pylist()
    return [[_format_cell(name, value) for name, value in row.items()] for row in rows]


def _format_cell(name: str, value: Any) -> Any:
    """Numbers as strings, texts as `ShortenedText`: the page aligns the ones and cuts the others."""
    if name.endswith("document"):
        value = shorten_path(str(value), "")
    if isinstance(value, bool) or value is None:
        return ShortenedText("" if value is None else "yes" if value else "no")
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else ShortenedText.cut_text(str(value), CELL_CHARACTERS)
