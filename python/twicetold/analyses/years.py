"""What analyses over time share: the year of a date, and bars by year."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa

from twicetold.analyses import charts
from twicetold.run import Run
from twicetold.run.finished import scan_table

_YEAR = re.compile(r"\d{4}(?=\D|$)")


def read_year(timestamp: str) -> str:
    """The year of an ISO 8601 date: `"1863-04-01"` -> `1863`; "" where the text does not begin with a year."""
    found = _YEAR.match(timestamp)
    return found[0] if found else ""


def has_years(run: Run, table: str, column: str) -> bool:
    """Whether a table has the column, and a date in it."""
    if table not in run.tables or column not in run.read_schema(table).names:
        return False
    return any(
        read_year(value) for batch in scan_table(run, table, columns=[column]) for value in batch[column].to_pylist()
    )


def draw_years(table: pa.Table, column: str, title: str) -> Any:
    """Bars by year, in order."""
    altair = charts.import_altair()
    return (
        altair.Chart(altair.Data(values=charts.prepare_rows(table)), width=charts.WIDTH, height=charts.HEIGHT // 2)
        .mark_bar()
        .encode(
            x=altair.X("year:O", title="year", axis=altair.Axis(labelOverlap=True, labelAngle=0)),
            y=altair.Y(f"{column}:Q", title=title, axis=charts.build_count_axis()),
            tooltip=["year:N", f"{column}:Q"],
        )
    )
