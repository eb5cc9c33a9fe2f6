"""How alike matching threads are: as a whole, and field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.jobs.threads.tables import FIELDS
from twicetold.run import Run
from twicetold.run.finished import scan_table

SCORE_PARTS = 20  # of the way from 0 to 1
BAR_PIXELS = 70  # pixels that the highest is high
SIMILARITY = "similarity"
_TOLERANCE = 1e-9  # what a rounding leaves behind shall not put 0.15 below 0.15


class MatchScoresAnalysis(Analysis):
    title: ClassVar[str] = "Similarity of matches"
    question: ClassVar[str] = "How similar are the threads that match, overall and by each field?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {"matches": (SIMILARITY, *FIELDS)}
    schema: ClassVar[pa.Schema] = build_schema(
        compared=pa.string(),  # similarity, or a field
        least=pa.float64(),
        most=pa.float64(),  # less than this, but for 1
        matches=pa.uint64(),
        share=pa.float64(),  # of the matches that have the field
    )

    def compute_table(self, run: Run) -> pa.Table:
        names = (SIMILARITY, *FIELDS)
        counted: dict[str, Counter[int]] = {name: Counter() for name in names}
        for batch in scan_table(run, "matches", columns=list(names)):
            for name in names:
                counted[name].update(_count_by_part(batch[name]))
        rows = [_build_row(name, part, counted[name]) for name in names for part in sorted(counted[name])]
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        rows = [row for row in table.to_pylist() if row["compared"] == SIMILARITY]
        matches, near = sum(row["matches"] for row in rows), sum(row["matches"] for row in rows if row["least"] >= 0.9)
        return f"{near:,} of {matches:,} matches have a similarity of at least 0.9"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        names = [name for name in (SIMILARITY, *FIELDS) if name in table["compared"].to_pylist()]
        label = {"labelOrient": "top", "labelAnchor": "start", "labelFontSize": 12, "labelColor": "currentColor"}
        across = {
            "scale": altair.Scale(domain=[0, 1]),
            "axis": altair.Axis(format=".1f", values=[0, 0.2, 0.4, 0.6, 0.8, 1]),
        }
        ends = [altair.Tooltip(f"{name}:Q", format=".2f") for name in ("least", "most")]
        bars = altair.Chart(
            altair.Data(values=charts.prepare_rows(table)), width=charts.WIDTH, height=BAR_PIXELS
        ).mark_bar()
        encoded = bars.encode(
            x=altair.X("least:Q", bin="binned", title="similarity", **across),
            x2="most:Q",
            y=altair.Y("matches:Q", title="matches", axis=altair.Axis(format=",d", tickMinStep=1, tickCount=3)),
            row=altair.Row("compared:N", sort=names, header=altair.Header(title=None, **label)),
            tooltip=["compared:N", *ends, "matches:Q"],
        )
        return encoded.resolve_scale(y="independent")


def _count_by_part(values: pa.Array) -> dict[int, int]:
    """How many of these fall into which part; 1 into the last. Where a field is missing, there is nothing to count."""
    parts = pc.min_element_wise(
        pc.floor(pc.add(pc.multiply(values.drop_null(), SCORE_PARTS), _TOLERANCE)), SCORE_PARTS - 1
    )
    return {int(each["values"]): each["counts"] for each in pc.value_counts(parts).to_pylist()}


def _build_row(name: str, part: int, counted: Counter[int]) -> dict[str, Any]:
    least, most = part / SCORE_PARTS, (part + 1) / SCORE_PARTS
    share = counted[part] / counted.total()
    return {"compared": name, "least": least, "most": most, "matches": counted[part], "share": share}
